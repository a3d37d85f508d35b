"""The pre-match: journeymen, fans and weather, petty cash, inducements, prayers, the coin."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from rules.book import Book
from rules.editions.bb2020.availability import journeymen, missing
from rules.editions.bb2020.inducements import (
    Prayers,
    double_hire,
    inducement_budget,
    inducements,
    prayers,
)
from rules.editions.bb2020.market import Buying
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.value import current_value
from rules.engine import effects as e
from rules.engine.asks import Roll, Step, choose, roll, together
from rules.engine.availability import Journeymen
from rules.engine.circumstances import InducementBudget, Purse
from rules.engine.coin import toss
from rules.engine.faults import negative_faults
from rules.engine.match import SIDES, Match, Side, other
from rules.engine.rulings import Line, allowed, refused
from rules.engine.sequence import Doing, SequenceStep, StepContext, step
from rules.engine.sides import COACH_OF
from rules.engine.wares import DoubleHire
from rules.knobs import _

Composing = Generator[Any, Any, None]


@dataclass(frozen=True, slots=True)
class Crowd:
    """The dedicated fans of both sides."""

    home: int = 1
    away: int = 1


@question("fan-factor", _("How many come to watch each side."))
def fan_factor(book: Book, at: Crowd) -> Step:
    """A D3 and the dedicated fans, for each."""
    if faults := list(negative_faults(home=at.home, away=at.away)):
        return refused(faults)
    spec = book.catalogue.tables["fan-factor"].named["fans"]["dice"]
    dice = yield from together(
        *(Roll(f"fan-factor/{side}", dice=spec, who=COACH_OF[side]) for side in SIDES)
    )
    fans = {"home": at.home, "away": at.away}
    return allowed(
        *(
            e.To(side, e.Fact("fan-factor", die + fans[side]))
            for side, die in zip(SIDES, dice, strict=True)
        ),
        because=[
            Line("fans-come", die + fans[side], {"side": side, "die": die, "fans": fans[side]})
            for side, die in zip(SIDES, dice, strict=True)
        ],
    )


@dataclass(frozen=True, slots=True)
class Weather:
    """Nothing but the house rules matters."""


@question("weather", _("What the weather is like."))
def weather(book: Book, at: Weather) -> Step:
    """2D6 on the league's table, or on the one that the home side picks."""
    tables = {table.key: table for table in book.catalogue.shelves["weather_table"]}
    key = book.house["weather.table"]
    if key == "choice":
        key = yield from choose("weather/table", *tables, who="side")
    faces = yield from roll("weather", tables[key].holds["dice"], who="either")
    row = next(
        row for row in tables[key].entries if row.holds["from"] <= sum(faces) <= row.holds["to"]
    )
    return allowed(
        e.Fact("weather-table", key),
        e.Fact("weather", row.key),
        because=[*(Line("die", face) for face in faces), Line("weather", None, {"key": row.key})],
    )


@dataclass(frozen=True, slots=True)
class Coin:
    """Whoever wins the toss chooses."""


@question("coin", _("Who kicks off first."))
def coin(book: Book, at: Coin) -> Step:
    return (yield from toss("coin"))


# --- the steps


@step
def fill_up(doing: Doing) -> Composing:
    """Journeymen for whoever cannot field eleven."""
    yield from doing.ask(
        journeymen(doing.book, Journeymen(doing.team, f"{doing.match.id}/{doing.own_side}/before"))
    )


def _too_few(context: StepContext[Any]) -> bool:
    side = context.side
    return bool(side and missing(context.book, context.match.teams[side]) > 0)


@step
def conditions(doing: Doing) -> Composing:
    """The fans of both sides and the weather, and what both teams are worth today."""
    book, teams = doing.book, doing.match.teams
    for side in SIDES:
        doing.add(e.Fact("team-value", current_value(book, teams[side])[0]), side=side)
    crowd = Crowd(teams["home"].fan_factor, teams["away"].fan_factor)
    yield from doing.ask(fan_factor(book, crowd))
    yield from doing.ask(weather(book, Weather()))


@step
def inducement_gold(doing: Doing) -> Composing:
    """What each side has to spend; the side that is worth more spends first."""
    match = doing.match
    home, away = (
        Purse(match.side_fact(side, "team-value", 0), match.teams[side].treasury) for side in SIDES
    )
    yield from doing.ask(inducement_budget(doing.book, InducementBudget(home, away)))


@step
def buying(doing: Doing) -> Composing:
    """One side's basket, and prayers for what the lower side leaves."""
    basket = _basket(doing.match, doing.own_side)
    yield from doing.ask(inducements(doing.book, basket))
    doing.add(e.Fact("has-bought", value=True))
    left = doing.match.side_fact(doing.own_side, "petty-cash-left", 0)
    if left >= doing.book.figure("prayers", "each"):
        yield from doing.ask(prayers(doing.book, Prayers(left)))


def _basket(match: Match, side: Side) -> Buying:
    given = match.side_fact(side, "inducement-gold", 0)
    if given:
        given += match.side_fact(other(side), "treasury-spent", 0)
    team = match.teams[side]
    own = min(team.treasury, match.side_fact(side, "inducement-treasury", 0))
    return Buying(team, given, own, match.rostered_elsewhere)


def _has_gold(context: StepContext[Any]) -> bool:
    side, match = context.side, context.match
    return bool(
        side
        and (
            match.side_fact(side, "inducement-gold", 0)
            or match.side_fact(side, "inducement-treasury", 0)
        )
    )


def _may_buy(context: StepContext[Any]) -> bool:
    """The side that is worth more, or has nothing, and then the other."""
    match, side = context.match, context.side
    if side is None:
        return False
    rich = match.fact("buys-first")
    has_gold = bool(match.side_fact(other(side), "inducement-treasury", 0))
    return side == rich or not has_gold or bool(match.side_fact(other(side), "has-bought"))


@step
def kick_off(doing: Doing) -> Composing:
    """Whoever both hired goes home; then the coin."""
    hired = {
        side: (
            *doing.match.all_of(side, "hired-star"),
            *doing.match.all_of(side, "hired-staff"),
        )
        for side in SIDES
    }
    yield from doing.ask(double_hire(doing.book, DoubleHire(hired["home"], hired["away"])))
    yield from doing.ask(coin(doing.book, Coin()))


PRE_MATCH = (
    SequenceStep("journeymen", _("Journeymen"), fill_up, applies=_too_few),
    SequenceStep("conditions", _("Fans and weather"), conditions, joint=True),
    SequenceStep("inducement-gold", _("Petty cash"), inducement_gold, joint=True),
    SequenceStep("inducements", _("Inducements"), buying, applies=_has_gold, ready=_may_buy),
    SequenceStep("kick-off", _("The coin"), kick_off, joint=True),
)
