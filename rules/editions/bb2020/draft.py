"""Drafting a team: what is for sale, what a wish comes to, and every broken rule at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.book import Book
from rules.catalogue import Race
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.team_sheet import STAFF
from rules.editions.bb2020.value import current_value
from rules.engine import drafting
from rules.engine import effects as e
from rules.engine.choosing import choice_faults, marks
from rules.engine.circumstances import OfRace
from rules.engine.drafting import (
    budget_faults,
    draft_budget,
    offer,
    player_offers,
    race_faults,
    size_faults,
    squad,
    uncounted_faults,
)
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.squads import position_faults
from rules.engine.state import Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Draft:
    """What a coach wants to begin with. `window` names the draft, so that players have ids.

    `fan_factor` are dedicated fans that are bought beside the one who comes for nothing; `rules`
    is what the team has chosen, where its list has a choice.
    """

    race: str
    players: Mapping[str, int] = field(default_factory=dict)
    rerolls: int = 0
    fan_factor: int = 0
    staff: Mapping[str, int] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    seasons_finished: int = 0
    window: str = "draft"


@question("draft", _("Whether a new team may begin like this, and with what it is left."))
def draft(book: Book, wish: Draft) -> Ruling:
    if reasons := list(shape_faults(book, wish)):
        return refused(reasons)
    race = book.race(wish.race)
    budget, lines = draft_budget(book, wish.seasons_finished), bill(book, race, wish)
    reasons = [
        *race_faults(book, race),
        *size_faults(book, sum(wish.players.values())),
        *position_faults(race, wish.players, "players.{}".format),
        *support_faults(book, race, wish.rerolls, wish.staff),
        *_fan_faults(book, wish),
        *choice_faults(race, wish.rules),
        *budget_faults(-total(lines), budget),
    ]
    if any(reason.integrity for reason in reasons):
        return refused(reasons)
    team = allowed(
        *_effects(book, race, wish, budget, lines), because=[Line("budget", budget), *lines]
    )
    return refused(reasons, otherwise=team) if reasons else team


@question("draft-bill", _("What a draft comes to so far and what the team is worth, legal or not."))
def draft_bill(book: Book, wish: Draft) -> Ruling:
    """Prices, what is left of the budget, and everybody by the id that the draft will give."""
    reasons = list(shape_faults(book, wish))
    if reasons := reasons or list(uncounted_faults(wish, book.house["draft.players-at-most"])):
        return refused(reasons)
    race = book.race(wish.race)
    players = list(squad(race, wish))
    team = Team(
        race.key,
        rerolls=wish.rerolls,
        staff=wish.staff,
        players={player.id: player for player in players},
        marks={key: rule for key, rule in wish.rules.items() if rule},
    )
    budget = draft_budget(book, wish.seasons_finished)
    lines = [Line("budget", budget), *bill(book, race, wish)]
    return allowed(
        *map(e.Joined, players),
        *marks(wish.rules),
        e.Fact("left", total(lines)),
        e.Fact("team-value", current_value(book, team)[0]),
        because=lines,
    )


@question("draft-offers", _("What a new team of a race can buy: prices, and how many of each."))
def draft_offers(book: Book, at: OfRace) -> Ruling:
    if at.race not in book.catalogue.races:
        return refused([Reason("no-such-race", "race", {"race": at.race}, integrity=True)])
    race = book.race(at.race)
    lines = [*player_offers(race), *_support(book, race)]
    if not race.apothecary:
        why: dict[str, object] = {"rule": "no-apothecary-for-race", "about": {"race": race.key}}
        named = {"subject": "staff.apothecary", "what": "apothecary"}
        lines.append(Line("withheld", None, {**why, **named}))
    return allowed(because=lines)


def _support(book: Book, race: Race) -> Iterator[Line]:
    """Re-rolls, fans beside the first, and staff that the list has a use for."""
    later = race.reroll_cost * book.figure("draft", "reroll-multiplier")
    price = {"each": race.reroll_cost, "at_most": race.reroll_max, "later": later}
    yield offer("rerolls", "rerolls", **price)
    most = book.figure("draft", "fans-draft-max") - book.figure("draft", "fans-free")
    yield offer(
        "fan_factor", "dedicated-fans", each=book.figure("draft", "fans-cost"), at_most=most
    )
    for what in STAFF:
        if what != "apothecary" or race.apothecary:
            each = book.figure("draft", f"{what}-cost")
            most = book.figure("draft", f"{what}-max")
            yield offer(f"staff.{what}", what, each=each, at_most=most)


def bill(book: Book, race: Race, wish: Draft) -> list[Line]:
    """The price of each thing on the wish, as gold going out."""
    fans = ("dedicated-fans", book.figure("draft", "fans-cost"))
    return drafting.bill(book, race, wish, fans=fans, staff=STAFF)


# --- what can be wrong


def shape_faults(book: Book, wish: Draft) -> Iterator[Reason]:
    """What must hold before anything can be counted."""
    return drafting.shape_faults(book, wish, STAFF)


def support_faults(
    book: Book, race: Race, rerolls: int, staff: Mapping[str, int], subject: str = "staff."
) -> Iterator[Reason]:
    """More re-rolls or staff than a team ever has."""
    if rerolls > race.reroll_max:
        params = {"count": rerolls, "at_most": race.reroll_max}
        yield Reason("too-many-rerolls", "rerolls", params)
    for what in STAFF:
        count, most = staff.get(what, 0), book.figure("draft", f"{what}-max")
        if what == "apothecary" and count and not race.apothecary:
            yield Reason("no-apothecary-for-race", f"{subject}{what}", {"race": race.key})
        elif count > most:
            staffed = {"job": what, "count": count, "at_most": most}
            yield Reason("too-many-staff", f"{subject}{what}", staffed)


def _fan_faults(book: Book, wish: Draft) -> Iterator[Reason]:
    free, most = (book.figure("draft", key) for key in ("fans-free", "fans-draft-max"))
    if free + wish.fan_factor > most:
        params = {"count": free + wish.fan_factor, "at_most": most}
        yield Reason("too-many-fans", "fan_factor", params)


# --- what comes true


def _effects(
    book: Book, race: Race, wish: Draft, budget: int, lines: list[Line]
) -> Iterator[e.Effect]:
    yield e.Gold(budget, "draft")
    for line in lines:
        yield e.Gold(line.amount or 0, line.code)
    yield from map(e.Joined, squad(race, wish))
    if wish.rerolls:
        yield e.Rerolls(wish.rerolls)
    yield e.FanFactor(book.figure("draft", "fans-free") + wish.fan_factor)
    for what, count in wish.staff.items():
        if count:
            yield e.Staff(what, count)
    yield from marks(wish.rules)
