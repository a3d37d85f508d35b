"""Expensive mistakes: what a full treasury loses before the next match."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.book import Book
from rules.catalogue import CatalogueRow
from rules.engine import effects as e
from rules.engine.asks import Asking, Step, roll
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.knobs import off


@dataclass(frozen=True, slots=True)
class Mistakes:
    treasury: int


def mistakes_made(book: Book, treasury: int, half: Callable[[int], int]) -> Step:
    """A D6 by the treasury's band. `half` is how a game rounds half of a treasury."""
    if not book.house["mistakes"]:
        return refused([off("mistakes")])
    if treasury < 0:
        return refused([Reason("negative", "treasury", integrity=True)])
    bands = book.catalogue.tables["expensive-mistakes"]
    if treasury < bands.rows[0].low:
        return allowed(because=[Line("treasury-too-small", 0, {"treasury": treasury})])
    die = yield from roll("expensive-mistakes", bands.dice or "D6")
    band = bands.row(treasury)
    incident = book.catalogue.tables["expensive-incidents"].named[band[f"d6_{die}"]]
    lost = yield from _lost(incident, treasury, half)
    because = [
        Line("band", None, {"band": band.name, "treasury": treasury}),
        Line("die", None, {"die": die, "incident": incident["key"]}),
        Line("lost", -lost),
    ]
    return allowed(*([e.Gold(-lost, "expensive-mistakes")] if lost else []), because=because)


def _lost(incident: CatalogueRow, treasury: int, half: Callable[[int], int]) -> Asking:
    """What an incident takes out of a treasury, with the dice it needs."""
    rolled = 0
    if incident["dice"]:
        faces = yield from roll(f"expensive-mistakes/{incident['key']}", incident["dice"])
        rolled = (faces if isinstance(faces, int) else sum(faces)) * incident["per_point"]
    match incident["effect"]:
        case "lose":
            return min(treasury, rolled)
        case "lose-half":
            return min(treasury, half(treasury))
        case "keep":
            return treasury - min(treasury, rolled)
        case _:
            return 0
