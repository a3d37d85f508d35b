from django.urls import path

from press import views

app_name = "press"
urlpatterns = [
    path("me/download/", views.download_my_data, name="download-my-data"),
]
