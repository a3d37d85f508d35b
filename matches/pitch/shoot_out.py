"""Overtime and a penalty shoot-out, ruled by the book."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from acts.failures import Reason
from league.rulebook import answers_of, said
from matches.permissions import MatchAccess
from matches.pitch.reports import MatchEnding
from matches.pitch.resources import rerolls_at_most
from matches.record import MatchRecord
from matches.steps import PENALTIES, only_server_rolls
from rules.book import Book
from rules.engine import effects as e
from rules.engine import rulings
from rules.engine.asks import Ask
from rules.engine.circumstances import Overtime, Penalties
from rules.engine.drive import Asks
from rules.engine.match import SIDES

MOST_ROUNDS = 50
# Where their dice wait in the match's reserve. They stay there: a shoot-out that is dropped and
# comes back has those that fell.
RESERVED = f"joint/{PENALTIES}"
REROLLS = "rerolls"
# What the book calls otherwise than a report.
FIELDS = {"knock_out": "ending"}


def overtime_faults(record: MatchRecord, winner: str) -> list[Reason]:
    """What the book has against an overtime that somebody won: in a knock-out the league says how
    a winner is found."""
    if winner not in SIDES:
        return []
    about = {"is_knock_out": record.match.is_knock_out, "is_replay": record.match.is_replay}
    return decider_faults(record.book, "overtime", **about)


def decider_faults(book: Book, how: str, *, is_knock_out: bool, is_replay: bool) -> list[Reason]:
    """What the book has against overtime or penalties in such a match, whoever won."""
    answers = answers_of(book)
    if how == "overtime" and answers.overtime:
        overtime = Overtime(scored="home", agreed=True, knock_out=is_knock_out, replay=is_replay)
        outcome = answers.overtime.ask(book, overtime, {})
    elif how == "penalties" and answers.penalties:
        penalties = Penalties(agreed=True, knock_out=is_knock_out, replay=is_replay)
        outcome = answers.penalties.ask(book, penalties, {})
    else:
        return []
    return _faults(book, outcome) if isinstance(outcome, rulings.Refused) else []


def may_type_shots(record: MatchRecord, access: MatchAccess) -> bool:
    """Whether somebody tells how a shoot-out fell. Where only the server rolls it, whoever runs the
    league and does not play in the match may."""
    return access.runs_from_outside or not only_server_rolls(record.book, PENALTIES)


def not_theirs_to_tell(subject: str) -> Reason:
    sentence = _(
        "In this league the server rolls these dice. Only who runs the league, and does not play "
        "in this match, tells them otherwise."
    )
    return Reason("server_rolls", sentence, subject)


def shoot_out(
    record: MatchRecord, ending: MatchEnding, access: MatchAccess
) -> tuple[MatchEnding, list[Reason]]:
    """The ending with the winner that the dice name, and what is wrong with the dice.

    Rounds that were not shot on the table are thrown here, if that is wished, or where only the
    server rolls them: once, however often the match is told otherwise.
    """
    question = answers_of(record.book).penalties
    if question is None:
        return ending, [Reason("no_penalties", _("This edition knows no penalties."), "ending")]
    at = Penalties(
        home_rerolls=ending.rerolls.get("home", 0),
        away_rerolls=ending.rerolls.get("away", 0),
        agreed=True,
        knock_out=record.match.is_knock_out,
        replay=record.match.is_replay,
    )
    before = MatchEnding.of(record.told)
    rounds = _Rounds(record, ending, before, only_server_rolls(record.book, PENALTIES))
    if reasons := [
        *_rerolls_never_had(record, ending),
        *rounds.rerolls_faults(access),
        *rounds.faults(access),
    ]:
        return ending, reasons
    shots: list[Mapping[str, int]] = []
    while isinstance(outcome := question.ask(record.book, at, _answers(shots)), Asks):
        shot = rounds.next(len(shots), outcome.open) if len(shots) < MOST_ROUNDS else None
        if shot is None:
            sentence = _("The shoot-out is not over: another die for each side.")
            return ending, [Reason("shoot_out_open", sentence, "shots")]
        shots.append(shot)
    if isinstance(outcome, rulings.Refused):
        return ending, _faults(record.book, outcome)
    if len(ending.shots) > len(shots):
        sentence = _("It was decided in round %(n)d: nobody shoots after that.")
        return ending, [Reason("shot_after_the_end", sentence % {"n": len(shots)}, "shots")]
    winner = next(
        str(each.value)
        for each in outcome.effects
        if isinstance(each, e.Fact) and each.what == "winner"
    )
    typed = rounds.at_the_table(shots)
    return replace(ending, side=winner, shots=tuple(shots), at_the_table=typed), []


@dataclass(frozen=True, slots=True)
class _Rounds:
    """The rounds of a shoot-out: as they are told, as they stood, and as the server threw them."""

    record: MatchRecord
    told: MatchEnding
    before: MatchEnding
    by_server: bool

    def next(self, nth: int, asks: Sequence[Ask]) -> Mapping[str, int] | None:
        """The round that is asked for; None where it has to be told."""
        if nth < len(self.told.shots):
            return self.told.shots[nth]
        if self.by_server and nth < len(self.before.shots):
            return self.before.shots[nth]
        if not (self.by_server or self.told.throw):
            return None
        reserve = self.record.reserve
        dice = {ask.key.rpartition("/")[2]: reserve.die(RESERVED, ask, {}) for ask in asks}
        for side in SIDES:
            reserve.note(RESERVED, f"{REROLLS}/{side}", self.told.rerolls.get(side, 0))
        return None if None in dice.values() else dice

    def thrown(self, nth: int) -> Mapping[str, int] | None:
        """What the server threw for a round, in whichever version of the report."""
        dice = [
            self.record.reserve.waiting(RESERVED, f"penalties/{nth + 1}/{side}") for side in SIDES
        ]
        return None if None in dice else dict(zip(SIDES, dice, strict=True))

    def at_the_table(self, shots: Sequence[Mapping[str, int]]) -> int:
        """How many rounds were not thrown by the server; all after those were."""
        if tuple(shots) == self.before.shots:
            return self.before.at_the_table
        by_hand = [nth for nth, shot in enumerate(shots, 1) if shot != self.thrown(nth - 1)]
        return by_hand[-1] if by_hand else 0

    def rerolls_faults(self, access: MatchAccess) -> Iterator[Reason]:
        """The re-rolls that were left are told before the server shoots: whoever knows the dice
        would find as many as they lack."""
        if access.runs_from_outside:
            return
        sentence = _(
            "The server has shot with %(count)d here. Only who runs the league, and does not play "
            "in this match, tells that otherwise."
        )
        for side in SIDES:
            before = self.record.reserve.waiting(RESERVED, f"{REROLLS}/{side}")
            stands = self.before.rerolls.get(side, 0) if self.before.shots else before
            told = self.told.rerolls.get(side, 0)
            if before is not None and told not in (before, stands):
                about = {"count": before}
                yield Reason("rerolls_are_told", sentence % about, f"rerolls_{side}", about)

    def faults(self, access: MatchAccess) -> Iterator[Reason]:
        """Rounds are told otherwise than they fell by nobody but whoever runs the league and does
        not play in the match."""
        if access.runs_from_outside:
            return
        for nth, shot in enumerate(self.told.shots):
            thrown = self.thrown(nth)
            if shot == thrown or self.before.shots[nth : nth + 1] == (shot,):
                continue
            if self.by_server:
                yield not_theirs_to_tell("shots")
                return
            if thrown is not None:
                sentence = _("The server has rolled this, and its roll stands.")
                yield Reason("rolled_by_server", sentence, "shots")
                return


def _rerolls_never_had(record: MatchRecord, ending: MatchEnding) -> Iterator[Reason]:
    for side in SIDES:
        own, most = rerolls_at_most(record, side)
        if ending.rerolls.get(side, 0) > most:
            sentence = ngettext(
                "%(team)s came with %(own)d re-roll, and can have had %(most)d at most with all "
                "that a match may add.",
                "%(team)s came with %(own)d re-rolls, and can have had %(most)d at most with all "
                "that a match may add.",
                own,
            )
            about = {"team": record.team(side), "own": own, "most": most}
            yield Reason("more_rerolls_than_had", sentence % about, f"rerolls_{side}")


def _faults(book: Book, refused: rulings.Refused) -> list[Reason]:
    """In the book's words, at the field of a report that they are about."""
    reasons = said(refused.reasons, book.catalogue)
    return [replace(each, subject=FIELDS.get(each.subject, each.subject)) for each in reasons]


def _answers(shots: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    return {
        f"penalties/{number}/{side}": shot[side]
        for number, shot in enumerate(shots, 1)
        for side in SIDES
    }
