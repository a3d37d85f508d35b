"""Coaches arrange their own matches, within limits."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from competition.scheduling.complaints import about_number, refuse
from competition.scheduling.rounds import Pairing, TeamId
from rules.engine.rulings import Reason


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a team plays, and against one opponent; None is as often as they like."""

    at_least: int = 0
    at_most: int | None = None
    against_one: int | None = None
    in_a_row: int | None = None

    def __post_init__(self) -> None:
        least = max(1, self.at_least)
        refuse(
            [
                *about_number("at_least", self.at_least, at_least=0),
                *(
                    reason
                    for name, value, lowest in (
                        ("at_most", self.at_most, least),
                        ("against_one", self.against_one, 1),
                        ("in_a_row", self.in_a_row, 1),
                    )
                    if value is not None
                    for reason in about_number(name, value, at_least=lowest)
                ),
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


def against_arranging(
    pairing: Pairing,
    *,
    limits: Limits,
    teams: Collection[TeamId],
    arranged: Sequence[Pairing],
) -> tuple[Reason, ...]:
    """Everything that speaks against one more match; nothing does if two coaches may arrange it."""
    both = dict.fromkeys((pairing.home, pairing.away))
    reasons = [
        Reason("not-in-the-stage", "pairing", {"team": team}) for team in both if team not in teams
    ]
    if len(both) == 1:
        return (*reasons, Reason("against-itself", "pairing", {"team": pairing.home}))
    played = Counter(team for each in arranged for team in each.teams)
    if limits.at_most is not None:
        reasons += [
            Reason("plays-enough", "pairing", {"team": team, "at_most": limits.at_most})
            for team in both
            if played[team] >= limits.at_most
        ]
    known = acquaintance(pairing.home, pairing.away, arranged)
    if limits.against_one is not None and known.met >= limits.against_one:
        reasons.append(Reason("met-too-often", "pairing", {"at_most": limits.against_one}))
    if limits.in_a_row is not None and known.in_a_row >= limits.in_a_row:
        reasons.append(Reason("too-often-in-a-row", "pairing", {"at_most": limits.in_a_row}))
    return tuple(reasons)


def still_owed(
    *, limits: Limits, teams: Collection[TeamId], played: Sequence[Pairing]
) -> dict[TeamId, int]:
    """How many matches each team is short of the minimum; who has played enough is left out."""
    counts = Counter(team for each in played for team in each.teams)
    return {
        team: limits.at_least - counts[team]
        for team in sorted(teams)
        if counts[team] < limits.at_least
    }
