"""The API's addresses: everything under /api/v1/, its schema and its documentation."""

from django.urls import URLPattern, URLResolver, include, path, re_path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.generic import RedirectView
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import api as accounts
from competition.api import (
    dates,
    fixtures,
    founding,
    honours,
    overdue,
    redrafts,
    rounds,
    standings,
    to_do,
    tournament,
    trades,
)
from competition.api.season_addresses import season_desk
from jobs import api as jobs
from league.api import house_rules, invitations, leagues, members, registration, requests
from league_file import api as league_file
from league_file import opening
from matches.api import dice
from matches.api.addresses import of_a_league as matches_of_a_league
from matches.api.addresses import of_a_match
from press import api as press
from rules import api as rules
from teams.api import adjustments, adoptions, changing, hiring, homes
from teams.api import drafting as drafts
from teams.api import reading as teams
from teams.pictures import LARGEST_FILE
from web.api import views
from web.api.sentences import speak_our_words
from web.uploads import takes_large_files

speak_our_words()

DOORS = {
    "me": "api-me",
    "tokens": "api-tokens",
    "acts": "api-acts",
    "leagues": "api-leagues",
    "rules": "api-rules",
    "schema": "api-schema",
    "documentation": "api-docs",
}


class RootSerializer(serializers.Serializer):
    me = serializers.URLField()
    tokens = serializers.URLField()
    acts = serializers.URLField()
    leagues = serializers.URLField()
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


league: list[URLPattern] = [
    path("", leagues.LeagueView.as_view(), name="api-league"),
    path("close/", leagues.CloseView.as_view(), name="api-close-league"),
    path("reopen/", leagues.ReopenView.as_view(), name="api-reopen-league"),
    path("rules/", house_rules.HouseRulesView.as_view(), name="api-house-rules"),
    path("registration/", registration.RegistrationView.as_view(), name="api-registration"),
    path("requests/", requests.JoinRequestsView.as_view(), name="api-join-requests"),
    path(
        "requests/<uuid:request_id>/",
        requests.JoinRequestView.as_view(),
        name="api-join-request",
    ),
    path("honours/", honours.HonoursView.as_view(), name="api-honours"),
    path("season/end/", honours.EndSeasonView.as_view(), name="api-end-season"),
    path("members/", members.MembersView.as_view(), name="api-members"),
    path("members/<uuid:member>/", members.MemberView.as_view(), name="api-member"),
    path("members/<uuid:member>/hand-over/", members.HandOverView.as_view(), name="api-hand-over"),
    path("invitations/", invitations.InvitationsView.as_view(), name="api-invitations"),
    path(
        "invitations/<uuid:invitation>/",
        invitations.InvitationView.as_view(),
        name="api-invitation",
    ),
]

