"""What is for sale before a match: every offer with its price, and why the rest is not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.book import Book
from rules.catalogue import Inducement, Star
from rules.engine.asks import Offer
from rules.engine.choosing import rules_of
from rules.engine.rulings import Reason
from rules.engine.state import Team
from rules.engine.wares import MERCENARIES, STAR, STARS, Ware, mercenaries, new_skills
from rules.knobs import off

OPTIONAL = "inducements.optional"


@dataclass(frozen=True, slots=True)
class Buying:
    """A side that goes shopping before a match: what it was given, and what of its treasury it may
    spend. `rostered_elsewhere` are stars who are not free."""

    team: Team
    given: int = 0
    of_treasury: int = 0
    rostered_elsewhere: tuple[str, ...] = ()

    @property
    def purse(self) -> int:
        return self.given + self.of_treasury


def market(book: Book, at: Buying) -> dict[str, Ware]:
    """Everything this side may buy, by the key of its offer."""
    wares = [*_common(book, at.team), *_stars(book, at), *_mercenaries(book, at.team)]
    return {ware.offer.key: ware for ware in wares}


def withheld(book: Book, at: Buying, wares: Mapping[str, Ware]) -> dict[str, Reason]:
    """What the book sells before some match and this side cannot have, with why not."""
    found = {}
    for key, inducement in book.catalogue.inducements.items():
        if is_priced(inducement) and (reason := _not_sold(book, at.team, inducement)):
            found[key] = reason
    for star in book.catalogue.stars.values():
        if reason := _not_free(book, at, star):
            found[f"{STAR}{star.key}"] = reason
    return {key: reason for key, reason in found.items() if key not in wares}


def is_priced(inducement: Inducement) -> bool:
    """Whether it is bought by itself, and is not the name of several."""
    return inducement.priced_by == "fixed"


def room(book: Book, team: Team) -> int:
    """Places left for hired players; who misses the match takes none."""
    most: int = book.house["draft.players-at-most"]
    return max(0, most - len(team.available))


def group_of(inducement: Inducement) -> str:
    return inducement.group or inducement.key


def group_limit(book: Book, team: Team, group: str) -> int:
    found = book.catalogue.inducements[group]
    return found.most_for(book.race(team.race), rules_of(book, team))


def _common(book: Book, team: Team) -> Iterator[Ware]:
    race, rules = book.race(team.race), rules_of(book, team)
    for key, inducement in book.catalogue.inducements.items():
        if is_priced(inducement) and not _not_sold(book, team, inducement):
            price = inducement.price_for(race, rules)
            offer = Offer(key, price, inducement.most_for(race, rules))
            yield Ware(offer, group_of(inducement), key)


def _not_sold(book: Book, team: Team, inducement: Inducement) -> Reason | None:
    race, key = book.race(team.race), inducement.key
    if not inducement.is_for(race, rules_of(book, team)):
        return Reason("not-for-race", "", {"offer": key, "race": race.key})
    for named in (key, group_of(inducement)):
        if named in book.house["inducements.barred"]:
            params = {"offer": key, "what": named, "rule": "inducements.barred"}
            return Reason("barred", "", params)
    if inducement.optional and not book.house[OPTIONAL]:
        return off(OPTIONAL, offer=key)
    return None


def _stars(book: Book, at: Buying) -> Iterator[Ware]:
    for star in book.catalogue.stars.values():
        if not _not_free(book, at, star):
            places = len(star.members)
            yield Ware(Offer(f"{STAR}{star.key}", star.cost, 1), STARS, star.key, places)


def _not_free(book: Book, at: Buying, star: Star) -> Reason | None:
    """Why a star does not play for a team: the first reason that applies."""
    race, key = book.race(at.team.race), f"{STAR}{star.key}"
    left, most = room(book, at.team), book.house["draft.players-at-most"]
    places = {"offer": key, "places": len(star.members), "left": left, "at_most": most}
    by_name = {"offer": key, "rule": "stars.barred"}
    checks = (
        (not book.house["stars"], off("stars", offer=key)),
        (star.key in book.house["stars.barred"], Reason("barred", "", by_name)),
        (
            not star.is_for(race, rules_of(book, at.team)),
            Reason("not-for-race", "", {"offer": key, "race": race.key}),
        ),
        (star.key in at.rostered_elsewhere, Reason("plays-elsewhere", "", {"offer": key})),
        (len(star.members) > left, Reason("no-room", "", places)),
    )
    return next((reason for applies, reason in checks if applies), None)


def _mercenaries(book: Book, team: Team) -> Iterator[Ware]:
    """Each position, and the same with one primary skill more."""
    if MERCENARIES in book.house["inducements.barred"]:
        return
    yield from mercenaries(book, team, room(book, team), new_skills)
