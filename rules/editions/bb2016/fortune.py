"""Fortune and FAME: what a match earns, and how many fans stay."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.book import Book
from rules.bounds import within
from rules.editions.bb2016.circumstances import (
    FURTHEST_FAME,
    fame_faults,
    sponsor_says,
    stadium_faults,
    stadium_says,
    team_faults,
)
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Ask, Roll, Step, choose, roll, together
from rules.engine.dice import dice
from rules.engine.faults import ROW_OF, Result, negative_faults, result_faults
from rules.engine.match import SIDES
from rules.engine.rulings import Allowed, Line, Reason, allowed, refused, total
from rules.engine.state import Team
from rules.knobs import _, off

# --- winnings


@dataclass(frozen=True, slots=True)
class Winnings:
    """One side's match: FAME as it stands at the end, Team Value as it was at kick-off.

    `conceded` is the punished kind, `from_conceder` what such an opponent passes on, `pledged`
    a residency paid for with all winnings of this match.
    """

    team: Team
    result: Result
    fame: int = within(-FURTHEST_FAME, FURTHEST_FAME)
    friendly: bool = False
    stadium: str = ""
    own_stadium: bool = False
    promo_tour: bool = False
    conceded: bool = False
    from_conceder: int = 0
    pledged: bool = False
    team_value: int = 0


@question("winnings", _("What a side earns in a match."))
def winnings(book: Book, at: Winnings) -> Step:
    """Every sum that belongs to it, in the order that was ruled (1301-1314, 1528, 1666, 1721).

    The lines add up to what the treasury gains or loses. What a conceder would have earned is
    the fact `winnings-passed-on`.
    """
    if faults := list(_winnings_faults(book, at)):
        return refused(faults)
    lines = yield from _match_lines(book, at)
    lines += yield from _stadium_lines(book, at, total(lines))
    if (charge := -sponsor_says(book, at.team.sponsor).get("winnings", 0)) > 0:
        taken = min(charge, total(lines))
        lines.append(Line("sponsor", -taken, {"sponsor": at.team.sponsor, "charge": charge}))
    facts: list[e.Effect] = []
    if at.conceded:
        facts = [e.Fact("winnings-passed-on", total(lines))]
        lines.append(Line("passed-on", -total(lines)))
    if at.from_conceder:
        lines.append(Line("from-conceder", at.from_conceder))
    if at.pledged:
        lines.append(Line("residency-paid", -total(lines)))
    earned = total(lines)
    expenses = _expenses(book, at, earned)
    effects: list[e.Effect] = [e.Gold(earned, "winnings")]
    if expenses:
        effects.append(e.Gold(total(expenses), "spiralling-expenses"))
    return allowed(*effects, *facts, because=[*lines, *expenses])


def _winnings_faults(book: Book, at: Winnings) -> Iterator[Reason]:
    yield from team_faults(book, at.team)
    yield from result_faults(at.result, conceded=at.conceded)
    yield from fame_faults(at.fame)
    yield from stadium_faults(book, at.stadium)
    yield from negative_faults(from_conceder=at.from_conceder, team_value=at.team_value)
    if at.own_stadium and not book.house["stadiums"]:
        yield off("stadiums", "own_stadium")
    if at.promo_tour and not book.house["plays"]:
        yield off("plays", "promo_tour")
    if at.from_conceder and at.result != "won":
        yield Reason("only-for-the-winner", "from_conceder", integrity=True)


def _match_lines(
    book: Book, at: Winnings
) -> Generator[tuple[Ask, ...], tuple[Any, ...], list[Line]]:
    """Die, FAME and result; together never below nothing."""
    rows = book.catalogue.tables["winnings"].named
    die = rows["friendly-die" if at.friendly else "die"]
    asks = [Roll("winnings", dice=die["dice"])]
    if at.promo_tour:
        asks.append(Roll("winnings/promo-tour", dice=rows["promo-tour"]["dice"]))
    rolled, *extra = yield from together(*asks)
    if at.result == "won" and rows["winner-rerolls"]["value"]:
        so_far = _sum_of(book, at, rolled, extra)
        means = {
            "keep": Line("keep-winnings", total(so_far), {"gold": total(so_far)}),
            "reroll": Line("reroll-die", None, {"die": rolled}),
        }
        again = yield from choose(
            "winnings/again", "keep", "reroll", because=tuple(so_far), means=means
        )
        if again == "reroll":
            rolled = yield from roll("winnings/second", die["dice"])
    return _sum_of(book, at, rolled, extra)


def least_and_most(book: Book, at: Winnings) -> tuple[int, int]:
    """What the match earns by the lowest and by the highest face."""
    die = book.catalogue.tables["winnings"].named["friendly-die" if at.friendly else "die"]
    (sides,) = dice(die["dice"]).sides
    least, most = (total(_sum_of(book, at, face, ())) for face in (1, sides))
    return least, most


def _sum_of(book: Book, at: Winnings, rolled: int, extra: Iterable[int]) -> list[Line]:
    """What the dice come to with FAME and result."""
    rows = book.catalogue.tables["winnings"].named
    die = rows["friendly-die" if at.friendly else "die"]
    lines = [Line("die", rolled * die["value"], {"die": rolled, "dice": die["dice"]})]
    lines += [
        Line("promo-tour", each * rows["promo-tour"]["value"], {"die": each}) for each in extra
    ]
    if at.fame:
        times = _fame_times(book)
        gold = at.fame * times * rows["fame"]["value"]
        lines.append(Line("fame", gold, {"fame": at.fame, "times": times}))
    lines.append(Line("result", _result_bonus(book, at.result), {"result": at.result}))
    return [*lines, *_not_below_nothing(total(lines))]


def _fame_times(book: Book) -> int:
    if book.house["winnings.short-league"] in ("double-fame", "both"):
        return book.figure("short-league", "fame-multiplier")
    return 1


def _result_bonus(book: Book, result: Result) -> int:
    short = book.house["winnings.short-league"] in ("bonus", "both")
    return book.figure("short-league" if short else "winnings", ROW_OF[result])


def _not_below_nothing(sum_: int) -> list[Line]:
    return [Line("not-below-nothing", -sum_)] if sum_ < 0 else []


def _stadium_lines(
    book: Book, at: Winnings, so_far: int
) -> Generator[tuple[Ask, ...], tuple[Any, ...], list[Line]]:
    """Merchandise for both sides, then the gain or loss of an owner."""
    lines: list[Line] = []
    says = stadium_says(book, at.stadium)
    if spec := says.get("winnings_dice"):
        sold: int = yield from roll("winnings/merchandise", spec)
        lines.append(Line("merchandise", sold * says["winnings_per_point"], {"die": sold}))
    if at.own_stadium and at.result != "drawn":
        row = book.catalogue.tables["winnings"].named[f"owned-{ROW_OF[at.result]}"]
        die: int = yield from roll("winnings/own-stadium", row["dice"])
        points = die + at.fame if at.result == "won" else max(0, die - at.fame)
        about = {"die": die, "fame": at.fame, "result": at.result}
        lines.append(Line("own-stadium", points * row["value"], about))
        lines += _not_below_nothing(so_far + total(lines))
    return lines


def _expenses(book: Book, at: Winnings, earned: int) -> list[Line]:
    """What a team of high value pays, from the treasury too if its winnings do not reach."""
    above = at.team_value - book.house["expenses.breakpoint"]
    if not book.house["expenses.spiralling"] or above < 0:
        return []
    steps = 1 + above // book.house["expenses.step"]
    due = steps * book.figure("spiralling-expenses", "deduction")
    paid = min(due, earned + at.team.treasury)
    return [Line("spiralling-expenses", -paid, {"steps": steps, "due": due})]


# --- exposure


@dataclass(frozen=True, slots=True)
class Exposure:
    stadium: str


@question("exposure", _("What both sides get for playing where exposure is paid for."))
def exposure(book: Book, at: Exposure) -> Step:
    """One die for both, beside their winnings (1714)."""
    if faults := list(stadium_faults(book, at.stadium)):
        return refused(faults)
    says = stadium_says(book, at.stadium)
    if "exposure_dice" not in says:
        return refused([Reason("no-exposure-here", "stadium")])
    die: int = yield from roll("exposure", says["exposure_dice"], who="either")
    gold = die * says["exposure_per_point"]
    return allowed(
        *(e.To(side, e.Gold(gold, "exposure")) for side in SIDES),
        because=[Line("exposure", gold, {"die": die})],
    )


# --- fan factor


@dataclass(frozen=True, slots=True)
class Following:
    """One side after its match; `conceded` is the punished kind."""

    team: Team
    result: Result
    stadium: str = ""
    conceded: bool = False


@question("fan-factor", _("Whether a team gains or loses fans after a match."))
def fan_factor(book: Book, at: Following) -> Step:
    """The lines add up to how far the roll is from the fan factor (1316-1324, 1393, 1723).

    A conceder does not roll: their one line is the loss itself.
    """
    if faults := [
        *team_faults(book, at.team),
        *result_faults(at.result, conceded=at.conceded),
        *stadium_faults(book, at.stadium),
    ]:
        return refused(faults)
    if at.conceded:
        return fans_leave(book, at.team)
    row = book.catalogue.tables["fan-factor"].named[ROW_OF[at.result]]
    faces: list[int] = yield from roll("fan-factor", row["dice"])
    lines = [Line("dice", sum(faces), {"faces": faces})]
    if more := stadium_says(book, at.stadium).get("fan_factor_roll", 0):
        lines.append(Line("stadium", more, {"stadium": at.stadium}))
    lines.append(Line("fan-factor", -at.team.fan_factor))
    apart = total(lines)
    by = row["if_higher"] if apart > 0 else row["if_lower"] if apart < 0 else 0
    by = max(by, -at.team.fan_factor)
    return allowed(
        *([e.FanFactor(by)] if by else []), because=[*lines, Line("change", None, {"by": by})]
    )


def fans_leave(book: Book, team: Team, why: str = "conceded") -> Allowed:
    """What a punished concession costs, without a roll; nothing is left of nothing (1393)."""
    by = max(book.figure("concession", "fan-factor"), -team.fan_factor)
    return allowed(*([e.FanFactor(by)] if by else []), because=[Line(why, by)])
