"""Dice that the server threw for casualties which were taken back: they hold for the next one.

Whoever undoes an unwelcome roll, and names another victim first, is told the same. It goes by
sides: what fell for one's own player is never handed to the other side's.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from matches.models import Tap

Kind = Tap.Kind


def waiting(taps: Sequence[Tap], side: str) -> list[Tap]:
    """Casualties of a side that were taken back, and whose dice nothing has used since."""
    taken_back, used = _taken_back(taps), {each.data.get("instead_of") for each in _hurts(taps)}
    return [
        each
        for each in _hurts(taps)
        if each.side == side and str(each.uuid) in taken_back - used and thrown_before(taps, each)
    ]


def instead_of(taps: Sequence[Tap], hurt: Tap) -> Tap | None:
    """The casualty whose dice a new one takes over, the same player's before any other."""
    others = waiting(taps, hurt.side)
    same = (each for each in others if each.data["player"] == hurt.data["player"])
    return next(same, others[0] if others else None)


def thrown_before(taps: Sequence[Tap], hurt: Tap) -> dict[str, Any]:
    """What the server threw for a casualty in entries that were taken back, by what follows the
    key of its ask; those count too whose dice it took over."""
    taken_back, line = _taken_back(taps), set(_line(taps, hurt))
    found: dict[str, Any] = {}
    for tap in taps:
        of = str(tap.data.get("of", tap.uuid))
        if (
            tap.kind in (Kind.CASUALTY, Kind.DICE)
            and of in line
            and {of, str(tap.uuid)} & taken_back
        ):
            answers = tap.data.get("answers", {})
            found = {rest: answers[rest] for rest in tap.data.get("rolled", ())} | found
    return found


def _line(taps: Sequence[Tap], hurt: Tap) -> Iterator[str]:
    """A casualty, the one that it was entered instead of, and so on."""
    known = {str(each.uuid): each for each in _hurts(taps)}
    each: Tap | None = hurt
    while each is not None:
        yield str(each.uuid)
        each = known.get(each.data.get("instead_of", ""))


def _hurts(taps: Sequence[Tap]) -> list[Tap]:
    return [each for each in taps if each.kind == Kind.CASUALTY]


def _taken_back(taps: Sequence[Tap]) -> set[str]:
    return {each.data["of"] for each in taps if each.kind == Kind.VOID}
