"""What happens around a match: traits may be used again before it, and after it both coaches gain
one."""

from collections.abc import Generator
from typing import Any

from rules.editions.blitz.endings import on_the_roster
from rules.editions.blitz.traits import NewTrait, coach_trait, noted
from rules.engine.match import SIDES
from rules.engine.sequence import Doing, SequenceStep, StepContext, step
from rules.knobs import _

Composing = Generator[Any, Any, None]


@step
def make_ready(doing: Doing) -> Composing:
    """The marks in pencil are rubbed out (2152)."""
    for side in SIDES:
        for effect in noted(doing.match.teams[side], ()):
            doing.add(effect, side=side)
    yield from ()


@step
def note_down(doing: Doing) -> Composing:
    """Result, Challenge cards and injuries of both, and which traits were used."""
    for side in SIDES:
        for effect in noted(doing.match.teams[side], doing.match.report.used.get(side, ())):
            doing.add(effect, side=side)
        if (record := on_the_roster(doing.match, side)) is not None:
            doing.add(record, side=side)
    yield from ()


@step
def learn(doing: Doing) -> Composing:
    yield from doing.ask(coach_trait(doing.book, NewTrait(doing.team)))


def is_of_the_league(context: StepContext[Any]) -> bool:
    """No finals match gives a trait, nor does a friendly (1961)."""
    return not (context.match.report.friendly or context.match.report.play_off)


PRE_MATCH = (SequenceStep("ready", _("Traits"), make_ready, joint=True),)
POST_MATCH = (
    SequenceStep("report", _("Coach rosters"), note_down, joint=True),
    SequenceStep("coach-trait", _("A new trait"), learn, applies=is_of_the_league),
)
