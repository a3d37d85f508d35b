"""Before the match: weather, stadium, referee, match events and the coin."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.book import Book
from rules.catalogue import CatalogueItem
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step, choose, confirm, pick, roll
from rules.engine.circumstances import OfTeam
from rules.engine.coin import toss
from rules.engine.dice import dice
from rules.engine.match import Side
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.sides import COACH_OF, by_lot, roll_off, side_faults
from rules.engine.state import Home
from rules.knobs import _, off


@dataclass(frozen=True, slots=True)
class Weather:
    """`table` is what the coaches agreed on, where the league leaves it to them."""

    table: str = ""


@question("weather", _("What the weather is like."))
def weather(book: Book, at: Weather) -> Step:
    """2D6 on the table in use, or a single die where the league rolls one (693-721, 1203-1205)."""
    tables = {table.key: table for table in book.catalogue.shelves["weather_table"]}
    if faults := list(_table_faults(book, at, tables)):
        return refused(faults)
    key = at.table or book.house["weather.table"]
    if key == "choice":
        key = yield from choose("weather/table", *tables, who="side")
    spec = book.house["weather.dice"]
    rolled = yield from roll("weather", spec, who="either")
    faces = [rolled] if isinstance(rolled, int) else rolled
    row = _row(tables[key], sum(faces)) if len(faces) > 1 else _spread(tables[key], rolled, spec)
    return allowed(
        e.Fact("weather-table", key),
        e.Fact("weather", row.key),
        because=[
            *(Line("die", face) for face in faces),
            Line("weather", None, {"table": key, "key": row.key, "nice": row.holds["nice"]}),
        ],
    )


def _table_faults(book: Book, at: Weather, tables: Mapping[str, CatalogueItem]) -> Iterator[Reason]:
    agreed = book.house["weather.table"]
    if at.table and at.table not in tables:
        yield Reason("no-such-table", "table", {"table": at.table}, integrity=True)
    elif at.table and agreed not in ("choice", at.table):
        yield off("weather.table", table=at.table)


def _row(table: CatalogueItem, value: int) -> CatalogueItem:
    return next(row for row in table.entries if row.holds["from"] <= value <= row.holds["to"])


def _spread(table: CatalogueItem, face: int, spec: str) -> CatalogueItem:
    """A row for each face; the faces that are left over belong to nice weather."""
    spare = dice(spec).sides[0] - len(table.entries)
    spread = [row for row in table.entries for _ in range(1 + spare * row.holds["nice"])]
    return spread[face - 1]


def attributes(book: Book) -> dict[str, CatalogueItem]:
    """Every stadium attribute by its key."""
    tables = book.catalogue.shelves["stadium_table"]
    return {attribute.key: attribute for table in tables for attribute in table.entries}


def stadium_effects(book: Book, attribute: str) -> Mapping[str, Any]:
    """The numbers of a stadium's attribute; a standard stadium has none."""
    effects: Mapping[str, Any] = attributes(book)[attribute].holds["effects"] if attribute else {}
    return effects


def stadium_faults(book: Book, attribute: str, subject: str = "stadium") -> Iterator[Reason]:
    """A stadium that nobody knows, or one in a league that has none."""
    if attribute and attribute not in attributes(book):
        yield Reason("no-such-stadium", subject, {"stadium": attribute}, integrity=True)
    elif attribute and not book.house["stadiums"]:
        yield off("stadiums")


def at_home_faults(book: Book, at_home: str, attribute: str) -> Iterator[Reason]:
    """A side is at home only in a stadium with an attribute."""
    yield from stadium_faults(book, attribute)
    if at_home:
        yield from side_faults("at_home", at_home)
        if not attribute:
            yield Reason("nobodys-home", "at_home", integrity=True)


@dataclass(frozen=True, slots=True)
class Stadium:
    """The homes, rented or owned, that the two sides have."""

    home_has: Home | None = None
    away_has: Home | None = None


@question("stadium", _("Where the match is played, and whether somebody is at home there."))
def stadium(book: Book, at: Stadium) -> Step:
    """2D6, and a D6 for the attribute, or a home in its place (1220-1231, 1684-1693, 1760)."""
    if not book.house["stadiums"]:
        return refused([off("stadiums")])
    homes: dict[Side, Home | None] = {"home": at.home_has, "away": at.away_has}
    if faults := [
        fault
        for side, home in homes.items()
        if home
        for fault in _home_faults(book, home, f"{side}_has.attribute")
    ]:
        return refused(faults)
    lines: list[Line] = []
    coach: Side | None = None
    if any(homes.values()):
        coach = yield from by_lot("stadium")
        lines.append(Line("lot", None, {"side": coach}))
    faces = yield from roll("stadium", "2D6", who=COACH_OF[coach] if coach else "either")
    row = book.catalogue.tables["random-stadium"].row(sum(faces))
    lines.append(Line("random-stadium", sum(faces), {"faces": faces, "name": row.name}))
    if not row["stadium_table"]:
        return _played_at("", "", "", lines)
    own = homes[coach] if coach else None
    if coach and own and (yield from confirm("stadium/use-home", who=COACH_OF[coach])):
        return _played_at(own.attribute, own.name, coach, [*lines, Line("home-in-place")])
    face = yield from roll("stadium/attribute", "D6", who="either")
    table = next(
        t for t in book.catalogue.shelves["stadium_table"] if t.key == row["stadium_table"]
    )
    catalogue_item = _row(table, face)
    lines.append(Line("attribute", None, {"face": face, "name": catalogue_item.name}))
    return _played_at(catalogue_item.key, "", "", lines)


