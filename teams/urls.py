from django.urls import path

from teams.views import hands, hiring, identity, names

app_name = "teams"
urlpatterns = [
    path("teams/<uuid:uuid>/hire/", hiring.hire, name="hire"),
    path("teams/<uuid:uuid>/hire/drop/", hiring.drop, name="drop-basket"),
    path("teams/<uuid:uuid>/window/", hiring.window, name="window"),
    path("teams/<uuid:uuid>/window/close/", hiring.close, name="close-window"),
    path("leagues/<uuid:uuid>/windows/", hiring.windows, name="windows"),
    path("teams/<uuid:uuid>/names/", names.names, name="names"),
    path("teams/<uuid:uuid>/coaches/", hands.coaches, name="coaches"),
    path("teams/<uuid:uuid>/coaches/<uuid:tenure>/end/", hands.end, name="end-tenure"),
    path("teams/<uuid:uuid>/retire/", hands.retire, name="retire"),
    path("teams/<uuid:uuid>/identity/", identity.identity, name="identity"),
    path("teams/<uuid:uuid>/identity/picture/", identity.picture, name="put-up-picture"),
    path("teams/<uuid:uuid>/identity/picture/down/", identity.take_down, name="take-down-picture"),
    path("teams/<uuid:uuid>/pictures/<slug:digest>.webp", identity.show_picture, name="picture"),
]
