"""Matches that were not played in time: what each side did, and what might be ruled."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import formats
from django.utils.translation import gettext as _

from accounts.time_zones import zone_named
from acts.failures import Missing
from competition.clock import ClockText, grace_of, overdue, said_to
from competition.fixture_words import consequences_said
from competition.models import Entry, Fixture, Stage
from competition.overdue import ENDINGS, Effort, Ruling, drafted, efforts
from competition.overdue_words import did_said, drafted_because, left_lying, ruling_said
from competition.permissions import MORE_TIME, RULED_BY, decides_on, entries_of, tenures_behind
from competition.queries.fixtures import FixtureLine, SlotView, line_of
from competition.queries.seasons import entrants_among
from competition.vanished import vanished_from, way_out_by_time
from league.models import League, Membership, Season
from league.permissions import must_hold_office
from league.pins import book_of
from league.queries import current_season, league_for
from matches.deciding import why_not_yours
from matches.models import Match
from rules.engine.match import SIDES

Ways = Callable[[Entry | None], tuple[str, Entry | None]]
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
    due: ClockText
    # A match that was begun and left lying: it is finished or called off before anybody rules.
    match: Match | None
    efforts: Mapping[str, Effort]
    did: Mapping[str, Sequence[str]]
    drafted: Ruling
    because: str
    options: Sequence[Option]
    more_time: str
    # Why not all of it is this reader's to rule: they play in it.
    why_not: str
    # How they take an opponent out who is heard of no more, and whom that is about.
    way_out: str = ""
    opponent: Entry | None = None

    @property
    def may_give_up(self) -> bool:
        return any(each.ruling != Ruling.EXTEND for each in self.options)


@dataclass(frozen=True, slots=True)
class OverduePage:
    league: League
    own: Membership | None
    lines: Sequence[OverdueLine]


def overdue_page(person: Any, uuid: UUID, *, now: datetime) -> OverduePage:
    """For whoever runs the league. Raises Missing and Forbidden. Ten statements, three more for a
    match of theirs that they have nobody to ask about, and four for each opponent of theirs."""
    league, own = league_for(person, uuid)
    must_hold_office(person, league)
    late = list(overdue_in(league, now=now))
    tenures = tenures_behind([each for f in late for each in entries_of(f).values()])
    lines = []
    ways: Ways = cache(partial(_way_out, now=now))
    seasons = {each.stage.season_id: each.stage.season for each in late}
    for pk, season in seasons.items():
        season.league = league
        some = [each for each in late if each.stage.season_id == pk]
        entries = Entry.objects.filter(pk__in=[e for f in some for e in (f.home_id, f.away_id)])
        entrants = entrants_among(season, entries, own)
        for fixture in some:
            fixture.stage.season = season
            line = line_of(entrants, fixture)
            slots = {"home": line.home, "away": line.away}
            silent = [side for side in SIDES if not _can_answer(slots[side])]
            decides = decides_on(own, fixture, now=now, tenures=tenures, without_account=silent)
            lines.append(_line(fixture, line, person, decides=decides, ways=ways, now=now))
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
        .select_related("home__coach", "away__coach")
        .defer("stage__season__pin__catalogue__data")
        .prefetch_related("proposals")
    )


def overdue_count(season: Season, *, now: datetime) -> int:
    """One statement."""
    running = Fixture.objects.filter(stage__season=season, stage__state=Stage.State.RUNNING)
    return overdue(running, now=now, grace=grace_of(season)).count()


def _line(
    fixture: Any, line: FixtureLine, person: Any, *, decides: bool, ways: Ways, now: datetime
) -> OverdueLine:
    stage, proposals = fixture.stage, list(fixture.proposals.all())
    league = stage.season.league
    can_answer = {"home": _can_answer(line.home), "away": _can_answer(line.away)}
    house = book_of(stage.season.pin).house
    fair_chance = timedelta(hours=house["overdue.fair-chance"])
    made = efforts(
        proposals,
        due=fixture.due,
        can_answer=can_answer,
        fair_chance=fair_chance,
        waits_since=league.waits_since,
    )
    names = {"home": line.home.name, "away": line.away.name}
    allowed = _allowed(fixture) if decides else _allowed_in_play(fixture, line)
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
        "" if decides else why_not_yours(RULED_BY if len(allowed) > 1 else MORE_TIME),
        *(ways(_opponent(fixture, line)) if not (decides or fixture.match_id) else ()),
    )


def _opponent(fixture: Fixture, line: FixtureLine) -> Entry | None:
    """Whom this reader plays against, where they have one side of it."""
    slots = ((line.home, fixture.away), (line.away, fixture.home))
    opponents = [entry for slot, entry in slots if slot.who is not None and slot.who.is_mine]
    entry = opponents[0] if len(opponents) == 1 else None
    if entry is not None:
        entry.season = fixture.stage.season
    return entry


def _way_out(entry: Entry | None, *, now: datetime) -> tuple[str, Entry | None]:
    """How somebody takes their opponent out, whom they may already. Four statements."""
    if entry is None:
        return "", None
    since = vanished_from(entry, now=now)
    if since is not None and since <= now:
        told = _("%(team)s is heard of no more, so you may take it out of the season yourself.")
        return told % {"team": entry}, entry
    return way_out_by_time(entry, since), None


def _can_answer(slot: SlotView) -> bool:
    return slot.who is not None and slot.who.has_account


def _allowed(fixture: Fixture) -> tuple[Ruling, ...]:
    """What may be ruled; while its match is there, only that there is more time."""
    if fixture.match_id:
        return (Ruling.EXTEND,)
    return IN_A_BRACKET if fixture.stage.format == Stage.Format.KNOCK_OUT else tuple(Ruling)


def _allowed_in_play(fixture: Fixture, line: FixtureLine) -> tuple[Ruling, ...]:
    """What may be ruled by somebody who plays in it: more time, and that they give it up."""
    own = [
        ruling
        for ruling, slot in (
            (Ruling.FORFEIT_HOME, line.home),
            (Ruling.FORFEIT_AWAY, line.away),
        )
        if slot.who is not None and slot.who.is_mine
    ]
    gives_up = own if len(own) == 1 and not fixture.match_id else []
    return Ruling.EXTEND, *gives_up


def _means(stage: Stage, ruling: Ruling) -> list[str]:
    if ruling == Ruling.EXTEND:
        return []
    return consequences_said(book_of(stage.season.pin).house, ENDINGS[ruling][0])
