"""A stage's tables: worked out from its results, and written down for the pages to read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import F, QuerySet

from competition.models import (
    Entry,
    Fixture,
    Lot,
    Place,
    Result,
    Round,
    Stage,
    Standing,
)
from competition.schedules import rounds_before
from competition.standings import results as plain
from competition.standings.divisions import places_on
from competition.standings.prospects import Open, Prospect, prospects
from competition.standings.record import Record
from competition.standings.scheme import Scheme
from competition.standings.table import TableRow, table
from competition.standings.tie_breakers import Above, LowerStrength, MiniRow
from league.models import Amendment, RulesPin
from league.pins import amendments_of, book_of, edition_of, pin_among
from matches.models import MatchSide
from rules.engine.league_points import Outcome
from rules.engine.lineup import Tally as PitchTally

LETTERS = {"won": "W", "drawn": "D", "lost": "L"}


@dataclass(frozen=True, slots=True)
class Tables:
    """Every table of a stage, by its division's id (0 without divisions), and what they rest on."""

    stage: Stage
    record: Record
    rows: Mapping[int, tuple[TableRow, ...]]
    open: Sequence[Open]
    rounds_to_come: Sequence[int]
    rules: "RulesByRound"
    # Whoever has left keeps a row and goes on to nothing.
    gone: frozenset[str] = frozenset()
    # The round in which each came in, and the last before each left.
    came_in: Mapping[str, int] = field(default_factory=dict)
    left_after: Mapping[str, int] = field(default_factory=dict)
    # With which value each came to the stage's matches, by round, where the league ranks by it.
    values: Mapping[str, Mapping[int, int]] = field(default_factory=dict)

    def staying(self, division: int) -> list[TableRow]:
        return [row for row in self.rows[division] if row.entrant.key not in self.gone]

    @property
    def last_round(self) -> int:
        """The latest round in which anything counts; 0 before the first result."""
        sheets = self.record.sheets.values()
        return max((entry.round for sheet in sheets for entry in sheet.entries), default=0)

    @property
    def last_complete(self) -> int:
        """The latest round up to which nothing is left to play; 0 if that is so of none."""
        unplayed = min((number for _home, _away, number in self.open), default=self.last_round + 1)
        return min(self.last_round, unplayed - 1)

    def after(self, round_: int) -> "Tables":
        """The same tables as they stood after a round, of those who were in by then: ranked by
        what was known of them, whatever they are worth and called today."""
        record = self.record.upto(round_)
        rows = {
            division: table(
                (
                    self._valued_then(row.entrant, round_)
                    for row in ranked
                    if self.came_in.get(row.entrant.key, 1) <= round_
                ),
                record,
                by_name=False,
            )
            for division, ranked in self.rows.items()
        }
        gone = frozenset(key for key, last in self.left_after.items() if last < round_)
        return replace(self, record=record, rows=rows, gone=gone)

    def _valued_then(self, entrant: plain.Entrant, round_: int) -> plain.Entrant:
        """With the value that it brought to its next match, or else to its last; today's where no
        match has noted any."""
        noted = self.values.get(entrant.key)
        if not noted:
            return entrant
        later = [number for number in noted if number > round_]
        return replace(entrant, strength=noted[min(later) if later else max(noted)])

    def places(self) -> dict[str, int]:
        return {row.entrant.key: row.place for rows in self.rows.values() for row in rows}

    def moves(self) -> dict[str, int]:
        """How many places everybody has gone up since the last table that was complete: the one
        before the last round, or before whatever was played of rounds that are still on."""
        complete = self.last_complete
        since = complete - 1 if complete == self.last_round else complete
        if since < 1:
            return dict.fromkeys(self.places(), 0)
        before = self.after(since).places()
        return {key: before.get(key, place) - place for key, place in self.places().items()}

    def prospects(self, division: int) -> dict[str, Prospect]:
        """Of everybody who has not left."""
        own = {row.entrant.key for row in self.rows[division]}
        fixtures = [
            (home, away, number) if home in own else (away, home, number)
            for home, away, number in self.open
            if home in own or away in own
        ]
        return prospects(
            self.staying(division),
            self.record,
            fixtures=[(first, second, number) for first, second, number in fixtures if first],
            rounds_to_come=self.rounds_to_come,
            scheme_in=self.rules.scheme,
        )


