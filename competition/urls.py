"""The addresses of competitions."""

from django.urls import path

from competition.views import founding, honours

app_name = "competition"

urlpatterns = [
    path("leagues/new/", founding.new_league, name="new-league"),
    path("leagues/<uuid:uuid>/honours/", honours.honours, name="honours"),
    path("leagues/<uuid:uuid>/season/end/", honours.end, name="end-season"),
]
