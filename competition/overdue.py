"""Fixtures that should have been played: what each side did about it, and what might be ruled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
    """What one side did about a match."""

    proposed: int = 0
    accepted: int = 0
    declined: int = 0
    left_unanswered: int = 0

    @property
    def tried(self) -> bool:
        return self.proposed > 0


def efforts(proposals: Iterable[DateProposal]) -> dict[str, Effort]:
    """What home and away did, by what is on record."""
    kept = [each for each in proposals if each.side != Side.LEAGUE]
    found = {}
    for side, other in ((Side.HOME, Side.AWAY), (Side.AWAY, Side.HOME)):
        received = [each for each in kept if each.side == other]
        found[str(side)] = Effort(
            proposed=sum(each.side == side for each in kept),
            accepted=sum(each.state == State.ACCEPTED for each in received),
            declined=sum(each.state == State.DECLINED for each in received),
            left_unanswered=sum(each.state == State.PROPOSED for each in received),
        )
    return found


def drafted(proposals: Iterable[DateProposal]) -> Ruling:
    """A ruling to begin with, for the commissioner to confirm or to change.

    A date that both had agreed on, or two who both tried, deserve more time; whoever never
    answered the other's proposals has stayed away; where nobody did anything it is void.
    """
    kept = list(proposals)
    if any(each.state == State.ACCEPTED for each in kept):
        return Ruling.EXTEND
    made = efforts(kept)
    home, away = made["home"], made["away"]
    if home.tried and away.tried:
        return Ruling.EXTEND
    if home.tried:
        return Ruling.FORFEIT_AWAY if away.left_unanswered else Ruling.DRAW
    if away.tried:
        return Ruling.FORFEIT_HOME if home.left_unanswered else Ruling.DRAW
    return Ruling.VOID
