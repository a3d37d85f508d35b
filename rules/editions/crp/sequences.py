"""The two sequences: those of bb2016 without stadium, referee, sponsors and match events."""

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from rules.editions.bb2016.beforehand import PRE_MATCH as BASE_PRE_MATCH
from rules.editions.bb2016.inducements import InducementOrder, inducement_order
from rules.editions.bb2016.market import Buying
from rules.editions.bb2016.postmatch import POST_MATCH as BASE_POST_MATCH
from rules.editions.crp.petty_cash import PettyCash, inducements, petty_cash
from rules.engine import effects as e
from rules.engine.circumstances import Purse
from rules.engine.match import SIDES
from rules.engine.sequence import Doing, SequenceStep, step
from rules.knobs import _

Composing = Generator[Any, Any, None]


@step
def inducement_gold(doing: Doing) -> Composing:
    """Who goes first, what each side moves to petty cash, and what the underdog is given."""
    match = doing.match
    value = {side: match.side_fact(side, "team-value", 0) for side in SIDES}
    order = InducementOrder(value["home"], value["away"])
    yield from doing.ask(inducement_order(doing.book, order))
    purse = {side: Purse(value[side], match.teams[side].treasury) for side in SIDES}
    cash = PettyCash(purse["home"], purse["away"], doing.match.fact("buys-first"))
    yield from doing.ask(petty_cash(doing.book, cash))


@step
def buying(doing: Doing) -> Composing:
    """One side's basket, from its petty cash."""
    given = doing.match.side_fact(doing.own_side, "inducement-gold", 0)
    yield from doing.ask(inducements(doing.book, Buying(doing.team, given=given)))
    doing.add(e.Fact("has-bought", value=True))


def _with(steps: tuple[SequenceStep, ...], **changes: Any) -> tuple[SequenceStep, ...]:
    """The base's steps with some changed, named with underscores; None leaves one out."""
    named = {key.replace("_", "-"): change for key, change in changes.items()}
    if strangers := set(named) - {each.key for each in steps}:
        raise LookupError(f"the base has no step {sorted(strangers)}")
    return tuple(
        replace(each, **named.get(each.key, {}))
        for each in steps
        if named.get(each.key, {}) is not None
    )


PRE_MATCH = _with(
    BASE_PRE_MATCH,
    conditions={"title": _("Weather"), "titled": None},
    inducement_gold={"title": _("Petty cash"), "run": inducement_gold},
    inducements={"run": buying},
    match_events=None,
)
POST_MATCH = BASE_POST_MATCH
