from django.urls import path

from press import views

app_name = "press"
urlpatterns = [
    path("leagues/import/", views.bring_league, name="bring-league"),
    path("leagues/import/<uuid:uuid>/", views.arrival, name="arrival"),
    path("leagues/<uuid:uuid>/", views.league, name="league"),
    path("leagues/<uuid:uuid>/export/", views.take_along, name="take-along"),
    path("leagues/<uuid:uuid>/coaches/<uuid:coach>/", views.coach, name="coach"),
    path("me/download/", views.download_my_data, name="download-my-data"),
    path("me/delete/", views.delete_my_account, name="delete-account"),
]
