"""What a league's front page shows of its season: the top of the table, what is next, what came."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from competition.fixture_words import round_said
from competition.models import Fixture, Round, Stage, Standing
from competition.queries.fixtures import (
    FixtureLine,
    fixture_lines,
    line_of,
    rounds_among,
    rounds_now,
)
from competition.queries.seasons import Entrant, entrants_among, stages_of
from league.models import Membership, Season
from league.pins import edition_of
from rules.engine.lineup import Pitch

TOP = 5
NEXT = 6
LATEST = 6


@dataclass(frozen=True, slots=True)
class TopLine:
    row: Standing
    who: Entrant

    @property
    def difference(self) -> int:
        return self.row.score_for - self.row.score_against


@dataclass(frozen=True, slots=True)
class RoundNow:
    """What is to be played in a round, one's own first."""

    said: str
    lines: Sequence[FixtureLine]
    # A bracket speaks of its matches by number.
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class SeasonNow:
    """`tables` by division, each with its first rows; `next` are the rounds that are being played,
    of all stages that run beside each other."""

    tables: Mapping[str, Sequence[TopLine]]
    next: Sequence[RoundNow]
    latest: Sequence[FixtureLine]
    pitch: Pitch

    @property
    def own_round(self) -> RoundNow | None:
        """The first in which whoever looks has to play."""
        return next((each for each in self.next if each.lines[0].is_mine), None)

    @property
    def own_next(self) -> FixtureLine | None:
        return self.own_round.lines[0] if self.own_round else None

    @property
    def others_next(self) -> list[RoundNow]:
        own = self.own_next
        rounds = [
            replace(each, lines=[line for line in each.lines if line is not own][:NEXT])
            for each in self.next
        ]
        return [each for each in rounds if each.lines]


def season_now(season: Season, own: Membership | None) -> SeasonNow | None:
    """The season as it stands, once its first stage has begun. Seven statements at most."""
    begun = [stage for stage in stages_of(season) if stage.state != Stage.State.PLANNED]
    if not begun:
        return None
    entrants = entrants_among(season, season.entries.all(), own)
    running = [stage for stage in begun if stage.state == Stage.State.RUNNING]
    tabled = [stage for stage in begun if stage.format != Stage.Format.KNOCK_OUT]
    return SeasonNow(
        tables=_tops(tabled[-1], entrants) if tabled else {},
        next=_to_play(running or begun[-1:], entrants),
        latest=_latest(season, entrants),
        pitch=edition_of(season.pin).pitch,
    )


def _to_play(stages: Sequence[Stage], entrants: Mapping[int, Entrant]) -> list[RoundNow]:
    """What is open in the rounds that are being played. Two statements."""
    texts: dict[int, tuple[str, bool]] = {}
    by_stage: dict[int, list[Any]] = {}
    for each in rounds_among(Round.objects.filter(stage__in=stages)):
        by_stage.setdefault(each.stage_id, []).append(each)
    for stage in stages:
        rounds = by_stage.get(stage.pk, [])
        for each in rounds_now(rounds):
            called = round_said(stage, each.number, rounds=len(rounds), name=each.name)
            full = called if len(stages) == 1 else f"{stage.name} · {called}"
            texts[each.pk] = full, stage.is_knock_out
    lines = fixture_lines(
        entrants, Fixture.objects.filter(round__in=list(texts), state=Fixture.State.OPEN)
    )
    found = (
        RoundNow(
            called,
            sorted(
                (line for line in lines if line.fixture.round_id == pk),
                key=lambda line: not line.is_mine,
            ),
            numbered,
        )
        for pk, (called, numbered) in texts.items()
    )
    return [each for each in found if each.lines]


def _tops(stage: Stage, entrants: Mapping[int, Entrant]) -> dict[str, list[TopLine]]:
    """One statement."""
    rows = stage.standings.filter(position__lte=TOP).select_related("division")
    top_lines: dict[str, list[TopLine]] = {}
    for row in rows.order_by("division__position", "position"):
        division = str(row.division) if row.division else ""
        top_lines.setdefault(division, []).append(TopLine(row, entrants[row.entry_id]))
    return top_lines


def _latest(season: Season, entrants: Mapping[int, Entrant]) -> list[FixtureLine]:
    """One statement."""
    played = Fixture.objects.filter(stage__season=season, result__isnull=False)
    newest = played.select_related("stage", "round", "result", "match")
    return [
        line_of(entrants, fixture)
        for fixture in newest.order_by("-result__entered_at", "-id")[:LATEST]
    ]