class RulesByRound:
    """How each round of a stage counts, past or to come. Asked for the first time it is one
    statement, and where rules were amended two for each stage before."""

    def __init__(self, stage: Stage) -> None:
        self.season, self.stage = stage.season, stage

    @cached_property
    def amendments(self) -> list[Amendment]:
        return list(amendments_of(self.season))

    @cached_property
    def before(self) -> int:
        return rounds_before(self.stage) if self.amendments else 0

    def scheme(self, number: int) -> Scheme:
        return Scheme(book_of(pin_among(self.amendments, self.season, self.before + number)).house)

    def pin_at(self, number: int, at: datetime) -> RulesPin:
        """What held in a round, as far as it was amended at a time."""
        known = [each for each in self.amendments if each.made_at <= at]
        if known:
            return pin_among(known, self.season, self.before + number)
        return self.amendments[0].before if self.amendments else self.season.pin


def tables_of(stage: Stage, *, upto_round: int | None = None) -> Tables:
    """Work the tables out from nothing but results. Seven statements, whatever the size, and two
    for each stage before where there are byes and rules were amended."""
    places = list(stage.places.select_related("entry__team").order_by("seed", "id"))
    fixtures = list(_fixtures(stage))
    rules = RulesByRound(stage)
    scheme = _scheme_of(stage, rules, fixtures)
    byes = [fixture for fixture in fixtures if fixture.state == Fixture.State.BYE]
    to_come = _to_be_played(fixtures)
    counted: list[plain.Played | plain.Bye] = [
        *(played for fixture in fixtures if (played := _counted(fixture))),
        *_byes(rules, [bye for bye in byes if bye.round_id not in to_come]),
    ]
    record = Record.of(
        counted,
        scheme=scheme,
        adjustments=[
            plain.Adjustment(str(each.entry_id), each.points, each.reason, each.from_round)
            for each in stage.adjustments.filter(taken_back_at=None).order_by("id")
        ],
        lots=_drawings(stage.lots.order_by("act_id", "number")),
    )
    by_division: dict[int, list[plain.Entrant]] = {}
    for place in places:
        by_division.setdefault(place.division_id or 0, []).append(entrant_of(place.entry))
    last = max((fixture.round.number for fixture in fixtures), default=0)
    tables = Tables(
        stage,
        record,
        {division: table(entrants, record) for division, entrants in by_division.items()},
        [
            *(
                (str(fixture.home_id), str(fixture.away_id), fixture.round.number)
                for fixture in fixtures
                if fixture.state == Fixture.State.OPEN and not fixture.is_friendly
            ),
            *(
                (str(bye.home_id), None, bye.round.number)
                for bye in byes
                if bye.round_id in to_come
            ),
        ],
        rounds_to_come=_to_come(stage, last),
        rules=rules,
        gone=frozenset(
            str(place.entry_id) for place in places if place.entry.state == Entry.State.LEFT
        ),
        came_in={str(place.entry_id): place.from_round for place in places},
        left_after={
            str(place.entry_id): place.until_round
            for place in places
            if place.until_round is not None
        },
        values=_values(stage, places) if LowerStrength.key in scheme.house["tie-breakers"] else {},
    )
    return tables if upto_round is None else tables.after(upto_round)


def _fixtures(stage: Stage) -> QuerySet[Fixture]:
    return (
        stage.fixtures.select_related("round", "result__pin__catalogue")
        .defer("result__pin__catalogue__data")
        .order_by("number")
    )


def _to_come(stage: Stage, paired: int) -> Sequence[int]:
    """Rounds that are not paired yet. Open play is one round of nobody knows how many matches."""
    if stage.format == Stage.Format.SWISS:
        return range(paired + 1, stage.swiss_rounds + 1)
    if stage.format == Stage.Format.OPEN and stage.state != Stage.State.OVER:
        return [1] * (stage.most or 1000)
    return ()


