"""Fans and FAME: how many come to watch, what that is worth, and how it changes in play."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.book import Book
from rules.bounds import within
from rules.editions.bb2016.circumstances import FURTHEST_FAME
from rules.editions.bb2016.prematch import at_home_faults, stadium_effects
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Ask, Roll, Step, roll, together
from rules.engine.dice import Rolled
from rules.engine.faults import negative_faults
from rules.engine.match import SIDES, Side, other
from rules.engine.rulings import Line, Reason, allowed, refused, total
from rules.engine.sides import COACH_OF, by_lot, side_faults
from rules.knobs import _, off

PROMO_TOUR = "3D6"  # the card's dice in place of two (2768)
ADORED = {"greenboyz": 2}  # a famous team's FAME, whoever comes (4381)
RIVALS = ("the-white-dwarf", "the-black-gobbo")
RIVALS_AT = 10  # fan dice that draw both of them (4627)


@dataclass(frozen=True, slots=True)
class Following:
    """What draws people to see a side: its fan factor, the card Promo Tour, an old name.

    The race matters only to two old rivals.
    """

    fan_factor: int = 0
    promo_tour: bool = False
    hall_of_fame: str = ""
    race: str = ""


@dataclass(frozen=True, slots=True)
class FansAndFame:
    """`at_home` is the side that plays in its own home; `stadium` is the attribute there."""

    home: Following = field(default_factory=Following)
    away: Following = field(default_factory=Following)
    at_home: Literal["", "home", "away"] = ""
    stadium: str = ""

    def of(self, side: Side) -> Following:
        return self.home if side == "home" else self.away


@question("fans-and-fame", _("How many fans come for each side, and what FAME that gives."))
def fans_and_fame(book: Book, at: FansAndFame) -> Step:
    """(2D6 + fan factor) x 1,000 for each, more at home; the lines add up to the gate.

    Source 649-651, 1231, 1734, 1738, 1761, 2768, 4381.
    """
    if faults := list(_fans_faults(book, at)):
        return refused(faults)
    asks = list(_fans_asks(book, at))
    answers = yield from together(*asks)
    rolled = {ask.key: answer for ask, answer in zip(asks, answers, strict=True)}
    lines = _fans_lines(book, at, rolled)
    fans = {side: total(of_side(lines, side)) for side in SIDES}
    effects: list[e.Effect] = [e.Fact("gate", total(lines))]
    for side in SIDES:
        fame = fame_of(book, at, side, fans)
        effects += [e.To(side, e.Fact("fans", fans[side])), e.To(side, e.Fact("fame", fame))]
        in_play = stadium_effects(book, at.stadium).get("fame_in_play", fame)
        if in_play != fame:
            effects.append(e.To(side, e.Fact("fame-in-play", in_play)))
        lines.append(Line("fame", None, {"side": side, "fame": fame, "in_play": in_play}))
    for side, rival in _rivals(book, at, rolled):
        effects.append(e.To(side, e.Fact("joins-for-the-match", rival)))
        lines.append(Line("rival", None, {"side": side, "star": rival}))
    return allowed(*effects, because=lines)


def of_side(lines: list[Line], side: Side) -> list[Line]:
    return [line for line in lines if line.params.get("side") == side]


def _fans_faults(book: Book, at: FansAndFame) -> Iterator[Reason]:
    yield from negative_faults(
        **{f"{side}.fan_factor": at.of(side).fan_factor for side in SIDES},
    )
    yield from at_home_faults(book, at.at_home, at.stadium)
    famous = {entry.key for entry in book.catalogue.shelves["hall_of_fame_team"]}
    for side in SIDES:
        if (team := at.of(side).hall_of_fame) and team not in famous:
            params = {"team": team}
            yield Reason("no-such-team", f"{side}.hall_of_fame", params, integrity=True)
        if (race := at.of(side).race) and race not in book.catalogue.races:
            yield Reason("no-such-race", f"{side}.race", {"race": race}, integrity=True)


def _fans_asks(book: Book, at: FansAndFame) -> Iterator[Ask]:
    gate = book.catalogue.tables["gate"].named
    for side in SIDES:
        spec = PROMO_TOUR if at.of(side).promo_tour else gate["per-point"]["dice"]
        yield Roll(f"fans-and-fame/{side}", dice=spec, who=COACH_OF[side])
    if at.at_home:
        key = f"fans-and-fame/{at.at_home}/at-home"
        yield Roll(key, dice=gate["home"]["dice"], who=COACH_OF[at.at_home])


def _fans_lines(book: Book, at: FansAndFame, rolled: dict[str, Rolled]) -> list[Line]:
    """Fans, side by side."""
    each = book.figure("gate", "per-point")
    lines = []
    for side in SIDES:
        faces = rolled[f"fans-and-fame/{side}"]
        lines += [
            Line("dice", each * _sum(faces), {"side": side, "faces": faces}),
            Line("fan-factor", each * at.of(side).fan_factor, {"side": side}),
        ]
        if at.at_home == side:
            face = rolled[f"fans-and-fame/{side}/at-home"]
            more = book.figure("gate", "home") * _sum(face)
            lines.append(Line("at-home", more, {"side": side, "face": face}))
    return lines


def _sum(rolled: Rolled) -> int:
    return rolled if isinstance(rolled, int) else sum(rolled)


def _rivals(book: Book, at: FansAndFame, rolled: dict[str, Rolled]) -> Iterator[tuple[Side, str]]:
    """The White Dwarf and the Black Gobbo: both or neither, each with their kind (4625-4627)."""
    if not book.house["rivals"]:
        return
    if all(_sum(rolled[f"fans-and-fame/{side}"]) < RIVALS_AT for side in SIDES):
        return
    for pair in (RIVALS, RIVALS[::-1]):
        met = dict(zip(SIDES, pair, strict=True))
        if all(at.of(side).race in book.catalogue.stars[met[side]].plays_for for side in SIDES):
            yield from met.items()


def fame_of(book: Book, at: FansAndFame, side: Side, fans: dict[Side, int]) -> int:
    """FAME from the fans, then what the stadium adds, unless the side is loved regardless."""
    if at.of(side).hall_of_fame in ADORED:
        return ADORED[at.of(side).hall_of_fame]
    mine, theirs = fans[side], fans[other(side)]
    crowd = "double" if mine >= 2 * theirs else "more" if mine > theirs else "equal-or-fewer"
    fame = book.figure("fame", crowd)
    here = stadium_effects(book, at.stadium)
    if bonus := here.get("fame_bonus"):
        fame = min(fame + bonus, here["fame_max"])
    return fame


@dataclass(frozen=True, slots=True)
class FameChange:
    """FAME as it stands, and what now happens to it.

    `occasion` counts how often this cause has come up; `side` is whose match event it is.
    """

    cause: Literal[
        "breaking-scandal",
        "appalling-stands",
        "fair-weather-fans",
        "jorm-the-ogre",
        "deafening-contraption",
    ]
    home: int = within(-FURTHEST_FAME, FURTHEST_FAME)
    away: int = within(-FURTHEST_FAME, FURTHEST_FAME)
    occasion: int = 1
    side: Side = "home"

    def fame(self, side: Side) -> int:
        return self.home if side == "home" else self.away


Changing = Generator[Any, Any, list[Line]]


@question("fame-change", _("How FAME changes while the match is played."))
def fame_change(book: Book, at: FameChange) -> Step:
    """FAME may fall below 0; a side's lines add up to what it then has."""
    if faults := list(_change_faults(book, at)):
        return refused(faults)
    key = f"fame-change/{at.cause}/{at.occasion}"
    changes = yield from CAUSES[at.cause][2](book, at, key)
    before = [Line("before", at.fame(side), {"side": side}) for side in SIDES]
    lines = [*before, *changes]
    return allowed(
        *(
            e.To(side, e.Fact("fame", total(of_side(lines, side))))
            for side in SIDES
            if total(of_side(changes, side))
        ),
        because=lines,
    )


