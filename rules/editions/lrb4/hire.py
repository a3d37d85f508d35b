"""Purchases: one basket of players, staff and re-rolls, and whoever retires, checked as a whole."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.book import Book
from rules.catalogue import Race
from rules.editions.lrb4.draft import size_faults, staff_faults
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.team_sheet import STAFF
from rules.engine import effects as e
from rules.engine.asks import Offer, Step, shop
from rules.engine.circumstances import HireAndFire
from rules.engine.rulings import Line, Reason, allowed, refused, total
from rules.engine.squads import position_faults
from rules.engine.state import Player
from rules.knobs import _

Basket = Mapping[str, int]
# Whoever retires stays with the team as one.
COACH = "assistant-coach"


@question("hire-and-fire", _("Whether a team may buy and drop all this, and what it costs."))
def hire_and_fire(book: Book, at: HireAndFire) -> Step:
    """Players, staff, re-rolls and raised dead in one basket (4573-4589, 5933)."""
    if faults := list(_shape_faults(book, at)):
        return refused(faults)
    race = book.race(at.team.race)
    on_offer = list(offers(book, race, at))
    basket = yield from shop(
        "hire-and-fire",
        on_offer,
        purse=at.team.treasury,
        withheld=dict(_withheld(book, race, at, on_offer)),
        limits=lambda basket: _broken(book, race, at, basket),
    )
    lines = list(bill(book, race, at, basket))
    bought = allowed(*_effects(race, at, basket, lines), because=lines)
    if reasons := _broken(book, race, at, basket):
        return refused(reasons, otherwise=bought)
    return bought


def offers(book: Book, race: Race, at: HireAndFire) -> Iterator[Offer]:
    """Everything this team could put into its basket, with today's price."""
    most = book.house["draft.players-at-most"]
    counts = Counter(player.position for player in at.team.contracted)
    room = max(0, most - counts.total())
    for key, position in race.positions.items():
        left = min(race.room_for(key, counts), room)
        yield Offer(f"hire/{key}", position.cost, left, ceiling=race.most_of(key))
    for player in at.team.contracted:
        yield Offer(f"fire/{player.id}", 0, 1)
    for number, key in enumerate(at.free, start=1):
        yield Offer(f"free/{number}", 0, min(race.room_for(key, counts), room, 1), ceiling=1)
    reroll = race.reroll_cost * book.figure("draft", "reroll-multiplier")
    yield Offer("reroll", reroll, most, ceiling=most)
    yield Offer("drop-reroll", 0, at.team.rerolls)
    for job in STAFF:
        hired = at.team.staff.get(job, 0)
        left = most
        if job == "apothecary":
            left = max(0, book.figure("draft", "apothecary-max") - hired) if race.apothecary else 0
        yield Offer(f"staff/{job}", book.figure("draft", f"{job}-cost"), left, ceiling=most)
        yield Offer(f"drop-staff/{job}", 0, hired)


def bill(book: Book, race: Race, at: HireAndFire, basket: Basket) -> Iterator[Line]:
    """Gold going out for each thing in the basket, and the coaches that come of it for nothing."""
    prices = {offer.key: offer.price for offer in offers(book, race, at)}
    for key, count in basket.items():
        code, _slash, what = key.partition("/")
        if prices[key]:
            params = {"what": what, "count": count, "each": prices[key]}
            yield Line(code, -count * prices[key], params)
    if retired := len(_retired(at, basket)):
        yield Line("retired-coaches", None, {"count": retired})


def _shape_faults(book: Book, at: HireAndFire) -> Iterator[Reason]:
    yield from team_faults(book, at.team)
    if race := book.catalogue.races.get(at.team.race):
        for position in at.free:
            if position not in race.positions:
                params = {"position": position, "race": race.key}
                yield Reason("no-such-position", "free", params, integrity=True)
    for star in at.stars:
        yield Reason("not-in-this-edition", "stars", {"star": star}, integrity=True)


def _withheld(
    book: Book, race: Race, at: HireAndFire, on_offer: list[Offer]
) -> Iterator[tuple[str, Reason]]:
    """Why the team as it stands has no room for an offer."""
    for offer in on_offer:
        if offer.at_most < 1 and offer.ceiling:
            faults = _roster_faults(book, race, at, {offer.key: 1})
            yield from ((offer.key, fault) for fault in faults)


def _broken(book: Book, race: Race, at: HireAndFire, basket: Basket) -> list[Reason]:
    reasons = list(_roster_faults(book, race, at, basket))
    price, treasury = -total(list(bill(book, race, at, basket))), at.team.treasury
    if price > treasury:
        params = {"price": price, "treasury": treasury, "short": price - treasury}
        reasons.append(Reason("cannot-afford", "treasury", params, integrity=True))
    return reasons


def _roster_faults(book: Book, race: Race, at: HireAndFire, basket: Basket) -> Iterator[Reason]:
    """What is wrong with the roster as it would be with the basket emptied into it."""
    retired = _retired(at, basket)
    counts = Counter(each.position for each in at.team.contracted if each.id not in retired)
    counts.update(key for key, _id in _joining(race, at, basket))
    yield from position_faults(race, counts, "hire/{}".format)
    yield from size_faults(book, counts.total(), is_new=False)
    staff = {job: at.team.staff.get(job, 0) + by for job, by in _staff(at, basket).items()}
    for fault in staff_faults(book, race, staff):
        yield Reason(fault.code, "staff/apothecary", fault.params)


def _retired(at: HireAndFire, basket: Basket) -> list[str]:
    return [player.id for player in at.team.contracted if basket.get(f"fire/{player.id}")]


def _joining(race: Race, at: HireAndFire, basket: Basket) -> Iterator[tuple[str, str]]:
    """The position of everybody who joins, and their id for life."""
    for key in race.positions:
        for number in range(1, basket.get(f"hire/{key}", 0) + 1):
            yield key, f"{at.window}/{key}/{number}"
    for number, key in enumerate(at.free, start=1):
        if basket.get(f"free/{number}"):
            yield key, f"{at.window}/raised/{number}"


def _staff(at: HireAndFire, basket: Basket) -> dict[str, int]:
    """How many more of each; everybody who retires is another assistant coach (4586)."""
    changes = {
        job: basket.get(f"staff/{job}", 0) - basket.get(f"drop-staff/{job}", 0) for job in STAFF
    }
    return changes | {COACH: changes[COACH] + len(_retired(at, basket))}


def _effects(race: Race, at: HireAndFire, basket: Basket, lines: list[Line]) -> Iterator[e.Effect]:
    for id_ in _retired(at, basket):
        yield e.Left(id_, "retired")
    for line in lines:
        if line.amount:
            yield e.Gold(line.amount, line.code)
    for key, id_ in _joining(race, at, basket):
        yield e.Joined(Player(id_, key, race.positions[key].cost))
    if by := basket.get("reroll", 0) - basket.get("drop-reroll", 0):
        yield e.Rerolls(by)
    for job, by in _staff(at, basket).items():
        if by:
            yield e.Staff(job, by)
