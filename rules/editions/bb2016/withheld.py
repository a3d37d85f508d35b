"""What cannot be had, and why not: the ban, the option that is off, the race, the full roster."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.book import Book
from rules.catalogue import Inducement, Position, Star
from rules.editions.bb2016 import market as m
from rules.editions.bb2016.market import Buying
from rules.engine.choosing import rules_of
from rules.engine.rulings import Reason
from rules.engine.squads import together_fault
from rules.engine.state import Team
from rules.engine.wares import MERCENARIES, STAR, STARS, position_room
from rules.knobs import off

BARRED = "inducements.barred"


def withheld(book: Book, at: Buying, wares: Mapping[str, object]) -> dict[str, Reason]:
    """Everything that the book sells before some match and this side cannot have, with why not."""
    reasons = dict([*_inducements(book, at), *_stars(book, at), *_mercenaries(book, at)])
    if book.house["plays.lrb6"] == "instead":
        reasons = {key: off("plays.lrb6", only="cards", offer=key) for key in _everything(book, at)}
    reasons |= dict(_plays(book))
    return {key: reason for key, reason in reasons.items() if key not in wares}


def _everything(book: Book, at: Buying) -> Iterator[str]:
    """All that is sold besides cards."""
    yield from (
        key for key, each in book.catalogue.inducements.items() if each.priced_by == "fixed"
    )
    yield from (f"{STAR}{key}" for key in book.catalogue.stars)
    for key in book.race(at.team.race).positions:
        yield f"mercenary/{key}"
        yield f"mercenary/{key}/with-skill"


def _inducements(book: Book, at: Buying) -> Iterator[tuple[str, Reason]]:
    for key, inducement in book.catalogue.inducements.items():
        if inducement.priced_by != "fixed":
            continue
        option = m.option_of(inducement)
        if reason := not_sold(book, at.team, inducement):
            yield key, reason
        elif option and not book.house[option]:
            yield key, off(option, offer=key)
        elif has := at.team.inducements.get(key):
            yield key, Reason("has-for-all-matches", "", {"offer": key, "count": has})


def not_sold(book: Book, team: Team, inducement: Inducement) -> Reason | None:
    """What keeps an inducement from a team whatever the league calls an option."""
    group = m.group_of(book, inducement.key)
    race = book.race(team.race)
    if not inducement.is_for(race, rules_of(book, team)):
        return Reason("not-for-race", "", {"offer": inducement.key, "race": race.key})
    for named in (inducement.key, group):
        if not m.is_sold(book, named):
            return barred(inducement.key, named)
    return None


def barred(offer: str, what: str) -> Reason:
    return Reason("barred", "", {"offer": offer, "what": what, "rule": BARRED})


def _stars(book: Book, at: Buying) -> Iterator[tuple[str, Reason]]:
    for star in book.catalogue.stars.values():
        if reason := not_free(book, at, star):
            yield f"{STAR}{star.key}", reason


def not_free(book: Book, at: Buying, star: Star) -> Reason | None:
    """Why a star does not play for a team: the first reason that applies."""
    race = book.race(at.team.race)
    key, places = f"{STAR}{star.key}", len(star.members)
    by_name = {"offer": key, "rule": "stars.barred"}
    checks = (
        (not book.house["stars"], off("stars", offer=key)),
        (not m.is_sold(book, STARS), barred(key, STARS)),
        (star.key in book.house["stars.barred"], Reason("barred", "", by_name)),
        (
            not star.is_for(race, rules_of(book, at.team)),
            Reason("not-for-race", "", {"offer": key, "race": race.key}),
        ),
        (not star.for_hire, Reason("not-for-hire", "", {"offer": key})),
        (star.key == at.team.star, Reason("on-the-roster", "", {"offer": key})),
        (star.key in at.rostered_elsewhere, Reason("plays-elsewhere", "", {"offer": key})),
        (
            bool(at.team.inducements.get(key)),
            Reason("has-for-all-matches", "", {"offer": key}),
        ),
        (places > m.room(book, at.team), no_room(book, at.team, key, places)),
    )
    return next((reason for applies, reason in checks if applies), None)


def no_room(book: Book, team: Team, offer: str, places: int = 1) -> Reason:
    left, most = m.room(book, team), book.house["draft.players-at-most"]
    params = {"offer": offer, "places": places, "left": left, "at_most": most}
    return Reason("no-room", "", params)


def _mercenaries(book: Book, at: Buying) -> Iterator[tuple[str, Reason]]:
    for key, position in book.race(at.team.race).positions.items():
        plain, skilled = f"mercenary/{key}", f"mercenary/{key}/with-skill"
        if reason := _no_mercenary(book, at.team, position, plain):
            yield plain, reason
        if reason := _no_mercenary(book, at.team, position, skilled):
            yield skilled, reason
        elif not m.mercenary_skills(book, position):
            yield skilled, Reason("no-skill-to-add", "", {"offer": skilled})


def _no_mercenary(book: Book, team: Team, position: Position, offer: str) -> Reason | None:
    if not m.is_sold(book, MERCENARIES):
        return barred(offer, MERCENARIES)
    if not m.room(book, team):
        return no_room(book, team, offer)
    race = book.race(team.race)
    if not position_room(race, team, position.key):
        counts = Counter(player.position for player in team.available)
        for limit in race.limits_of(position.key):
            if limit.count(counts) >= limit.max:
                return together_fault(limit, counts, "")
        fielded = counts[position.key]
        params = {
            "offer": offer,
            "position": position.key,
            "count": fielded,
            "at_most": position.max,
        }
        return Reason("position-full", "", params)
    return None


def _plays(book: Book) -> Iterator[tuple[str, Reason]]:
    for deck in book.catalogue.shelves.get("deck", ()):
        rule = "plays.lrb6" if deck.holds["set"] == "lrb6" else "plays"
        key = f"special-play/{deck.key}"
        sold = m.is_sold(book, m.PLAYS)
        yield key, off(rule, offer=key) if sold else barred(key, m.PLAYS)
