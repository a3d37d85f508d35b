"""The addresses of teams, players and drafts."""

from django.urls import path

from teams.views import (
    adjusting,
    adopting,
    coaches,
    drafting,
    hiring,
    homes,
    identity,
    ledgers,
    names,
    players,
    rosters,
)

app_name = "teams"

urlpatterns = [
    path("leagues/<uuid:uuid>/draft/", drafting.begin, name="begin-draft"),
    path("drafts/<uuid:uuid>/", drafting.draft, name="draft"),
    path("drafts/<uuid:uuid>/drop/", drafting.drop, name="drop-draft"),
    path("teams/<uuid:uuid>/", rosters.roster, name="roster"),
    path("teams/<uuid:uuid>/roster.pdf", rosters.roster_pdf, name="roster-pdf"),
    path("teams/<uuid:uuid>/ledger/", ledgers.ledger, name="ledger"),
    path("players/<uuid:uuid>/", players.player, name="player"),
    path("teams/<uuid:uuid>/hire/", hiring.hire, name="hire"),
    path("teams/<uuid:uuid>/hire/drop/", hiring.drop, name="drop-basket"),
    path("teams/<uuid:uuid>/window/", hiring.window, name="window"),
    path("teams/<uuid:uuid>/window/close/", hiring.close, name="close-window"),
    path("leagues/<uuid:uuid>/windows/", hiring.windows, name="windows"),
    path("teams/<uuid:uuid>/names/", names.names, name="names"),
    path("teams/<uuid:uuid>/coaches/", coaches.coaches, name="coaches"),
    path("teams/<uuid:uuid>/coaches/<uuid:tenure>/end/", coaches.end, name="end-tenure"),
    path("teams/<uuid:uuid>/retire/", coaches.retire, name="retire"),
    path("teams/<uuid:uuid>/identity/", identity.identity, name="identity"),
    path("teams/<uuid:uuid>/identity/picture/", identity.picture, name="put-up-picture"),
    path("teams/<uuid:uuid>/identity/picture/down/", identity.take_down, name="take-down-picture"),
    path("teams/<uuid:uuid>/pictures/<slug:digest>.webp", identity.show_picture, name="picture"),
    path("teams/<uuid:uuid>/home/", homes.home, name="home"),
    path("teams/<uuid:uuid>/home/give-up/", homes.give_up, name="give-up-home"),
    path("leagues/<uuid:uuid>/adopt/", adopting.begin, name="begin-adoption"),
    path("leagues/<uuid:uuid>/adopt/<uuid:adoption>/", adopting.adoption, name="adoption"),
    path("leagues/<uuid:uuid>/adopt/<uuid:adoption>/drop/", adopting.drop, name="drop-adoption"),
    path("teams/<uuid:uuid>/adjust/", adjusting.adjust, name="adjust"),
    path("teams/<uuid:uuid>/events/<int:seq>/take-back/", adjusting.back, name="take-back"),
]
