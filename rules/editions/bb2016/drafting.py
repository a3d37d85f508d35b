"""A draft in the making: what is for sale, and what a wish comes to before it is legal."""

from collections.abc import Iterator
from typing import Any

from rules.book import Book
from rules.catalogue import Race
from rules.editions.bb2016.draft import (
    Draft,
    bill,
    draft_budget,
    fans_at_the_start,
    shape_faults,
    squad,
)
from rules.editions.bb2016.improvement import learnable
from rules.editions.bb2016.lasting import why_not_drafted
from rules.editions.bb2016.market import lasting_keys, lasting_market
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.training import PRICES
from rules.editions.bb2016.value import STAFF, team_value
from rules.engine import effects as e
from rules.engine.circumstances import OfRace
from rules.engine.growth import skill_kind
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Player, Team
from rules.knobs import _

# Nobody means more than this; a bill names everybody on it.
MOST_COUNTED = 100


@question("draft-offers", _("What a new team of a race can buy: prices, and how many of each."))
def draft_offers(book: Book, at: OfRace) -> Ruling:
    """Everything that a draft may hold, each under the field of the draft that counts it."""
    if at.race not in book.catalogue.races:
        return refused([Reason("no-such-race", "race", {"race": at.race}, integrity=True)])
    race = book.race(at.race)
    return allowed(
        because=[
            *_players(race),
            *_support(book, race),
            *_lasting(book, race),
            *_skills(book, race),
            *(_kept_back(subject, why) for subject, why in _withheld(book, race)),
        ]
    )


@question("draft-bill", _("What a draft comes to so far and what the team is worth, legal or not."))
def draft_bill(book: Book, wish: Draft) -> Ruling:
    """Prices, what is left of the budget, and everybody by the id that the draft will give."""
    reasons = list(shape_faults(book, wish))
    if not reasons and (count := sum(wish.players.values())) > MOST_COUNTED:
        params = {"count": count, "at_most": book.house["draft.players-at-most"]}
        reasons.append(Reason("too-many-players", "players", params))
    if reasons:
        return refused(reasons)
    race = book.race(wish.race)
    players = list(squad(book, race, wish))
    team = Team(
        race.key,
        rerolls=wish.rerolls,
        fan_factor=fans_at_the_start(book, wish),
        staff=wish.staff,
        players={player.id: player for player in players},
    )
    lines = [
        Line("budget", draft_budget(book, wish.seasons_finished)),
        *bill(book, race, wish),
    ]
    return allowed(
        *map(e.Joined, players),
        e.Fact("left", total(lines)),
        e.Fact("team-value", team_value(book, team)[0]),
        because=lines,
    )


def _players(race: Race) -> Iterator[Line]:
    for key, position in race.positions.items():
        yield Line(
            "offer",
            None,
            {
                "subject": f"players.{key}",
                "what": key,
                "each": position.cost,
                "at_most": race.most_of(key),
                **_shared(race, key),
            },
        )


def _shared(race: Race, position: str) -> dict[str, Any]:
    """Limits that a position shares with others."""
    limits = [
        {"limit": each.name, "positions": [*each.positions], "at_most": each.max}
        for each in race.limits_of(position)
    ]
    return {"together": limits} if limits else {}


def _support(book: Book, race: Race) -> Iterator[Line]:
    """Re-rolls, fan factor unless it is given, and staff that the race has a use for."""
    yield Line(
        "offer",
        None,
        {
            "subject": "rerolls",
            "what": "rerolls",
            "each": race.reroll_cost,
            "at_most": race.reroll_max,
            "later": race.reroll_cost * book.figure("draft", "reroll-multiplier"),
        },
    )
    if not book.house["fan-factor.free"]:
        yield Line(
            "offer",
            None,
            {
                "subject": "fan_factor",
                "what": "fan_factor",
                "each": book.figure("draft", "fan-factor-cost"),
                "at_most": book.figure("draft", "fan-factor-max"),
            },
        )
    for what in STAFF:
        about = {
            "subject": f"staff.{what}",
            "what": what,
            "each": book.figure("draft", f"{what}-cost"),
        }
        if what != "apothecary":
            yield Line("offer", None, about)
        elif race.apothecary:
            yield Line("offer", None, {**about, "at_most": book.figure("draft", "apothecary-max")})


def _lasting(book: Book, race: Race) -> Iterator[Line]:
    """Inducements for all matches, stars among them, where the league sells them at the draft."""
    for key, ware in lasting_market(book, race).items():
        yield Line(
            "offer",
            None,
            {
                "subject": f"inducements.{key}",
                "what": key,
                "each": ware.offer.price,
                "at_most": ware.offer.at_most,
            },
        )


def _withheld(book: Book, race: Race) -> Iterator[tuple[str, Reason]]:
    """What other drafts may hold and this one may not, and why not."""
    if not race.apothecary:
        yield "staff.apothecary", Reason("no-apothecary-for-race", "", {"race": race.key})
    if book.house["fan-factor.free"]:
        yield "fan_factor", Reason("fan-factor-is-free")
    for_sale = lasting_market(book, race)
    for key in sorted(lasting_keys(book)) if book.house["draft.permanent-inducements"] else ():
        if key not in for_sale:
            yield f"inducements.{key}", why_not_drafted(book, race, key)


def _kept_back(subject: str, why: Reason) -> Line:
    what = subject.partition(".")[2] or subject
    about = {"subject": subject, "what": what, "rule": why.code, "about": dict(why.params)}
    return Line("withheld", None, about)


def _skills(book: Book, race: Race) -> Iterator[Line]:
    """What each position may begin with in a resurrection league, by price."""
    if not (book.house["resurrection"] and book.house["resurrection.skills"]):
        return
    for key, position in race.positions.items():
        rookie = Player("", key, position.cost)
        within_reach = list(learnable(book, race.key, rookie, is_double=True))
        for kind, knob in PRICES.items():
            skills = [
                each for each in within_reach if skill_kind(book, race.key, rookie, each) == kind
            ]
            if skills:
                yield Line(
                    "skill-offer",
                    None,
                    {"position": key, "skills": skills, "each": book.house[knob], "kind": kind},
                )
