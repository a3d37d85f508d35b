"""The addresses of matches."""

from django.urls import path

from matches.views import corrections, dice, flow, live, matches, sheets, totals, viewing

app_name = "matches"

urlpatterns = [
    path("leagues/<uuid:uuid>/matches/", matches.matches, name="matches"),
    path("leagues/<uuid:uuid>/matches/new/", matches.new, name="new"),
    path("leagues/<uuid:uuid>/dice/", dice.of_league, name="league-dice"),
    path("matches/<uuid:uuid>/", matches.match, name="match"),
    # The bookkeeping, for whoever is shown the story instead.
    path("matches/<uuid:uuid>/steps/", matches.steps, name="steps"),
    path("matches/<uuid:uuid>/dice/", dice.of_match, name="match-dice"),
    path("matches/<uuid:uuid>/sheet.pdf", sheets.of_match, name="sheet"),
    path(
        "matches/<uuid:uuid>/steps/<str:side>/<slug:step>/",
        matches.answer,
        name="answer",
    ),
    path("matches/<uuid:uuid>/agree/", flow.agree, name="agree"),
    path("matches/<uuid:uuid>/call-off/", flow.call_off, name="call-off"),
    path("matches/<uuid:uuid>/interrupt/", flow.interrupt, name="interrupt"),
    path("matches/<uuid:uuid>/resume/", flow.resume, name="resume"),
    path("matches/<uuid:uuid>/totals/", totals.totals, name="totals"),
    path("matches/<uuid:uuid>/report/", flow.report, name="report"),
    path("matches/<uuid:uuid>/confirm/", flow.confirm, name="confirm"),
    path("matches/<uuid:uuid>/dispute/", flow.dispute, name="dispute"),
    path("matches/<uuid:uuid>/withdraw/", flow.withdraw, name="withdraw"),
    path("matches/<uuid:uuid>/lend/<str:side>/", flow.lend, name="lend"),
    path("matches/<uuid:uuid>/take-back/<str:side>/", flow.take_back, name="take-back"),
    path(
        "matches/<uuid:uuid>/witness/<str:side>/<slug:step>/",
        flow.witness,
        name="witness",
    ),
    path("matches/<uuid:uuid>/correct/", corrections.correct, name="correct"),
    # The match while it is on, and for whoever watches it.
    path("matches/<uuid:uuid>/board/", live.board, name="board"),
    path("matches/<uuid:uuid>/board/taps/", live.taps, name="board-taps"),
    path("matches/<uuid:uuid>/board/state/", live.state, name="board-state"),
    path("matches/<uuid:uuid>/live/", viewing.live, name="live"),
    path(
        "matches/<uuid:uuid>/correct/<uuid:proposal>/",
        corrections.answer_proposal,
        name="answer-proposal",
    ),
]
