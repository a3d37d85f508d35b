"""Who may see what: asks, facts and lines of a match are public, one side's, or the server's."""

from collections.abc import Mapping

from rules.engine import effects as e
from rules.engine.asks import Ask, Who
from rules.engine.match import SIDES, Side, other
from rules.engine.rulings import Allowed, Line, Visible

Viewer = Side | None  # None is everybody else: spectators, and a commissioner who plays elsewhere


def visible_of(effect: e.Effect) -> Visible:
    """How far an effect may be seen; only facts can be secret."""
    if isinstance(effect, e.To):
        return visible_of(effect.effect)
    return effect.visible if isinstance(effect, e.Fact) else "public"


def answerer(ask: Ask, side: Side | None) -> Side | None:
    """The side that answers an ask of a side's step, or of a joint one; None if no single one."""
    context: Side = side or "home"
    sides: Mapping[Who, Side] = {"side": context, "opponent": other(context)}
    return sides.get(ask.who or "side")


def decider(ask: Ask, side: Side | None) -> Side | None:
    """The side whose choice an ask is; None where chance answers it, or both may."""
    return None if ask.is_chance else answerer(ask, side)


def may_see_ask(ask: Ask, side: Side | None, viewer: Viewer) -> bool:
    """Whether a viewer may see an ask and its answer: a secret one is its answerer's."""
    return _may_see(ask.visible, answerer(ask, side), viewer)


def shown(ruling: Allowed, side: Side | None, viewer: Viewer) -> Allowed:
    """What a step did, as far as a viewer may see it."""
    effects = (
        effect
        for effect in ruling.effects
        if _may_see(visible_of(effect), _owner(effect, side), viewer)
    )
    lines = (line for line in ruling.because if _may_see(line.visible, _told(line, side), viewer))
    return Allowed(tuple(effects), tuple(lines))


def _may_see(visible: Visible, owner: Side | None, viewer: Viewer) -> bool:
    return visible == "public" or (visible == "side" and owner is not None and viewer == owner)


def _owner(effect: e.Effect, side: Side | None) -> Side | None:
    return _side(effect.side) if isinstance(effect, e.To) else side


def _told(line: Line, side: Side | None) -> Side | None:
    return _side(str(line.params.get("side", ""))) or side


def _side(name: str) -> Side | None:
    return next((side for side in SIDES if side == name), None)
