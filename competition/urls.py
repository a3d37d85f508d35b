"""The addresses of competitions."""

from django.urls import path

from competition.views import founding, honours, redrafts, trades

app_name = "competition"

urlpatterns = [
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
]
