"""Wares for a match: what a side may buy before it, what that costs, and what it has then."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.book import Book
from rules.catalogue import Position, Race
from rules.engine import effects as e
from rules.engine.asks import Choose, Offer
from rules.engine.circumstances import Purse
from rules.engine.faults import negative_faults
from rules.engine.match import SIDES, Side
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.squads import exceeded, together_fault
from rules.engine.state import Team

STARS, STAFF, MERCENARIES = "star-player", "famous-coaching-staff", "mercenary"
STAR = "star/"  # begins the key of a star's offer

Basket = Mapping[str, int]
SkillsOf = Callable[[Book, Position], list[str]]


@dataclass(frozen=True, slots=True)
class Ware:
    """Something for sale: its offer, the group whose limit it shares, the places it takes."""

    offer: Offer
    group: str
    what: str
    places: int = 0


Wares = Mapping[str, Ware]


class Purses(Protocol):
    """What both sides have to spend."""

    def of(self, side: Side) -> Purse: ...


def purse_faults(at: Purses) -> Iterator[Reason]:
    for side in SIDES:
        purse = at.of(side)
        yield from negative_faults(
            **{f"{side}.value": purse.value, f"{side}.treasury": purse.treasury}
        )


# --- prices


def price_of(wares: Wares, basket: Basket) -> int:
    return sum(wares[key].offer.price * count for key, count in basket.items())


def price_lines(wares: Wares, basket: Basket) -> list[Line]:
    """Every price as gold going out."""
    return [
        Line(
            wares[key].group,
            -count * wares[key].offer.price,
            {"what": wares[key].what, "count": count, "each": wares[key].offer.price},
        )
        for key, count in basket.items()
    ]


def given_lines(price: int, given: int) -> Iterator[Line]:
    """What a side was given towards the price; the rest of it is lost."""
    if part := min(price, given):
        yield Line("given", part, {"of": given, "lost": given - part})


def gold_faults(price: int, given: int, treasury: int) -> Iterator[Reason]:
    if (short := price - given - treasury) > 0:
        params = {"price": price, "given": given, "treasury": treasury, "short": short}
        yield Reason("cannot-afford", "treasury", params, integrity=True)


# --- limits


def position_room(race: Race, team: Team, position: str) -> int:
    """How many more of a position may take the field."""
    return race.room_for(position, Counter(player.position for player in team.available))


def group_faults(
    wares: Wares, basket: Basket, limit: Callable[[str], int], *, boundless: Collection[str] = ()
) -> Iterator[Reason]:
    """More of a group than its limit."""
    groups: Counter[str] = Counter()
    for key, count in basket.items():
        groups[wares[key].group] += count
    for group, count in groups.items():
        if group not in boundless and count > (most := limit(group)):
            params = {"what": group, "count": count, "at_most": most}
            yield Reason("more-than-allowed", group, params)


def mercenary_faults(race: Race, team: Team, wares: Wares, basket: Basket) -> Iterator[Reason]:
    """More of a position than may take the field, alone or together with others."""
    positions: Counter[str] = Counter()
    for key, count in basket.items():
        if wares[key].group == MERCENARIES:
            positions[wares[key].what] += count
    for key, count in positions.items():
        if count > (most := position_room(race, team, key)):
            params = {"position": key, "count": count, "at_most": most}
            yield Reason("too-many-of-position", f"mercenary/{key}", params)
    fielded = Counter(player.position for player in team.available) + positions
    for shared, _last in exceeded(race, fielded):
        hired = [key for key in shared.positions if positions[key]]
        if len(hired) > 1:
            yield together_fault(shared, fielded, f"mercenary/{hired[-1]}")


def place_faults(wares: Wares, basket: Basket, room: int) -> Iterator[Reason]:
    places = sum(wares[key].places * count for key, count in basket.items())
    if places > room:
        yield Reason("too-many-players", "players", {"count": places, "at_most": room})


# --- mercenaries


def mercenaries(book: Book, team: Team, room: int, skills_of: SkillsOf) -> Iterator[Ware]:
    """Each position, and the same with a skill more where there is one to have."""
    surcharge, skill = (book.figure("mercenaries", key) for key in ("surcharge", "skill"))
    race = book.race(team.race)
    for key, position in race.positions.items():
        if not (most := min(room, position_room(race, team, key))):
            continue
        price = position.cost + surcharge
        yield Ware(Offer(f"mercenary/{key}", price, most), MERCENARIES, key, 1)
        if skills_of(book, position):
            offer = Offer(f"mercenary/{key}/with-skill", price + skill, most)
            yield Ware(offer, MERCENARIES, key, 1)


def new_skills(book: Book, position: Position) -> list[str]:
    """Of the position's own columns what it has not, and may have beside what it has."""
    known = {*position.skills}
    return [
        skill.key
        for skill in book.catalogue.skills_in(position.normal)
        if skill.key not in known
        and not known.intersection(skill.never_with)
        and not skill.lacks(known)
    ]


def skill_asks(book: Book, race: Race, basket: Basket, skills_of: SkillsOf) -> Iterator[Choose]:
    """Which skill each mercenary has who was hired with one."""
    for key, position in race.positions.items():
        for number in range(1, basket.get(f"mercenary/{key}/with-skill", 0) + 1):
            options = tuple(skills_of(book, position))
            yield Choose(f"inducements/mercenary/{key}/{number}", options=options)


# --- what a side has then


def present(key: str, ware: Ware, count: int, skills: Mapping[str, str]) -> Iterator[e.Fact]:
    """What there is for this match; stars and famous helpers are named one by one."""
    if ware.group == STARS:
        yield e.Fact("hired-star", ware.what)
    elif ware.group == STAFF:
        yield e.Fact("hired-staff", ware.what)
    elif ware.group == MERCENARIES:
        for number in range(1, count + 1):
            skill = ""
            if key.endswith("/with-skill"):
                skill = skills[f"inducements/mercenary/{ware.what}/{number}"]
            yield e.Fact("mercenary", {"position": ware.what, "skill": skill})
    else:
        yield e.Fact("inducement", {"key": ware.what, "count": count})


@dataclass(frozen=True, slots=True)
class DoubleHire:
    """The stars and famous helpers that each side has hired."""

    home: tuple[str, ...] = ()
    away: tuple[str, ...] = ()


def hired_by_both(at: DoubleHire, known: Collection[str]) -> Ruling:
    """Both have paid, neither may use them."""
    if faults := [
        Reason("nobody-of-that-name", side, {"names": strangers}, integrity=True)
        for side, hired in {"home": at.home, "away": at.away}.items()
        if (strangers := [each for each in hired if each not in known])
    ]:
        return refused(faults)
    both = sorted(set(at.home) & set(at.away))
    return allowed(
        *(e.To(side, e.Fact("does-not-play", each)) for each in both for side in SIDES),
        because=[Line("hired-by-both", None, {"who": each}) for each in both],
    )
