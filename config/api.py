"""The API's addresses: everything under /api/v1/, its schema and its documentation."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
