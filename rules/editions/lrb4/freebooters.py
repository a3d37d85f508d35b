"""Hired for one match: freebooters at half price, a wizard or whoever stands for one, and stars."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.book import Book
from rules.catalogue import Race
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.engine import effects as e
from rules.engine.asks import Offer, Step, shop
from rules.engine.match import SIDES
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.squads import exceeded, together_fault
from rules.engine.state import Team
from rules.knobs import _, off

STAR, FREEBOOTER = "star/", "freebooter/"
WIZARD = "wizard"
# Whoever stands for a wizard and can be hired instead: one in all (2414, 2518).
WIZARDS = (WIZARD, "runesmith")
# What the winners of the Dungeonbowl hold: a wizard for less, whatever their list (4914-4921).
CONTRACT = "wizard-contract"

Basket = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Hiring:
    """A side before its match. `elsewhere` are stars who are not free: hurt, where that lasts."""

    team: Team
    elsewhere: tuple[str, ...] = ()


@question("freebooters", _("Whom a side may hire for the match, and what that costs."))
def freebooters(book: Book, at: Hiring) -> Step:
    """One basket from the treasury, checked as a whole (1498-1511, 2405-2562, 4238-4287)."""
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    race = book.race(at.team.race)
    offers = list(market(book, race, at))
    basket = yield from shop(
        "inducements",
        offers,
        purse=at.team.treasury,
        withheld=dict(_withheld(book, race, at, {offer.key for offer in offers})),
        limits=lambda basket: _broken(book, race, at, basket),
    )
    prices = {offer.key: offer.price for offer in offers}
    lines = [
        Line("ware", -count * prices[key], {"offer": key, "count": count, "each": prices[key]})
        for key, count in basket.items()
    ]
    hired = allowed(
        *([e.Gold(total(lines), "freebooters")] if total(lines) else []),
        *_present(basket),
        because=lines,
    )
    if reasons := _broken(book, race, at, basket):
        return refused(reasons, otherwise=hired)
    return hired


def market(book: Book, race: Race, at: Hiring) -> Iterator[Offer]:
    """Everything this side may hire. Whoever misses the match still takes a place (rulings)."""
    room = places_left(book, at.team)
    counts = Counter(player.position for player in at.team.players.values())
    share = book.figure("freebooters", "share")
    for key, position in race.positions.items():
        if most := min(room, race.room_for(key, counts)):
            yield Offer(f"{FREEBOOTER}{key}", position.cost // share, most)
    for star in book.catalogue.stars.values():
        if room and star.is_for(race, ()) and not _star_away(book, at, star.key):
            yield Offer(f"{STAR}{star.key}", star.price_for(race), 1)
    if at.team.marks.get(CONTRACT):
        yield Offer(WIZARD, book.figure("freebooters", CONTRACT), 1)
    for each in book.catalogue.inducements.values():
        is_cheaper = each.key == WIZARD and at.team.marks.get(CONTRACT)
        if each.is_for(race, ()) and not is_cheaper:
            yield Offer(each.key, each.price_for(race, ()), each.most_for(race, ()))


def places_left(book: Book, team: Team) -> int:
    most: int = book.house["draft.players-at-most"]
    return max(0, most - len(team.players))


def _star_away(book: Book, at: Hiring, star: str) -> Reason | None:
    offer = f"{STAR}{star}"
    if star in at.elsewhere:
        return Reason("plays-elsewhere", "", {"offer": offer})
    if star in book.house.get("stars.barred", ()):
        return off("stars.barred", offer=offer)
    return None


def _withheld(
    book: Book, race: Race, at: Hiring, offered: set[str]
) -> Iterator[tuple[str, Reason]]:
    """What others may hire and this side may not, each with why not."""
    for star in book.catalogue.stars.values():
        key = f"{STAR}{star.key}"
        if key in offered:
            continue
        if not star.is_for(race, ()):
            yield key, Reason("not-for-race", "", {"offer": key, "race": race.key})
        else:
            yield key, _star_away(book, at, star.key) or _no_room(book, key)
    for each in book.catalogue.inducements:
        if each not in offered:
            yield each, Reason("not-for-race", "", {"offer": each, "race": race.key})
    counts = Counter(player.position for player in at.team.players.values())
    for position in race.positions:
        key = f"{FREEBOOTER}{position}"
        if key not in offered and not places_left(book, at.team):
            yield key, _no_room(book, key)
        elif key not in offered:
            params = {"position": position, "count": counts[position]}
            at_most = race.positions[position].max
            yield key, Reason("position-full", "", {**params, "offer": key, "at_most": at_most})


def _no_room(book: Book, offer: str) -> Reason:
    most = book.house["draft.players-at-most"]
    return Reason("no-room", "", {"offer": offer, "places": 1, "left": 0, "at_most": most})


def _broken(book: Book, race: Race, at: Hiring, basket: Basket) -> list[Reason]:
    """Places, limits over several positions, one wizard of whatever kind, and gold."""
    prices = {offer.key: offer.price for offer in market(book, race, at)}
    hired = Counter(
        {
            key.removeprefix(FREEBOOTER): count
            for key, count in basket.items()
            if key.startswith(FREEBOOTER)
        }
    )
    counts = Counter(player.position for player in at.team.players.values()) + hired
    reasons = []
    for limit, last in exceeded(race, counts):
        if any(hired[position] for position in limit.positions):
            reasons.append(together_fault(limit, counts, f"{FREEBOOTER}{last}"))
    places = hired.total() + sum(key.startswith(STAR) for key in basket)
    if places > (left := places_left(book, at.team)):
        params = {"count": places, "at_most": left}
        reasons.append(Reason("too-many-players", "players", params))
    if (casting := sum(basket.get(key, 0) for key in WIZARDS)) > 1:
        about = {"what": WIZARD, "count": casting, "at_most": 1}
        reasons.append(Reason("more-than-allowed", WIZARD, about))
    price = sum(count * prices[key] for key, count in basket.items())
    if (short := price - at.team.treasury) > 0:
        gold = {"price": price, "treasury": at.team.treasury, "short": short}
        reasons.append(Reason("cannot-afford", "treasury", gold, integrity=True))
    return reasons


def _present(basket: Basket) -> Iterator[e.Fact]:
    """Whom the side has for this match, stars and freebooters one by one."""
    for key, count in basket.items():
        if key.startswith(STAR):
            yield e.Fact("hired-star", key.removeprefix(STAR))
        elif key.startswith(FREEBOOTER):
            for _number in range(count):
                yield e.Fact("freebooter", {"position": key.removeprefix(FREEBOOTER)})
        else:
            yield e.Fact("inducement", {"key": key, "count": count})


@dataclass(frozen=True, slots=True)
class DoubleHire:
    """The lists of both sides, and the stars whom each has hired."""

    home_race: str
    away_race: str
    home: tuple[str, ...] = ()
    away: tuple[str, ...] = ()


@question("double-hire", _("Who does not play because both sides hired them."))
def double_hire(book: Book, at: DoubleHire) -> Ruling:
    """Both have paid and neither has them, but for a star of whom there are two (1503-1511)."""
    hired = {"home": at.home, "away": at.away}
    if faults := [
        Reason("nobody-of-that-name", side, {"names": strangers}, integrity=True)
        for side, stars in hired.items()
        if (strangers := [each for each in stars if each not in book.catalogue.stars])
    ]:
        return refused(faults)
    races = {"home": at.home_race, "away": at.away_race}
    row = book.catalogue.tables["star-doubles"].named["vampire"]
    both = [star for star in at.home if star in at.away]
    effects, lines = [], []
    for star in both:
        if star in row["stars"] and row["key"] in races.values():
            lines.append(Line("there-are-two", None, {"who": star}))
            continue
        lines.append(Line("hired-by-both", None, {"who": star}))
        effects += [e.To(side, e.Fact("does-not-play", star)) for side in SIDES]
    return allowed(*effects, because=lines)
