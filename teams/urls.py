from django.urls import path

from teams.views import ledgers, players, rosters

app_name = "teams"
urlpatterns = [
    path("teams/<uuid:uuid>/", rosters.roster, name="roster"),
    path("teams/<uuid:uuid>/roster.pdf", rosters.roster_pdf, name="roster-pdf"),
    path("teams/<uuid:uuid>/ledger/", ledgers.ledger, name="ledger"),
    path("players/<uuid:uuid>/", players.player, name="player"),
]
