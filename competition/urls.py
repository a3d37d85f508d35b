"""The addresses of competitions."""

from django.urls import URLPattern, URLResolver, include, path

from competition.views import (
    dates,
    fixture_desk,
    fixtures,
    founding,
    honours,
    overdue,
    redrafts,
    season,
    stages,
    standings,
    trades,
)

app_name = "competition"

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/new/", founding.new_league, name="new-league"),
    path("leagues/<uuid:uuid>/honours/", honours.honours, name="honours"),
    path("leagues/<uuid:uuid>/season/end/", honours.end, name="end-season"),
    path("leagues/<uuid:uuid>/re-draft/", redrafts.board, name="redrafts"),
    path("teams/<uuid:uuid>/re-draft/", redrafts.redraft, name="redraft"),
    path("teams/<uuid:uuid>/re-draft/try/", redrafts.redraft, {"is_try": True}, name="try-redraft"),
    path("teams/<uuid:uuid>/re-draft/healing/", redrafts.heal, name="heal"),
    path("teams/<uuid:uuid>/re-draft/anew/", redrafts.anew, name="redraft-anew"),
    path("leagues/<uuid:uuid>/trades/", trades.trades, name="trades"),
    path("leagues/<uuid:uuid>/trades/offer/", trades.offer, name="offer-trade"),
    path("leagues/<uuid:uuid>/trades/<uuid:trade>/", trades.trade, name="trade"),
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

desk = [
    path("", season.season, name="season"),
    path("register/<uuid:team>/", season.register, name="register"),
    path("register-all/", season.register_all, name="register-all"),
    path("accept/", season.accept, name="accept"),
    path("entries/<uuid:entry>/", season.entry, name="entry"),
    path("entries/<uuid:entry>/withdraw/", season.withdraw, name="withdraw"),
    path("divisions/", season.divisions, name="divisions"),
    path("stages/new/", stages.new, name="new-stage"),
    path("stages/<uuid:stage>/", stages.stage, name="stage"),
    path("stages/<uuid:stage>/change/", stages.change, name="change-stage"),
    path("stages/<uuid:stage>/drop/", stages.drop, name="drop-stage"),
    path("stages/<uuid:stage>/start/", stages.start, name="start-stage"),
    path("stages/<uuid:stage>/end/", stages.end, name="end-stage"),
    path("stages/<uuid:stage>/pair/", stages.pair, name="pair-round"),
    path("stages/<uuid:stage>/late/", stages.late, name="late"),
    path("stages/<uuid:stage>/arrange/", fixture_desk.arrange, name="arrange"),
    path("stages/<uuid:stage>/rounds/<int:number>/open/", stages.open_round, name="open-round"),
    path("stages/<uuid:stage>/rounds/<int:number>/close/", stages.close_round, name="close-round"),
    path("stages/<uuid:stage>/rounds/<int:number>/add/", fixture_desk.add, name="add-fixture"),
    path("stages/<uuid:stage>/rounds/<int:number>/scores/", fixture_desk.scores, name="scores"),
    path("fixtures/<uuid:fixture>/", fixture_desk.change, name="change-fixture"),
    path("fixtures/<uuid:fixture>/swap/", fixture_desk.swap, name="swap-home"),
]

urlpatterns += [path("leagues/<uuid:uuid>/season/", include(desk))]