def _home_faults(book: Book, home: Home, subject: str) -> Iterator[Reason]:
    if home.attribute:
        yield from stadium_faults(book, home.attribute, subject)
    else:
        yield Reason("no-such-stadium", subject, {"stadium": ""}, integrity=True)


def _played_at(attribute: str, name: str, at_home: str, lines: list[Line]) -> Ruling:
    return allowed(
        e.Fact("stadium", attribute),
        e.Fact("stadium-name", name),
        e.Fact("at-home", at_home),
        because=lines,
    )


@question("give-up-home", _("Whether a team may give up its home, and what that costs."))
def give_up_home(book: Book, at: OfTeam) -> Ruling:
    """At any time, for 50,000; an owner gets nothing back (1299, 1758)."""
    price = book.figure("home-stadium", "cancel-cost")
    reasons = []
    if not book.house["stadiums"]:
        reasons.append(off("stadiums"))
    if at.team.home is None:
        reasons.append(Reason("no-home", "team.home", integrity=True))
    if (short := price - at.team.treasury) > 0:
        params = {"price": price, "treasury": at.team.treasury, "short": short}
        reasons.append(Reason("cannot-afford", "treasury", params, integrity=True))
    if reasons or at.team.home is None:
        return refused(reasons)
    return allowed(
        e.Gold(-price, "give-up-home"),
        e.HomeStadium(None),
        because=[Line("give-up-home", -price, {"home": at.team.home.called})],
    )


@dataclass(frozen=True, slots=True)
class Referee:
    """Nothing but the house rules matters."""


@question("referee", _("Who referees the match."))
def referee(book: Book, at: Referee) -> Step:
    """2D6 on the league's table, or the winner of a roll-off picks (1207-1218, 855, 877-897)."""
    if not book.house["referees"]:
        return refused([off("referees")])
    if book.house["referees.table"] == "picked":
        winner = yield from roll_off("referee/roll-off")
        offered = [
            entry.key
            for entry in book.catalogue.shelves["referee"]
            if entry.holds["set"] == "goblin-and-halfling"
        ]
        found = yield from choose("referee/pick", *offered, who=COACH_OF[winner])
        return allowed(e.Fact("referee", found), because=[Line("picked", None, {"side": winner})])
    table = next(
        table
        for table in book.catalogue.shelves["referee_table"]
        if table.key == book.house["referees.table"]
    )
    faces = yield from roll("referee", table.holds["dice"], who="either")
    row = next(row for row in table.holds["row"] if row["from"] <= sum(faces) <= row["to"])
    return allowed(
        e.Fact("referee", row["referee"]),
        because=[
            *(Line("die", face) for face in faces),
            Line("referee", None, {"name": row["name"]}),
        ],
    )


TOSSES = {"match": "coin", "overtime": "coin/overtime"}


@dataclass(frozen=True, slots=True)
class Coin:
    """`period` tells the toss before overtime from the one before the match."""

    period: Literal["match", "overtime"] = "match"


@question("coin", _("Who kicks off first."))
def coin(book: Book, at: Coin) -> Step:
    """Whoever wins the toss says who kicks (163, 1183)."""
    if at.period not in TOSSES:
        return refused([Reason("no-such-period", "period", {"options": [*TOSSES]}, integrity=True)])
    return (yield from toss(TOSSES[at.period]))


@dataclass(frozen=True, slots=True)
class MatchEvents:
    race: str


@question("match-events", _("Which event a side meets, and in which of its turns."))
def match_events(book: Book, at: MatchEvents) -> Step:
    """One event of the standard set and the race's own, in a random own turn (1789-1797).

    Nobody sees either before the turn has come.
    """
    if not book.house["match-events"]:
        return refused([off("match-events")])
    if at.race not in book.catalogue.races:
        return refused([Reason("no-such-race", "race", {"race": at.race}, integrity=True)])
    sets = event_sets(book, at.race)
    events = [event.key for each in sets for event in each.entries if event.holds["playable"]]
    spec = sets[0].holds["turn_dice"]
    rolled = yield from roll("match-events/turn", spec, visible="server")
    (event,) = yield from pick("match-events/event/drawn", events, visible="server")
    half, turn = divmod(rolled - 1, dice(spec).sides[0] // 2)
    return allowed(
        e.Fact("match-event", event, visible="server"),
        e.Fact("match-event-half", half + 1, visible="server"),
        e.Fact("match-event-turn", turn + 1, visible="server"),
        because=[
            Line("turn", rolled, visible="server"),
            Line("sets", None, {"sets": [each.key for each in sets], "events": len(events)}),
        ],
    )


def event_sets(book: Book, race: str) -> list[CatalogueItem]:
    """The standard events, then those of the race, if it has its own."""
    names = {book.race(race).name, *book.race(race).also}
    return [
        each
        for each in book.catalogue.shelves["event_set"]
        if not each.holds["only_for"] or names & set(each.holds["only_for"])
    ]
