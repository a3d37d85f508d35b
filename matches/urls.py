"""The addresses of matches."""

from django.urls import path

from matches.views import corrections, matches

app_name = "matches"

urlpatterns = [
    path("leagues/<uuid:uuid>/matches/", matches.matches, name="matches"),
    path("leagues/<uuid:uuid>/matches/new/", matches.new, name="new"),
    path("matches/<uuid:uuid>/", matches.match, name="match"),
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
