"""What is for sale before a match: every offer a side may buy, with its price and limits."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.book import Book
from rules.catalogue import Inducement, Position, Race
from rules.editions.bb2016.prematch import stadium_effects
from rules.engine.asks import Offer
from rules.engine.state import Team

STARS, STAFF, MERCENARIES, PLAYS = (
    "star-player",
    "famous-coaching-staff",
    "mercenary",
    "special-play",
)
OLD_CARDS = "old-card"
FLAT_PLAY = 100_000  # the house rule's price of a card whichever its deck


@dataclass(frozen=True, slots=True)
class Buying:
    """A side that goes shopping before a match.

    `given` is the gold it was given for this match; `rostered_elsewhere` are stars under contract
    with other teams of the league.
    """

    team: Team
    given: int = 0
    stadium: str = ""
    rostered_elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ware:
    """Something for sale: its offer, the group whose limit it shares, the places it takes."""

    offer: Offer
    group: str
    what: str
    places: int = 0


def market(book: Book, at: Buying) -> dict[str, Ware]:
    """Everything this side may buy, by the key of its offer."""
    race = book.race(at.team.race)
    only_old_cards = book.house["plays.lrb6"] == "instead"
    wares = [*_old_cards(book)]
    if not only_old_cards:
        wares += [
            *_common(book, race),
            *_stars(book, race, at),
            *_mercenaries(book, race, at.team),
            *_plays(book),
        ]
    return {ware.offer.key: ware for ware in wares}


def room(book: Book, team: Team) -> int:
    """Places left for hired players; who misses the match takes none (1425, 1431)."""
    most: int = book.house["draft.players-at-most"]
    rostered = len(book.catalogue.stars[team.star].members) if team.star else 0
    return max(0, most - len(team.available) - rostered)


def position_room(position: Position, team: Team) -> int:
    fielded = sum(player.position == position.key for player in team.available)
    return max(0, position.max - fielded)


def group_limit(book: Book, team: Team, group: str) -> int:
    """How many a side may have of a group altogether."""
    if group == STARS and team.star:
        return book.figure("inducement-gold", "stars-max-with-rostered")
    if group == OLD_CARDS:
        return book.figure("lrb6-cards", "draws-max")
    return book.catalogue.inducements[group].max


def is_sold(book: Book, group: str) -> bool:
    """Whether the league sells this kind of inducement at all."""
    return group in book.catalogue.inducements and group not in book.house["inducements.barred"]


def _common(book: Book, race: Race) -> Iterator[Ware]:
    """Inducements with a price of their own, famous staff among them (1241-1253, 1443)."""
    for inducement in book.catalogue.inducements.values():
        if inducement.priced_by != "fixed" or not inducement.is_for(race):
            continue
        if is_sold(book, inducement.key) and _agreed(book, inducement):
            price = inducement.cost_for.get(race.key, inducement.cost)
            most = inducement.max_for.get(race.key, inducement.max)
            group = STAFF if inducement.staff else inducement.key
            yield Ware(Offer(inducement.key, price, most), group, inducement.key)


def _agreed(book: Book, inducement: Inducement) -> bool:
    """Staff and what the book calls optional need the league's word (1512-1590)."""
    if inducement.staff:
        return bool(book.house["inducements.staff"]) and is_sold(book, STAFF)
    if inducement.key == "wizard":
        return bool(book.house["inducements.wizard"])
    if not inducement.optional:
        return True
    return bool(
        book.house["inducements.team-specific" if inducement.only_for else "inducements.winter"]
    )


def _stars(book: Book, race: Race, at: Buying) -> Iterator[Ware]:
    """Stars who play for the race and are free, cheaper in a Broadcast Studio (1425, 1723)."""
    if not book.house["stars"] or not is_sold(book, STARS):
        return
    here = stadium_effects(book, at.stadium)
    away = {*book.house["stars.barred"], *at.rostered_elsewhere, at.team.star}
    for star in book.catalogue.stars.values():
        places = len(star.members)
        if race.key not in star.plays_for or not star.for_hire or star.key in away:
            continue
        price = star.cost
        if discount := here.get("star_discount"):
            price = max(price - discount, here["star_minimum"])
        if places <= room(book, at.team):
            yield Ware(Offer(f"star/{star.key}", price, 1), STARS, star.key, places)


def _mercenaries(book: Book, race: Race, team: Team) -> Iterator[Ware]:
    """Each position, and the same with one Normal skill more (1431)."""
    if not is_sold(book, MERCENARIES):
        return
    surcharge = book.figure("mercenaries", "surcharge")
    skill = book.figure("mercenaries", "skill")
    for key, position in race.positions.items():
        most = min(room(book, team), position_room(position, team))
        if not most:
            continue
        price = position.cost + surcharge
        yield Ware(Offer(f"mercenary/{key}", price, most), MERCENARIES, key, 1)
        if mercenary_skills(book, position):
            offer = Offer(f"mercenary/{key}/with-skill", price + skill, most)
            yield Ware(offer, MERCENARIES, key, 1)


def mercenary_skills(book: Book, position: Position) -> list[str]:
    """What a mercenary may have on top: skills of his Normal columns that he does not have."""
    return [
        skill.key
        for skill in book.catalogue.skills_in(position.normal)
        if skill.key not in position.skills and (not skill.optional or book.house["piling-on"])
    ]


def _plays(book: Book) -> Iterator[Ware]:
    """Special plays by deck, or all at one price (1433-1441, 2162-2176)."""
    if not book.house["plays"] or not is_sold(book, PLAYS):
        return
    most = book.catalogue.inducements[PLAYS].max
    flat = book.house["plays.price"] == "flat"
    for deck, row in book.catalogue.tables["deck-prices"].named.items():
        price = FLAT_PLAY if flat else row["value"]
        yield Ware(Offer(f"special-play/{deck}", price, most), PLAYS, deck)


def _old_cards(book: Book) -> Iterator[Ware]:
    """The decks of the sixth rulebook, where the league uses them (3459-3477)."""
    way = book.house["plays.lrb6"]
    if way == "off" or not is_sold(book, PLAYS):
        return
    most = book.figure("lrb6-cards", "draws-max")
    for deck in book.catalogue.shelves["deck"]:
        if deck.holds["set"] != "lrb6":
            continue
        price = deck.holds["cost"]
        many = card_gold(book) // price if way == "allowance" else most
        if many:
            yield Ware(Offer(f"special-play/{deck.key}", price, many), OLD_CARDS, deck.key)


def card_gold(book: Book) -> int:
    """Gold that buys old cards and nothing else (3477)."""
    allowance: int = book.house["plays.lrb6-allowance"]
    return allowance if book.house["plays.lrb6"] == "allowance" else 0


def price_of(wares: Mapping[str, Ware], basket: Mapping[str, int]) -> int:
    return sum(wares[key].offer.price * count for key, count in basket.items())
