"""The handicap: how often a side rolls, and what comes up."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal

from rules.book import Book
from rules.catalogue import CatalogueItem
from rules.editions.lrb4.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Step, choose, roll
from rules.engine.faults import negative_faults, one_of_faults
from rules.engine.match import SIDES, Side
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.knobs import _

# Whoever holds it rolls once more in every match (4949-4963).
CHAOS_CUP = "chaos-cup"


def results(book: Book) -> dict[str, CatalogueItem]:
    """Everything on the handicap table, by its key."""
    (table,) = book.catalogue.shelves["handicap_table"]
    return {row.key: row for row in table.entries}


@dataclass(frozen=True, slots=True)
class Ratings:
    """Team Ratings with which both came to the match, and who holds the Chaos Cup."""

    home: int
    away: int
    chaos_cup: Literal["", "home", "away"] = ""


@question("handicap", _("How many handicap rolls each side has, by the difference of ratings."))
def handicap(book: Book, at: Ratings) -> Ruling:
    """The lower rating rolls (4312-4358). A side's lines add up to its rolls."""
    if faults := [
        *negative_faults(home=at.home, away=at.away),
        *one_of_faults("chaos_cup", at.chaos_cup, ("", *SIDES)),
    ]:
        return refused(faults)
    lower: Side = "away" if at.home > at.away else "home"
    apart = abs(at.home - at.away)
    row = book.catalogue.tables["handicap-rolls"].row(apart)
    lines = [Line("rated-apart", None, {"home": at.home, "away": at.away, "apart": apart})]
    if row["rolls"]:
        lines.append(Line("handicap-rolls", row["rolls"], {"side": lower, "apart": apart}))
    if at.chaos_cup:
        lines.append(Line("chaos-cup", 1, {"side": at.chaos_cup}))
    effects = [
        e.To(side, e.Fact("handicap-rolls", rolls))
        for side in SIDES
        if (rolls := total([line for line in lines if line.params.get("side") == side]))
    ]
    if row["picks"]:
        effects.append(e.To(lower, e.Fact("handicap-picks", row["picks"])))
    return allowed(*effects, because=lines)


@dataclass(frozen=True, slots=True)
class HandicapRoll:
    """One roll of a side: the how-manieth, and what came up in this match already, for either."""

    side: Side
    nth: int = 1
    taken: tuple[str, ...] = ()
    picked: bool = False


@question("handicap-roll", _("What a side gets by a roll on the handicap table, or by its choice."))
def handicap_roll(book: Book, at: HandicapRoll) -> Step:
    """D66, again for what came up already; one of choice comes after all others (4320-4336)."""
    known = results(book)
    strangers = [key for key in at.taken if key not in known]
    if faults := [
        *one_of_faults("side", at.side, SIDES),
        *(Reason("unknown", "taken", {"name": key}, integrity=True) for key in strangers),
        *_too_many(at.taken, known),
    ]:
        return refused(faults)
    key = f"handicap/{at.side}/{at.nth}"
    if at.picked:
        left = [each for each in known if each not in at.taken]
        found = yield from choose(f"{key}/picked", *left)
        line = Line("handicap-picked", None, {"result": found})
        return allowed(e.Fact("handicap", found), because=[line])
    lines, found = yield from _rolled(book, key, at.taken)
    return allowed(e.Fact("handicap", found), because=lines)


def _too_many(taken: Sequence[str], known: dict[str, CatalogueItem]) -> list[Reason]:
    if len({*taken} & {*known}) < len(known):
        return []
    return [Reason("nothing-left-on-the-table", "taken", integrity=True)]


def _rolled(book: Book, key: str, taken: Sequence[str]) -> Asking:
    (table,) = book.catalogue.shelves["handicap_table"]
    lines = []
    for attempt in count(1):
        rolled = yield from roll(f"{key}/{attempt}", table.holds["dice"])
        row = next(row for row in table.entries if row.holds["from"] <= rolled <= row.holds["to"])
        again = row.key in taken
        lines.append(
            Line("handicap-roll", None, {"rolled": rolled, "result": row.key, "again": again})
        )
        if not again:
            return lines, row.key
    raise AssertionError("dice that never end")
