"""Overtime and a penalty shoot-out, ruled by the book."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jobs.failures import Reason
from league.rulebook import answers_of, said
from matches import rolling
from matches.kit import rerolls_at_most
from matches.pitch import Ending
from matches.play import Play
from rules.engine import effects as e
from rules.engine import rulings
from rules.engine.asks import Roll
from rules.engine.circumstances import Overtime, Penalties
from rules.engine.drive import Asks
from rules.engine.match import SIDES

MOST_ROUNDS = 50
# What the book calls otherwise than a report.
FIELDS = {"knock_out": "ending"}


def overtime_faults(play: Play, winner: str) -> list[Reason]:
    """What the book has against an overtime that somebody won: in a knock-out the league says how
    a winner is found."""
    question = answers_of(play.book).overtime
    if question is None or winner not in SIDES:
        return []
    at = Overtime(scored=winner, agreed=True, knock_out=play.match.is_knock_out)
    outcome = question.ask(play.book, at, {})
    return _faults(play, outcome) if isinstance(outcome, rulings.Refused) else []


def shoot_out(play: Play, ending: Ending) -> tuple[Ending, list[Reason]]:
    """The ending with the winner that the dice name, and what is wrong with the dice.

    Rounds that were not shot on the table are thrown here, if that is wished: once, however often
    the report is withdrawn and sent again.
    """
    question = answers_of(play.book).penalties
    if question is None:
        return ending, [Reason("no_penalties", _("This edition knows no penalties."), "ending")]
    at = Penalties(
        home_rerolls=ending.rerolls.get("home", 0),
        away_rerolls=ending.rerolls.get("away", 0),
        agreed=True,
        knock_out=play.match.is_knock_out,
    )
    before = Ending.of(play.told)
    if reasons := [*_rerolls_never_had(play, ending), *_overruled(ending, before)]:
        return ending, reasons
    typed = before.at_the_table if ending.shots == before.shots else len(ending.shots)
    shots = list(ending.shots)
    while True:
        outcome = question.ask(play.book, at, _answers(shots))
        if isinstance(outcome, Asks):
            if not ending.throw or len(shots) >= MOST_ROUNDS:
                sentence = _("The shoot-out is not over: another die for each side.")
                return ending, [Reason("shoot_out_open", sentence, "shots")]
            thrown = {ask.key: ask.dice for ask in outcome.open if isinstance(ask, Roll)}
            shots.append(_kept(before, len(shots)) or _throw(thrown, len(shots) + 1))
            continue
        if isinstance(outcome, rulings.Refused):
            return ending, _faults(play, outcome)
        decided = 1 + sum(line.code == "level" for line in outcome.because)
        if len(shots) > decided:
            sentence = _("It was decided in round %(n)d: nobody shoots after that.")
            return ending, [Reason("shot_after_the_end", sentence % {"n": decided}, "shots")]
        winner = next(
            str(each.value)
            for each in outcome.effects
            if isinstance(each, e.Fact) and each.what == "winner"
        )
        return replace(ending, side=winner, shots=tuple(shots), at_the_table=typed), []


def _rerolls_never_had(play: Play, ending: Ending) -> Iterator[Reason]:
    for side in SIDES:
        own, most = rerolls_at_most(play, side)
        if ending.rerolls.get(side, 0) > most:
            sentence = ngettext(
                "%(team)s came with %(own)d re-roll, and can have had %(most)d at most with all "
                "that a match may add.",
                "%(team)s came with %(own)d re-rolls, and can have had %(most)d at most with all "
                "that a match may add.",
                own,
            )
            about = {"team": play.team(side), "own": own, "most": most}
            yield Reason("more_rerolls_than_had", sentence % about, f"rerolls_{side}")


def _faults(play: Play, refused: rulings.Refused) -> list[Reason]:
    """In the book's words, at the field of a report that they are about."""
    reasons = said(refused.reasons, play.book.catalogue)
    return [replace(each, subject=FIELDS.get(each.subject, each.subject)) for each in reasons]


def _answers(shots: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    return {
        f"penalties/{number}/{side}": shot[side]
        for number, shot in enumerate(shots, 1)
        for side in SIDES
    }


def _throw(dice: Mapping[str, str], number: int) -> dict[str, Any]:
    return {side: rolling.throw(dice[f"penalties/{number}/{side}"]) for side in SIDES}


def _kept(before: Ending, nth: int) -> Mapping[str, int] | None:
    """What the server threw for a round already."""
    was_thrown = before.at_the_table <= nth < len(before.shots)
    return before.shots[nth] if was_thrown else None


def _overruled(ending: Ending, before: Ending) -> Iterator[Reason]:
    kept = ((shot, _kept(before, nth)) for nth, shot in enumerate(ending.shots))
    if any(thrown is not None and shot != thrown for shot, thrown in kept):
        sentence = _("The server has rolled this, and its roll stands.")
        yield Reason("rolled_by_server", sentence, "shots")
