"""What a league's front page shows of its season: the top of the table, what is next, what came."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from competition.fixture_words import round_said
from competition.models import Fixture, Round, Stage, Standing
from competition.queries.fixtures import (
    FixtureLine,
    current_round,
    fixture_lines,
    line_of,
    rounds_of,
)
from competition.queries.seasons import Entrant, entrants_among, stages_of
from league.models import Membership, Season

TOP = 5
NEXT = 6
LATEST = 6


@dataclass(frozen=True, slots=True)
class TopLine:
    row: Standing
    who: Entrant

    @property
    def td(self) -> int:
        return self.row.td_for - self.row.td_against


@dataclass(frozen=True, slots=True)
class SeasonNow:
    """`tables` by division, each with its first rows."""

    stage: Stage
    tables: Mapping[str, Sequence[TopLine]]
    round: str
    next: Sequence[FixtureLine]
    latest: Sequence[FixtureLine]

    @property
    def own_next(self) -> FixtureLine | None:
        return next((line for line in self.next if line.is_mine), None)

    @property
    def others_next(self) -> list[FixtureLine]:
        own = self.own_next
        return [line for line in self.next if line is not own][:NEXT]


def season_now(season: Season, own: Membership | None) -> SeasonNow | None:
    """The season as it stands, once its first stage has begun. Seven statements at most."""
    begun = [stage for stage in stages_of(season) if stage.state != Stage.State.PLANNED]
    if not begun:
        return None
    entrants = entrants_among(season, season.entries.all(), own)
    running = [stage for stage in begun if stage.state == Stage.State.RUNNING]
    on = running[0] if running else begun[-1]
    tabled = [stage for stage in begun if stage.format != Stage.Format.KNOCK_OUT]
    rounds = rounds_of(on)
    current = next((each for each in rounds if each.number == current_round(rounds)), None)
    return SeasonNow(
        stage=on,
        tables=_tops(tabled[-1], entrants) if tabled else {},
        round=round_said(on, current.number, rounds=len(rounds), name=current.name)
        if current
        else "",
        next=_to_play(current, entrants) if current else (),
        latest=_latest(season, entrants),
    )


def _tops(stage: Stage, entrants: Mapping[int, Entrant]) -> dict[str, list[TopLine]]:
    """One statement."""
    rows = stage.standings.filter(position__lte=TOP).select_related("division")
    found: dict[str, list[TopLine]] = {}
    for row in rows.order_by("division__position", "position"):
        division = str(row.division) if row.division else ""
        found.setdefault(division, []).append(TopLine(row, entrants[row.entry_id]))
    return found


def _to_play(current: Round, entrants: Mapping[int, Entrant]) -> list[FixtureLine]:
    """What is open in a round, one's own first. One statement."""
    lines = fixture_lines(entrants, current.fixtures.filter(state=Fixture.State.OPEN))
    return sorted(lines, key=lambda line: not line.is_mine)


def _latest(season: Season, entrants: Mapping[int, Entrant]) -> list[FixtureLine]:
    """One statement."""
    played = Fixture.objects.filter(stage__season=season, result__isnull=False)
    newest = played.select_related("round", "result", "match")
    return [
        line_of(entrants, fixture)
        for fixture in newest.order_by("-result__entered_at", "-id")[:LATEST]
    ]
