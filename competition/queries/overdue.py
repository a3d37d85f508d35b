"""Matches that were not played in time: what each side did, and what might be ruled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import formats
from django.utils.translation import gettext as _

from accounts.time_zones import zone_named
from competition.clock import Said, grace_of, overdue, said_to
from competition.fixture_words import consequences_said
from competition.models import Entry, Fixture, Stage
from competition.overdue import ENDINGS, Effort, Ruling, drafted, efforts
from competition.overdue_words import did_said, drafted_because, left_lying, ruling_said
from competition.queries.fixtures import FixtureLine, SlotView, line_of
from competition.queries.seasons import entrants_among
from jobs.failures import Missing
from league.models import League, Membership, Season
from league.permissions import must_hold_office
from league.pins import book_of
from league.queries import current_season, league_for
from matches.models import Match

# Somebody has to go on.
IN_A_BRACKET = (Ruling.EXTEND, Ruling.FORFEIT_HOME, Ruling.FORFEIT_AWAY)


@dataclass(frozen=True, slots=True)
class Option:
    """A ruling, and what the house rules make of it."""

    ruling: Ruling
    said: str
    means: Sequence[str]
    is_drafted: bool


@dataclass(frozen=True, slots=True)
class OverdueLine:
    fixture: Fixture
    line: FixtureLine
    stage: Stage
    due_at: datetime
    due: Said
    # A match that was begun and left lying: it is finished or called off before anybody rules.
    match: Match | None
    efforts: Mapping[str, Effort]
    did: Mapping[str, Sequence[str]]
    drafted: Ruling
    because: str
    options: Sequence[Option]
    more_time: str


@dataclass(frozen=True, slots=True)
class OverduePage:
    league: League
    own: Membership | None
    lines: Sequence[OverdueLine]


def overdue_page(person: Any, uuid: UUID, *, now: datetime) -> OverduePage:
    """For whoever runs the league. Raises Missing and Forbidden. Nine statements."""
    league, own = league_for(person, uuid)
    must_hold_office(person, league)
    late = list(overdue_in(league, now=now))
    lines = []
    seasons = {each.stage.season_id: each.stage.season for each in late}
    for pk, season in seasons.items():
        season.league = league
        some = [each for each in late if each.stage.season_id == pk]
        entries = Entry.objects.filter(pk__in=[e for f in some for e in (f.home_id, f.away_id)])
        entrants = entrants_among(season, entries, own)
        for fixture in some:
            fixture.stage.season = season
            lines.append(_line(fixture, line_of(entrants, fixture), person, now=now))
    return OverduePage(league, own, lines)


def line_in(page: OverduePage, fixture: UUID) -> OverdueLine:
    """Raises Missing."""
    for line in page.lines:
        if line.fixture.uuid == fixture:
            return line
    raise Missing.because("not_overdue", _("This match is not overdue, or was ruled on already."))


def overdue_in(league: League, *, now: datetime) -> QuerySet[Any]:
    """A league's overdue fixtures with what was said about them. Three statements."""
    running = Fixture.objects.filter(stage__season__league=league, stage__state=Stage.State.RUNNING)
    return (
        overdue(running, now=now, grace=grace_of(current_season(league)))
        .select_related("stage__season__pin__catalogue", "round", "result", "match")
        .defer("stage__season__pin__catalogue__data")
        .prefetch_related("proposals")
    )


def overdue_count(season: Season, *, now: datetime) -> int:
    """One statement."""
    running = Fixture.objects.filter(stage__season=season, stage__state=Stage.State.RUNNING)
    return overdue(running, now=now, grace=grace_of(season)).count()


def _line(fixture: Any, line: FixtureLine, person: Any, *, now: datetime) -> OverdueLine:
    stage, proposals = fixture.stage, list(fixture.proposals.all())
    league = stage.season.league
    can_answer = {"home": _can_answer(line.home), "away": _can_answer(line.away)}
    house = book_of(stage.season.pin).house
    fair_chance = timedelta(hours=house["overdue.fair-chance"])
    made = efforts(proposals, due=fixture.due, can_answer=can_answer, fair_chance=fair_chance)
    names = {"home": line.home.name, "away": line.away.name}
    allowed = _allowed(fixture)
    draft = drafted(proposals, made)
    if draft not in allowed:
        draft = Ruling.EXTEND
    because = drafted_because(
        draft,
        made,
        names,
        agreed=fixture.kick_off_at is not None,
        fair_chance=house["overdue.fair-chance"],
    )
    if match := fixture.match:
        day = formats.date_format(match.played_on)
        because = left_lying(day, kicked_off=match.kicked_off_at is not None)
    more = (now + timedelta(days=house["overdue.more-time"])).astimezone(
        zone_named(league.time_zone)
    )
    return OverdueLine(
        fixture,
        line,
        stage,
        fixture.due,
        said_to(person, league, fixture.due),
        match,
        made,
        {side: did_said(effort) for side, effort in made.items()},
        draft,
        because,
        [
            Option(each, ruling_said(each, names), _means(stage, each), is_drafted=each == draft)
            for each in allowed
        ],
        f"{more:%Y-%m-%dT}23:59",
    )


def _can_answer(slot: SlotView) -> bool:
    return slot.who is not None and slot.who.has_account


def _allowed(fixture: Fixture) -> tuple[Ruling, ...]:
    """What may be ruled; while its match is there, only that there is more time."""
    if fixture.match_id:
        return (Ruling.EXTEND,)
    return IN_A_BRACKET if fixture.stage.format == Stage.Format.KNOCK_OUT else tuple(Ruling)


def _means(stage: Stage, ruling: Ruling) -> list[str]:
    if ruling == Ruling.EXTEND:
        return []
    return consequences_said(book_of(stage.season.pin).house, ENDINGS[ruling][0])
