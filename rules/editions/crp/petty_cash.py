"""Petty cash: gold moved for the match, the underdog's share, and buying from nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.book import Book
from rules.editions.bb2016.inducements import inducements as with_treasury
from rules.editions.bb2016.market import Buying
from rules.editions.crp.questions import question
from rules.engine import effects as e
from rules.engine.asks import Offer, Step, shop
from rules.engine.circumstances import Purse
from rules.engine.match import SIDES, Side, other
from rules.engine.rulings import Line, Reason, allowed, refused, total
from rules.engine.sides import COACH_OF, higher_or_roll_off
from rules.engine.wares import purse_faults
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class PettyCash:
    """Both sides' Team Value and treasury. `first` declares first where the values are equal;
    if nobody has said so, the dice do.
    """

    home: Purse
    away: Purse
    first: Literal["", "home", "away"] = ""

    def of(self, side: Side) -> Purse:
        return self.home if side == "home" else self.away


@question("inducement-budget", _("What gold each side moves to petty cash, and what it is given."))
def petty_cash(book: Book, at: PettyCash) -> Step:
    """The side of higher value declares first; what is moved counts in Team Value (rulings 69).

    A side's `moved` and `underdog` lines add up to its petty cash, which is lost if unspent.
    """
    if faults := list(_faults(at)):
        return refused(faults)
    first = yield from _declares_first(at)
    moved = {}
    for side in (first, other(first)):
        moved[side] = yield from _moved(book, side, at.of(side).treasury)
    lines = [Line("moved", moved[side], {"side": side}) for side in SIDES if moved[side]]
    value = {side: at.of(side).value + moved[side] for side in SIDES}
    if difference := value["home"] - value["away"]:
        share = book.figure("inducement-gold", "difference")
        underdog = "away" if difference > 0 else "home"
        lines.append(Line("underdog", share * abs(difference), {"side": underdog}))
    effects: list[e.Effect] = [e.Fact("declares-first", first)]
    for side in SIDES:
        if moved[side]:
            effects.append(e.To(side, e.Gold(-moved[side], "petty-cash")))
        cash = total([line for line in lines if line.params["side"] == side])
        effects.append(e.To(side, e.Fact("inducement-gold", cash)))
    return allowed(*effects, because=lines)


def _declares_first(at: PettyCash) -> Any:
    if at.first and at.home.value == at.away.value:
        return at.first
    return (yield from higher_or_roll_off("inducement-budget", at.home.value, at.away.value))


def _moved(book: Book, side: Side, treasury: int) -> Any:
    """How much a side takes out of its treasury, in steps."""
    step = book.figure("inducement-gold", "petty-cash-step")
    if not (most := treasury // step):
        return 0
    offer = Offer("petty-cash", step, most)
    key = f"inducement-budget/{side}/moved"
    basket = yield from shop(key, [offer], purse=treasury, who=COACH_OF[side])
    return step * basket.get("petty-cash", 0)


def _faults(at: PettyCash) -> Iterator[Reason]:
    yield from purse_faults(at)
    if at.first not in ("", *SIDES):
        yield Reason("not-a-side", "first", {"options": [*SIDES]}, integrity=True)


@question("inducements", _("Whether a side may buy all this for the match from its petty cash."))
def inducements(book: Book, at: Buying) -> Step:
    """As in bb2016, but `given` is the petty cash and the treasury stays closed."""
    if at.team.star:
        return refused(
            [Reason("not-in-this-edition", "team.star", {"star": at.team.star}, integrity=True)]
        )
    closed = replace(at, team=replace(at.team, treasury=min(0, at.team.treasury)))
    return (yield from with_treasury(book, closed))
