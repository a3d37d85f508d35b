"""Hire and fire: one basket of purchases, dismissals and retirements, checked as a whole."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.book import Book
from rules.catalogue import Race
from rules.editions.bb2020.draft import support_faults
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.team_sheet import STAFF
from rules.engine.asks import Offer, Step, shop
from rules.engine.circumstances import HireAndFire
from rules.engine.drafting import size_faults
from rules.engine.faults import team_faults
from rules.engine.hiring import (
    Basket,
    bill,
    bought,
    free_faults,
    gold_faults,
    reroll_offers,
    rerolls_change,
    squad_after,
    staff_change,
)
from rules.engine.rulings import Reason, allowed, refused
from rules.engine.squads import position_faults
from rules.knobs import _


@question("hire-and-fire", _("Whether a team may buy and drop all this, and what it costs."))
def hire_and_fire(book: Book, at: HireAndFire) -> Step:
    """Players, staff, re-rolls, journeymen, raised dead and retirements in one basket."""
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
    lines = bill(on_offer, basket)
    done = allowed(*bought(race, at, basket, lines, STAFF), because=lines)
    if reasons := _broken(book, race, at, basket):
        return refused(reasons, otherwise=done)
    return done


def _broken(book: Book, race: Race, at: HireAndFire, basket: Basket) -> list[Reason]:
    lines = bill(offers(book, race, at), basket)
    return [*After.of(race, at, basket).faults(book, race), *gold_faults(at.team, lines)]


def _shape_faults(book: Book, at: HireAndFire) -> Iterator[Reason]:
    yield from team_faults(book, at.team)
    yield from free_faults(book, at)
    for star in at.stars:
        yield Reason("not-in-this-edition", "stars", {"star": star}, integrity=True)
    for id_ in at.may_retire:
        if id_ not in at.team.players:
            yield Reason("no-such-player", "may_retire", {"player": id_}, integrity=True)


def offers(book: Book, race: Race, at: HireAndFire) -> Iterator[Offer]:
    """Everything this team could put into its basket, with today's price. Whoever lets somebody go
    in the same basket has more room than the team as it stands."""
    stands = After.of(race, at, {})
    room = max(0, book.house["draft.players-at-most"] - stands.players)
    for key, position in race.positions.items():
        left = race.room_for(key, stands.positions)
        yield Offer(f"hire/{key}", position.cost, min(left, room), ceiling=race.most_of(key))
    for player in at.team.players.values():
        if player.journeyman:
            yield Offer(f"sign/{player.id}", player.cost, 1)
        else:
            yield Offer(f"fire/{player.id}", 0, 1)
        if player.id in at.may_retire and not player.retired:
            yield Offer(f"retire/{player.id}", 0, 1)
    for number, _position in enumerate(at.free, start=1):
        yield Offer(f"free/{number}", 0, 1)
    yield from reroll_offers(book, race, at.team)
    for what in STAFF:
        has = at.team.staff.get(what, 0)
        most = book.figure("draft", f"{what}-max")
        if what == "apothecary" and not race.apothecary:
            most = 0
        each = book.figure("draft", f"{what}-cost")
        yield Offer(f"staff/{what}", each, max(0, most - has), ceiling=most)
        yield Offer(f"drop-staff/{what}", 0, has)


def _withheld(
    book: Book, race: Race, at: HireAndFire, on_offer: Sequence[Offer]
) -> Iterator[tuple[str, Reason]]:
    """Why the team as it stands has no room for an offer, and why somebody does not retire."""
    for offer in on_offer:
        if offer.at_most < 1 and offer.ceiling:
            with_one = After.of(race, at, {offer.key: 1})
            yield from ((offer.key, fault) for fault in with_one.faults(book, race))
    for player in at.team.contracted:
        if player.id not in at.may_retire and player.lowered and not player.retired:
            params = {"player": player.id}
            yield f"retire/{player.id}", Reason("retires-after-the-injury", "", params)


@dataclass(frozen=True, slots=True)
class After:
    """The roster as it would be with the basket emptied into it; who is retired keeps a place."""

    positions: Mapping[str, int]
    rerolls: int
    staff: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, race: Race, at: HireAndFire, basket: Basket) -> "After":
        return cls(
            positions=squad_after(race, at, basket),
            rerolls=at.team.rerolls + rerolls_change(basket),
            staff={what: at.team.staff.get(what, 0) + staff_change(basket, what) for what in STAFF},
        )

    @property
    def players(self) -> int:
        return sum(self.positions.values())

    def faults(self, book: Book, race: Race) -> Iterator[Reason]:
        yield from position_faults(race, self.positions, "hire/{}".format)
        yield from size_faults(book, self.players, is_new=False)
        yield from support_faults(book, race, self.rerolls, self.staff, "staff/")
