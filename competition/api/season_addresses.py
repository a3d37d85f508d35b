"""The addresses of the season desk for programs, under a league's `season/`."""

from django.urls import path

from competition.api import rounds, season, stages

A_ROUND = "stages/<uuid:stage>/rounds/<int:number>/"

season_desk = [
    path("", season.SeasonView.as_view(), name="api-season"),
    path("entries/", season.SeasonEntriesView.as_view(), name="api-register"),
    path("entries/all/", season.RegisterAllView.as_view(), name="api-register-all"),
    path("entries/accept/", season.AcceptView.as_view(), name="api-accept"),
    path("entries/<uuid:entry>/", season.SeasonEntryView.as_view(), name="api-entry"),
    path("entries/<uuid:entry>/refuse/", season.RefuseView.as_view(), name="api-refuse"),
    path("entries/<uuid:entry>/leave/", season.LeaveSeasonView.as_view(), name="api-leave-season"),
    path("divisions/", season.DivisionsView.as_view(), name="api-divisions"),
    path("divisions/promote/", season.PromoteView.as_view(), name="api-promote"),
    path("seeds/", season.SeedsView.as_view(), name="api-seeds"),
    path("stages/", stages.SeasonStagesView.as_view(), name="api-stages"),
    path("stages/<uuid:stage>/", stages.SeasonStageView.as_view(), name="api-stage"),
    path("stages/<uuid:stage>/start/", stages.StartStageView.as_view(), name="api-start-stage"),
    path("stages/<uuid:stage>/end/", stages.EndStageView.as_view(), name="api-end-stage"),
    path("stages/<uuid:stage>/pair/", rounds.PairRoundView.as_view(), name="api-pair-round"),
    path("stages/<uuid:stage>/late/", stages.LateTeamView.as_view(), name="api-late"),
    path("stages/<uuid:stage>/arrange/", rounds.ArrangeView.as_view(), name="api-arrange"),
    path(A_ROUND, rounds.StageRoundView.as_view(), name="api-round"),
    path(f"{A_ROUND}open/", rounds.OpenRoundView.as_view(), name="api-open-round"),
    path(f"{A_ROUND}close/", rounds.CloseRoundView.as_view(), name="api-close-round"),
    path(f"{A_ROUND}scores/", rounds.RoundScoresView.as_view(), name="api-scores"),
    path("fixtures/<uuid:fixture>/move/", rounds.MoveFixtureView.as_view(), name="api-move"),
    path("fixtures/<uuid:fixture>/swap/", rounds.SwapHomeView.as_view(), name="api-swap-home"),
    path("fixtures/<uuid:fixture>/cancel/", rounds.CancelFixtureView.as_view(), name="api-cancel"),
]
