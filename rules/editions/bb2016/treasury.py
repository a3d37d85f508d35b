"""What a team's gold is in danger of: expensive mistakes, and the upkeep of its star."""

from dataclasses import dataclass

from rules.book import Book
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step, confirm
from rules.engine.mistakes import Mistakes, mistakes_made
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.state import Team
from rules.knobs import _

STEP = 10_000


@question("expensive-mistakes", _("What a full treasury loses before the next match."))
def expensive_mistakes(book: Book, at: Mistakes) -> Step:
    """A D6 by the treasury's band, from 100,000 on (source 1395-1411)."""
    return (yield from mistakes_made(book, at.treasury, half_up))


def half_up(gold: int) -> int:
    """Half of some gold, up to the next 10,000 above."""
    return -(-gold // (2 * STEP)) * STEP


@dataclass(frozen=True, slots=True)
class Upkeep:
    team: Team


@question("upkeep", _("What it takes to keep a rostered star."))
def upkeep(book: Book, at: Upkeep) -> Step:
    """Paid at the end of hire and fire, or the star is free for others again (1369-1375)."""
    if at.team.star not in book.catalogue.stars:
        return refused([Reason("no-rostered-star", "team.star", integrity=True)])
    price = upkeep_price(book, at.team.star)
    because = [
        Line(
            "upkeep",
            -price,
            {"star": at.team.star, "cost": book.catalogue.stars[at.team.star].cost},
        )
    ]
    if price > at.team.treasury:
        return allowed(
            e.RosteredStar(""),
            because=[*because, Line("cannot-pay", None, {"treasury": at.team.treasury})],
        )
    if (yield from confirm("upkeep")):
        return allowed(e.Gold(-price, "upkeep"), because=because)
    return allowed(e.RosteredStar(""), because=[*because, Line("not-paid")])


def upkeep_price(book: Book, star: str) -> int:
    price: int = book.catalogue.tables["upkeep"].row(book.catalogue.stars[star].cost)["upkeep"]
    return price
