"""A casualty on the pitch, asked about by itself while the match is on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Refused
from league.pins import book_of, edition_of
from matches.dice import rolling
from matches.models import Match
from matches.pitch import reports
from matches.pitch.reports import Lineup, StandingTap
from matches.record import MatchRecord
from rules.engine.asks import Ask, Roll
from rules.engine.drive import Asks, Driven, follow
from rules.engine.match import Hurt
from rules.engine.rulings import Allowed
from rules.engine.state import Team
from teams import snapshots


@dataclass(frozen=True, slots=True)
class CasualtyRecord:
    """A casualty with the dice so far. What is answered is known by what follows the ask's key."""

    match: Match
    team: Team
    hurt: Mapping[str, Any]
    answers: Mapping[str, Any]

    @property
    def driven(self) -> Driven | None:
        """How far the dice lead; None where the edition has nothing to ask."""
        field, book = edition_of(self.match.pin).pitch, book_of(self.match.pin)
        known: Hurt = reports.hurt_of(self.hurt)
        if field.casualty(book, self.team, known) is None:
            return None
        answers = {reports.casualty_key(self.hurt, key): v for key, v in self.answers.items()}

        def put(_: Any) -> Any:
            return field.casualty(book, self.team, known)

        return follow(put, None, answers)

    def asks(self) -> dict[str, Ask]:
        """What is still to be answered, by what follows the casualty's key."""
        driven = self.driven
        if driven is None or not isinstance(driven.outcome, Asks):
            return {}
        return {self.rest(ask): ask for ask in driven.outcome.open}

    @property
    def answered(self) -> set[str]:
        """What the dice and choices so far were asked for."""
        driven = self.driven
        return {self.rest(ask) for ask in driven.answered} if driven else set()

    def rest(self, ask: Ask) -> str:
        return ask.key.removeprefix(reports.casualty_key(self.hurt)).removeprefix("/")

    @property
    def ruling(self) -> Allowed | None:
        driven = self.driven
        return driven.outcome if driven and isinstance(driven.outcome, Allowed) else None

    @property
    def is_dead(self) -> bool:
        ruling = self.ruling
        return ruling is not None and edition_of(self.match.pin).pitch.is_dead(ruling)

    @property
    def plays_on(self) -> bool:
        ruling = self.ruling
        return ruling is not None and edition_of(self.match.pin).pitch.plays_on(ruling)


def casualties_in(
    record: MatchRecord, taps: Sequence[StandingTap], on: Lineup
) -> dict[str, CasualtyRecord]:
    """Every casualty by its tap, with the dice that have fallen."""
    teams = {
        side: snapshots.read_back(row.kick_off["team"])
        for side, row in record.sides.items()
        if row.kick_off
    }
    dice = reports.dice_of(taps)
    return {
        hurt["tap"]: CasualtyRecord(
            record.match, teams[hurt["side"]], hurt, dice.get(hurt["tap"], {})
        )
        for hurt in reports.hurts(taps, on)
    }


@dataclass(frozen=True, slots=True)
class Fallen:
    """Dice that have fallen for a casualty, and what became of the player by them.

    `dice` says what each roll was thrown with.
    """

    answers: Mapping[str, Any]
    rolled: Sequence[str]
    outcome: str
    dice: Mapping[str, str]

    def as_data(self) -> dict[str, Any]:
        values = {
            "answers": dict(self.answers),
            "rolled": [*self.rolled],
            "outcome": self.outcome,
            "dice": dict(self.dice),
        }
        return {key: value for key, value in values.items() if value}


def fall(
    suffering: CasualtyRecord,
    typed: Mapping[str, Any],
    wanted: Collection[str],
    thrown_before: Mapping[str, Any],
) -> Fallen:
    """Take typed dice as far as they are asked for, and throw those that are `wanted`; what was
    `thrown_before` for the same casualty falls the same.

    Raises Refused with everything that nobody asked for, or that no die shows.
    """
    if twice := set(suffering.answers) & {*typed, *wanted}:
        sentence = _("These dice have fallen: %(dice)s.") % {"dice": _listed(twice)}
        raise Refused.because("rolled_already", sentence)
    answers: dict[str, Any] = {}
    rolled: list[str] = []
    thrown: dict[str, str] = {}
    while asks := {
        rest: ask
        for rest, ask in suffering.asks().items()
        if rest in typed or (rest in wanted and isinstance(ask, Roll))
    }:
        for rest, ask in asks.items():
            if rest in typed and ask.faults(typed[rest]):
                raise Refused.because("not_a_result", _("These dice cannot show that."))
            if rest not in typed and isinstance(ask, Roll):
                rolled.append(rest)
            if isinstance(ask, Roll):
                thrown[rest] = ask.dice
            answers[rest] = typed[rest] if rest in typed else _thrown(ask, thrown_before.get(rest))
        suffering = replace(suffering, answers={**suffering.answers, **answers})
    if strangers := {*typed, *wanted} - set(answers):
        sentence = _("Nobody asks for this now: %(what)s.") % {"what": _listed(strangers)}
        raise Refused.because("not_asked", sentence)
    outcome = "dead" if suffering.is_dead else "plays-on" if suffering.plays_on else ""
    return Fallen(answers, rolled, outcome, thrown)


def _thrown(ask: Ask, before: Any) -> Any:
    if before is not None and not ask.faults(before):
        return before
    return rolling.throw(ask.dice if isinstance(ask, Roll) else "")


def _listed(rests: Collection[str]) -> str:
    return ", ".join(sorted(rest or _("casualty dice") for rest in rests))
