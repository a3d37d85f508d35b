"""A season with teams in it, and stages that are played."""

from dataclasses import dataclass
from itertools import count

import pytest
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from accounts.models import User
from competition.commands.entries import register_team
from competition.commands.planning import plan_stage
from competition.commands.results import Score, enter_score
from competition.commands.starting import start_stage
from competition.models import Entry, Fixture
from jobs import runner
from league.models import Membership, Role
from tests.conftest import NOW


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
def plan(marta, season):
    """Plan a stage: `plan("The cup", "knock-out")`."""

    def plan(name="The league", of="round-robin", **settings):
        return plan_stage(actor=marta, season=season, name=name, format=of, now=NOW, **settings)

    return plan


@pytest.fixture
def start(marta, season):
    """Begin a stage, and have its fixtures made."""

    def start(stage, **options):
        start_stage(actor=marta, stage=stage, now=NOW, **options)
        runner.run_due(now=NOW)
        stage.refresh_from_db()
        season.refresh_from_db()
        return stage

    return start


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
def api(db):
    """A program of a person's: `api(marta)`."""
    names = (f"Bot {number}" for number in count(1))

    def connect(person):
        client = APIClient()
        _token, secret = create_token(actor=person, name=next(names), now=NOW)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return connect


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
