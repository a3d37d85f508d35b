"""Petty cash to which the lower side may add of its own, and prayers that are bought."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import count

from rules.book import Book
from rules.catalogue import CatalogueRow
from rules.editions.bb2020.inducements import inducement_budget as budgeted
from rules.editions.bb2020.inducements import prayers as prayed
from rules.editions.bb2025.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Step, roll
from rules.engine.circumstances import InducementBudget
from rules.engine.faults import negative_faults
from rules.engine.match import SIDES, Side
from rules.engine.rulings import Line, Reason, Refused, Ruling, allowed, refused

PRAYERS = "prayers-to-nuffle"


@question("inducement-budget", budgeted.sentence)
def inducement_budget(book: Book, at: InducementBudget) -> Ruling:
    """As in bb2020; the side of lower current value may add 50,000 of its treasury."""
    ruling = budgeted(book, at)
    if isinstance(ruling, Refused) or at.home.value == at.away.value:
        return ruling
    lower: Side = min(SIDES, key=lambda side: at.of(side).value)
    most = book.figure("petty-cash", "from-treasury")
    own = e.Fact("inducement-treasury", min(at.of(lower).treasury, most))
    others = [each for each in ruling.effects if not _is_treasury_of(lower, each)]
    return allowed(*others, e.To(lower, own), because=ruling.because)


def _is_treasury_of(side: Side, effect: e.Effect) -> bool:
    return (
        isinstance(effect, e.To)
        and effect.side == side
        and isinstance(effect.effect, e.Fact)
        and effect.effect.what == "inducement-treasury"
    )


@dataclass(frozen=True, slots=True)
class BoughtPrayers:
    """How many of them a side has paid for."""

    count: int = 0


@question("prayers", prayed.sentence)
def prayers(book: Book, at: BoughtPrayers) -> Step:
    """A D16 for each; what came up already is thrown again."""
    if faults := list(negative_faults(count=at.count)):
        return refused(faults)
    if at.count > (most := book.catalogue.inducements[PRAYERS].max):
        params = {"what": PRAYERS, "count": at.count, "at_most": most}
        return refused([Reason("more-than-allowed", "count", params)])
    heard: list[str] = []
    lines = []
    for number in range(1, at.count + 1):
        die, row = yield from _unheard(book, f"prayers/{number}", heard)
        heard.append(row["key"])
        lines.append(Line("prayer", None, {"die": die, "result": row.name}))
    return allowed(*(e.Fact("prayer", key) for key in heard), because=lines)


def _unheard(book: Book, key: str, heard: Collection[str]) -> Asking:
    """The die and the row of a prayer that is none of those."""
    table = book.catalogue.tables["prayer"]
    row: CatalogueRow
    for time in count(1):
        die = yield from roll(key if time == 1 else f"{key}/{time}", table.dice)
        row = table.row(die)
        if row["key"] not in heard:
            break
    return die, row
