"""A draft in the making: what is for sale, and what a wish comes to before it is legal."""

from collections.abc import Iterator
from typing import Any

from rules.book import Book
from rules.catalogue import Race
from rules.editions.lrb4.draft import Draft, bill, draft_budget, drafted, shape_faults, squad
from rules.editions.lrb4.known import race_faults
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.rating import team_rating
from rules.editions.lrb4.team_sheet import STAFF
from rules.engine import effects as e
from rules.engine.circumstances import OfRace
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.knobs import _

# Nobody means more than this; a bill names everybody on it.
MOST_COUNTED = 100


@question("draft-offers", _("What a new team of a race can buy: prices, and how many of each."))
def draft_offers(book: Book, at: OfRace) -> Ruling:
    """Everything that a draft may hold, each under the field of the draft that counts it."""
    if faults := list(race_faults(book, at.race)):
        return refused(faults)
    race = book.race(at.race)
    return allowed(because=[*_players(race), *_support(book, race), *_withheld(race)])


@question("draft-bill", _("What a draft comes to so far and how the team is rated, legal or not."))
def draft_bill(book: Book, wish: Draft) -> Ruling:
    """Prices, what is left of the budget, and everybody by the id that the draft will give."""
    reasons = list(shape_faults(book, wish))
    if not reasons and (count := sum(wish.players.values())) > MOST_COUNTED:
        params = {"count": count, "at_most": book.house["draft.players-at-most"]}
        reasons.append(Reason("too-many-players", "players", params))
    if reasons:
        return refused(reasons)
    race = book.race(wish.race)
    lines = [Line("budget", draft_budget(book, wish)), *bill(book, race, wish)]
    return allowed(
        *map(e.Joined, squad(race, wish)),
        e.Fact("left", total(lines)),
        e.Fact("team-rating", team_rating(book, drafted(book, race, wish))),
        because=lines,
    )


def _offer(subject: str, each: int, **about: Any) -> Line:
    what = subject.partition(".")[2] or subject
    return Line("offer", None, {"subject": subject, "what": what, "each": each, **about})


def _players(race: Race) -> Iterator[Line]:
    for key, position in race.positions.items():
        limits = [
            {"limit": each.name, "positions": [*each.positions], "at_most": each.max}
            for each in race.limits_of(key)
        ]
        shared = {"together": limits} if limits else {}
        yield _offer(f"players.{key}", position.cost, at_most=race.most_of(key), **shared)


def _support(book: Book, race: Race) -> Iterator[Line]:
    """Re-rolls, fan factor, and staff that the race has a use for."""
    later = race.reroll_cost * book.figure("draft", "reroll-multiplier")
    yield _offer("rerolls", race.reroll_cost, later=later)
    yield _offer(
        "fan_factor",
        book.figure("draft", "fan-factor-cost"),
        at_least=book.figure("draft", "fan-factor-min"),
        at_most=book.figure("draft", "fan-factor-max"),
    )
    for job in STAFF:
        each = book.figure("draft", f"{job}-cost")
        if job != "apothecary":
            yield _offer(f"staff.{job}", each)
        elif race.apothecary:
            yield _offer(f"staff.{job}", each, at_most=book.figure("draft", "apothecary-max"))


def _withheld(race: Race) -> Iterator[Line]:
    """What other drafts may hold and this one may not, and why not."""
    if not race.apothecary:
        params = {"subject": "staff.apothecary", "what": "apothecary"}
        why = {"rule": "no-apothecary-for-race", "about": {"race": race.key}}
        yield Line("withheld", None, params | why)
