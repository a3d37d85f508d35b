"""What somebody plays next in all their leagues, and the dates that wait for their answer."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from competition.clock import deadline_of, said_to
from competition.models import DateProposal, Fixture, Round, Stage
from competition.queries.fixtures import entries_of
from competition.todos import answer_date, play_next
from web.todos import Todo

Side = DateProposal.Side


def next_todos(person: User, *, now: datetime) -> list[Todo]:
    """A date that waits before everything else; then the first match to play of each team of
    theirs that is not begun. Three statements at most."""
    fixtures = list(_to_play(person, now=now))
    own = set(entries_of(person, now=now).values_list("pk", flat=True)) if fixtures else set()
    asked = _asked(fixtures, own)
    waiting = [
        answer_date(fixture, said_to(person, fixture.stage.season.league, asked[fixture.pk]))
        for fixture in fixtures
        if fixture.pk in asked
    ]
    return [*waiting, *_first_of_each(person, fixtures, own, asked)]


def _to_play(person: User, *, now: datetime) -> QuerySet[Fixture]:
    inside = entries_of(person, now=now).values("pk")
    return (
        Fixture.objects.filter(Q(home__in=inside) | Q(away__in=inside))
        .filter(
            state=Fixture.State.OPEN,
            match=None,
            stage__state=Stage.State.RUNNING,
            stage__season__league__closed_at=None,
        )
        .select_related("round", "stage__season__league", "home__team", "away__team")
        .order_by("stage", "round__number", "number")
    )


def _asked(fixtures: list[Fixture], own: set[int]) -> dict[int, datetime]:
    """When the other side would play, by fixture; of several proposals the last."""
    found: dict[int, datetime] = {}
    waiting = DateProposal.objects.filter(
        fixture__in=[each.pk for each in fixtures], state=DateProposal.State.PROPOSED
    )
    by_id = {each.pk: each for each in fixtures}
    for proposal in waiting.order_by("id") if fixtures else ():
        fixture = by_id[proposal.fixture_id]
        mine = {Side.HOME: fixture.home_id in own, Side.AWAY: fixture.away_id in own}
        if not mine.get(Side(proposal.side), False) and not all(mine.values()):
            found[fixture.pk] = proposal.kick_off_at
    return found


def _first_of_each(
    person: User, fixtures: list[Fixture], own: set[int], asked: dict[int, Any]
) -> Iterator[Todo]:
    seen: set[int] = set()
    for fixture in fixtures:
        playing = {fixture.home_id, fixture.away_id} & own
        if fixture.round.state != Round.State.OPEN or playing <= seen:
            continue
        seen |= {pk for pk in playing if pk is not None}
        if fixture.pk in asked:
            continue
        league = fixture.stage.season.league
        at, due = fixture.kick_off_at, deadline_of(fixture)
        yield play_next(
            fixture,
            at=said_to(person, league, at) if at else None,
            until=said_to(person, league, due) if due else None,
            due=at or due,
        )
