"""The league to look around in: legal teams, played matches, and a ledger that adds up."""

from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from accounts.models import User
from competition.models import Fixture, Round
from league.models import League
from league.pins import book_of
from league.queries import current_season
from league.rulebook import answers_of, circumstances, must_allow
from matches.models import Match, Tap
from simulator.demo import ENTRANTS, PLAYED_ROUNDS, make_demo_league
from simulator.drafts import plausible_wish
from teams.models import Team, TeamEvent
from teams.verifying import differences
from tests.conftest import NOW, world_of_many_tests
from tests.matches import off_the_pitch, untouched

# What it is made of is tried in both databases elsewhere.
pytestmark = [pytest.mark.pure, pytest.mark.django_db]

A_ROUND = len(ENTRANTS) // 2


@pytest.fixture(scope="class")
def said(django_db_setup, django_db_blocker):
    with world_of_many_tests(django_db_blocker):
        User.objects.create(name="Opal", email="opal@example.org", is_operator=True, joined_at=NOW)
        said = StringIO()
        call_command("demo_league", stdout=said)
        yield said.getvalue()


@pytest.mark.usefixtures("said")
class TestTheDemo:
    def test_it_is_there_at_the_first_start_and_is_made_once(self, said):
        assert said == "Made The Old Bridge League, to look around in.\n"
        call_command("demo_league")
        assert League.objects.count() == 1

    def test_two_rounds_are_over_one_match_waits_for_its_founder_and_one_is_being_played(self):
        assert Counter(match.state for match in Match.objects.all()) == {
            Match.State.OVER: PLAYED_ROUNDS * A_ROUND,
            Match.State.REPORTED: 1,
            Match.State.PLAYING: 1,
        }
        waiting = Match.objects.get(state=Match.State.REPORTED)
        mine = waiting.sides.get(team__name=ENTRANTS[0].name)
        assert waiting.reported_by not in ("", mine.side)
        assert Tap.objects.filter(match__state=Match.State.PLAYING).exists()

    def test_the_ledger_adds_up(self):
        assert Team.objects.count() == len(ENTRANTS)
        assert [str(each) for team in Team.objects.all() for each in differences(team)] == []
        assert TeamEvent.objects.filter(kind="winnings", gold__gt=0).exists()

    def test_nobody_scores_who_is_dead_or_out(self):
        assert off_the_pitch.doers(League.objects.get()) == []

    def test_a_correction_that_nobody_touches_changes_nothing(self):
        match = untouched.confirmed(League.objects.get()).earliest("pk")
        assert untouched.differing(match, User.objects.get(name="Opal")) == []

    def test_its_home_shows_results_and_the_next_round_in_a_fixed_number_of_statements(
        self, client, django_assert_num_queries
    ):
        home = reverse("press:league", args=[League.objects.get().uuid])
        with django_assert_num_queries(13):
            shown = client.get(home).content.decode()
        open_ones = A_ROUND - 1
        assert shown.count('class="fixture"') == PLAYED_ROUNDS * A_ROUND + open_ones

    def test_a_match_that_is_on_says_so_on_the_league_home_and_at_its_fixture(self, client):
        home = client.get(reverse("press:league", args=[League.objects.get().uuid]))
        assert home.content.decode().count('<span class="tag live">being played</span>') == 1
        fixture = Fixture.objects.get(match__state=Match.State.PLAYING)
        page = client.get(reverse("competition:fixture", args=[fixture.uuid])).content.decode()
        assert '<span class="tag live">being played</span>' in page
        assert "to be played" not in page
        match = client.get(reverse("matches:match", args=[fixture.match.uuid])).content.decode()
        assert "The match, step by step" in match
        assert "To the scoreboard" not in match

    def test_only_what_was_bought_is_used(self):
        bought = {
            (event.team_id, effect["value"]["key"])
            for event in TeamEvent.objects.filter(effects__icontains="inducement")
            for effect in event.effects
            if effect.get("what") == "inducement"
        }
        for tap in Tap.objects.filter(kind=Tap.Kind.INDUCEMENT):
            team = tap.match.sides.get(side=tap.side).team_id
            assert (team, tap.data["what"]) in bought


def test_its_rounds_open_on_its_own_calendar(operator):
    """Jobs take the league's time for theirs."""
    make_demo_league(founder=operator, now=NOW)
    opened = list(Round.objects.exclude(opened_at=None).order_by("number"))
    assert len(opened) == PLAYED_ROUNDS + 1
    assert all(each.opened_at <= NOW for each in opened)


def test_without_an_operator_there_is_nobody_to_found_it(db):
    call_command("demo_league")
    assert not League.objects.exists()


def test_any_race_can_be_drafted_plausibly(league):
    book = book_of(current_season(league).pin)
    for race in book.catalogue.races:
        wish = {**plausible_wish(book, race), "race": race}
        draft = answers_of(book).draft
        must_allow(book, draft, circumstances(book, draft, wish))
