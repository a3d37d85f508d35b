"""What a correction would change, as people read it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils import formats
from django.utils.translation import gettext as _

from matches.entries import VISIBILITIES
from matches.models import Match, StepRun
from matches.presentation.telling import Ruled, Teller
from matches.replay.correction import Balance, Correction
from matches.replay.event_changes import EventChange
from matches.replay.replaying import Replay, step_title
from rules.engine.match import SIDES, Side


@dataclass(frozen=True, slots=True)
class Change:
    """One ruling, as it was and as it would be. `side` is the team's in the match that is
    corrected, `match` another that is ruled along."""

    run: StepRun
    side: Side
    step: str
    before: Ruled | None
    after: Ruled | None
    match: Match | None = None

    @property
    def title(self) -> str:
        ruling = self.after or self.before
        return ruling.title if ruling else self.step

    @property
    def gold(self) -> int:
        return (self.after.gold if self.after else 0) - (self.before.gold if self.before else 0)


@dataclass(frozen=True, slots=True)
class Drifted:
    """A step that would come out otherwise today, whatever is changed."""

    run: StepRun
    side: Side
    step: str
    recorded: Sequence[Ruled]
    today: Sequence[Ruled]


@dataclass(frozen=True, slots=True)
class SideDifference:
    """A team before and after."""

    balance: Balance
    changes: Sequence[Change]


def changes_of(correction: Correction) -> list[Change]:
    """Of the match that is corrected, then of those that are ruled along."""
    of = {correction.replay.record.team(side).pk: side for side in SIDES}
    return [
        change
        for replay in (correction.replay, *correction.later)
        for change in _changes(correction, replay, of)
    ]


def _changes(correction: Correction, replay: Replay, of: Mapping[int, Side]) -> Iterator[Change]:
    record, access = replay.record, correction.access
    tellers = {side: Teller.of(record, side) for side in SIDES}
    other = None if replay is correction.replay else record.match
    for each in replay.rewritings:
        side, teller = of[record.team(each.side).pk], tellers[each.side]
        for slot in each.slots:
            if not slot.stays and access.sees(_visible(slot), side):
                yield Change(
                    each.run,
                    side,
                    _where(replay, each.run, other),
                    teller.event(slot.event) if slot.event else None,
                    teller.entry(slot.entry) if slot.entry else None,
                    other,
                )


def _where(replay: Replay, run: StepRun, other: Match | None) -> str:
    step = step_title(replay.record, run)
    if other is None:
        return step
    about = {"step": step, "day": formats.date_format(other.played_on)}
    return _("%(step)s, match of %(day)s") % about


def _visible(slot: EventChange) -> str:
    """Who may see it: of what was and what would be, whatever is hidden more."""
    return max((each.visible for each in (slot.event, slot.entry) if each), key=VISIBILITIES.index)


def drifts_of(correction: Correction) -> list[Drifted]:
    record = correction.replay.record
    tellers = {side: Teller.of(record, side) for side in SIDES}
    sees = correction.access.sees
    return [
        Drifted(
            each.run,
            each.side,
            step_title(record, each.run),
            [tellers[each.side].event(e) for e in each.recorded if sees(e.visible, each.side)],
            [tellers[each.side].entry(e) for e in each.today if sees(e.visible, each.side)],
        )
        for each in correction.replay.drift
    ]


def by_side(correction: Correction) -> list[SideDifference]:
    changes = changes_of(correction)
    balances = {balance.side: balance for balance in correction.balances}
    return [
        SideDifference(balances[side], [each for each in changes if each.side == side])
        for side in SIDES
    ]