def _scheme_of(stage: Stage, rules: RulesByRound, fixtures: Iterable[Fixture]) -> Scheme:
    """How the stage counts: by the season's present rules, and once it has ended by those that held
    then, whatever was amended since."""
    pin = stage.season.pin
    if stage.state == Stage.State.OVER and stage.ended_at is not None:
        last = max((each.round.number for each in fixtures if each.round), default=1)
        pin = rules.pin_at(last, stage.ended_at)
    house = book_of(pin).house
    if stage.format != Stage.Format.OPEN:
        return Scheme(house)
    return Scheme(house, minimum=stage.fewest, maximum=stage.most or None, best=stage.best or None)


def _values(stage: Stage, places: Iterable[Place]) -> dict[str, dict[int, int]]:
    """The value of each entry's team as it came to the stage's matches, by round. One statement."""
    entries = {place.entry.team_id: str(place.entry_id) for place in places if place.entry.team_id}
    sides = MatchSide.objects.filter(match__fixture__stage=stage, match__fixture__is_friendly=False)
    match_sides = sides.order_by(
        "match__fixture__round__number", "match__fixture__number"
    ).values_list("team", "match__fixture__round__number", "arrived__value")
    found: dict[str, dict[int, int]] = {}
    for team, number, value in match_sides:
        if team in entries and value is not None:
            found.setdefault(entries[team], {})[number] = value
    return found


def entrant_of(entry: Entry) -> plain.Entrant:
    value = entry.team.value if entry.team else None
    return plain.Entrant(str(entry.pk), str(entry), value)


def _to_be_played(fixtures: Iterable[Fixture]) -> set[int]:
    """The rounds that are still to come: not opened, and not played through either."""
    planned: dict[int, set[str]] = {}
    for fixture in fixtures:
        if fixture.round.state == Round.State.PLANNED:
            planned.setdefault(fixture.round_id, set()).add(fixture.state)
    left = {Fixture.State.OPEN, Fixture.State.WAITING}
    return {
        pk for pk, states in planned.items() if states & left or Fixture.State.PLAYED not in states
    }


def _byes(rules: RulesByRound, byes: Iterable[Fixture]) -> Iterator[plain.Bye]:
    """Each by the rules of its round."""
    for bye in byes:
        scheme = rules.scheme(bye.round.number)
        yield plain.Bye(
            str(bye.pk),
            str(bye.home_id),
            bye.round.number,
            bye.number,
            scheme.house["bye.score"],
            scheme.because(Outcome("won", "bye")),
        )


def _counted(fixture: Fixture) -> plain.Played | None:
    key, number = str(fixture.pk), fixture.round.number
    result: Result | None = getattr(fixture, "result", None)
    if result is None or fixture.is_friendly:
        return None
    played = plain.Played.score(
        key,
        str(fixture.home_id),
        str(fixture.away_id),
        (result.score_home, result.score_away),
        result.tallies,
        winner="nobody" if result.at_fault == Result.Side.BOTH else result.winner,  # type: ignore[arg-type]
        round=number,
        order=fixture.number,
        how=result.ending,  # type: ignore[arg-type]
        provisional=result.is_provisional,
    )
    return _by_its_rules(played, result)


def _by_its_rules(played: plain.Played, result: Result) -> plain.Played:
    """With the points as they were ruled by the pin of the match."""
    scheme = Scheme(book_of(result.pin).house)
    home, away = played.home, played.away
    sides = [
        plain.Side(
            mine.entrant,
            mine.result,
            mine.score,
            mine.tallies,
            scheme.because(
                Outcome(
                    mine.result, played.how, mine.score, theirs.score, mine.tallies.get("cas", 0)
                )
            ),
        )
        for mine, theirs in ((home, away), (away, home))
    ]
    return plain.Played(
        played.key,
        sides[0],
        sides[1],
        played.round,
        played.order,
        played.how,
        played.provisional,
    )


def _drawings(lots: Iterable[Lot]) -> list[plain.Drawing]:
    by_act: dict[int, list[Lot]] = {}
    for lot in lots:
        by_act.setdefault(lot.act_id, []).append(lot)
    return [
        plain.Drawing(
            tuple(str(lot.entry_id) for lot in sorted(drawn, key=lambda lot: lot.number)),
            drawn[0].after_round,
        )
        for drawn in by_act.values()
    ]


