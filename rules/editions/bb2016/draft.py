"""Drafting a team: everything at once, and every broken rule at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.book import Book
from rules.catalogue import Race
from rules.editions.bb2016.lasting import (
    inducement_effects,
    inducement_faults,
    inducement_lines,
    places_taken,
)
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.training import Skilled, rookies, skill_lines, training_faults
from rules.editions.bb2016.value import STAFF
from rules.engine import drafting
from rules.engine import effects as e
from rules.engine.drafting import (
    apothecary_faults,
    budget_faults,
    draft_budget,
    race_faults,
    size_faults,
)
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.squads import position_faults
from rules.engine.state import Player, Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Draft:
    """What a coach wants to begin with. `window` names the draft, so that players have ids.

    Each entry of `skilled` is one of the `players` with the skills bought for them; `inducements`
    are for all matches, a star among them as `star/<key>`.
    """

    race: str
    players: Mapping[str, int] = field(default_factory=dict)
    rerolls: int = 0
    fan_factor: int = 0
    staff: Mapping[str, int] = field(default_factory=dict)
    seasons_finished: int = 0
    window: str = "draft"
    skilled: tuple[Skilled, ...] = ()
    inducements: Mapping[str, int] = field(default_factory=dict)


@question("draft", _("Whether a new team may begin like this, and with what it is left."))
def draft(book: Book, wish: Draft) -> Ruling:
    """A new team, or everything that is wrong with it (source 577-625)."""
    if reasons := list(shape_faults(book, wish)):
        return refused(reasons)
    race = book.race(wish.race)
    lines = bill(book, race, wish)
    budget = draft_budget(book, wish.seasons_finished)
    reasons = [
        *squad_faults(book, race, wish),
        *staff_faults(book, race, wish),
        *extra_faults(book, race, wish),
        *budget_faults(-total(lines), budget),
    ]
    if any(reason.integrity for reason in reasons):
        return refused(reasons)
    team = allowed(
        *_effects(book, race, wish, budget, lines), because=[Line("budget", budget), *lines]
    )
    return refused(reasons, otherwise=team) if reasons else team


def bill(book: Book, race: Race, wish: Draft) -> list[Line]:
    """The price of each thing on the wish, as gold going out."""
    fans = ("fan-factor", book.figure("draft", "fan-factor-cost"))
    return [
        *drafting.bill(book, race, wish, fans=fans, staff=STAFF),
        *skill_lines(book, race, wish.skilled),
        *inducement_lines(book, race, wish.inducements),
    ]


def shape_faults(book: Book, wish: Draft) -> Iterator[Reason]:
    """What must hold before anything can be counted."""
    if wish.race not in book.catalogue.races:
        yield Reason("no-such-race", "race", {"race": wish.race}, integrity=True)
        return
    yield from drafting.shape_faults(book, wish, STAFF)
    for key, count in wish.inducements.items():
        if count < 0:
            yield Reason("negative", f"inducements.{key}", integrity=True)


def squad_faults(book: Book, race: Race, wish: Draft) -> Iterator[Reason]:
    yield from race_faults(book, race)
    count, beside = sum(wish.players.values()), places_taken(book, wish.inducements)
    yield from size_faults(book, count, beside=beside)
    yield from position_faults(race, wish.players, "players.{}".format)


def staff_faults(book: Book, race: Race, wish: Draft) -> Iterator[Reason]:
    if wish.rerolls > race.reroll_max:
        yield Reason(
            "too-many-rerolls", "rerolls", {"count": wish.rerolls, "at_most": race.reroll_max}
        )
    if book.house["fan-factor.free"] and wish.fan_factor:
        yield Reason("fan-factor-is-free", "fan_factor")
    elif wish.fan_factor > (most := book.figure("draft", "fan-factor-max")):
        yield Reason(
            "too-much-fan-factor", "fan_factor", {"count": wish.fan_factor, "at_most": most}
        )
    yield from apothecary_faults(book, race, wish.staff.get("apothecary", 0))


def extra_faults(
    book: Book, race: Race, wish: Draft, had: Mapping[str, int] | None = None
) -> Iterator[Reason]:
    """What only some leagues sell: skills for a resurrection team, inducements for good beside
    those that it has."""
    yield from training_faults(book, race, wish.players, wish.skilled)
    yield from inducement_faults(book, race, wish.inducements, had)


def squad(book: Book, race: Race, wish: Draft) -> Iterator[Player]:
    """Everybody on the wish, numbered within its window."""
    for number, rookie in enumerate(rookies(book, race, wish.players, wish.skilled), start=1):
        yield rookie.called(f"{wish.window}/{number}", number)


def fans_at_the_start(book: Book, wish: Draft) -> int:
    free: int = book.house["fan-factor.free-start"]
    return free if book.house["fan-factor.free"] else wish.fan_factor


def paid(lines: list[Line]) -> Iterator[e.Gold]:
    """The gold of each line that has a price."""
    for line in lines:
        if line.amount:
            yield e.Gold(line.amount, line.code)


def _effects(
    book: Book, race: Race, wish: Draft, budget: int, lines: list[Line]
) -> Iterator[e.Effect]:
    yield e.Gold(budget, "draft")
    yield from paid(lines)
    yield from map(e.Joined, squad(book, race, wish))
    if wish.rerolls:
        yield e.Rerolls(wish.rerolls)
    if fans := fans_at_the_start(book, wish):
        yield e.FanFactor(fans)
    for what, count in wish.staff.items():
        if count:
            yield e.Staff(what, count)
    yield from inducement_effects(Team(race.key), wish.inducements)
