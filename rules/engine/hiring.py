"""Hire and fire in games of contracts: what one basket of purchases and dismissals does."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.book import Book
from rules.catalogue import Race
from rules.engine import effects as e
from rules.engine.asks import Offer
from rules.engine.circumstances import HireAndFire
from rules.engine.rulings import Line, Reason, total
from rules.engine.state import Player, Team

Basket = Mapping[str, int]


def free_faults(book: Book, at: HireAndFire) -> Iterator[Reason]:
    """Raised dead of whom the list knows nothing."""
    if race := book.catalogue.races.get(at.team.race):
        for position in at.free:
            if position not in race.positions:
                params = {"position": position, "race": race.key}
                yield Reason("no-such-position", "free", params, integrity=True)


def reroll_offers(book: Book, race: Race, team: Team) -> Iterator[Offer]:
    price = race.reroll_cost * book.figure("draft", "reroll-multiplier")
    left = max(0, race.reroll_max - team.rerolls)
    yield Offer("reroll", price, left, ceiling=race.reroll_max)
    yield Offer("drop-reroll", 0, team.rerolls)


def bill(offers: Iterable[Offer], basket: Basket) -> list[Line]:
    """Gold going out for each thing in the basket."""
    prices = {offer.key: offer.price for offer in offers}
    return [
        Line(
            key.partition("/")[0],
            -count * prices[key],
            {"what": key.partition("/")[2], "count": count, "each": prices[key]},
        )
        for key, count in basket.items()
        if prices[key]
    ]


def gold_faults(team: Team, lines: Sequence[Line]) -> Iterator[Reason]:
    if (price := -total(lines)) > team.treasury:
        params = {"price": price, "treasury": team.treasury, "short": price - team.treasury}
        yield Reason("cannot-afford", "treasury", params, integrity=True)


# --- the roster with the basket emptied into it


def squad_after(race: Race, at: HireAndFire, basket: Basket) -> dict[str, int]:
    """How many of each position there will be."""
    squad = [
        player.position
        for player in at.team.players.values()
        if basket.get(f"sign/{player.id}" if player.journeyman else f"fire/{player.id}", 0)
        == int(player.journeyman)
    ]
    squad += [key for key in race.positions for _ in range(basket.get(f"hire/{key}", 0))]
    squad += [key for n, key in enumerate(at.free, start=1) if basket.get(f"free/{n}")]
    return {key: squad.count(key) for key in race.positions}


def rerolls_change(basket: Basket) -> int:
    return basket.get("reroll", 0) - basket.get("drop-reroll", 0)


def staff_change(basket: Basket, what: str) -> int:
    return basket.get(f"staff/{what}", 0) - basket.get(f"drop-staff/{what}", 0)


# --- what it does


def leaving(at: HireAndFire, basket: Basket) -> Iterator[e.Effect]:
    """Whoever is fired or retires, and every journeyman who is not signed."""
    for player in at.team.players.values():
        if player.journeyman and not basket.get(f"sign/{player.id}"):
            yield e.Left(player.id, "journeyman")
        elif basket.get(f"fire/{player.id}"):
            yield e.Left(player.id, "fired")
        elif basket.get(f"retire/{player.id}"):
            yield e.TemporarilyRetired(player.id)


def joining(race: Race, at: HireAndFire, basket: Basket) -> Iterator[e.Effect]:
    for player in at.team.players.values():
        if basket.get(f"sign/{player.id}"):
            yield e.Signed(player.id)
    for key, position in race.positions.items():
        for number in range(1, basket.get(f"hire/{key}", 0) + 1):
            yield e.Joined(Player(f"{at.window}/{key}/{number}", key, position.cost))
    for number, key in enumerate(at.free, start=1):
        if basket.get(f"free/{number}"):
            yield e.Joined(Player(f"{at.window}/raised/{number}", key, race.positions[key].cost))


def support(basket: Basket, staff: Iterable[str]) -> Iterator[e.Effect]:
    """Re-rolls and staff that come and go."""
    if by := rerolls_change(basket):
        yield e.Rerolls(by)
    for what in staff:
        if by := staff_change(basket, what):
            yield e.Staff(what, by)


def bought(
    race: Race, at: HireAndFire, basket: Basket, lines: Iterable[Line], staff: Iterable[str]
) -> Iterator[e.Effect]:
    """All that a basket does to a team: who goes, what is paid, who comes."""
    yield from leaving(at, basket)
    for line in lines:
        yield e.Gold(line.amount or 0, line.code)
    yield from joining(race, at, basket)
    yield from support(basket, staff)
