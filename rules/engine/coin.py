"""The toss before a half: who wins it says who kicks off."""

from rules.engine import effects as e
from rules.engine.asks import Step, choose
from rules.engine.match import Side, other
from rules.engine.rulings import Line, allowed
from rules.engine.sides import COACH_OF, by_lot


def toss(key: str, *, won_by: Side | None = None) -> Step:
    """Drawn by lot, unless somebody has seen to it."""
    winner = won_by or (yield from by_lot(key))
    kicking = yield from choose(f"{key}/kicks", "home", "away", who=COACH_OF[winner])
    kicks: Side = "home" if kicking == "home" else "away"
    return allowed(
        e.Fact("kicks-off", kicks),
        e.Fact("receives", other(kicks)),
        because=[Line("palmed-coin" if won_by else "toss", None, {"side": winner})],
    )
