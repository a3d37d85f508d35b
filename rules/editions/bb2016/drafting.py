"""A draft in the making: what is for sale, and what a wish comes to before it is legal."""

from collections.abc import Iterator

from rules.book import Book
from rules.catalogue import Race
from rules.editions.bb2016.draft import (
    Draft,
    bill,
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
from rules.engine.drafting import draft_budget, offer, player_offers, uncounted_faults
from rules.engine.growth import skill_kind
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Player, Team
from rules.knobs import _


@question("draft-offers", _("What a new team of a race can buy: prices, and how many of each."))
def draft_offers(book: Book, at: OfRace) -> Ruling:
    """Everything that a draft may hold, each under the field of the draft that counts it."""
    if at.race not in book.catalogue.races:
        return refused([Reason("no-such-race", "race", {"race": at.race}, integrity=True)])
    race = book.race(at.race)
    return allowed(
        because=[
            *player_offers(race),
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
    if reasons := reasons or list(uncounted_faults(wish, book.house["draft.players-at-most"])):
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


def _support(book: Book, race: Race) -> Iterator[Line]:
    """Re-rolls, fan factor unless it is given, and staff that the race has a use for."""
    each, most = race.reroll_cost, race.reroll_max
    later = each * book.figure("draft", "reroll-multiplier")
    yield offer("rerolls", "rerolls", each=each, at_most=most, later=later)
    if not book.house["fan-factor.free"]:
        each, most = (book.figure("draft", f"fan-factor-{what}") for what in ("cost", "max"))
        yield offer("fan_factor", "fan_factor", each=each, at_most=most)
    for what in STAFF:
        each = book.figure("draft", f"{what}-cost")
        if what != "apothecary":
            yield offer(f"staff.{what}", what, each=each)
        elif race.apothecary:
            most = book.figure("draft", "apothecary-max")
            yield offer(f"staff.{what}", what, each=each, at_most=most)


def _lasting(book: Book, race: Race) -> Iterator[Line]:
    """Inducements for all matches, stars among them, where the league sells them at the draft."""
    for key, ware in lasting_market(book, race).items():
        price, most = ware.offer.price, ware.offer.at_most
        yield offer(f"inducements.{key}", key, each=price, at_most=most)


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
