"""Drafting a team: everything at once, and every broken rule at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.book import Book
from rules.catalogue import Race
from rules.editions.lrb4.known import race_faults
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.team_sheet import STAFF
from rules.engine import effects as e
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.squads import position_faults
from rules.engine.state import Player, Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Draft:
    """What a coach wants to begin with. `window` names the draft, so that players have ids."""

    race: str
    players: Mapping[str, int] = field(default_factory=dict)
    rerolls: int = 0
    fan_factor: int = 0
    staff: Mapping[str, int] = field(default_factory=dict)
    seasons_finished: int = 0
    window: str = "draft"


@question("draft", _("Whether a new team may begin like this, and with what it is left."))
def draft(book: Book, wish: Draft) -> Ruling:
    """A new team, or everything that is wrong with it (1383-1478)."""
    if reasons := list(shape_faults(book, wish)):
        return refused(reasons)
    race = book.race(wish.race)
    budget, lines = draft_budget(book, wish), bill(book, race, wish)
    reasons = [
        *race_faults_of_league(book, race),
        *size_faults(book, sum(wish.players.values())),
        *position_faults(race, wish.players, "players.{}".format),
        *support_faults(book, race, wish.fan_factor, wish.staff),
    ]
    if (price := -total(lines)) > budget:
        params = {"price": price, "budget": budget, "over": price - budget}
        reasons.append(Reason("over-budget", "treasury", params))
    team = allowed(*_effects(book, race, wish), because=[Line("budget", budget), *lines])
    return refused(reasons, otherwise=team) if reasons else team


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
        ("fan-factor", wish.fan_factor, book.figure("draft", "fan-factor-cost")),
        *((job, wish.staff.get(job, 0), book.figure("draft", f"{job}-cost")) for job in STAFF),
    ]:
        if count:
            lines.append(Line(code, -count * each, {"count": count, "each": each}))
    return lines


def shape_faults(book: Book, wish: Draft) -> Iterator[Reason]:
    """What must hold before anything can be counted."""
    faults = list(race_faults(book, wish.race))
    yield from faults
    for key, count in () if faults else wish.players.items():
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


def race_faults_of_league(book: Book, race: Race) -> Iterator[Reason]:
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
    book: Book, race: Race, fan_factor: int, staff: Mapping[str, int]
) -> Iterator[Reason]:
    """What a new team has beside its players: one to nine of fan factor, and its staff (1411)."""
    fewest = book.figure("draft", "fan-factor-min")
    most = book.figure("draft", "fan-factor-max")
    if fan_factor < fewest:
        params = {"count": fan_factor, "at_least": fewest}
        yield Reason("too-little-fan-factor", "fan_factor", params)
    elif fan_factor > most:
        yield Reason("too-much-fan-factor", "fan_factor", {"count": fan_factor, "at_most": most})
    yield from staff_faults(book, race, staff)


def staff_faults(book: Book, race: Race, staff: Mapping[str, int]) -> Iterator[Reason]:
    """One apothecary, and none for those who are beyond help (2604-2619)."""
    healers = staff.get("apothecary", 0)
    if healers and not race.apothecary:
        yield Reason("no-apothecary-for-race", "staff.apothecary", {"race": race.key})
    elif healers > (most := book.figure("draft", "apothecary-max")):
        params = {"count": healers, "at_most": most}
        yield Reason("too-many-apothecaries", "staff.apothecary", params)


def squad(race: Race, wish: Draft) -> Iterator[Player]:
    """Everybody on the wish, numbered within its window."""
    positions = [key for key, count in wish.players.items() for _number in range(count)]
    for number, key in enumerate(positions, start=1):
        yield Player(f"{wish.window}/{number}", key, race.positions[key].cost, number)


def drafted(book: Book, race: Race, wish: Draft) -> Team:
    """The team as the wish has it, with what is left of its gold."""
    return Team(
        race.key,
        treasury=max(0, draft_budget(book, wish) + total(bill(book, race, wish))),
        rerolls=wish.rerolls,
        fan_factor=wish.fan_factor,
        staff=wish.staff,
        players={player.id: player for player in squad(race, wish)},
    )


def _effects(book: Book, race: Race, wish: Draft) -> Iterator[e.Effect]:
    yield e.Gold(draft_budget(book, wish), "draft")
    for line in bill(book, race, wish):
        yield e.Gold(line.amount or 0, line.code)
    yield from map(e.Joined, squad(race, wish))
    if wish.rerolls:
        yield e.Rerolls(wish.rerolls)
    if wish.fan_factor:
        yield e.FanFactor(wish.fan_factor)
    for what, count in wish.staff.items():
        if count:
            yield e.Staff(what, count)
