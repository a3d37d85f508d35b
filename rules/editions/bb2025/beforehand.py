"""The pre-match of bb2020 with its own petty cash and prayers, and stars who play for both."""

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from rules.editions.bb2020.beforehand import PRE_MATCH as BASE
from rules.editions.bb2020.beforehand import Coin, coin
from rules.editions.bb2020.inducements import inducements
from rules.editions.bb2020.market import Buying
from rules.editions.bb2025.inducements import (
    PRAYERS,
    BoughtPrayers,
    inducement_budget,
    prayers,
)
from rules.engine import effects as e
from rules.engine.circumstances import InducementBudget, Purse
from rules.engine.match import SIDES, Match, Side, other
from rules.engine.sequence import Doing, step

Composing = Generator[Any, Any, None]


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
    """One side's basket, and the prayers in it."""
    yield from doing.ask(inducements(doing.book, _basket(doing.match, doing.own_side)))
    doing.add(e.Fact("has-bought", value=True))
    bought = {
        fact["key"]: fact["count"] for fact in doing.match.all_of(doing.own_side, "inducement")
    }
    if PRAYERS in bought:
        yield from doing.ask(prayers(doing.book, BoughtPrayers(bought[PRAYERS])))


def _basket(match: Match, side: Side) -> Buying:
    """Petty cash grows by what the richer side has spent of its treasury."""
    given = match.side_fact(side, "inducement-gold", 0)
    if given:
        given += match.side_fact(other(side), "treasury-spent", 0)
    own = match.side_fact(side, "inducement-treasury", 0)
    return Buying(match.teams[side], given, own, match.rostered_elsewhere)


@step
def kick_off(doing: Doing) -> Composing:
    """The coin; whoever both have hired plays for both."""
    yield from doing.ask(coin(doing.book, Coin()))


_OWN = {"inducement-gold": inducement_gold, "inducements": buying, "kick-off": kick_off}
PRE_MATCH = tuple(replace(each, run=_OWN.get(each.key, each.run)) for each in BASE)
