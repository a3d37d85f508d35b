"""The addresses of competitions."""

from django.urls import path

from competition.views import founding

app_name = "competition"

urlpatterns = [
    path("leagues/new/", founding.new_league, name="new-league"),
]
