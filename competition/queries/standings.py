"""The tables of a stage, present or past, each row with why it stands above the next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Min, Q
from django.utils.translation import gettext as _

from acts.failures import Missing
from competition import tables
from competition.fixture_rules import table_faults
from competition.models import Adjustment, Division, Fixture, Stage, Standing
from competition.queries.brackets import Drawing, bracket_of
from competition.queries.lots import Drawn, lots_of, seeded_by_lots
from competition.queries.seasons import Entrant, SeasonView, entrants_among, season_view
from competition.standings.tie_breakers import Above, MiniRow
from competition.standings_words import (
    by_what,
    counted_words,
    fate_words,
    lots_for_seeds,
    stands_words,
    why_above,
)
from league.house_rules import said
from league.pins import book_of, edition_of
from rules.engine.lineup import Pitch
from rules.house import House
from rules.knobs import Several

Fate = Standing.Fate


@dataclass(frozen=True, slots=True)
class Mini:
    """A row of the table among those who are level."""

    who: Entrant
    row: MiniRow


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A row, with everything that is said about it."""

    row: Standing
    who: Entrant
    above: Above | None
    why: str
    briefly: str
    level: Sequence[Mini]
    fate: str
    adjustments: Sequence[Adjustment]
    counted: Sequence[str] = ()

    @property
    def decided(self) -> "StandingLine | None":
        """Itself where something is known of why it stands above the next."""
        return self if self.above else None

    @property
    def difference(self) -> int:
        return self.row.score_for - self.row.score_against

    @property
    def differences(self) -> list[int]:
        """Of what the edition counts besides the score."""
        return [mine - theirs for mine, theirs in self.row.tallies.values()]

    @property
    def has_more(self) -> bool:
        return bool(self.why or self.fate or self.adjustments or self.counted)


@dataclass(frozen=True, slots=True)
class Table:
    """One division's table; `places` of it go on."""

    division: str
    lines: Sequence[StandingLine]
    places: int = 0

    @property
    def cut(self) -> int:
        """The position of the last row that goes on; whoever has left does not."""
        staying = [line.row.position for line in self.lines if not line.who.has_left]
        return staying[self.places - 1] if 0 < self.places <= len(staying) else 0

    def named(self, fate: str) -> list[str]:
        return [line.who.name for line in self.lines if line.row.fate == fate]

    @property
    def champion(self) -> str:
        return next(iter(self.named(Fate.CHAMPION)), "")

    @property
    def through(self) -> list[str]:
        return self.named(Fate.CLINCHED)

    @property
    def out(self) -> list[str]:
        return self.named(Fate.OUT)


@dataclass(frozen=True, slots=True)
class Following:
    """The stage that the tables fill, and how many come in as the best of the rest."""

    name: str
    wild_cards: int


@dataclass(frozen=True, slots=True)
class StandingsPage:
    view: SeasonView
    stage: Stage | None
    tables: Sequence[Table] = ()
    rounds: Sequence[int] = ()
    # The latest round that the tables count; `is_past` where a later one has been played.
    after: int = 0
    is_past: bool = False
    # How many matches are left in that round, and how many in those before it.
    left: int = 0
    left_before: int = 0
    following: Following | None = None
    adjustments: Sequence[Adjustment] = ()
    bracket: Drawing | None = None
    lots: Sequence[Drawn] = ()
    # Of a knock-out: whose seeds lots decided.
    by_lots: Sequence[str] = ()

    @property
    def stands(self) -> str:
        """How far the tables are, in words."""
        return stands_words(
            self.after, left=self.left, left_before=self.left_before, is_open=self._is_open
        )

    @property
    def _is_open(self) -> bool:
        return self.stage is not None and self.stage.format == Stage.Format.OPEN

    @property
    def pitch(self) -> Pitch:
        """What the edition counts."""
        return edition_of(self.view.season.pin).pitch

    @property
    def house(self) -> House:
        return book_of(self.view.season.pin).house

    @property
    def tie_breaker_keys(self) -> Sequence[str]:
        return tuple(self.house["tie-breakers"])

    @property
    def tie_breakers(self) -> list[str]:
        knob = self.house.knobs["tie-breakers"]
        assert isinstance(knob, Several)  # noqa: S101
        return [_(knob.options[key]) for key in self.house["tie-breakers"]]

    @property
    def bonuses(self) -> str:
        book = book_of(self.view.season.pin)
        chosen = book.house.get("points.bonuses")
        return said(book.catalogue, book.house.knobs["points.bonuses"], chosen) if chosen else ""

    @property
    def points(self) -> dict[str, int]:
        return {name: self.house[f"points.{name}"] for name in ("win", "draw", "loss")}

    @property
    def may_be_touched(self) -> bool:
        """Whether points may be given by hand, and lots drawn."""
        return self.stage is not None and not table_faults(self.stage)

    @property
    def waits_for_lots(self) -> bool:
        lines = (line for table in self.tables for line in table.lines)
        return not self.is_past and any(
            line.above and line.above.code == "level" and line.row.played for line in lines
        )

    @property
    def anything_decided(self) -> bool:
        return any(line.row.fate for table in self.tables for line in table.lines)


