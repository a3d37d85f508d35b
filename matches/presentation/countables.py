"""What the scoreboard offers to be tapped for a side and nobody on it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.pins import edition_of
from matches.pitch import side_counts
from matches.pitch.open_casualties import Choice
from matches.record import MatchRecord
from rules.engine.lineup import SideCount
from rules.engine.match import Side


@dataclass(frozen=True, slots=True)
class Countable:
    """Something that is tapped for a side: what it adds to the score, what may be used on it and
    makes it another, and what it may be called."""

    key: str
    label: str
    worth: str
    mark: Choice | None
    has_names: bool
    names: Sequence[Choice]
    worths: Sequence[int]


def marks_left(record: MatchRecord, side: Side, used: Collection[str]) -> list[Choice]:
    """What a side may still use."""
    marks = side_counts.usable_marks(record, side)
    return [Choice(each.key, each.name, each.summary) for each in marks if each.key not in used]


def countables_of(record: MatchRecord, side: Side, marks: Sequence[Choice]) -> list[Countable]:
    declared = edition_of(record.match.pin).pitch.side_counts
    return [_countable(record, each, marks) for each in declared]


def _countable(record: MatchRecord, count: SideCount, marks: Sequence[Choice]) -> Countable:
    pitch = edition_of(record.match.pin).pitch
    mark = next((each for each in marks if each.key == count.mark), None)
    if mark:
        about = _worth(pitch.worth(record.book, count.key, "", mark.key))
        mark = replace(mark, about=about)
    return Countable(
        count.key,
        _(count.label),
        "" if count.shelf else _worth(pitch.worth(record.book, count.key, "", "")),
        mark,
        bool(count.shelf),
        [
            Choice(each.key, each.name, _worth(pitch.worth(record.book, count.key, each.key, "")))
            for each in side_counts.entries(record, count)
        ],
        range(1, pitch.most_worth + 1),
    )


def _worth(points: int | None) -> str:
    return ngettext("%(n)d point", "%(n)d points", points) % {"n": points} if points else ""
