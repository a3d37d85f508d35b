from django.urls import path

from league_file import views

app_name = "league_file"
urlpatterns = [
    path("leagues/import/", views.bring_league, name="bring-league"),
    path("leagues/import/<uuid:uuid>/", views.arrival, name="arrival"),
    path("leagues/<uuid:uuid>/export/", views.take_along, name="take-along"),
]
