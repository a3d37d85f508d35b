from django.urls import path

from press import views

app_name = "press"
urlpatterns = [
    path("leagues/<uuid:uuid>/", views.league, name="league"),
    path("leagues/<uuid:uuid>/coaches/<uuid:coach>/", views.coach, name="coach"),
    path("me/download/", views.download_my_data, name="download-my-data"),
    path("me/delete/", views.delete_my_account, name="delete-account"),
]
