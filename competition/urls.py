"""The pages of competitions."""

from django.urls import path

from competition.views import dates, fixtures, founding, overdue, standings

app_name = "competition"

urlpatterns = [
    path("leagues/new/", founding.new_league, name="new-league"),
    path("leagues/<uuid:uuid>/standings/", standings.standings, name="standings"),
    path("leagues/<uuid:uuid>/standings.csv", standings.standings_csv, name="standings-csv"),
    path("leagues/<uuid:uuid>/fixtures/", fixtures.fixtures, name="fixtures"),
    path("stages/<uuid:uuid>/points/", standings.points, name="points"),
    path("stages/<uuid:uuid>/lots/", standings.lots, name="lots"),
    path("adjustments/<uuid:uuid>/take-back/", standings.undo_points, name="undo-points"),
    path("fixtures/<uuid:uuid>/", fixtures.fixture, name="fixture"),
    path("fixtures/<uuid:uuid>/record/", fixtures.record, name="record"),
    path("fixtures/<uuid:uuid>/score/", fixtures.score, name="score"),
    path("fixtures/<uuid:uuid>/rule/", fixtures.rule, name="rule"),
    path("fixtures/<uuid:uuid>/take-back/", fixtures.take_back, name="take-back"),
    path("stages/<uuid:uuid>/dates/", dates.stage_dates, name="stage-dates"),
    path("stages/<uuid:uuid>/dates/<int:number>/", dates.round_dates, name="round-dates"),
    path("fixtures/<uuid:uuid>/date/", dates.date, name="date"),
    path("proposals/<uuid:uuid>/answer/", dates.answer, name="answer-proposal"),
    path("leagues/<uuid:uuid>/overdue/", overdue.overdue, name="overdue"),
    path("leagues/<uuid:uuid>/overdue/<uuid:fixture>/", overdue.rule_overdue, name="rule-overdue"),
]
