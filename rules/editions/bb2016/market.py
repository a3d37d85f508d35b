"""What is for sale before a match: every offer a side may buy, with its price and limits."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.book import Book
from rules.catalogue import Inducement, Position, Race
from rules.editions.bb2016.growth import is_played, star_places
from rules.editions.bb2016.prematch import stadium_effects
from rules.engine.asks import Offer
from rules.engine.choosing import rules_of
from rules.engine.state import Team
from rules.engine.wares import MERCENARIES, STAFF, STAR, STARS, Ware, mercenaries, new_skills

PLAYS = "special-play"
OLD_CARDS = "old-card"
FLAT_PLAY = 100_000  # the house rule's price of a card whichever its deck


@dataclass(frozen=True, slots=True)
class Buying:
    """A side that goes shopping before a match.

    `given` is the gold it was given for this match; `rostered_elsewhere` are stars who are not
    free: under contract with other teams of the league, or hurt where that lasts.
    """

    team: Team
    given: int = 0
    stadium: str = ""
    rostered_elsewhere: tuple[str, ...] = ()


def market(book: Book, at: Buying) -> dict[str, Ware]:
    """Everything this side may buy, by the key of its offer; what it has already is not sold."""
    race = book.race(at.team.race)
    only_old_cards = book.house["plays.lrb6"] == "instead"
    wares = [*_old_cards(book)]
    if not only_old_cards:
        wares += [
            *_common(book, at.team),
            *_stars(book, race, at),
            *_mercenaries(book, at.team),
            *_plays(book),
        ]
    left = {
        ware.offer.key: ware.offer.at_most - at.team.inducements.get(ware.offer.key, 0)
        for ware in wares
    }
    return {
        ware.offer.key: replace(ware, offer=replace(ware.offer, at_most=left[ware.offer.key]))
        for ware in wares
        if left[ware.offer.key] > 0
    }


def lasting_market(book: Book, race: Race) -> dict[str, Ware]:
    """What a one-off event sells at the draft for all matches: whatever it names (3451-3453).

    Naming an inducement is the league's word for it; what the league bars is not sold here either.
    """
    named = book.house["draft.permanent-inducements"]
    wares = [*_priced(book, Team(race.key)), *_stars(book, race, Buying(Team(race.key)))]
    return {
        ware.offer.key: ware for ware in wares if ware.group in named or ware.offer.key in named
    }


def lasting_wares(book: Book, team: Team) -> dict[str, Ware]:
    """What a team has for every match, as if it were bought again for nothing."""
    wares = {}
    for key, count in team.inducements.items():
        if count:
            what = key.removeprefix(STAR)
            places = len(book.catalogue.stars[what].members) if key.startswith(STAR) else 0
            wares[key] = Ware(Offer(key, 0, count), group_of(book, key), what, places)
    return wares


def lasting_keys(book: Book) -> set[str]:
    """Everything that a team may ever have for all its matches."""
    fixed = {key for key, each in book.catalogue.inducements.items() if each.priced_by == "fixed"}
    return fixed | {f"{STAR}{key}" for key in book.catalogue.stars}


def group_of(book: Book, key: str) -> str:
    """The group whose limit an inducement shares, of those that may last."""
    if key.startswith(STAR):
        return STARS
    return STAFF if book.catalogue.inducements[key].staff else key


def room(book: Book, team: Team) -> int:
    """Places left for hired players; who misses the match takes none (1425, 1431)."""
    most: int = book.house["draft.players-at-most"]
    lasting = sum(ware.places for ware in lasting_wares(book, team).values())
    return max(0, most - len(team.available) - star_places(book, team) - lasting)


def group_limit(book: Book, team: Team, group: str) -> int:
    """How many a side may buy of a group altogether, beside those that it has already."""
    has = sum(
        ware.offer.at_most for ware in lasting_wares(book, team).values() if ware.group == group
    )
    if group == STARS and team.star:
        return max(0, book.figure("inducement-gold", "stars-max-with-rostered") - has)
    if group == OLD_CARDS:
        return book.figure("lrb6-cards", "draws-max")
    return max(0, book.catalogue.inducements[group].max - has)


def is_sold(book: Book, group: str) -> bool:
    """Whether the league sells this kind of inducement at all."""
    return group in book.catalogue.inducements and group not in book.house["inducements.barred"]


def _common(book: Book, team: Team) -> Iterator[Ware]:
    """Inducements with a price of their own that the league sells before a match."""
    for ware in _priced(book, team):
        option = option_of(book.catalogue.inducements[ware.what])
        if not option or book.house[option]:
            yield ware


def _priced(book: Book, team: Team) -> Iterator[Ware]:
    """Inducements with a price of their own, famous staff among them (1241-1253, 1443)."""
    race, rules = book.race(team.race), rules_of(book, team)
    for inducement in book.catalogue.inducements.values():
        if inducement.priced_by != "fixed" or not inducement.is_for(race, rules):
            continue
        group = group_of(book, inducement.key)
        if is_sold(book, inducement.key) and is_sold(book, group):
            price = inducement.price_for(race, rules)
            most = inducement.most_for(race, rules)
            yield Ware(Offer(inducement.key, price, most), group, inducement.key)


def option_of(inducement: Inducement) -> str:
    """The house rule by whose word it is sold: staff and what the book calls optional (1512-1590).
    Empty where none is needed."""
    if inducement.staff:
        return "inducements.staff"
    if inducement.key == "wizard":
        return "inducements.wizard"
    if not inducement.optional:
        return ""
    is_own = inducement.only_for or inducement.for_rules
    return "inducements.team-specific" if is_own else "inducements.winter"


def _stars(book: Book, race: Race, at: Buying) -> Iterator[Ware]:
    """Stars who play for the race and are free, cheaper in a Broadcast Studio (1425, 1723)."""
    if not book.house["stars"] or not is_sold(book, STARS):
        return
    here = stadium_effects(book, at.stadium)
    rules = rules_of(book, at.team)
    away = {*book.house["stars.barred"], *at.rostered_elsewhere, at.team.star}
    for star in book.catalogue.stars.values():
        places = len(star.members)
        if not star.is_for(race, rules) or not star.for_hire or star.key in away:
            continue
        price = star.cost
        if discount := here.get("star_discount"):
            price = max(price - discount, here["star_minimum"])
        if places <= room(book, at.team):
            yield Ware(Offer(f"{STAR}{star.key}", price, 1), STARS, star.key, places)


def _mercenaries(book: Book, team: Team) -> Iterator[Ware]:
    """Each position, and the same with one Normal skill more (1431)."""
    if not is_sold(book, MERCENARIES):
        return
    yield from mercenaries(book, team, room(book, team), mercenary_skills)


def mercenary_skills(book: Book, position: Position) -> list[str]:
    """What a mercenary may have on top: a Normal skill that is new, never Grab with Frenzy."""
    return [skill for skill in new_skills(book, position) if is_played(book, skill)]


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
