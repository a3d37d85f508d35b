"""Answers as they come out of a page's form."""

from collections.abc import Iterable
from typing import Any

from django.http import QueryDict

from matches.asked import asks_of, same, shape_of
from matches.commands.answering import Given
from matches.models import StepRun
from matches.queries import OpenStep
from matches.replay.replaying import Rerun
from rules.ask_steps import UNANSWERED, beside, read_answer
from rules.engine.asks import Pick

ROLL = "roll"
NOTHING = "nothing"
NOTHING_FOR_BOTH = "nothing-for-both"
# Every die that is open, and every one that comes of them.
ALL = "all"


def given_in(step: OpenStep, typed: QueryDict) -> list[Given]:
    """Everything that was answered otherwise than it stands, and the roll that is asked for."""
    wanted, empty = typed.get(ROLL, ""), typed.get(NOTHING) or typed.get(NOTHING_FOR_BOTH, "")
    given = [Given(wanted, roll=True)] if wanted and wanted != ALL else []
    given += [Given(empty, {})] if empty else []
    for asked in step.asked:
        if asked.is_rolled or not asked.may_answer or asked.ask.key in (wanted, empty):
            continue
        if wanted and asked.answer is None and isinstance(asked.ask, Pick):
            continue  # an empty list of boxes beside the button that was pressed
        value = read_answer(asked.ask, typed)
        if asked.answer:
            value = beside(asked.ask, value, asked.answer.value)
        if value is UNANSWERED or (asked.answer and same(asked.answer.value, value)):
            continue
        given.append(Given(asked.ask.key, value))
    return given


def revision_in(typed: QueryDict) -> int:
    """What a form saw; one that does not say so saw something else."""
    text = typed.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def prefix_of(run: StepRun) -> str:
    """In front of a step's fields where several steps share a form."""
    return f"{run.side or 'joint'}.{run.step}."


def edited_in(reruns: Iterable[Rerun], typed: QueryDict) -> dict[tuple[str, str], dict[str, Any]]:
    """The answers of several steps, each only if it was typed for the ask as it is put now."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for rerun in reruns:
        prefix = prefix_of(rerun.run)
        for key, ask in asks_of(rerun.driven).items():
            if typed.get(f"{prefix}{key}.put") != shape_of(ask):
                continue
            value = read_answer(ask, typed, prefix)
            if value is not UNANSWERED and not same(value, rerun.supplied.get(key)):
                here = found.setdefault((rerun.run.side, rerun.run.step), {})
                here[key] = beside(ask, value, rerun.stands.get(key))
    return found
