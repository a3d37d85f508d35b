"""Coaches arrange their own matches, within limits."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from competition.scheduling.complaints import about_number, refuse
from competition.scheduling.rounds import Pairing, TeamId
from rules.engine.rulings import Reason


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a team plays, and how often in a row against one; None is as often as it likes.
    With `everybody_first` two meet again once each has played everybody else since."""

    at_most: int | None = None
    in_a_row: int | None = None
    everybody_first: bool = False

    def __post_init__(self) -> None:
        numbers: dict[str, int | None] = {"at_most": self.at_most, "in_a_row": self.in_a_row}
        refuse(
            [
                reason
                for name, value in numbers.items()
                if value is not None
                for reason in about_number(name, value, at_least=1)
            ]
        )


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """How often two teams have met, and how often one of them has met nobody else lately."""

    met: int
    in_a_row: int


def acquaintance(a: TeamId, b: TeamId, arranged: Sequence[Pairing]) -> Acquaintance:
    """Of matches in the order in which they are played."""
    pair = frozenset((a, b))
    return Acquaintance(
        met=sum(pairing.teams == pair for pairing in arranged),
        in_a_row=max(_lately(team, pair, arranged) for team in (a, b)),
    )


def _lately(team: TeamId, pair: frozenset[TeamId], arranged: Sequence[Pairing]) -> int:
    count = 0
    for pairing in reversed(arranged):
        if team in pairing.teams:
            if pairing.teams != pair:
                break
            count += 1
    return count


def to_play_first(
    team: TeamId, other: TeamId, teams: Collection[TeamId], arranged: Sequence[Pairing]
) -> list[TeamId]:
    """Whom a team has not played since it last met the other, who may be met again only then."""
    met: set[TeamId] = set()
    for pairing in reversed(arranged):
        if pairing.teams == {team, other}:
            return [each for each in teams if each not in {team, other, *met}]
        if team in pairing.teams:
            met |= pairing.teams
    return []


def against_arranging(
    pairing: Pairing,
    *,
    limits: Limits,
    teams: Collection[TeamId],
    arranged: Sequence[Pairing],
    counted: Sequence[Pairing],
) -> tuple[Reason, ...]:
    """Everything that speaks against one more match; nothing does if two coaches may arrange it.

    `counted` are those of the matches arranged so far that a team has only so many of.
    """
    both = dict.fromkeys((pairing.home, pairing.away))
    reasons = [
        Reason("not-in-the-stage", "pairing", {"team": team}) for team in both if team not in teams
    ]
    if len(both) == 1:
        return (*reasons, Reason("against-itself", "pairing", {"team": pairing.home}))
    played = Counter(team for each in counted for team in each.teams)
    if limits.at_most is not None:
        reasons += [
            Reason("plays-enough", "pairing", {"team": team, "at_most": limits.at_most})
            for team in both
            if played[team] >= limits.at_most
        ]
    known = acquaintance(pairing.home, pairing.away, arranged)
    if limits.in_a_row is not None and known.in_a_row >= limits.in_a_row:
        reasons.append(Reason("too-often-in-a-row", "pairing", {"at_most": limits.in_a_row}))
    if limits.everybody_first:
        pair = (pairing.home, pairing.away)
        reasons += [
            Reason("others-first", "pairing", {"team": team, "others": others})
            for team, other in (pair, pair[::-1])
            if (others := to_play_first(team, other, sorted(teams), arranged))
        ]
    return tuple(reasons)
