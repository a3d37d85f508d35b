"""What a match earns, and whether fans come or go."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book import Book
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step, roll
from rules.engine.faults import Result, negative_faults, result_faults
from rules.engine.rulings import Line, Reason, allowed, refused, total
from rules.engine.state import Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Winnings:
    """One side's match: its rating as it came to it, and the gate.

    `conceded` says that it gave up, and `from_conceder` what such an opponent passes on.
    """

    rating: int
    gate: int
    result: Result
    conceded: bool = False
    from_conceder: int = 0


@question("winnings", _("What a side earns in a match."))
def winnings(book: Book, at: Winnings) -> Step:
    """A D6 by gate and rating, one more for the winner, never below nothing (4488-4538, 4605).

    What a conceder would have earned is the fact `winnings-passed-on`.
    """
    if faults := [
        *negative_faults(rating=at.rating, gate=at.gate, from_conceder=at.from_conceder),
        *result_faults(at.result, conceded=at.conceded),
        *_conceder_faults(at),
    ]:
        return refused(faults)
    tables = book.catalogue.tables
    die = tables["winnings"].named["die"]
    rolled = yield from roll("winnings", die["dice"])
    column = tables["rating-bands"].row(at.rating)["column"]
    modifier = tables["match-winnings"].row(at.gate)[column]
    lines = [
        Line("die", rolled * die["value"], {"die": rolled, "dice": die["dice"]}),
        Line("gate-and-rating", modifier * die["value"], {"gate": at.gate, "rating": at.rating}),
    ]
    if at.result == "won":
        bonus = book.figure("winnings", "won") * die["value"]
        lines.append(Line("result", bonus, {"result": at.result}))
    if (so_far := total(lines)) < 0:
        lines.append(Line("not-below-nothing", -so_far))
    facts = []
    if at.conceded:
        facts = [e.Fact("winnings-passed-on", total(lines))]
        lines.append(Line("passed-on", -total(lines)))
    if at.from_conceder:
        lines.append(Line("from-conceder", at.from_conceder))
    return allowed(e.Gold(total(lines), "winnings"), *facts, because=lines)


def _conceder_faults(at: Winnings) -> Iterator[Reason]:
    if at.from_conceder and at.result != "won":
        yield Reason("only-for-the-winner", "from_conceder", integrity=True)


@dataclass(frozen=True, slots=True)
class Following:
    """One side after its match. `casualties` are those that earned points, stars' included."""

    team: Team
    result: Result
    touchdowns: int = 0
    casualties: int = 0
    semi_final: bool = False
    final: bool = False
    conceded: bool = False
    conceded_to: bool = False


@question("fan-factor", _("Whether a team gains or loses fans after a match."))
def fan_factor(book: Book, at: Following) -> Step:
    """A D6 with all that counts; a conceder loses one and does not roll (4539-4567, 4605-4608).

    The lines with an amount add up to the modified roll; the last says what comes of it.
    """
    if faults := [
        *team_faults(book, at.team),
        *result_faults(at.result, conceded=at.conceded),
        *negative_faults(touchdowns=at.touchdowns, casualties=at.casualties),
    ]:
        return refused(faults)
    if at.conceded:
        by = _bounded(book, at.team, book.figure("concession", "fan-factor"))
        return allowed(*([e.FanFactor(by)] if by else []), because=[Line("conceded", by)])
    figures = book.catalogue.tables["fan-factor-modifiers"].named
    die = yield from roll("fan-factor", figures["die"]["dice"])
    lines = [Line("die", die, {"die": die, "dice": figures["die"]["dice"]})]
    lines += list(_modifiers(book, at))
    by = _bounded(book, at.team, book.catalogue.tables["fan-factor"].row(total(lines))["change"])
    lines.append(Line("change", None, {"by": by}))
    return allowed(*([e.FanFactor(by)] if by else []), because=lines)


def _modifiers(book: Book, at: Following) -> Iterator[Line]:
    figures = book.catalogue.tables["fan-factor-modifiers"].named
    if at.result in figures:
        yield Line("result", figures[at.result]["value"], {"result": at.result})
    if at.touchdowns >= (row := figures["touchdowns"])["at_least"]:
        yield Line("many-touchdowns", row["value"], {"count": at.touchdowns})
    if at.casualties >= (row := figures["casualties"])["at_least"]:
        yield Line("many-casualties", row["value"], {"count": at.casualties})
    occasion = "final" if at.final else "semi-final" if at.semi_final else ""
    if occasion:
        yield Line("occasion", figures[occasion]["value"], {"occasion": occasion})
    row = figures["per-ten"]
    if tens := at.team.fan_factor // row["each"]:
        yield Line("spoilt-fans", tens * row["value"], {"fan_factor": at.team.fan_factor})
    if at.conceded_to:
        yield Line("opponent-conceded", figures["conceded-to"]["value"])


def _bounded(book: Book, team: Team, by: int) -> int:
    """Nobody falls below one, and whoever stands there already does not rise by it."""
    least = book.figure("fan-factor-modifiers", "least")
    return by if by > 0 else max(by, min(0, least - team.fan_factor))
