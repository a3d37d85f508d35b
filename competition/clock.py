"""Times of fixtures: when one has to be played, and how an instant is said to somebody."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import dateformat

from accounts.time_zones import zone_named
from competition.models import Fixture, Stage
from league.models import League
from league.wall_time import said_in
from matches.models import Match


@dataclass(frozen=True, slots=True)
class Said:
    """An instant by the league's clock, and by the reader's own where that shows another time."""

    league: str
    own: str = ""

    def __str__(self) -> str:
        return f"{self.league} ({self.own})" if self.own else self.league


def said_to(person: Any, league: League, at: datetime) -> Said:
    theirs = at.astimezone(zone_named(league.time_zone))
    own = at.astimezone(zone_named(getattr(person, "time_zone", "") or league.time_zone))
    if own.utcoffset() == theirs.utcoffset():
        return Said(said_in(league, at))
    return Said(said_in(league, at), dateformat.format(own, "j M Y, H:i T"))


def deadline_of(fixture: Fixture) -> datetime | None:
    """The round's deadline, unless this fixture was given more time."""
    return fixture.extended_to or fixture.round.due_at


# How long a match may stand begun before its kick-off until it is taken for not being played.
BEFORE_KICK_OFF = timedelta(days=1)


def open_and_dated(fixtures: QuerySet[Fixture]) -> QuerySet[Any]:
    """The fixtures that have to be played until a deadline, each with it as `due`."""
    dated = fixtures.annotate(due=Coalesce("extended_to", "round__due_at"))
    return dated.filter(state=Fixture.State.OPEN, due__isnull=False)


def overdue(fixtures: QuerySet[Fixture], *, now: datetime) -> QuerySet[Any]:
    """Those whose deadline has passed, the longest overdue first. What is being played is not
    overdue; what was begun a day ago and has not kicked off is not being played."""
    for_show = Q(match__state=Match.State.PRE_MATCH, match__entered_at__lte=now - BEFORE_KICK_OFF)
    unplayed = open_and_dated(fixtures).filter(Q(match=None) | for_show)
    return unplayed.filter(due__lte=now).order_by(F("due").asc(), "id")


def today_of(stage: Stage, *, now: datetime) -> date:
    """The day that the league's calendar shows."""
    return now.astimezone(zone_named(stage.season.league.time_zone)).date()
