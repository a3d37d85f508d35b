"""What a correction would change, as people read it."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.entries import VISIBILITIES
from matches.models import StepRun
from matches.replay.aligning import Slot
from matches.replay.correction import Balance, Correction
from matches.replay.replaying import step_title
from matches.telling import Ruled, Teller
from rules.engine.match import SIDES, Side


@dataclass(frozen=True, slots=True)
class Change:
    """One ruling, as it was and as it would be."""

    run: StepRun
    side: Side
    step: str
    before: Ruled | None
    after: Ruled | None

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
    play = correction.replay.play
    tellers = {side: Teller.of(play, side) for side in SIDES}
    seat = correction.seat
    return [
        Change(
            each.run,
            each.side,
            step_title(play, each.run),
            tellers[each.side].event(slot.event) if slot.event else None,
            tellers[each.side].entry(slot.entry) if slot.entry else None,
        )
        for each in correction.replay.rewritings
        for slot in each.slots
        if not slot.stays and seat.sees(_visible(slot), each.side)
    ]


def _visible(slot: Slot) -> str:
    """Who may see it: of what was and what would be, whatever is hidden more."""
    return max((each.visible for each in (slot.event, slot.entry) if each), key=VISIBILITIES.index)


def drifts_of(correction: Correction) -> list[Drifted]:
    play = correction.replay.play
    tellers = {side: Teller.of(play, side) for side in SIDES}
    sees = correction.seat.sees
    return [
        Drifted(
            each.run,
            each.side,
            step_title(play, each.run),
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
