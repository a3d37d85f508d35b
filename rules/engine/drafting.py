"""Drafting a team for gold: what a wish comes to, and what cannot be, in any edition."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Protocol

from rules.book import Book
from rules.catalogue import Race
from rules.engine.rulings import Line, Reason
from rules.engine.state import Player

# Nobody means more than this; a bill names everybody on it.
MOST_COUNTED = 100


class Wish(Protocol):
    """What a coach wants to begin with, in any edition."""

    @property
    def race(self) -> str: ...
    @property
    def players(self) -> Mapping[str, int]: ...
    @property
    def rerolls(self) -> int: ...
    @property
    def fan_factor(self) -> int: ...
    @property
    def staff(self) -> Mapping[str, int]: ...
    @property
    def window(self) -> str: ...


def draft_budget(book: Book, seasons_finished: int) -> int:
    per_season: int = book.house["draft.treasury-per-season"]
    start: int = book.house["draft.treasury"]
    return start + seasons_finished * per_season


def bill(
    book: Book, race: Race, wish: Wish, *, fans: tuple[str, int], staff: Collection[str]
) -> list[Line]:
    """The price of each thing on the wish, as gold going out. `fans` are how the edition calls
    them, and what one costs."""
    lines = []
    for key, count in wish.players.items():
        each = race.positions[key].cost
        if count:
            params = {"position": key, "count": count, "each": each}
            lines.append(Line("hire", -count * each, params))
    code_of_fans, cost_of_fans = fans
    for code, count, each in [
        ("rerolls", wish.rerolls, race.reroll_cost),
        (code_of_fans, wish.fan_factor, cost_of_fans),
        *((job, wish.staff.get(job, 0), book.figure("draft", f"{job}-cost")) for job in staff),
    ]:
        if count:
            lines.append(Line(code, -count * each, {"count": count, "each": each}))
    return lines


def player_offers(race: Race) -> Iterator[Line]:
    """Each position with its price, and how many of it and of those that share a limit with it."""
    for key, position in race.positions.items():
        about: dict[str, Any] = {"each": position.cost, "at_most": race.most_of(key)}
        if limits := [
            {"limit": each.name, "positions": [*each.positions], "at_most": each.max}
            for each in race.limits_of(key)
        ]:
            about["together"] = limits
        yield offer(f"players.{key}", key, **about)


def offer(subject: str, what: str, **about: Any) -> Line:
    """Something for sale, under the field of the draft that counts it."""
    return Line("offer", None, {"subject": subject, "what": what, **about})


def squad(race: Race, wish: Wish) -> Iterator[Player]:
    """Everybody on the wish, numbered within its window."""
    positions = [key for key, count in wish.players.items() for _number in range(count)]
    for number, key in enumerate(positions, start=1):
        yield Player(f"{wish.window}/{number}", key, race.positions[key].cost, number)


# --- what can be wrong


def shape_faults(book: Book, wish: Wish, staff: Collection[str]) -> Iterator[Reason]:
    """What must hold before anything can be counted."""
    if wish.race not in book.catalogue.races:
        yield Reason("no-such-race", "race", {"race": wish.race}, integrity=True)
        return
    for key, count in wish.players.items():
        if key not in book.race(wish.race).positions:
            params = {"race": wish.race, "position": key}
            yield Reason("no-such-position", f"players.{key}", params, integrity=True)
        elif count < 0:
            yield Reason("negative", f"players.{key}", integrity=True)
    for what, count in {"rerolls": wish.rerolls, "fan_factor": wish.fan_factor}.items():
        if count < 0:
            yield Reason("negative", what, integrity=True)
    for what, count in wish.staff.items():
        if what not in staff:
            yield Reason("no-such-staff", f"staff.{what}", {"job": what}, integrity=True)
        elif count < 0:
            yield Reason("negative", f"staff.{what}", integrity=True)


def uncounted_faults(wish: Wish, at_most: int) -> Iterator[Reason]:
    """More players than a bill can name; it says that `at_most` so many are of use."""
    if (count := sum(wish.players.values())) > MOST_COUNTED:
        yield Reason("too-many-players", "players", {"count": count, "at_most": at_most})


def race_faults(book: Book, race: Race) -> Iterator[Reason]:
    """A list that the league does not play."""
    allowed_races = book.house["draft.races"]
    if allowed_races and race.key not in allowed_races:
        yield Reason("race-not-allowed", "race", {"race": race.key})


def size_faults(
    book: Book, count: int, *, is_new: bool = True, beside: int = 0
) -> Iterator[Reason]:
    """Too few to begin with, or more than a team ever has; `beside` are places that others take."""
    fewest, most = book.house["draft.players-at-least"], book.house["draft.players-at-most"]
    if is_new and count < fewest:
        yield Reason("too-few-players", "players", {"count": count, "at_least": fewest})
    if count + beside > most:
        yield Reason("too-many-players", "players", {"count": count + beside, "at_most": most})


def apothecary_faults(
    book: Book, race: Race, count: int, subject: str = "staff.apothecary"
) -> Iterator[Reason]:
    """One at most, and none for those whom none would treat."""
    if count and not race.apothecary:
        yield Reason("no-apothecary-for-race", subject, {"race": race.key})
    elif count > (most := book.figure("draft", "apothecary-max")):
        yield Reason("too-many-apothecaries", subject, {"count": count, "at_most": most})


def budget_faults(price: int, budget: int, *, integrity: bool = False) -> Iterator[Reason]:
    if (over := price - budget) > 0:
        params = {"price": price, "budget": budget, "over": over}
        yield Reason("over-budget", "treasury", params, integrity=integrity)
