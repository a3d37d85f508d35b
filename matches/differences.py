"""What a correction would change, as people read it."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.correction import Balance, Correction
from matches.models import StepRun
from matches.replaying import step_title
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
        if not slot.stays
    ]


def drifts_of(correction: Correction) -> list[Drifted]:
    play = correction.replay.play
    tellers = {side: Teller.of(play, side) for side in SIDES}
    return [
        Drifted(
            each.run,
            each.side,
            step_title(play, each.run),
            [tellers[each.side].event(event) for event in each.recorded],
            [tellers[each.side].entry(entry) for entry in each.today],
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
