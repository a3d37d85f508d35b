"""What a tap has to look like, kind by kind; who may play is the pitch's to say."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.translation import gettext as _

from acts.failures import Reason
from matches.models import Tap
from matches.pitch.reports import is_count, is_whole
from rules.engine.lineup import CAUSES
from rules.engine.match import SIDES
from web.lines import what_is_wrong_with

if TYPE_CHECKING:
    from matches.commands.tapping import NewTap

LONGEST_KEY = 200
LONGEST_NOTE = 500
MOST_TURNS = 8
HALVES = 3  # the third is overtime
Kind = Tap.Kind
Data = Mapping[str, Any]


def shape_faults(tap: "NewTap") -> list[Reason]:
    """Everything wrong with a tap as it was sent."""
    if tap.kind not in Kind.values:
        return [Reason("no_such_kind", _("There is no such tap."), str(tap.uuid))]
    wrong = [*_side_faults(tap), *_note_faults(tap)]
    if unknown := set(tap.data) - set(_FIELDS.get(Kind(tap.kind), {})):
        wrong.append(_("Nobody knows what to do with %(what)s.") % {"what": ", ".join(unknown)})
    for name, fits in _FIELDS.get(Kind(tap.kind), {}).items():
        if not fits(tap.data.get(name)):
            wrong.append(_("%(field)s is missing or makes no sense.") % {"field": name})
    return [Reason("unfit_tap", sentence, str(tap.uuid)) for sentence in wrong]


def fields_of(kind: str) -> Collection[str]:
    """What a tap of this kind may say."""
    return _FIELDS.get(Kind(kind), {}) if kind in Kind.values else ()


def _side_faults(tap: "NewTap") -> Iterator[str]:
    if tap.side not in ("", *SIDES):
        yield _("A side is home or away.")
    elif tap.kind in _OF_A_SIDE and not tap.side:
        yield _("Say which side it is about.")


def _note_faults(tap: "NewTap") -> Iterator[str]:
    if tap.kind == Kind.NOTE and not tap.note:
        yield _("A note says something.")
    if tap.note:
        for reason in what_is_wrong_with(tap.note, subject="note", at_most=LONGEST_NOTE):
            yield str(reason.message)


def _key(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_KEY


def _named(value: object) -> bool:
    return _key(value) and value != ""


def _perhaps(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or fits(value)


def _uuid(value: object) -> bool:
    try:
        UUID(str(value))
    except ValueError:
        return False
    return isinstance(value, str)


def _answers(value: object) -> bool:
    return isinstance(value, dict) and len(value) < 20 and all(_key(key) for key in value)


def _keys(value: object) -> bool:
    return isinstance(value, list) and len(value) < 20 and all(_key(key) for key in value)


def _cause(value: object) -> bool:
    return value in CAUSES


# `before` names an entry that it came before, although it is entered afterwards.
_BEFORE = {"before": _perhaps(_uuid)}
_DEED = {"player": _perhaps(_key), **_BEFORE}
_DICE = {"treated": _perhaps(_key), "answers": _perhaps(_answers), "roll": _perhaps(_keys)}
_FIELDS: Mapping[Kind, Mapping[str, Callable[[Any], bool]]] = {
    Kind.TURN: {
        "half": lambda value: is_count(value, HALVES) and value > 0,
        "turn": lambda value: is_count(value, MOST_TURNS) and value > 0,
    },
    Kind.TOUCHDOWN: _DEED,
    Kind.COMPLETION: _DEED,
    Kind.INTERCEPTION: _DEED,
    Kind.CASUALTY: {
        "player": _named,
        "by": _perhaps(_key),
        "how": _cause,
        "injury": _perhaps(_key),
        **_BEFORE,
        **_DICE,
    },
    Kind.DICE: {"of": _uuid, **_DICE},
    Kind.KNOCK_OUT: {"player": _named, "treated": _perhaps(_key), **_BEFORE},
    Kind.SENT_OFF: {"player": _named},
    Kind.KICK_OFF: {"result": _named},
    Kind.BALL: {"ball": _named},
    Kind.WEATHER: {"weather": _named},
    Kind.CROWD: dict.fromkeys(SIDES, is_whole),
    Kind.CARD: {"card": _named},
    Kind.INDUCEMENT: {"what": _named},
    Kind.JOINS: {"who": _named},
    Kind.COUNT: {
        "what": _named,
        "named": _perhaps(_key),
        "mark": _perhaps(_key),
        "points": _perhaps(is_whole),
        **_BEFORE,
    },
    Kind.MARK: {"mark": _named},
    Kind.VOID: {"of": _uuid},
}
_OF_A_SIDE = frozenset(
    {
        *(Kind.TURN, Kind.TOUCHDOWN, Kind.COMPLETION, Kind.INTERCEPTION, Kind.CASUALTY),
        *(Kind.KNOCK_OUT, Kind.SENT_OFF, Kind.BALL, Kind.CARD, Kind.INDUCEMENT, Kind.JOINS),
        *(Kind.COUNT, Kind.MARK),
    }
)
