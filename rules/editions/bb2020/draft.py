"""Drafting a team: what is for sale, what a wish comes to, and every broken rule at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.book import Book
from rules.catalogue import Race
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.team_sheet import STAFF
from rules.editions.bb2020.value import current_value
from rules.engine import effects as e
from rules.engine.choosing import choice_faults, marks
from rules.engine.circumstances import OfRace
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.squads import position_faults
from rules.engine.state import Player, Team
from rules.knobs import _

# Nobody means more than this; a bill names everybody on it.
MOST_COUNTED = 100


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
    budget, lines = draft_budget(book, wish), bill(book, race, wish)
    reasons = [
        *race_faults(book, race),
        *size_faults(book, sum(wish.players.values())),
        *position_faults(race, wish.players, "players.{}".format),
        *support_faults(book, race, wish.rerolls, wish.staff),
        *_fan_faults(book, wish),
        *choice_faults(race, wish.rules),
    ]
    if (price := -total(lines)) > budget:
        params = {"price": price, "budget": budget, "over": price - budget}
        reasons.append(Reason("over-budget", "treasury", params))
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
    if not reasons and (count := sum(wish.players.values())) > MOST_COUNTED:
        params = {"count": count, "at_most": book.house["draft.players-at-most"]}
        reasons.append(Reason("too-many-players", "players", params))
    if reasons:
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
    lines = [Line("budget", draft_budget(book, wish)), *bill(book, race, wish)]
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
    lines = [*_players(race), *_support(book, race)]
    if not race.apothecary:
        why: dict[str, object] = {"rule": "no-apothecary-for-race", "about": {"race": race.key}}
        named = {"subject": "staff.apothecary", "what": "apothecary"}
        lines.append(Line("withheld", None, {**why, **named}))
    return allowed(because=lines)


def _players(race: Race) -> Iterator[Line]:
    for key, position in race.positions.items():
        shared = [
            {"limit": each.name, "positions": [*each.positions], "at_most": each.max}
            for each in race.limits_of(key)
        ]
        about: dict[str, object] = {"each": position.cost, "at_most": race.most_of(key)}
        about |= {"together": shared} if shared else {}
        yield _offer(f"players.{key}", key, **about)


def _support(book: Book, race: Race) -> Iterator[Line]:
    """Re-rolls, fans beside the first, and staff that the list has a use for."""
    later = race.reroll_cost * book.figure("draft", "reroll-multiplier")
    price = {"each": race.reroll_cost, "at_most": race.reroll_max, "later": later}
    yield _offer("rerolls", "rerolls", **price)
    most = book.figure("draft", "fans-draft-max") - book.figure("draft", "fans-free")
    yield _offer(
        "fan_factor", "dedicated-fans", each=book.figure("draft", "fans-cost"), at_most=most
    )
    for what in STAFF:
        if what != "apothecary" or race.apothecary:
            each = book.figure("draft", f"{what}-cost")
            most = book.figure("draft", f"{what}-max")
            yield _offer(f"staff.{what}", what, each=each, at_most=most)


def _offer(subject: str, what: str, **about: object) -> Line:
    return Line("offer", None, {"subject": subject, "what": what, **about})


def draft_budget(book: Book, wish: Draft) -> int:
    per_season: int = book.house["draft.treasury-per-season"]
    start: int = book.house["draft.treasury"]
    return start + wish.seasons_finished * per_season


def bill(book: Book, race: Race, wish: Draft) -> list[Line]:
    """The price of each thing on the wish, as gold going out."""
    lines = []
    for key, count in wish.players.items():
        each = race.positions[key].cost
        if count:
            params = {"position": key, "count": count, "each": each}
            lines.append(Line("hire", -count * each, params))
    for code, count, each in [
        ("rerolls", wish.rerolls, race.reroll_cost),
        ("dedicated-fans", wish.fan_factor, book.figure("draft", "fans-cost")),
        *((job, wish.staff.get(job, 0), book.figure("draft", f"{job}-cost")) for job in STAFF),
    ]:
        if count:
            lines.append(Line(code, -count * each, {"count": count, "each": each}))
    return lines


# --- what can be wrong


def shape_faults(book: Book, wish: Draft) -> Iterator[Reason]:
    """What must hold before anything can be counted."""
    if wish.race not in book.catalogue.races:
        yield Reason("no-such-race", "race", {"race": wish.race}, integrity=True)
        return
    for key, count in wish.players.items():
        if key not in book.race(wish.race).positions:
            params = {"race": wish.race, "position": key}
            yield Reason("no-such-position", f"players.{key}", params, integrity=True)
        elif count < 0:
            yield Reason("negative", f"players.{key}", integrity=True)
    for what, count in {"rerolls": wish.rerolls, "fan_factor": wish.fan_factor}.items():
        if count < 0:
            yield Reason("negative", what, integrity=True)
    for what, count in wish.staff.items():
        if what not in STAFF:
            yield Reason("no-such-staff", f"staff.{what}", {"job": what}, integrity=True)
        elif count < 0:
            yield Reason("negative", f"staff.{what}", integrity=True)


def race_faults(book: Book, race: Race) -> Iterator[Reason]:
    allowed_races = book.house["draft.races"]
    if allowed_races and race.key not in allowed_races:
        yield Reason("race-not-allowed", "race", {"race": race.key})


def size_faults(book: Book, count: int, *, is_new: bool = True) -> Iterator[Reason]:
    """Too few to begin with, or more than a team ever has."""
    fewest, most = book.house["draft.players-at-least"], book.house["draft.players-at-most"]
    if is_new and count < fewest:
        yield Reason("too-few-players", "players", {"count": count, "at_least": fewest})
    if count > most:
        yield Reason("too-many-players", "players", {"count": count, "at_most": most})


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


def squad(race: Race, wish: Draft) -> Iterator[Player]:
    """Everybody on the wish, numbered within its window."""
    positions = [key for key, count in wish.players.items() for _number in range(count)]
    for number, key in enumerate(positions, start=1):
        yield Player(f"{wish.window}/{number}", key, race.positions[key].cost, number)


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
