"""The rulebook's addresses, an edition each."""

from django.urls import path

from rules import ask_views, views

app_name = "rules"

urlpatterns = [
    path("", views.all_editions, name="editions"),
    path("<slug:edition>/", views.overview, name="overview"),
    path("<slug:edition>/search/", views.search, name="search"),
    path("<slug:edition>/races/<slug:key>/", views.race, name="races-one"),
    path("<slug:edition>/skills/<slug:key>/", views.skill, name="skills-one"),
    path("<slug:edition>/ask/", ask_views.questions, name="ask"),
    path("<slug:edition>/ask/<slug:name>/", ask_views.ask, name="ask-ruling"),
    path("<slug:edition>/<slug:page>/", views.page, name="page"),
]
