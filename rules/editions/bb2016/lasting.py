"""Inducements bought at the draft, for all of a team's matches: prices, limits, what stays."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rules.book import Book
from rules.catalogue import Race
from rules.editions.bb2016 import market as m
from rules.editions.bb2016.withheld import not_free, not_sold
from rules.engine import effects as e
from rules.engine.rulings import Line, Reason
from rules.engine.state import Team
from rules.engine.wares import STAR, Basket, price_lines
from rules.knobs import off


def inducement_lines(book: Book, race: Race, wanted: Basket) -> list[Line]:
    """The price of everything that is sold at the draft, as gold going out."""
    if not wanted:
        return []
    wares = m.lasting_market(book, race)
    return price_lines(wares, {key: n for key, n in wanted.items() if n and key in wares})


def places_taken(book: Book, wanted: Basket) -> int:
    """Places that stars take among the players of a team."""
    stars = book.catalogue.stars
    return sum(
        len(stars[star].members) * count
        for key, count in wanted.items()
        if key.startswith(STAR) and (star := key.removeprefix(STAR)) in stars
    )


def inducement_faults(
    book: Book, race: Race, wanted: Basket, had: Basket | None = None
) -> Iterator[Reason]:
    """What an event does not sell at its draft, and what is too much (3451-3453) beside what a team
    has for good already."""
    had = had or {}
    some = {key: count for key, count in wanted.items() if count}
    if not some:
        return
    if not book.house["draft.permanent-inducements"]:
        yield off("draft.permanent-inducements", "inducements")
    wares = m.lasting_market(book, race)
    groups: Counter[str] = Counter()
    for key, count in some.items():
        subject = f"inducements.{key}"
        if key not in wares:
            yield from _not_sold(book, race, key, subject)
        elif count > (most := max(0, wares[key].offer.at_most - had.get(key, 0))):
            params = {"what": key, "count": count, "at_most": most}
            yield Reason("more-than-allowed", subject, params)
        else:
            groups[wares[key].group] += count
    for group, count in groups.items():
        if count > (most := m.group_limit(book, Team(race.key, inducements=had), group)):
            params = {"what": group, "count": count, "at_most": most}
            yield Reason("more-than-allowed", "inducements", params)


def _not_sold(book: Book, race: Race, key: str, subject: str) -> Iterator[Reason]:
    if key not in m.lasting_keys(book) and key not in book.catalogue.inducements:
        yield Reason("no-such-inducement", subject, {"what": key}, integrity=True)
    elif book.house["draft.permanent-inducements"]:
        yield replace(why_not_drafted(book, race, key), subject=subject)


def why_not_drafted(book: Book, race: Race, key: str) -> Reason:
    """Why an event that sells some things for all matches does not sell this one."""
    params = {"what": key, "rule": "draft.permanent-inducements"}
    return _why_withheld(book, race, key) or Reason("not-drafted-here", "", params)


def _why_withheld(book: Book, race: Race, key: str) -> Reason | None:
    """What keeps something from a race for whose matches an event would sell it."""
    if star := book.catalogue.stars.get(key.removeprefix(STAR)):
        return not_free(book, m.Buying(Team(race.key)), star)
    inducement = book.catalogue.inducements.get(key)
    return not_sold(book, Team(race.key), inducement) if inducement else None


def inducement_effects(team: Team, wanted: Basket) -> Iterator[e.LastingInducement]:
    """From what a team has for every match to what it wants."""
    for key in dict.fromkeys((*wanted, *team.inducements)):
        if by := wanted.get(key, 0) - team.inducements.get(key, 0):
            yield e.LastingInducement(key, by)
