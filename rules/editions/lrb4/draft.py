"""Drafting a team: everything at once, and every broken rule at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.book import Book
from rules.catalogue import Race
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.team_sheet import STAFF
from rules.engine import drafting
from rules.engine import effects as e
from rules.engine.drafting import apothecary_faults, budget_faults
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.squads import position_faults
from rules.engine.state import Team
from rules.knobs import _

# What the edition's other rulings go by, too.
race_faults_of_league = drafting.race_faults
size_faults = drafting.size_faults
squad = drafting.squad


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
        *budget_faults(-total(lines), budget),
    ]
    team = allowed(*_effects(book, race, wish), because=[Line("budget", budget), *lines])
    return refused(reasons, otherwise=team) if reasons else team


def draft_budget(book: Book, wish: Draft) -> int:
    return drafting.draft_budget(book, wish.seasons_finished)


def bill(book: Book, race: Race, wish: Draft) -> list[Line]:
    """The price of each thing on the wish, as gold going out."""
    fans = ("fan-factor", book.figure("draft", "fan-factor-cost"))
    return drafting.bill(book, race, wish, fans=fans, staff=STAFF)


def shape_faults(book: Book, wish: Draft) -> Iterator[Reason]:
    """What must hold before anything can be counted."""
    return drafting.shape_faults(book, wish, STAFF)


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
    yield from apothecary_faults(book, race, staff.get("apothecary", 0))


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
