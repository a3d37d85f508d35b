"""The addresses of teams and of drafts."""

from django.urls import path

from teams import draft_views, placeholder_roster

app_name = "teams"

urlpatterns = [
    path("leagues/<uuid:uuid>/draft/", draft_views.begin, name="begin-draft"),
    path("drafts/<uuid:uuid>/", draft_views.draft, name="draft"),
    path("drafts/<uuid:uuid>/drop/", draft_views.drop, name="drop-draft"),
    path("teams/<uuid:uuid>/", placeholder_roster.roster, name="roster"),
]
