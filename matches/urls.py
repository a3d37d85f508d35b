"""The addresses of matches."""

from django.urls import path

from matches.views import corrections, live, matches, viewing

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
    # The match while it is on, and for whoever watches it.
    path("matches/<uuid:uuid>/board/", live.board, name="board"),
    path("matches/<uuid:uuid>/board/taps/", live.taps, name="board-taps"),
    path("matches/<uuid:uuid>/board/state/", live.state, name="board-state"),
    path("matches/<uuid:uuid>/live/", viewing.live, name="live"),
]
