"""A season whose stages are played, and one that is over, with the next."""

from dataclasses import dataclass
from itertools import count

import pytest
import time_machine
from django.test import Client
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from accounts.models import User
from competition.commands.entries import register_team
from competition.commands.outcomes import Score
from competition.commands.planning import plan_stage
from competition.commands.request_season_end import end_season
from competition.commands.results import enter_score
from competition.commands.starting import start_stage
from competition.models import Entry, Fixture
from jobs import runner
from league.commands.members import add_coach_by_name
from league.models import Membership, Role, Season
from rules.engine import effects as e
from teams import ledger
from teams.commands import drafting
from teams.models import Team
from teams.verifying import differences
from tests.conftest import A_TEAM, NOW
from tests.teams.history import play, put


@pytest.fixture
def enter(season):
    """Let entrants without rosters in: `enter("Anna", "Bert")`."""

    def enter(*names, **fields):
        return [
            Entry.objects.create(
                season=season,
                name=name,
                race="human",
                state=Entry.State.ACCEPTED,
                registered_at=NOW,
                **fields,
            )
            for name in names
        ]

    return enter


@pytest.fixture
def enter_team(season, marta, draft_team):
    """Let a drafted team in."""

    def enter(name, **drafted):
        team = draft_team(name, **drafted)
        return register_team(actor=marta, season=season, team=team, now=NOW)

    return enter


@pytest.fixture
def paper_team(league, season, marta):
    """A team whose coach has no account: `paper_team("Tom")`."""

    def enter(name):
        place = add_coach_by_name(actor=marta, league=league, name=name, now=NOW)
        return drafting.draft_team(
            actor=marta,
            season=season,
            race="human",
            coach=place,
            name=f"{name}s",
            wish=A_TEAM,
            now=NOW,
        )

    return enter


@pytest.fixture
def plan(marta, season):
    """Plan a stage: `plan("The cup", "knock-out")`."""

    def plan(name="The league", of="round-robin", **settings):
        return plan_stage(actor=marta, season=season, name=name, format=of, now=NOW, **settings)

    return plan


@pytest.fixture
def start(marta, season):
    """Begin a stage, and have its fixtures made."""

    def start(stage, **options):
        with time_machine.travel(NOW, tick=False):
            start_stage(actor=marta, stage=stage, now=NOW, **options)
            runner.run_due(now=NOW)
        stage.refresh_from_db()
        season.refresh_from_db()
        return stage

    return start


@pytest.fixture
def end(marta, season):
    """End the season, and have the job done that writes down who won what."""

    def end(**told):
        job = end_season(actor=marta, season=season, now=NOW, **told)
        runner.run_due(now=NOW)
        job.refresh_from_db()
        season.refresh_from_db()
        return job

    return end


@pytest.fixture
def fixture_of():
    """The fixture of two entrants, whoever is at home."""

    def find(stage, one, other):
        both = [one, other]
        return stage.fixtures.get(home__in=both, away__in=both)

    return find


@pytest.fixture
def score(marta):
    """Enter a score: `score(fixture, 2, 1)`; home comes first."""

    def score(fixture, home, away, **told):
        fixture = Fixture.objects.select_related("stage__season__league", "home", "away").get(
            pk=fixture.pk
        )
        return enter_score(actor=marta, fixture=fixture, score=Score((home, away), **told), now=NOW)

    return score


@pytest.fixture
def coach(league, make_user):
    """People who coach in the league: `coach("Olaf")`."""

    def join(name, role=Role.COACH):
        person = make_user(name)
        Membership.objects.create(league=league, user=person, role=role, since=NOW)
        return person

    return join


@pytest.fixture
def ines(coach):
    return coach("Ines")


@pytest.fixture
def olaf(coach):
    return coach("Olaf")


@pytest.fixture
def rovers(draft_team, ines):
    """Ines's team: eleven humans and 50,000."""
    return draft_team("Greywater Rovers", actor=ines)


@pytest.fixture
def scurriers(draft_team, olaf):
    return draft_team("Underquay Scurriers", actor=olaf)


@pytest.fixture
def hurt(season, rovers):
    """Somebody of the Rovers with two niggling injuries, and somebody who misses a match."""
    niggled, missing = rovers.contracts.order_by("id")[:2]
    effects = (e.Niggled(niggled.key), e.Niggled(niggled.key), e.MissesNext(missing.key))
    put(rovers, ledger.LedgerEntry("report", effects), season=season)
    return niggled


@pytest.fixture
def next_season(season, rovers, scurriers):
    """Both teams have played the first season and saved enough to keep everybody; the second is
    there."""
    for team in (rovers, scurriers):
        Entry.objects.create(
            season=season, team=team, state=Entry.State.ACCEPTED, registered_at=NOW
        )
        play(team, season=season)
        put(team, ledger.LedgerEntry("grant", (e.Gold(200_000, "grant"),)), season=season)
    Season.objects.filter(pk=season.pk).update(state=Season.State.OVER, closed_at=NOW)
    return Season.objects.create(league=season.league, number=2, pin=season.pin, opened_at=NOW)


@pytest.fixture
def browser(db):
    """A browser, signed in if given a person."""

    def signed_in(person=None):
        client = Client()
        if person:
            client.force_login(person)
        return client

    return signed_in


@pytest.fixture
def api(db):
    """A program, with a token of its person if given one."""

    numbers = count(1)

    def program(person=None):
        client = APIClient()
        if person:
            _token, secret = create_token(actor=person, name=f"Bot {next(numbers)}", now=NOW)
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return program


@dataclass
class Duel:
    """One fixture between the teams of two coaches."""

    fixture: Fixture
    home: User
    away: User


@pytest.fixture
def duel(make_user, league, enter_team, plan, start):
    people = {"Greywater Rovers": make_user("Anna"), "Underquay Scurriers": make_user("Bert")}
    for name, person in people.items():
        Membership.objects.create(league=league, user=person, role=Role.COACH, since=NOW)
        enter_team(name, actor=person)
    stage = start(plan())
    fixture = stage.fixtures.select_related("stage__season__league", "home", "away").get()
    return Duel(fixture, people[str(fixture.home)], people[str(fixture.away)])


def present(team):
    """The team as its row says, after a look whether the ledger says the same."""
    fresh = Team.objects.get(pk=team.pk)
    assert [str(each) for each in differences(fresh)] == []
    return fresh


def codes(failure):
    return {reason.code for reason in failure.value.reasons}
