"""Taps as they come out of the scoreboard's forms: sent at once, or kept by a phone for later."""

import re
from typing import Any
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _

from acts.failures import Refused
from matches.commands.tapping import NewTap
from matches.pitch.tap_shapes import fields_of
from rules.ask_steps import UNANSWERED, read_answer
from rules.engine.asks import Ask, Choose, Confirm, Roll

NUMBERS = frozenset({"half", "turn", "home", "away", "points"})
ASKED = "asked"
ROLL = "roll"
DICE = re.compile(r"[1-9]?D[1-9]\d?")
WHOLE = re.compile(r"-?[0-9]{1,9}")


def tap_in(form: QueryDict) -> NewTap:
    """A tap as its form says it; whether it makes sense, the command says. Raises Refused."""
    kind = form.get("kind", "")
    data: dict[str, Any] = {
        name: _value(name, form.get(name, ""))
        for name in fields_of(kind)
        if form.get(name) and name not in ("answers", ROLL)
    }
    # Where an injury is said without a roll, the form hides its dice with whatever was tapped.
    if not data.get("injury"):
        data |= _dice(form)
    note = form.get("note", "").strip()
    return NewTap(_uuid(form), kind, form.get("side", ""), data, note)


def _dice(form: QueryDict) -> dict[str, Any]:
    answers = _answers(form)
    return ({"answers": answers} if answers else {}) | (
        {ROLL: form.getlist(ROLL)} if ROLL in form else {}
    )


def _uuid(form: QueryDict) -> UUID:
    try:
        return UUID(form.get("uuid", ""))
    except ValueError as error:
        raise _unreadable() from error


def _value(name: str, text: str) -> Any:
    return int(text) if name in NUMBERS and WHOLE.fullmatch(text) else text


def _answers(form: QueryDict) -> dict[str, Any]:
    """Dice and choices of a casualty: a form names each ask by what follows the casualty's key,
    by its shape, and by the name of its field."""
    found: dict[str, Any] = {}
    for named in form.getlist(ASKED):
        rest, shape, key = (*named.split("|"), "", "")[:3]
        answer = read_answer(_ask(shape, key), form)
        if answer is not UNANSWERED:
            found[rest] = answer
    return found


def _ask(shape: str, key: str) -> Ask:
    if shape in (Confirm.kind, Choose.kind):
        return Confirm(key) if shape == Confirm.kind else Choose(key)
    if not DICE.fullmatch(shape):
        raise _unreadable()
    return Roll(key, dice=shape)


def _unreadable() -> Refused:
    return Refused.because("unreadable_tap", _("This entry cannot be read any more."))
