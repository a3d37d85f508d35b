"""The addresses of matches."""

from django.urls import path

from matches.views import corrections, dice, matches, sheets

app_name = "matches"

urlpatterns = [
    path("leagues/<uuid:uuid>/matches/", matches.matches, name="matches"),
    path("leagues/<uuid:uuid>/matches/new/", matches.new, name="new"),
    path("leagues/<uuid:uuid>/dice/", dice.of_league, name="league-dice"),
    path("matches/<uuid:uuid>/", matches.match, name="match"),
    path("matches/<uuid:uuid>/dice/", dice.of_match, name="match-dice"),
    path("matches/<uuid:uuid>/sheet.pdf", sheets.of_match, name="sheet"),
    path(
        "matches/<uuid:uuid>/steps/<str:side>/<slug:step>/",
        matches.answer,
        name="answer",
    ),
    path("matches/<uuid:uuid>/correct/", corrections.correct, name="correct"),
    path(
        "matches/<uuid:uuid>/correct/<uuid:proposal>/",
        corrections.answer_proposal,
        name="answer-proposal",
    ),
]
