"""Every address of the site, room by room."""

from django.urls import include, path

from press.views import home

urlpatterns = [
    path("", home, name="home"),
    path("", include("web.urls")),
    path("", include("accounts.urls")),
    path("", include("jobs.urls")),
    path("", include("league.urls")),
    path("", include("teams.urls")),
    path("", include("matches.urls")),
    path("", include("competition.urls")),
    path("", include("league_file.urls")),
    path("", include("press.urls")),
    path("rules/", include("rules.urls")),
    path("api/", include("config.api")),
]

handler400 = "web.errors.bad_request"
handler403 = "web.errors.forbidden"
handler404 = "web.errors.not_found"
handler500 = "web.errors.server_error"