v1: list[URLPattern | URLResolver] = [
    path("", RootView.as_view(), name="api-root"),
    path("me/", accounts.MeView.as_view(), name="api-me"),
    path("me/tokens/", accounts.TokensView.as_view(), name="api-tokens"),
    path("me/tokens/<uuid:uuid>/", accounts.TokenView.as_view(), name="api-token"),
    path("me/to-do/", to_do.ToDoView.as_view(), name="api-to-do"),
    path("me/acts/", accounts.ActsView.as_view(), name="api-acts"),
    path("jobs/<uuid:uuid>/", jobs.JobView.as_view(), name="api-job"),
    path("leagues/<uuid:uuid>/drafts/", drafts.DraftsView.as_view(), name="api-drafts"),
    path("drafts/<uuid:uuid>/", drafts.DraftView.as_view(), name="api-draft"),
    path("drafts/<uuid:uuid>/finish/", drafts.FinishDraftView.as_view(), name="api-finish-draft"),
    path("leagues/", founding.LeaguesView.as_view(), name="api-leagues"),
    path("leagues/join/", invitations.JoinView.as_view(), name="api-join"),
    path(
        "leagues/import/",
        takes_large_files(opening.LARGEST_FILE)(league_file.ImportView.as_view()),
        name="api-import-league",
    ),
    path("leagues/<uuid:uuid>/export/", league_file.ExportView.as_view(), name="api-export-league"),
    path("leagues/<uuid:uuid>/", include(league)),
    path("leagues/<uuid:uuid>/season/", include(season_desk)),
    path("leagues/<uuid:uuid>/matches/", include(matches_of_a_league)),
    path("leagues/<uuid:uuid>/to-do/", press.LeagueTodosView.as_view(), name="api-league-to-do"),
    path(
        "leagues/<uuid:uuid>/coaches/<uuid:coach>/",
        press.CoachView.as_view(),
        name="api-league-coach",
    ),
    path("leagues/<uuid:uuid>/dice/", dice.LeagueDiceView.as_view(), name="api-league-dice"),
    path("matches/<uuid:uuid>/", include(of_a_match)),
    path("rules/", rules.EditionsView.as_view(), name="api-rules"),
    path("rules/<slug:edition>/", rules.CatalogueView.as_view(), name="api-ruleset"),
    path("rules/<slug:edition>/rulings/", rules.RulingsView.as_view(), name="api-rulings"),
    path(
        "rules/<slug:edition>/rulings/<slug:name>/", rules.RulingView.as_view(), name="api-ruling"
    ),
    path("leagues/<uuid:uuid>/teams/", drafts.LeagueTeamsView.as_view(), name="api-league-teams"),
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

v1 += [
    path("teams/<uuid:uuid>/window/", hiring.WindowView.as_view(), name="api-window"),
    path("teams/<uuid:uuid>/basket/", hiring.BasketView.as_view(), name="api-basket"),
    path("teams/<uuid:uuid>/purchase/", hiring.PurchaseView.as_view(), name="api-purchase"),
    path("leagues/<uuid:uuid>/windows/", hiring.WindowsView.as_view(), name="api-windows"),
    path("teams/<uuid:uuid>/players/", changing.PlayersView.as_view(), name="api-team-players"),
    path(
        "teams/<uuid:uuid>/players/<uuid:player>/",
        changing.PlayerView.as_view(),
        name="api-team-player",
    ),
    path("teams/<uuid:uuid>/coaches/", changing.CoachesView.as_view(), name="api-coaches"),
    path(
        "teams/<uuid:uuid>/coaches/<uuid:tenure>/",
        changing.CoachView.as_view(),
        name="api-coach",
    ),
    path(
        "teams/<uuid:uuid>/retirement/",
        changing.RetirementView.as_view(),
        name="api-retirement",
    ),
    path("teams/<uuid:uuid>/identity/", changing.IdentityView.as_view(), name="api-identity"),
    path("teams/<uuid:uuid>/home/", homes.HomeView.as_view(), name="api-home"),
    path(
        "teams/<uuid:uuid>/picture/",
        takes_large_files(LARGEST_FILE)(changing.PictureView.as_view()),
        name="api-picture",
    ),
]

v1 += [
    path("leagues/<uuid:uuid>/re-draft/", redrafts.RedraftBoardView.as_view(), name="api-redrafts"),
    path("teams/<uuid:uuid>/re-draft/", redrafts.RedraftView.as_view(), name="api-redraft"),
    path(
        "teams/<uuid:uuid>/re-draft/try/",
        redrafts.TryRedraftView.as_view(),
        name="api-try-redraft",
    ),
    path("teams/<uuid:uuid>/re-draft/healing/", redrafts.HealingView.as_view(), name="api-healing"),
    path(
        "teams/<uuid:uuid>/re-draft/finish/",
        redrafts.FinishRedraftView.as_view(),
        name="api-finish-redraft",
    ),
    path("leagues/<uuid:uuid>/trades/", trades.TradesView.as_view(), name="api-trades"),
    path("leagues/<uuid:uuid>/trades/<uuid:trade>/", trades.TradeView.as_view(), name="api-trade"),
    path(
        "leagues/<uuid:uuid>/trades/<uuid:trade>/answer/",
        trades.AnswerTradeView.as_view(),
        name="api-answer-trade",
    ),
    path("leagues/<uuid:uuid>/standings/", standings.StandingsView.as_view(), name="api-standings"),
    path("leagues/<uuid:uuid>/fixtures/", fixtures.FixturesView.as_view(), name="api-fixtures"),
    path("fixtures/<uuid:uuid>/", fixtures.FixtureView.as_view(), name="api-fixture"),
    path(
        "fixtures/<uuid:uuid>/match/",
        fixtures.RecordMatchView.as_view(),
        name="api-fixture-match",
    ),
    path(
        "fixtures/<uuid:uuid>/match/try/",
        fixtures.TryMatchView.as_view(),
        name="api-try-fixture",
    ),
    path(
        "fixtures/<uuid:uuid>/begin/",
        fixtures.BeginFixtureView.as_view(),
        name="api-begin-fixture",
    ),
    path(
        "fixtures/<uuid:uuid>/answer/",
        rounds.AnswerInvitationView.as_view(),
        name="api-answer-invitation",
    ),
    path("fixtures/<uuid:uuid>/score/", fixtures.ScoreView.as_view(), name="api-fixture-score"),
    path(
        "fixtures/<uuid:uuid>/ruling/",
        fixtures.FixtureRulingView.as_view(),
        name="api-fixture-ruling",
    ),
    path(
        "fixtures/<uuid:uuid>/take-back/",
        fixtures.TakeBackView.as_view(),
        name="api-fixture-take-back",
    ),
    path(
        "stages/<uuid:uuid>/adjustments/",
        standings.AdjustmentsView.as_view(),
        name="api-stage-adjustments",
    ),
    path(
        "adjustments/<uuid:uuid>/take-back/",
        standings.TakeBackAdjustmentView.as_view(),
        name="api-take-back-points",
    ),
    path("stages/<uuid:uuid>/lots/", standings.LotsView.as_view(), name="api-lots"),
    path("stages/<uuid:uuid>/dates/", dates.StageDatesView.as_view(), name="api-stage-dates"),
    path(
        "stages/<uuid:uuid>/dates/preview/",
        dates.StageDatesPreviewView.as_view(),
        name="api-stage-dates-preview",
    ),
    path(
        "stages/<uuid:uuid>/dates/<int:number>/",
        dates.RoundDatesView.as_view(),
        name="api-round-dates",
    ),
    path("stages/<uuid:uuid>/rebuild/", dates.RebuildView.as_view(), name="api-rebuild"),
    path("stages/<uuid:uuid>/next-round/", dates.NextRoundView.as_view(), name="api-next-round"),
    path("fixtures/<uuid:uuid>/date/", dates.FixtureDateView.as_view(), name="api-fixture-date"),
    path("proposals/<uuid:uuid>/answer/", dates.AnswerView.as_view(), name="api-answer-proposal"),
    path("leagues/<uuid:uuid>/overdue/", overdue.OverdueView.as_view(), name="api-overdue"),
    path(
        "leagues/<uuid:uuid>/overdue/<uuid:fixture>/",
        overdue.RuleOverdueView.as_view(),
        name="api-rule-overdue",
    ),
]

day = "leagues/<uuid:uuid>/tournaments/<uuid:stage>/"
v1 += [
    path(day, tournament.TournamentView.as_view(), name="api-tournament"),
    path(f"{day}entrants/", tournament.EntrantsView.as_view(), name="api-entrants"),
    path(f"{day}entrants/<uuid:entry>/", tournament.EntrantView.as_view(), name="api-entrant"),
    path(f"{day}swap/", tournament.SwapView.as_view(), name="api-swap-players"),
    path(f"{day}round/", tournament.RoundView.as_view(), name="api-start-round"),
    path(f"{day}clock/", tournament.ClockView.as_view(), name="api-round-clock"),
    path(f"{day}scores/", tournament.ScoresView.as_view(), name="api-round-scores"),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api-docs")),
    path("v1/", include(v1)),
    path("schema/", views.SchemaView.as_view(), name="api-schema"),
    path("docs/", views.docs, name="api-docs"),
    path("docs/<slug:name>/", views.operation, name="api-operation"),
    re_path(r"", views.unknown),
]
