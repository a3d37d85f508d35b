"""The rulebook's addresses, an edition each."""

from django.urls import path

from rules import views

app_name = "rules"

urlpatterns = [
    path("", views.all_editions, name="editions"),
    path("<slug:edition>/", views.overview, name="overview"),
    path("<slug:edition>/search/", views.search, name="search"),
    path("<slug:edition>/races/<slug:key>/", views.race, name="races-one"),
    path("<slug:edition>/skills/<slug:key>/", views.skill, name="skills-one"),
    path("<slug:edition>/<slug:page>/", views.page, name="page"),
]
