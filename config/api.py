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
from rules import api as rules
from teams import draft_api as drafts
from teams.api import adjustments, adoptions
from teams.api import reading as teams
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
    path("leagues/<uuid:uuid>/drafts/", drafts.DraftsView.as_view(), name="api-drafts"),
    path("leagues/<uuid:uuid>/teams/", drafts.DraftTeamView.as_view(), name="api-draft-team"),
    path("drafts/<uuid:uuid>/", drafts.DraftView.as_view(), name="api-draft"),
    path("drafts/<uuid:uuid>/finish/", drafts.FinishDraftView.as_view(), name="api-finish-draft"),
    path("rules/", rules.EditionsView.as_view(), name="api-rules"),
    path("rules/<slug:edition>/", rules.CatalogueView.as_view(), name="api-ruleset"),
    path("rules/<slug:edition>/rulings/", rules.RulingsView.as_view(), name="api-rulings"),
    path(
        "rules/<slug:edition>/rulings/<slug:name>/", rules.RulingView.as_view(), name="api-ruling"
    ),
    path("leagues/<uuid:uuid>/teams/", teams.LeagueTeamsView.as_view(), name="api-league-teams"),
    path("teams/<uuid:uuid>/", teams.TeamView.as_view(), name="api-team"),
    path("teams/<uuid:uuid>/events/", teams.TeamEventsView.as_view(), name="api-team-events"),
    path("players/<uuid:uuid>/", teams.PlayerView.as_view(), name="api-player"),
    path(
        "leagues/<uuid:uuid>/adoptions/",
        adoptions.AdoptionsView.as_view(),
        name="api-adoptions",
    ),
    path(
        "teams/<uuid:uuid>/adjustments/",
        adjustments.AdjustmentsView.as_view(),
        name="api-adjustments",
    ),
    path(
        "teams/<uuid:uuid>/events/<int:seq>/reversal/",
        adjustments.ReversalView.as_view(),
        name="api-reversal",
    ),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api-docs")),
    path("v1/", include(v1)),
    path("schema/", views.SchemaView.as_view(), name="api-schema"),
    path("docs/", views.docs, name="api-docs"),
    re_path(r"", views.unknown),
]
