"""Hire and fire: one basket of purchases and dismissals, checked as a whole."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.book import Book
from rules.catalogue import Race, Star
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.growth import star_faults, star_places
from rules.editions.bb2016.market import Buying
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.value import STAFF
from rules.editions.bb2016.withheld import not_free
from rules.engine import effects as e
from rules.engine.asks import Offer, Step, shop
from rules.engine.choosing import rules_of
from rules.engine.circumstances import HireAndFire
from rules.engine.drafting import apothecary_faults
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
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.squads import position_faults
from rules.engine.state import Team
from rules.knobs import _, off


@question("hire-and-fire", _("Whether a team may buy and drop all this, and what it costs."))
def hire_and_fire(book: Book, at: HireAndFire) -> Step:
    """Players, staff, re-rolls, journeymen, raised dead and a star in one basket (1358-1366)."""
    if faults := list(_shape_faults(book, at)):
        return refused(faults)
    race = book.race(at.team.race)
    on_offer = list(offers(book, race, at))
    basket = yield from shop(
        "hire-and-fire",
        on_offer,
        purse=at.team.treasury,
        withheld=dict(withheld(book, race, at, on_offer)),
        limits=lambda basket: _broken(book, race, at, basket),
    )
    lines = bill(on_offer, basket)
    done = allowed(*_effects(race, at, basket, lines), because=lines)
    if reasons := _broken(book, race, at, basket):
        return refused(reasons, otherwise=done)
    return done


def _broken(book: Book, race: Race, at: HireAndFire, basket: Basket) -> list[Reason]:
    after = Counted.of(book, race, at, basket)
    lines = bill(offers(book, race, at), basket)
    return [*after.faults(book, race), *gold_faults(at.team, lines)]


def _shape_faults(book: Book, at: HireAndFire) -> Iterator[Reason]:
    yield from team_faults(book, at.team)
    yield from star_faults(book, at.team)
    for star in at.stars:
        yield from _signing_faults(book, at.team, star)
    yield from free_faults(book, at)


def stars_who_would_sign(
    book: Book, team: Team, rostered_elsewhere: tuple[str, ...]
) -> tuple[str, ...]:
    """Stars who may be rostered: they play for the race, and nobody else has them (1595-1598)."""
    if not book.house["stars.rostered"] or team.star:
        return ()
    return tuple(
        key
        for key in book.catalogue.stars
        if key not in rostered_elsewhere and not [*_signing_faults(book, team, key)]
    )


def _signing_faults(book: Book, team: Team, key: str) -> Iterator[Reason]:
    """Why a star would not sign here, whatever they cost."""
    about = {"star": key, "race": team.race}
    star = book.catalogue.stars.get(key)
    if star is None:
        yield Reason("no-such-star", "stars", {"star": key}, integrity=True)
        return
    if key == team.star:
        yield Reason("under-contract-already", "stars", {"star": key}, integrity=True)
    if not star.for_hire:
        yield Reason("star-not-for-hire", "stars", {"star": key})
    elif not star.is_for(book.race(team.race), rules_of(book, team)):
        yield Reason("star-plays-for-others", "stars", about)
    if key in book.house["stars.barred"]:
        yield Reason("star-barred", "stars", {"star": key})


def offers(book: Book, race: Race, at: HireAndFire) -> Iterator[Offer]:
    """Everything this team could put into its basket, with today's price. Whoever lets somebody go
    in the same basket has more room than the team as it stands."""
    most = book.house["draft.players-at-most"]
    stands = Counted.of(book, race, at, {})
    room = max(0, most - stands.players)
    for key, position in race.positions.items():
        left = race.room_for(key, stands.positions)
        yield Offer(f"hire/{key}", position.cost, min(left, room), ceiling=race.most_of(key))
    for player in at.team.players.values():
        if player.journeyman:
            yield Offer(f"sign/{player.id}", player.cost, 1)
        else:
            yield Offer(f"fire/{player.id}", 0, 1)
    for number, _position in enumerate(at.free, start=1):
        yield Offer(f"free/{number}", 0, 1)
    yield from reroll_offers(book, race, at.team)
    for what in STAFF:
        left = _staff_left(book, race, at.team, what)
        yield Offer(f"staff/{what}", book.figure("draft", f"{what}-cost"), left, ceiling=most)
        yield Offer(f"drop-staff/{what}", 0, at.team.staff.get(what, 0))
    for star in at.stars:
        yield Offer(f"star/{star}", book.catalogue.stars[star].cost, 1)


def _staff_left(book: Book, race: Race, team: Team, what: str) -> int:
    if what != "apothecary":
        most: int = book.house["draft.players-at-most"]
        return most
    allowed_ones = book.figure("draft", "apothecary-max") if race.apothecary else 0
    return max(0, allowed_ones - team.staff.get(what, 0))


def withheld(
    book: Book, race: Race, at: HireAndFire, on_offer: Sequence[Offer]
) -> Iterator[tuple[str, Reason]]:
    """Why the team as it stands has no room for an offer, and why a star does not sign."""
    for offer in on_offer:
        if offer.at_most < 1 and offer.ceiling:
            with_one = Counted.of(book, race, at, {offer.key: 1})
            yield from ((offer.key, fault) for fault in with_one.faults(book, race))
    for star in book.catalogue.stars.values():
        if star.key not in at.stars:
            yield f"star/{star.key}", _unsigned(book, at.team, star)


def _unsigned(book: Book, team: Team, star: Star) -> Reason:
    offer = f"star/{star.key}"
    if not book.house["stars.rostered"]:
        return off("stars.rostered", offer=offer)
    absent = Reason("not-in-the-match", "", {"offer": offer})
    return not_free(book, Buying(team), star) or absent


@dataclass(frozen=True, slots=True)
class Counted:
    """The roster as it would be with the basket emptied into it."""

    positions: Mapping[str, int]
    stars: int
    star_places: int
    rerolls: int
    staff: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, book: Book, race: Race, at: HireAndFire, basket: Basket) -> "Counted":
        signed = [book.catalogue.stars[key] for key in at.stars if basket.get(f"star/{key}")]
        return cls(
            positions=squad_after(race, at, basket),
            stars=bool(at.team.star) + len(signed),
            star_places=star_places(book, at.team) + sum(len(star.members) for star in signed),
            rerolls=at.team.rerolls + rerolls_change(basket),
            staff={what: at.team.staff.get(what, 0) + staff_change(basket, what) for what in STAFF},
        )

    @property
    def players(self) -> int:
        return sum(self.positions.values()) + self.star_places

    def faults(self, book: Book, race: Race) -> Iterator[Reason]:
        yield from position_faults(race, self.positions, "hire/{}".format)
        places = book.house["draft.players-at-most"]
        if self.players > places:
            yield Reason("too-many-players", "players", {"count": self.players, "at_most": places})
        if self.stars and not book.house["stars.rostered"]:
            yield off("stars.rostered")
        elif self.stars and self.stars > (most := book.figure("rostered-stars", "rostered-max")):
            yield Reason("too-many-rostered-stars", "star", {"at_most": most})
        if self.rerolls > race.reroll_max:
            params = {"count": self.rerolls, "at_most": race.reroll_max}
            yield Reason("too-many-rerolls", "reroll", params)
        apothecaries = self.staff.get("apothecary", 0)
        yield from apothecary_faults(book, race, apothecaries, "staff/apothecary")


def _effects(race: Race, at: HireAndFire, basket: Basket, lines: list[Line]) -> Iterator[e.Effect]:
    yield from bought(race, at, basket, lines, STAFF)
    for star in at.stars:
        if basket.get(f"star/{star}"):
            yield e.RosteredStar(star)
