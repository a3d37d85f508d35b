"""What a match brings a side: winnings, dedicated fans, the most valuable player, and mistakes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.book import Book
from rules.editions.bb2020.players import purse
from rules.editions.bb2020.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Roll, Step, pick, roll, together
from rules.engine.faults import Result, negative_faults, one_of_faults, result_faults, team_faults
from rules.engine.mistakes import Mistakes, mistakes_made
from rules.engine.rulings import Line, Ruling, allowed, refused, total
from rules.engine.state import Team
from rules.knobs import _

FINEST = 5_000
Conceded = Literal["", "us", "them"]


@dataclass(frozen=True, slots=True)
class Winnings:
    """One side's match: the fan factors of both, and its touchdowns. `conceded` says who, if
    anybody, gave up in the way that is punished."""

    fan_factor: int
    opponent_fan_factor: int
    touchdowns: int = 0
    conceded: Conceded = ""


@question("winnings", _("What a side earns in a match."))
def winnings(book: Book, at: Winnings) -> Ruling:
    """Half of both fan factors and the own touchdowns, ten thousand each; halves are kept."""
    if faults := [
        *negative_faults(
            fan_factor=at.fan_factor,
            opponent_fan_factor=at.opponent_fan_factor,
            touchdowns=at.touchdowns,
        ),
        *one_of_faults("conceded", at.conceded, ("", "us", "them")),
    ]:
        return refused(faults)
    each = book.figure("winnings", "each")
    gate = (at.fan_factor + at.opponent_fan_factor) * each
    shares = {"": gate // book.figure("winnings", "share"), "us": 0, "them": gate}
    fans = {"ours": at.fan_factor, "theirs_too": at.opponent_fan_factor}
    codes = {"": "gate-shared", "us": "gate-lost", "them": "gate-whole"}
    lines = [Line(codes[at.conceded], shares[at.conceded], fans)]
    if at.touchdowns:
        params = {"count": at.touchdowns, "each": each}
        lines.append(Line("touchdown", at.touchdowns * each, params))
    return allowed(e.Gold(total(lines), "winnings"), because=lines)


# --- dedicated fans


@dataclass(frozen=True, slots=True)
class Following:
    """One side after its match."""

    team: Team
    result: Result
    conceded: bool = False


@question("dedicated-fans", _("Whether a team gains or loses dedicated fans after a match."))
def dedicated_fans(book: Book, at: Following) -> Step:
    """A winner gains one by their number or more, a loser loses one below it; a conceder D3."""
    if faults := [
        *team_faults(book, at.team),
        *result_faults(at.result, conceded=at.conceded),
    ]:
        return refused(faults)
    if at.conceded:
        left: Ruling = yield from fans_leave(book, at.team)
        return left
    if at.result == "drawn":
        return allowed(because=[Line("fans-after-a-draw", 0)])
    die = yield from roll("dedicated-fans", "D6")
    fans = at.team.fan_factor
    by = int(die >= fans) if at.result == "won" else -int(die < fans)
    return _fans_change(book, at.team, by, [Line("fans-die", None, {"die": die, "fans": fans})])


def fans_leave(book: Book, team: Team) -> Asking:
    row = book.catalogue.tables["concession"].named["fans"]
    die = yield from roll("dedicated-fans/conceded", row["dice"])
    return _fans_change(book, team, -die, [Line("fans-die", None, {"die": die, "lost": True})])


def _fans_change(book: Book, team: Team, by: int, lines: list[Line]) -> Ruling:
    """Within one and seven; a team that stands outside by a commissioner's word is not moved."""
    fans = team.fan_factor
    least, most = (book.figure("draft", f"fans-{end}") for end in ("min", "max"))
    kept = min(by, max(0, most - fans)) if by > 0 else max(by, min(0, least - fans))
    change = Line("fans-change", None, {"by": kept})
    return allowed(*([e.FanFactor(kept)] if kept else []), because=[*lines, change])


# --- the most valuable player


@dataclass(frozen=True, slots=True)
class Mvp:
    """A side after a match. All names are ids; `absent` sat it out."""

    team: Team
    absent: tuple[str, ...] = ()
    friendly: bool = False
    conceded: Conceded = ""


@question("mvp", _("Who is a side's most valuable player."))
def mvp(book: Book, at: Mvp) -> Step:
    """Six named and a D6, of those who live and played; journeymen too, nobody who was hired."""
    faults = [
        *team_faults(book, at.team),
        *one_of_faults("conceded", at.conceded, ("", "us", "them")),
    ]
    if faults:
        return refused(faults)
    if at.friendly or at.conceded == "us":
        return allowed(because=[Line("friendly" if at.friendly else "conceded", 0)])
    able = tuple(id_ for id_ in at.team.players if id_ not in at.absent)
    count = book.figure("mvp", "winner-awards" if at.conceded == "them" else "awards")
    if not able:
        return allowed(because=[Line("nobody-eligible", 0)])
    effects: list[e.Effect] = []
    lines = []
    for number in range(1, count + 1):
        named = yield from _named(book, at, f"mvp/{number}", able)
        effects += [e.Fact("mvp", named), e.Earned(named, "mvp")]
        lines.append(Line("mvp", book.figure("spp-awards", "mvp"), {"player": named}))
    return allowed(*effects, because=lines)


def _named(book: Book, at: Mvp, key: str, able: tuple[str, ...]) -> Asking:
    """One award by the league's method."""
    means = {
        id_: Line(
            "nominee",
            None,
            {
                "position": at.team.players[id_].position,
                "points": purse(book, at.team.players[id_]),
                "dead": False,
            },
        )
        for id_ in able
    }
    method = book.house["mvp"]
    if method != "nominate-six":
        ending = "drawn" if method == "random" else "chosen"
        return (yield from pick(f"{key}/{ending}", able, means=means))[0]
    places = min(book.figure("mvp", "nominees"), len(able))
    nominees = yield from pick(
        f"{key}/nominees", able, at_least=places, at_most=places, means=means
    )
    if places == 1:
        return nominees[0]
    return nominees[(yield from roll(f"{key}/die", f"D{places}")) - 1]


# --- a full treasury


@question("expensive-mistakes", _("What a full treasury loses before the next match."))
def expensive_mistakes(book: Book, at: Mistakes) -> Step:
    """A D6 by the treasury's band, from 100,000 on."""
    return (yield from mistakes_made(book, at.treasury, _half))


def _half(treasury: int) -> int:
    return treasury // 2 // FINEST * FINEST


# --- giving up


@dataclass(frozen=True, slots=True)
class Quitting:
    """A team that gave up in the way that is punished, with this match's advancements."""

    team: Team


@question("players-leaving", _("Who leaves a team that gave up."))
def players_leaving(book: Book, at: Quitting) -> Step:
    """Whoever has three advancements or more, on a D6 of 1 to 3."""
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    proud = list(_proud(book, at.team))
    row = book.catalogue.tables["concession"].named["leave-max"]
    asks = [Roll(f"concession/{id_}", dice=row["dice"]) for id_ in proud]
    rolled = (yield from together(*asks)) if asks else ()
    dice = dict(zip(proud, rolled, strict=True))
    lines = [
        Line("loyalty-die", None, {"player": id_, "die": die, "stays": die > row["value"]})
        for id_, die in dice.items()
    ]
    gone = [e.Left(id_, "concession") for id_, die in dice.items() if die <= row["value"]]
    return allowed(*gone, because=lines)


def _proud(book: Book, team: Team) -> Iterator[str]:
    least = book.figure("concession", "advancements")
    return (player.id for player in team.contracted if player.improvements >= least)
