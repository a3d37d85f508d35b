"""The addresses of teams, players and drafts."""

from django.urls import path

from teams import draft_views
from teams.views import adjusting, adopting, ledgers, players, rosters

app_name = "teams"

urlpatterns = [
    path("leagues/<uuid:uuid>/draft/", draft_views.begin, name="begin-draft"),
    path("drafts/<uuid:uuid>/", draft_views.draft, name="draft"),
    path("drafts/<uuid:uuid>/drop/", draft_views.drop, name="drop-draft"),
    path("teams/<uuid:uuid>/", rosters.roster, name="roster"),
    path("teams/<uuid:uuid>/roster.pdf", rosters.roster_pdf, name="roster-pdf"),
    path("teams/<uuid:uuid>/ledger/", ledgers.ledger, name="ledger"),
    path("players/<uuid:uuid>/", players.player, name="player"),
    path("leagues/<uuid:uuid>/adopt/", adopting.begin, name="begin-adoption"),
    path("leagues/<uuid:uuid>/adopt/<uuid:adoption>/", adopting.adoption, name="adoption"),
    path("leagues/<uuid:uuid>/adopt/<uuid:adoption>/drop/", adopting.drop, name="drop-adoption"),
    path("teams/<uuid:uuid>/adjust/", adjusting.adjust, name="adjust"),
    path("teams/<uuid:uuid>/events/<int:seq>/take-back/", adjusting.back, name="take-back"),
]