def rebuild(stage: Stage) -> None:
    """Write the stage's tables anew, in the transaction that changed what they rest on."""
    if stage.format != Stage.Format.KNOCK_OUT:
        rows = standings_of(stage)
        stage.standings.all().delete()
        Standing.objects.bulk_create(rows)
    note_change(stage)


def note_change(stage: Stage) -> None:
    """Let pages of the stage know that they are not up to date."""
    Stage.objects.filter(pk=stage.pk).update(version=F("version") + 1)


def standings_of(stage: Stage) -> list[Standing]:
    """Every row of the stage's tables as the results have it, not written yet."""
    tables = tables_of(stage)
    onward, moves = going_on(tables), tables.moves()
    counted = edition_of(stage.season.pin).pitch.tallies
    rows = []
    for division, ranked in tables.rows.items():
        reach = tables.prospects(division)
        # Where all go on anyway, nobody has made sure of it.
        contested = onward.places < len(tables.staying(division))
        for position, row in enumerate(ranked, start=1):
            prospect = reach.get(row.entrant.key)
            fate = Standing.Fate(onward.fate(prospect) if prospect else "out")
            if fate == Standing.Fate.CLINCHED and not contested:
                fate = Standing.Fate.OPEN
            standing = standing_of(row, counted, fate=fate)
            standing.moved = moves[row.entrant.key]
            standing.stage, standing.division_id = stage, division or None
            standing.position = position
            rows.append(standing)
    return rows


@dataclass(frozen=True, slots=True)
class Onward:
    """How many of each table go on for certain, and how many at most; without a stage that follows
    it is about the first place alone."""

    places: int = 1
    at_most: int = 1
    is_last: bool = True

    def fate(self, prospect: Prospect) -> str:
        return prospect.fate(self.places, self.at_most, is_last=self.is_last)


def going_on(tables: Tables) -> Onward:
    """One statement."""
    sizes = [len(tables.staying(division)) for division in tables.rows]
    found = [
        places_on(sizes, top=top, wild_cards=wild_cards)
        for top, wild_cards in tables.stage.followed_by.values_list("top_of_each", "wild_cards")
    ]
    if not found:
        return Onward()
    sure, at_most = (max(each) for each in zip(*found, strict=True))
    if not at_most:
        sure = at_most = max(sizes, default=0)
    return Onward(sure, at_most, is_last=False)


def standing_of(
    row: TableRow, counted: Iterable[PitchTally], *, fate: Standing.Fate = Standing.Fate.OPEN
) -> Standing:
    """A row of a table with what the edition has counted besides the score, not written yet."""
    tally, streak = row.tally, row.streak()
    return Standing(
        entry_id=int(row.entrant.key),
        rank=row.place,
        played=tally.played,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        points=row.points,
        bonus=tally.bonus,
        adjusted=row.adjusted_by,
        score_for=tally.score_for,
        score_against=tally.score_against,
        tallies={each.key: list(tally.tallies.get(each.key, (0, 0))) for each in counted},
        form="".join(LETTERS[entry.result] for entry in row.form()),
        streak=f"{LETTERS[streak[0]]}{streak[1]}" if streak else "",
        fate=fate,
        is_provisional=row.provisional,
        short=row.short_of_minimum,
        uncounted=row.not_counted,
        why=above_data(row.above) if row.above else {},
    )


def above_data(above: Above) -> dict[str, Any]:
    """Why a row stands above the next, to be kept."""
    data = asdict(above)
    return {**data, "mine": str(above.mine), "theirs": str(above.theirs)}


def above_of(data: Mapping[str, Any]) -> Above | None:
    """The same, read back."""
    if not data:
        return None
    return Above(
        data["code"],
        _number(data["mine"]),
        _number(data["theirs"]),
        data["per_match"],
        data["measure"],
        tuple(
            MiniRow(**{**row, "entrant": plain.Entrant(**row["entrant"])}) for row in data["table"]
        ),
    )


def _number(kept: str) -> int | Fraction:
    value = Fraction(kept)
    return int(value) if value.denominator == 1 else value
