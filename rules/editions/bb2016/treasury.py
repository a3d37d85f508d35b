"""What a team's gold is in danger of: expensive mistakes, and the upkeep of its star."""

from dataclasses import dataclass

from rules.book import Book
from rules.catalogue import CatalogueRow
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Step, confirm, roll
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.state import Team
from rules.knobs import _, off

STEP = 10_000


@dataclass(frozen=True, slots=True)
class Mistakes:
    treasury: int


@question("expensive-mistakes", _("What a full treasury loses before the next match."))
def expensive_mistakes(book: Book, at: Mistakes) -> Step:
    """A D6 by the treasury's band, from 100,000 on (source 1395-1411)."""
    if not book.house["mistakes"]:
        return refused([off("mistakes")])
    if at.treasury < 0:
        return refused([Reason("negative", "treasury", integrity=True)])
    bands = book.catalogue.tables["expensive-mistakes"]
    if at.treasury < bands.rows[0].low:
        return allowed(because=[Line("treasury-too-small", 0, {"treasury": at.treasury})])
    die = yield from roll("expensive-mistakes", bands.dice or "D6")
    band = bands.row(at.treasury)
    incident = book.catalogue.tables["expensive-incidents"].named[band[f"d6_{die}"]]
    lost = yield from _lost(incident, at.treasury)
    because = [
        Line("band", None, {"band": band.name, "treasury": at.treasury}),
        Line("die", None, {"die": die, "incident": incident["key"]}),
        Line("lost", -lost),
    ]
    return allowed(*([e.Gold(-lost, "expensive-mistakes")] if lost else []), because=because)


def _lost(incident: CatalogueRow, treasury: int) -> Asking:
    """What an incident takes out of a treasury, with the dice it needs."""
    rolled = 0
    if incident["dice"]:
        faces = yield from roll(f"expensive-mistakes/{incident['key']}", incident["dice"])
        rolled = (faces if isinstance(faces, int) else sum(faces)) * incident["per_point"]
    match incident["effect"]:
        case "lose":
            return min(treasury, rolled)
        case "lose-half":
            return min(treasury, half_up(treasury))
        case "keep":
            return treasury - min(treasury, rolled)
        case _:
            return 0


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
