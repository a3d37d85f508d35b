"""A penalty shoot-out, ruled by the book."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from jobs.failures import Reason
from league.pins import edition_of
from league.rulebook import said
from matches import rolling
from matches.pitch import Ending
from matches.running import Play
from rules.engine import effects as e
from rules.engine import rulings
from rules.engine.asks import Roll
from rules.engine.drive import Asks
from rules.engine.match import SIDES

MOST_ROUNDS = 50


def shoot_out(play: Play, ending: Ending) -> tuple[Ending, list[Reason]]:
    """The ending with the winner that the dice name, and what is wrong with the dice.

    Rounds that were not shot on the table are thrown here, if that is wished.
    """
    question = edition_of(play.match.pin).questions.get("penalties")
    if question is None:
        return ending, [Reason("no_penalties", _("This edition knows no penalties."), "ending")]
    at = question.circumstances(
        home_rerolls=ending.rerolls.get("home", 0),
        away_rerolls=ending.rerolls.get("away", 0),
        agreed=True,
        knock_out=play.match.is_knock_out,
    )
    answers: dict[str, Any] = {
        f"penalties/{number}/{side}": shot[side]
        for number, shot in enumerate(ending.shots, 1)
        for side in SIDES
    }
    shots = list(ending.shots)
    while True:
        outcome = question.ask(play.book, at, answers)
        if isinstance(outcome, Asks):
            if not ending.throw or len(shots) >= MOST_ROUNDS:
                sentence = _("The shoot-out is not over: another die for each side.")
                return ending, [Reason("shoot_out_open", sentence, "shots")]
            thrown: dict[str, Any] = {
                ask.key: rolling.throw(ask.dice) for ask in outcome.open if isinstance(ask, Roll)
            }
            answers |= thrown
            shots.append({side: thrown[f"penalties/{len(shots) + 1}/{side}"] for side in SIDES})
            continue
        if isinstance(outcome, rulings.Refused):
            return ending, said(outcome.reasons, play.book.catalogue)
        winner = next(
            str(each.value)
            for each in outcome.effects
            if isinstance(each, e.Fact) and each.what == "winner"
        )
        return replace(ending, side=winner, shots=tuple(shots)), []
