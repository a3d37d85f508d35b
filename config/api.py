"""The API's addresses: everything under /api/v1/, its schema and its documentation."""

from django.urls import include, path, re_path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.generic import RedirectView
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import api as accounts
from jobs import api as jobs
from matches import api as matches
from rules import api as rules
from web.api import views

DOORS = {
    "me": "api-me",
    "tokens": "api-tokens",
    "acts": "api-acts",
    "rules": "api-rules",
    "schema": "api-schema",
    "documentation": "api-docs",
}


class RootSerializer(serializers.Serializer):
    me = serializers.URLField()
    tokens = serializers.URLField()
    acts = serializers.URLField()
    rules = serializers.URLField()
    schema = serializers.URLField()
    documentation = serializers.URLField()


class RootView(APIView):
    @extend_schema(
        operation_id="show_root",
        summary=_("Where to go from here"),
        tags=["Start"],
        responses=RootSerializer,
    )
    def get(self, request: Request) -> Response:
        addresses = {door: reverse(name) for door, name in DOORS.items()}
        return Response({d: request.build_absolute_uri(path) for d, path in addresses.items()})


v1 = [
    path("", RootView.as_view(), name="api-root"),
    path("me/", accounts.MeView.as_view(), name="api-me"),
    path("me/tokens/", accounts.TokensView.as_view(), name="api-tokens"),
    path("me/tokens/<uuid:uuid>/", accounts.TokenView.as_view(), name="api-token"),
    path("me/acts/", accounts.ActsView.as_view(), name="api-acts"),
    path("jobs/<uuid:uuid>/", jobs.JobView.as_view(), name="api-job"),
    path("leagues/<uuid:uuid>/matches/", matches.MatchesView.as_view(), name="api-matches"),
    path("matches/<uuid:uuid>/", matches.MatchView.as_view(), name="api-match"),
    path(
        "matches/<uuid:uuid>/steps/<str:side>/<slug:step>/",
        matches.StepView.as_view(),
        name="api-step",
    ),
    path(
        "matches/<uuid:uuid>/correction/", matches.CorrectionView.as_view(), name="api-correction"
    ),
    path(
        "matches/<uuid:uuid>/correction/preview/",
        matches.PreviewView.as_view(),
        name="api-correction-preview",
    ),
    path("rules/", rules.EditionsView.as_view(), name="api-rules"),
    path("rules/<slug:edition>/", rules.CatalogueView.as_view(), name="api-ruleset"),
    path("rules/<slug:edition>/rulings/", rules.RulingsView.as_view(), name="api-rulings"),
    path(
        "rules/<slug:edition>/rulings/<slug:name>/", rules.RulingView.as_view(), name="api-ruling"
    ),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api-docs")),
    path("v1/", include(v1)),
    path("schema/", views.SchemaView.as_view(), name="api-schema"),
    path("docs/", views.docs, name="api-docs"),
    re_path(r"", views.unknown),
]
