"""What all tests share."""

import gc
from contextlib import contextmanager
from datetime import UTC, datetime

import hypothesis
import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.db import transaction
from django.db.models.signals import post_migrate
from django.utils import timezone

from accounts.models import User
from competition.models import Entry
from jobs import runner
from league.commands.leagues import create_league
from league.models import Season
from league.pins import make_pin
from league.queries import current_season
from teams.commands import drafting

pytest_plugins = ["tests.remembered"]

NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)
# Eleven humans, three re-rolls and an apothecary for 950,000.
A_TEAM = {
    "players": {"lineman": 5, "blitzer": 4, "thrower": 1, "catcher": 1},
    "rerolls": 3,
    "staff": {"apothecary": 1},
    "fan_factor": 1,
}

# Leagues whose tests need matches, and no schedule.
FREE_PLAY = {
    "unscheduled": "all",
    "unscheduled.friendlies": 99,
    "unscheduled.invitations": 99,
    "repeat.in-a-row": 99,
    "repeat.rival": 99,
}

# How long an example takes says nothing here: timings are recorded in bench/, never asserted.
hypothesis.settings.register_profile("touchback", deadline=None)
hypothesis.settings.load_profile("touchback")

# Nobody is asked for Django's permissions and types of content, and to write them anew takes much
# longer than to empty the database after a test that commits.
post_migrate.disconnect(create_contenttypes)
post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


def pytest_collection_finish():
    """What was collected stays: to look through it again and again for garbage takes its time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@contextmanager
def world_of_many_tests(blocker):
    """What takes long to make, for the tests of a class or a module: each of them leaves it as it
    was, and nothing is left of it in the end."""
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def make_user(db):
    """Make people: `make_user("Marta")` is marta@example.org, password "a fine password"."""

    def make(name="Marta", **fields):
        password = fields.pop("password", "a fine password")
        fields.setdefault("email", f"{name.lower().replace(' ', '.')}@example.org")
        fields.setdefault("joined_at", datetime(2026, 1, 1, tzinfo=UTC))
        user = User(name=name, **fields)
        user.set_password(password)
        user.save()
        return user

    return make


@pytest.fixture
def marta(make_user):
    return make_user("Marta")


@pytest.fixture
def operator(make_user):
    return make_user("Opal", is_operator=True)


@pytest.fixture
def run_jobs(db):
    """Carry out every job that is due, as the runner would."""
    return lambda: runner.run_due(now=timezone.now())


@pytest.fixture
def league(marta):
    """A public league of Marta's, playing bb2016 by the book; a coach may have many teams."""
    return create_league(
        actor=marta,
        name="The Old Bridge League",
        edition_key="bb2016",
        teams_per_coach=20,
        now=NOW,
    )


@pytest.fixture
def season(league):
    return current_season(league)


def play_freely(league):
    """Let the league's teams meet beside any schedule, as often as they like: its season runs with
    all of them in it, and the house rules say so."""
    season = current_season(league)
    pin, rules = season.pin, {**season.pin.house, **FREE_PLAY}
    if rules != pin.house:
        season.pin = make_pin(edition_key=pin.catalogue.edition, house=rules, now=NOW)
    if season.state in (Season.State.PREPARING, Season.State.REGISTRATION):
        season.state = Season.State.RUNNING
    season.save(update_fields=["pin", "state"])
    for team in league.teams.exclude(entries__season=season):
        Entry.objects.create(
            season=season, team=team, state=Entry.State.ACCEPTED, registered_at=NOW
        )
    return season


@contextmanager
def playing_freely(league):
    """The same for a while: afterwards the season is registered for as before."""
    before, entered = current_season(league), set(league.seasons.values_list("entries", flat=True))
    yield play_freely(league)
    Entry.objects.filter(season=before).exclude(pk__in=entered - {None}).delete()
    before.save(update_fields=["pin", "state"])


@pytest.fixture
def draft_team(season, marta):
    """Draft teams: a legal human team of Marta's with 50,000 left unless told otherwise."""

    def draft(name="The Reivers", *, actor=marta, race="human", wish=None, people=None):
        return drafting.draft_team(
            actor=actor,
            season=season,
            race=race,
            name=name,
            wish=wish or A_TEAM,
            people=people,
            now=NOW,
        )

    return draft


@pytest.fixture
def team(draft_team):
    return draft_team()
