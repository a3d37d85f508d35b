"""Rulings before the match: weather, the gate, and who sits out with an old injury."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book import Book
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.engine import effects as e
from rules.engine.asks import Roll, Step, pick, roll, together
from rules.engine.faults import negative_faults
from rules.engine.match import SIDES
from rules.engine.rulings import Line, Reason, allowed, refused, total
from rules.engine.state import Player, Team
from rules.knobs import _

# Nothing limits a fan factor (4545); so many dice are thrown for each side at most.
MOST_FANS = 999
APOTHECARY = "apothecary"


@dataclass(frozen=True, slots=True)
class Weather:
    """Nothing but the dice matters."""


@question("weather", _("What the weather is like."))
def weather(book: Book, at: Weather) -> Step:
    """One coach rolls 2D6 (4292, 1681)."""
    (table,) = book.catalogue.shelves["weather_table"]
    faces = yield from roll("weather", table.holds["dice"], who="either")
    row = next(row for row in table.entries if row.holds["from"] <= sum(faces) <= row.holds["to"])
    about = {"table": table.key, "key": row.key, "nice": row.holds["nice"]}
    return allowed(
        e.Fact("weather-table", table.key),
        e.Fact("weather", row.key),
        because=[*(Line("die", face) for face in faces), Line("weather", None, about)],
    )


@dataclass(frozen=True, slots=True)
class Gate:
    """The fan factors of both; `thrud` counts the sides for which he plays."""

    home: int
    away: int
    semi_final: bool = False
    final: bool = False
    thrud: int = 0


@question("gate", _("How many fans come to see a match."))
def gate(book: Book, at: Gate) -> Step:
    """A D6 for each point of both fan factors, more in semi-final and final (4294-4310, 3581).

    The lines add up to the gate. Thrud brings 3D6 thousand besides.
    """
    if faults := list(_gate_faults(at)):
        return refused(faults)
    row = book.catalogue.tables["gate"].named["per-point"]
    count = at.home + at.away
    faces: list[int] = []
    if count:
        rolled = yield from roll("gate", f"{count}{row['dice']}", who="either")
        faces = [rolled] if isinstance(rolled, int) else rolled
    lines = [Line("gate-dice", sum(faces) * row["value"], {"count": count, "faces": faces})]
    occasion = "final" if at.final else "semi-final" if at.semi_final else ""
    if occasion:
        more = book.figure("gate", occasion)
        about = {"occasion": occasion, "each": more, "count": count}
        lines.append(Line("gate-occasion", more * count * row["value"], about))
    if at.thrud:
        fans = book.catalogue.tables["thruds-fans"].named["gate"]
        came = yield from roll("gate/thrud", fans["dice"], who="either")
        lines.append(Line("thruds-fans", sum(came) * fans["value"], {"faces": came}))
    return allowed(e.Fact("gate", total(lines)), because=lines)


def _gate_faults(at: Gate) -> Iterator[Reason]:
    yield from negative_faults(home=at.home, away=at.away, thrud=at.thrud)
    for side in SIDES:
        if getattr(at, side) > MOST_FANS:
            bounds = {"at_least": 0, "at_most": MOST_FANS}
            yield Reason("out-of-range", side, bounds, integrity=True)


@dataclass(frozen=True, slots=True)
class Niggles:
    """A side before its match; `out` are those who do not play it anyway."""

    team: Team
    out: tuple[str, ...] = ()


@question("niggles", _("Who misses the match with an old injury, and whom the apothecary brings."))
def niggles(book: Book, at: Niggles) -> Step:
    """A D6 for each niggling injury; one 1 is enough (4478-4486, 2634-2638)."""
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    row = book.catalogue.tables["treatment"].named["niggling"]
    asks = [
        Roll(f"niggles/{player.id}/{number}", dice=row["dice"])
        for player in niggled(at.team, at.out)
        for number in range(1, player.niggles + 1)
    ]
    if not asks:
        return allowed()
    dice = yield from together(*asks)
    shown = dict(zip((ask.key for ask in asks), dice, strict=True))
    lines, missing = [], []
    for player in niggled(at.team, at.out):
        faces = [shown[f"niggles/{player.id}/{n}"] for n in range(1, player.niggles + 1)]
        plays = min(faces) > row["value"]
        lines.append(Line("niggles", None, {"player": player.id, "faces": faces, "plays": plays}))
        if not plays:
            missing.append(player.id)
    back: list[str] = []
    if healing := [id_ for id_ in missing if may_treat(book, at.team, at.team.players[id_])]:
        back = yield from pick("niggles/apothecary", healing, at_least=0, because=tuple(lines))
        lines += [Line("brought-back", None, {"player": id_}) for id_ in back]
    return allowed(
        *(e.Fact("sits-out", id_) for id_ in missing if id_ not in back),
        *(e.Fact("brought-back", id_) for id_ in back),
        because=lines,
    )


def niggled(team: Team, out: tuple[str, ...]) -> list[Player]:
    """Whoever has to roll."""
    return [player for player in team.available if player.niggles and player.id not in out]


def may_treat(book: Book, team: Team, player: Player) -> bool:
    """Whether the team's apothecary has a use for somebody: only for Thralls among Vampires."""
    if not team.staff.get(APOTHECARY, 0) or not book.race(team.race).apothecary:
        return False
    only = book.catalogue.tables["apothecary-only"].named.get(team.race)
    return only is None or player.position in only["positions"]