def _change_faults(book: Book, at: FameChange) -> Iterator[Reason]:
    if at.cause not in CAUSES:
        yield Reason("no-such-cause", "cause", {"options": [*CAUSES]}, integrity=True)
    yield from side_faults("side", at.side)
    if at.occasion < 1:
        yield Reason("out-of-range", "occasion", {"at_least": 1}, integrity=True)
    if at.cause in CAUSES and book.house[(cause := CAUSES[at.cause])[0]] != cause[1]:
        yield off(cause[0])


def _breaking_scandal(book: Book, at: FameChange, key: str) -> Changing:
    """Each coach loses a D3 (677)."""
    faces = yield from together(
        *(Roll(f"{key}/{side}", dice="D3", who=COACH_OF[side]) for side in SIDES)
    )
    return [Line(at.cause, -face, {"side": s}) for s, face in zip(SIDES, faces, strict=True)]


def _appalling_stands(book: Book, at: FameChange, key: str) -> Changing:
    """After each drive, for each coach (1711)."""
    here = stadium_effects(book, at.cause)
    faces = yield from together(
        *(Roll(f"{key}/{side}", dice="D6", who=COACH_OF[side]) for side in SIDES)
    )
    return [
        Line(
            at.cause, -here["fame_loss"] * (face <= here["fame_loss_on"]), {"side": s, "die": face}
        )
        for s, face in zip(SIDES, faces, strict=True)
    ]


def _fair_weather_fans(book: Book, at: FameChange, key: str) -> Changing:
    """Before each drive but the first, one die for both (1737)."""
    here = stadium_effects(book, at.cause)
    face = yield from roll(key, "D6", who="either")
    loss = here["fame_loss"] * (face <= here["fame_loss_on"])
    return [Line(at.cause, -loss, {"side": side, "die": face}) for side in SIDES]


def _jorm(book: Book, at: FameChange, key: str) -> Changing:
    """Get the Ref under Jorm: FAME may go, and may pass over (935)."""
    most = max(at.home, at.away)
    if most <= 0:
        lucky = yield from by_lot(key)
        return [Line(at.cause, 1, {"side": lucky})]
    if at.home == at.away:
        owner = yield from by_lot(key)
    else:
        owner = "home" if at.home == most else "away"
    face = yield from roll(f"{key}/die", "D6", who=COACH_OF[owner])
    lines = [Line(at.cause, -most * (face <= 3), {"side": owner, "die": face})]
    if face == 1:
        lines.append(Line(at.cause, 1, {"side": other(owner)}))
    return lines


def _deafening_contraption(book: Book, at: FameChange, key: str) -> Changing:
    """After a turn of its side: on a 6 FAME is 2, whatever it was (1977)."""
    face = yield from roll(key, "D6", who=COACH_OF[at.side])
    change = 2 - at.fame(at.side) if face == 6 else 0
    return [Line(at.cause, change, {"side": at.side, "die": face, "stops": face >= 4})]


# The house rule that lets a cause happen, how it must stand, and what then happens.
CAUSES: dict[str, tuple[str, Any, Callable[[Book, FameChange, str], Changing]]] = {
    "breaking-scandal": ("kick-off.table", "blitzmania", _breaking_scandal),
    "appalling-stands": ("stadiums", True, _appalling_stands),
    "fair-weather-fans": ("stadiums", True, _fair_weather_fans),
    "jorm-the-ogre": ("referees", True, _jorm),
    "deafening-contraption": ("match-events", True, _deafening_contraption),
}
