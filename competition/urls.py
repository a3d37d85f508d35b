"""The pages of competitions."""

from django.urls import path

from competition.views import fixtures, founding, standings

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
]
