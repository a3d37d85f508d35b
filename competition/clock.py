"""Times of fixtures: when one has to be played, and how an instant is said to somebody."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import dateformat

from accounts.time_zones import zone_named
from competition.models import Fixture, Stage
from league.models import League, Season
from league.pins import book_of
from league.wall_time import said_in
from matches.models import Match


@dataclass(frozen=True, slots=True)
class ClockText:
    """An instant by the league's clock, and by the reader's own where that shows another time."""

    league: str
    own: str = ""

    def __str__(self) -> str:
        return f"{self.league} ({self.own})" if self.own else self.league


def said_to(person: Any, league: League, at: datetime) -> ClockText:
    theirs = at.astimezone(zone_named(league.time_zone))
    own = at.astimezone(zone_named(getattr(person, "time_zone", "") or league.time_zone))
    if own.utcoffset() == theirs.utcoffset():
        return ClockText(said_in(league, at))
    return ClockText(said_in(league, at), dateformat.format(own, "D j M Y, H:i T"))


def deadline_of(fixture: Fixture) -> datetime | None:
    """The round's deadline, unless this fixture was given more time."""
    return fixture.extended_to or fixture.round.due_at


# No league takes a match for left lying sooner.
SHORTEST_GRACE = timedelta(hours=1)


def grace_of(season: Season) -> timedelta:
    """How long a match may stand begun until it is taken for not being played."""
    return timedelta(hours=book_of(season.pin).house["overdue.begun"])


def open_and_dated(fixtures: QuerySet[Fixture]) -> QuerySet[Any]:
    """The fixtures that have to be played until a deadline, each with it as `due`."""
    dated = fixtures.annotate(due=Coalesce("extended_to", "round__due_at"))
    return dated.filter(state=Fixture.State.OPEN, due__isnull=False)


def overdue(fixtures: QuerySet[Fixture], *, now: datetime, grace: timedelta) -> QuerySet[Any]:
    """Those whose deadline has passed, the longest overdue first. What is being played is not
    overdue; what was begun and left lying for the `grace` is: from its beginning if it never kicked
    off, and after the deadline too if it did."""
    since = now - grace
    begun = Q(match__state=Match.State.PRE_MATCH, match__entered_at__lte=since)
    kicked_off = Q(
        match__state__in=(Match.State.PLAYING, Match.State.INTERRUPTED),
        match__kicked_off_at__lte=since,
        due__lte=since,
    )
    unfinished = open_and_dated(fixtures).filter(Q(match=None) | begun | kicked_off)
    return unfinished.filter(due__lte=now).order_by(F("due").asc(), "id")


def today_of(stage: Stage, *, now: datetime) -> date:
    """The day that the league's calendar shows."""
    return now.astimezone(zone_named(stage.season.league.time_zone)).date()


def lapses_at(fixture: Fixture) -> datetime:
    hours = book_of(fixture.stage.season.pin).house["unscheduled.lapses-after"]
    proposed_at = fixture.proposed_at
    if proposed_at is None:
        raise LookupError("nobody was asked to play this")
    league = fixture.stage.season.league
    return league.waits_since(proposed_at) + timedelta(hours=hours)


def lapse_of(fixture: Fixture) -> datetime | None:
    """When an invitation that is open lapses; None where nobody is invited."""
    return lapses_at(fixture) if fixture.state == Fixture.State.PROPOSED else None
