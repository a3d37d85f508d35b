from django.urls import path

from web import views

urlpatterns = [
    path("words/", views.words, name="words"),
    path("styleguide/", views.styleguide, name="styleguide"),
    path("theme/", views.choose_theme, name="theme"),
    path("robots.txt", views.robots, name="robots"),
    path("site.webmanifest", views.manifest, name="manifest"),
]
