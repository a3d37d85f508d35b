"""What a team has besides players and staff: a sponsor, a home and its fund, a star."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Literal

from rules.book import Book
from rules.editions.bb2016.circumstances import stadium_faults
from rules.editions.bb2016.market import Buying
from rules.editions.bb2016.sponsors import ending, signing_faults
from rules.editions.bb2016.withheld import not_free
from rules.engine import effects as e
from rules.engine.rulings import Reason
from rules.engine.state import Home, Team
from rules.knobs import off

Ends = Literal["sponsor", "home", "star"]


def belonging_effects(
    book: Book,
    team: Team,
    *,
    sponsor: str,
    star: str,
    home: Home | None,
    fund: int,
    ends: Collection[str] = (),
) -> Iterator[e.Effect]:
    """What ends, then what begins; what a sponsor lent goes back with the deal."""
    if team.sponsor and (sponsor or "sponsor" in ends):
        yield from ending(book, team)
    if sponsor:
        yield e.Sponsor(sponsor)
    if star or "star" in ends:
        yield e.RosteredStar(star)
    if home or "home" in ends:
        yield e.HomeStadium(home)
    if fund:
        yield e.Fund(fund)


def belonging_faults(
    book: Book,
    team: Team,
    *,
    sponsor: str,
    star: str,
    home: Home | None,
    fund: int,
    ends: Collection[str] = (),
) -> Iterator[Reason]:
    """Whatever the rules or the league say against it; `fund` is what is paid in or taken out."""
    yield from _ending_faults(team, ends)
    left = replace(
        team,
        sponsor="" if "sponsor" in ends else team.sponsor,
        star="" if "star" in ends else team.star,
    )
    if sponsor:
        yield from _off(book, "sponsors", "sponsor")
        yield from signing_faults(book, left, sponsor)
    if star:
        yield from _star_faults(book, left, star)
    if home is not None:
        yield from _home_faults(book, home)
    if fund > 0 and not book.house["stadiums"]:
        yield from _off(book, "stadiums", "fund")


def _ending_faults(team: Team, ends: Collection[str]) -> Iterator[Reason]:
    if "sponsor" in ends and not team.sponsor:
        yield Reason("not-sponsored", "ends", integrity=True)
    if "star" in ends and not team.star:
        yield Reason("no-rostered-star", "ends", integrity=True)
    if "home" in ends and team.home is None:
        yield Reason("no-home", "ends", integrity=True)


def _star_faults(book: Book, team: Team, key: str) -> Iterator[Reason]:
    star = book.catalogue.stars.get(key)
    if star is None:
        yield Reason("no-such-star", "star", {"star": key}, integrity=True)
        return
    yield from _off(book, "stars.rostered", "star")
    if team.star:
        most = book.figure("rostered-stars", "rostered-max")
        yield Reason("too-many-rostered-stars", "star", {"at_most": most}, integrity=True)
    elif reason := not_free(book, Buying(team), star):
        yield replace(reason, subject="star")


def _home_faults(book: Book, home: Home) -> Iterator[Reason]:
    if not home.attribute:
        yield Reason("stadium-without-attribute", "home.attribute", integrity=True)
    yield from _off(book, "stadiums", "home")
    unknown = stadium_faults(book, home.attribute, "home.attribute")
    yield from (reason for reason in unknown if reason.code != "not-in-this-league")


def _off(book: Book, rule: str, subject: str) -> Iterator[Reason]:
    """A commissioner may set a house rule aside, but no edition."""
    if not book.house[rule]:
        never = rule not in book.house.knobs
        yield replace(off(rule, subject), integrity=never)
