"""The addresses of competitions."""

from django.urls import path

from competition.views import founding, tournament, tournament_rounds

app_name = "competition"

urlpatterns = [
    path("leagues/new/", founding.new_league, name="new-league"),
    path("leagues/<uuid:uuid>/tournament/", tournament.of_league, name="league-tournament"),
    path("tournaments/<uuid:uuid>/", tournament.desk, name="tournament"),
    path("tournaments/<uuid:uuid>/entrants/", tournament.entrants, name="entrants"),
    path("tournaments/<uuid:uuid>/check-in/", tournament.board, name="check-in"),
    path("tournaments/<uuid:uuid>/check-in/add/", tournament.add, name="add-entrant"),
    path("tournaments/<uuid:uuid>/pairings/", tournament_rounds.pairings, name="pairings"),
    path("tournaments/<uuid:uuid>/pairings/swap/", tournament_rounds.swap, name="swap-players"),
    path("tournaments/<uuid:uuid>/clock/", tournament_rounds.clock, name="clock"),
    path("tournaments/<uuid:uuid>/results/", tournament_rounds.grid, name="score-grid"),
    path("tournaments/<uuid:uuid>/standings/", tournament.standings, name="ranking"),
    path("tournaments/<uuid:uuid>/tournament.zip", tournament.files, name="tournament-files"),
]
