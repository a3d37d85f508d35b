"""What becomes of a step's events when the step comes out otherwise."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from matches.entries import canonical
from teams import ledger
from teams.ledger import LedgerEntry
from teams.models import TeamEvent


@dataclass(frozen=True, slots=True)
class EventChange:
    """An event that stays, goes, or gives way to another; or an entry that is new."""

    event: TeamEvent | None = None
    entry: LedgerEntry | None = None
    stays: bool = False
    ordinal: int | None = None


def aligned(
    recorded: Sequence[TeamEvent], was: Sequence[LedgerEntry], now: Sequence[LedgerEntry]
) -> list[EventChange]:
    """What becomes of the events of a step, which say what the entries in `was` say.

    New events stand at the ordinal of what they follow: of two at one ordinal, that which was
    written later holds later.
    """
    start = alike(was, now)
    end = min(alike(was[::-1], now[::-1]), len(was) - start, len(now) - start)
    if len(was) == len(now):
        return [_slot(event, a, b) for event, a, b in zip(recorded, was, now, strict=True)]
    if start + end == len(was) and not start:
        end = 0  # nothing stands before it: what stands after it is written anew
    last = recorded[len(was) - end - 1].ordinal if len(was) > end else None
    while end and recorded[len(was) - end].ordinal == last:
        end -= 1
    old, new = recorded[start : len(was) - end], now[start : len(now) - end]
    return [
        *(EventChange(event, stays=True) for event in recorded[:start]),
        *(EventChange(event, entry) for event, entry in zip(old, new, strict=False)),
        *(EventChange(event) for event in old[len(new) :]),
        *(EventChange(entry=entry, ordinal=last) for entry in new[len(old) :]),
        *(EventChange(event, stays=True) for event in recorded[len(was) - end :]),
    ]


def _slot(event: TeamEvent, was: LedgerEntry, now: LedgerEntry) -> EventChange:
    return EventChange(event, stays=True) if _same(was, now) else EventChange(event, now)


def alike(one: Sequence[LedgerEntry], other: Sequence[LedgerEntry]) -> int:
    """How many entries are the same from the start."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if not _same(a, b):
            break
        count += 1
    return count


def _same(one: LedgerEntry, other: LedgerEntry) -> bool:
    return _spelt(one) == _spelt(other)


def _spelt(entry: LedgerEntry) -> tuple[str, str, str, str]:
    because = json.dumps([asdict(line) for line in entry.because], sort_keys=True, default=list)
    return entry.kind, entry.visible, canonical(entry.effects), because


def says(event: TeamEvent, entry: LedgerEntry) -> bool:
    """Whether an event has the effects that the entry would have."""
    return canonical(ledger.effects_of(event)) == canonical(entry.effects)
