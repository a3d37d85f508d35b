"""Fixtures that should have been played: what each side did about it, and what might be ruled."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from competition.models import DateProposal, Result

State = DateProposal.State
Side = DateProposal.Side


class Ruling(StrEnum):
    """What a commissioner may say of an overdue fixture."""

    EXTEND = "extend"
    FORFEIT_HOME = "forfeit-home"
    FORFEIT_AWAY = "forfeit-away"
    DRAW = "draw"
    VOID = "void"


# How each that decides a fixture is entered, and whose fault it is.
ENDINGS: Mapping[Ruling, tuple[str, str]] = {
    Ruling.FORFEIT_HOME: (Result.Ending.FORFEIT, Result.Side.HOME),
    Ruling.FORFEIT_AWAY: (Result.Ending.FORFEIT, Result.Side.AWAY),
    Ruling.DRAW: (Result.Ending.RULED, ""),
    Ruling.VOID: (Result.Ending.VOID, ""),
}


@dataclass(frozen=True, slots=True)
class Effort:
    """What one side did about a match. Of the other's proposals, what was `left_unanswered` had
    waited for as long as is fair, and what was `asked_late` had not."""

    proposed: int = 0
    accepted: int = 0
    declined: int = 0
    left_unanswered: int = 0
    asked_late: int = 0
    can_answer: bool = True

    @property
    def tried(self) -> bool:
        return self.proposed > 0


def efforts(
    proposals: Iterable[DateProposal],
    *,
    due: datetime,
    can_answer: Mapping[str, bool],
    fair_chance: timedelta,
    waits_since: Callable[[datetime], datetime],
) -> dict[str, Effort]:
    """What home and away did until the deadline, by what is on record. `can_answer` says which
    side has somebody with an account, `fair_chance` how long a proposal has to wait before the
    deadline, so that silence is somebody's fault, and `waits_since` from when on it waits."""

    def long_enough(proposal: DateProposal) -> bool:
        since = waits_since(proposal.made_at)
        return _waited_long_enough(proposal, since, due, fair_chance)

    kept = [each for each in proposals if each.side != Side.LEAGUE]
    found = {}
    for side, other in ((Side.HOME, Side.AWAY), (Side.AWAY, Side.HOME)):
        received = [each for each in kept if each.side == other]
        waited = [each for each in received if long_enough(each)]
        late = [each for each in received if each.state == State.PROPOSED and each not in waited]
        found[str(side)] = Effort(
            proposed=sum(each.side == side for each in kept),
            accepted=sum(each.state == State.ACCEPTED for each in received),
            declined=sum(each.state == State.DECLINED for each in received),
            left_unanswered=len(waited) if can_answer[side] else 0,
            asked_late=len(late) if can_answer[side] else 0,
            can_answer=can_answer[side],
        )
    return found


def _waited_long_enough(
    proposal: DateProposal, since: datetime, due: datetime, fair_chance: timedelta
) -> bool:
    """Without an answer, before the deadline; also one that gave way to another in the end."""
    if proposal.state not in (State.PROPOSED, State.WITHDRAWN):
        return False
    until = min(proposal.answered_at or due, due)
    return until - since >= fair_chance


def drafted(proposals: Iterable[DateProposal], made: Mapping[str, Effort]) -> Ruling:
    """A ruling to begin with, for the commissioner to confirm or to change.

    A date that both had agreed on, or two who both tried, deserve more time; whoever had a fair
    chance to answer the other's proposals and did not has stayed away; where nobody did anything it
    is void.
    """
    home, away = made["home"], made["away"]
    if any(each.state == State.ACCEPTED for each in proposals) or (home.tried and away.tried):
        return Ruling.EXTEND
    for tried, silent, ruling in (
        (home, away, Ruling.FORFEIT_AWAY),
        (away, home, Ruling.FORFEIT_HOME),
    ):
        if tried.tried:
            if silent.left_unanswered:
                return ruling
            return Ruling.DRAW if silent.declined and not silent.asked_late else Ruling.EXTEND
    return Ruling.VOID