def standings_page(
    person: Any,
    uuid: UUID,
    *,
    season: int | None = None,
    stage: UUID | None = None,
    after: int | None = None,
) -> StandingsPage:
    """The tables of a stage as they stand, or as they stood after a round. Raises Missing.

    Twelve statements at most for the present, seventeen for the past, whatever the size.
    """
    view = season_view(person, uuid, number=season)
    shown = view.stage(stage) if stage else with_table(view)
    if shown is None or shown.state == Stage.State.PLANNED:
        return StandingsPage(view, shown)
    if shown.format == Stage.Format.KNOCK_OUT:
        by_lots = lots_for_seeds(shown.follows, seeded_by_lots(shown))
        return StandingsPage(view, shown, bracket=bracket_of(view, shown), by_lots=by_lots)
    return _tables(view, shown, after)


def with_table(view: SeasonView) -> Stage | None:
    """The stage that somebody means by the standings: the latest that has a table."""
    begun = view.begun
    tabled = [stage for stage in begun if stage.format != Stage.Format.KNOCK_OUT]
    return next(iter(reversed(tabled or begun)), None)


def _tables(view: SeasonView, stage: Stage, after: int | None) -> StandingsPage:
    rounds = _rounds(stage)
    played = [number for number, of in rounds.items() if of.counts]
    latest = max(played, default=0)
    if after is not None and after not in played:
        raise Missing.because("no_such_round", _("Nothing has been played in this round."))
    shown = latest if after is None else after
    is_past = shown < latest
    if is_past:
        rows, gone = _as_it_stood(stage, shown)
        places, following = 0, None
        view = _as_of(view, _moment(rounds, shown), gone)
    else:
        rows = list(stage.standings.order_by("division__position", "position"))
        places, following = _going_on(stage)
    adjustments = list(
        stage.adjustments.filter(from_round__lte=shown if is_past else 10_000)
        .select_related("made_by", "entry")
        .order_by("id")
    )
    in_order = Division.objects.filter(season=view.season).order_by("position")
    divisions: dict[int | None, str] = {None: "", **dict(in_order.values_list("pk", "name"))}
    standings, pitch = _by_division(rows), edition_of(view.season.pin).pitch
    return StandingsPage(
        view,
        stage,
        [
            Table(
                name, _lines(view.entrants, standings[division], adjustments, places, pitch), places
            )
            for division, name in divisions.items()
            if division in standings
        ],
        played,
        shown,
        is_past,
        left=rounds[shown].left if shown else 0,
        left_before=sum(of.left for number, of in rounds.items() if number < shown),
        following=following,
        adjustments=adjustments,
        lots=lots_of(view, stage, upto_round=shown if is_past else None),
    )


@dataclass(frozen=True, slots=True)
class RoundSoFar:
    """What a table needs to know of a round: whether anything of it counts, how many of its
    matches are left, when it was closed, and when its results came in, the first and the last."""

    counts: bool
    left: int
    closed_at: datetime | None
    first: datetime | None
    last: datetime | None


def _rounds(stage: Stage) -> dict[int, RoundSoFar]:
    """By number. One statement."""
    told = stage.rounds.annotate(
        counts=Count("fixtures__result"),
        left=Count("fixtures", filter=Q(fixtures__state=Fixture.State.OPEN)),
        first=Min("fixtures__result__entered_at"),
        last=Max("fixtures__result__entered_at"),
    ).order_by("number")
    return {
        number: RoundSoFar(bool(counts), *of)
        for number, counts, *of in told.values_list(
            "number", "counts", "left", "closed_at", "first", "last"
        )
    }


def _moment(rounds: Mapping[int, RoundSoFar], after: int) -> datetime:
    """When the table after a round came to be: with the round's last result. One that is corrected
    comes in anew, so no later than the round was closed or anything of a later one came in."""
    of = rounds[after]
    later = (each.first for number, each in rounds.items() if number > after)
    return min(each for each in (of.last, of.closed_at, *later) if each is not None)


def _as_of(view: SeasonView, at: datetime, gone: frozenset[str]) -> SeasonView:
    """The season with everybody as they were at a time in the past, where not all had left who
    have since."""
    then = entrants_among(view.season, view.season.entries.all(), view.own, at=at)
    return replace(
        view,
        entrants={pk: replace(each, has_left=str(pk) in gone) for pk, each in then.items()},
    )


def _going_on(stage: Stage) -> tuple[int, Following | None]:
    """How many places of each table go on, and where to. One statement."""
    following = (
        stage.followed_by.filter(format=Stage.Format.KNOCK_OUT)
        .order_by("-top_of_each", "id")
        .values_list("name", "top_of_each", "wild_cards")
        .first()
    )
    if following is None:
        return 0, None
    name, places, wild_cards = following
    return places, Following(name, wild_cards)


def _as_it_stood(stage: Stage, after: int) -> tuple[list[Standing], frozenset[str]]:
    """The rows, and who had left by then."""
    stood = tables.tables_of(stage, upto_round=after)
    moves = stood.moves()
    rows = []
    for division, ranked in stood.rows.items():
        for position, row in enumerate(ranked, start=1):
            standing = tables.standing_of(row, edition_of(stage.season.pin).pitch.tallies)
            standing.stage, standing.division_id = stage, division or None
            standing.position, standing.moved = position, moves[row.entrant.key]
            rows.append(standing)
    return rows, stood.gone


def _by_division(rows: Iterable[Standing]) -> dict[int | None, list[Standing]]:
    standings: dict[int | None, list[Standing]] = {}
    for row in rows:
        standings.setdefault(row.division_id, []).append(row)
    return standings


def _lines(
    entrants: Mapping[int, Entrant],
    rows: Sequence[Standing],
    adjustments: Iterable[Adjustment],
    places: int,
    pitch: Pitch,
) -> list[StandingLine]:
    by_entry: dict[int, list[Adjustment]] = {}
    for each in adjustments:
        if each.taken_back_at is None:
            by_entry.setdefault(each.entry_id, []).append(each)
    names = [entrants[row.entry_id].name for row in rows]
    return [
        _line(entrants, row, below, by_entry.get(row.entry_id, []), places=places, pitch=pitch)
        for row, below in zip(rows, [*names[1:], ""], strict=True)
    ]


def _line(
    entrants: Mapping[int, Entrant],
    row: Standing,
    below: str,
    adjustments: Sequence[Adjustment],
    *,
    places: int,
    pitch: Pitch,
) -> StandingLine:
    above = tables.above_of(row.why)
    return StandingLine(
        row=row,
        who=entrants[row.entry_id],
        above=above,
        why=why_above(above, below, pitch) if above else "",
        briefly=by_what(above, pitch) if above else "",
        level=[Mini(entrants[int(mini.entrant.key)], mini) for mini in above.table]
        if above
        else (),
        fate=fate_words(row.fate, places or 1),
        adjustments=adjustments,
        counted=counted_words(short=row.short, uncounted=row.uncounted),
    )
