"""Knock-out brackets: every match known in advance by where its two teams come from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from competition.scheduling.complaints import about_teams, refuse
from competition.scheduling.rounds import TeamId
from rules.engine.rulings import Reason

ENTRANTS_AT_MOST = 256


@dataclass(frozen=True, slots=True)
class Seed:
    """Whoever is seeded so; one is the best."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    match: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    match: int


@dataclass(frozen=True, slots=True)
class Remaining:
    """With re-seeding: the best, second best … by seed of those left after a round."""

    after: int
    rank: int


Slot = Seed | WinnerOf | LoserOf | Remaining


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """Numbered from one in the order of play; slots look only at lower numbers."""

    number: int
    round: int
    home: Slot
    away: Slot
    kind: Literal["", "third-place", "final"] = ""


@dataclass(frozen=True, slots=True)
class Bracket:
    """The entrants by seed, and their matches: one fewer, and one more for the third place."""

    entrants: tuple[TeamId, ...]
    matches: tuple[BracketMatch, ...]

    @property
    def rounds(self) -> int:
        return self.matches[-1].round


@dataclass(frozen=True, slots=True)
class FilledMatch:
    """A match as far as results tell who plays it; None where they do not yet."""

    match: BracketMatch
    home: TeamId | None
    away: TeamId | None
    winner: TeamId | None = None

    @property
    def loser(self) -> TeamId | None:
        if self.winner is None:
            return None
        return self.away if self.winner == self.home else self.home


def bracket_size(entrants: int) -> int:
    """The next power of two."""
    return 1 << (entrants - 1).bit_length()


def seed_lines(size: int) -> tuple[int, ...]:
    """The seeds from the top of the bracket to its bottom: one and two meet in the final only."""
    lines = [1]
    while len(lines) < size:
        total = 2 * len(lines) + 1
        lines = [seed for line in lines for seed in (line, total - line)]
    return tuple(lines)


def opening_pairs(entrants: int) -> list[tuple[int, int]]:
    """The seeds that meet in the first round; whoever is in none of them has a bye."""
    size = bracket_size(entrants)
    return [(seed, size + 1 - seed) for seed in range(size - entrants + 1, size // 2 + 1)]


def bracket(
    entrants: Sequence[TeamId],
    *,
    size: int | None = None,
    reseeding: bool = False,
    third_place: bool = False,
) -> Bracket:
    """A bracket for entrants in the order of their seeding; byes go to the top seeds.

    Fixed, the winner goes where the line leads; with re-seeding the best of those left meets the
    worst in every round. A size only says for how many there is room.
    """
    room = ENTRANTS_AT_MOST if size is None else min(size, ENTRANTS_AT_MOST)
    reasons = about_teams(entrants, at_most=room)
    if third_place and len(entrants) < 4:
        reasons.append(Reason("third-place-needs-four", "third_place", {"count": len(entrants)}))
    refuse(reasons)
    count = len(entrants)
    matches = _reseeded(count) if reseeding else _fixed(count)
    return Bracket(tuple(entrants), tuple(_with_finals(matches, third_place=third_place)))


def _fixed(count: int) -> list[BracketMatch]:
    matches: list[BracketMatch] = []
    lines: list[Slot | None] = [
        Seed(seed) if seed <= count else None for seed in seed_lines(bracket_size(count))
    ]
    number = 0
    while len(lines) > 1:
        number += 1
        winners: list[Slot | None] = []
        for upper, lower in zip(lines[::2], lines[1::2], strict=True):
            if upper and lower:
                matches.append(BracketMatch(len(matches) + 1, number, upper, lower))
                winners.append(WinnerOf(len(matches)))
            else:
                winners.append(upper or lower)
        lines = winners
    return matches


def _reseeded(count: int) -> list[BracketMatch]:
    pairs: list[tuple[int, Slot, Slot]] = [
        (1, Seed(better), Seed(worse)) for better, worse in opening_pairs(count)
    ]
    left = bracket_size(count) // 2
    after = 1
    while left > 1:
        pairs += [
            (after + 1, Remaining(after, rank), Remaining(after, left + 1 - rank))
            for rank in range(1, left // 2 + 1)
        ]
        left //= 2
        after += 1
    return [BracketMatch(index, *pair) for index, pair in enumerate(pairs, start=1)]


def _with_finals(matches: list[BracketMatch], *, third_place: bool) -> list[BracketMatch]:
    *before, last = matches
    finals = []
    if third_place:
        upper, lower = LoserOf(last.number - 2), LoserOf(last.number - 1)
        finals.append(BracketMatch(last.number, last.round, upper, lower, "third-place"))
    number = last.number + len(finals)
    return [
        *before,
        *finals,
        BracketMatch(number, last.round, last.home, last.away, "final"),
    ]


def fill(bracket: Bracket, winners: Mapping[int, TeamId]) -> tuple[FilledMatch, ...]:
    """Who plays which match, as far as the winners so far, by number of match, say so."""
    filled: dict[int, FilledMatch] = {}
    reasons = [
        Reason("no-such-match", "winners", {"match": number})
        for number in sorted(set(winners) - {match.number for match in bracket.matches})
    ]
    for match in bracket.matches:
        home = _team_of(match.home, bracket, filled)
        away = _team_of(match.away, bracket, filled)
        winner = winners.get(match.number)
        if winner is not None and (home is None or away is None):
            reasons.append(Reason("match-not-ready", "winners", {"match": match.number}))
        elif winner is not None and winner not in {home, away}:
            reasons.append(
                Reason("not-in-the-match", "winners", {"match": match.number, "team": winner})
            )
        filled[match.number] = FilledMatch(match, home, away, winner)
    refuse(reasons)
    return tuple(filled.values())


def _team_of(slot: Slot, bracket: Bracket, filled: Mapping[int, FilledMatch]) -> TeamId | None:
    match slot:
        case Seed(number):
            return bracket.entrants[number - 1]
        case WinnerOf(number):
            return filled[number].winner
        case LoserOf(number):
            return filled[number].loser
        case Remaining(after, rank):
            played = [each for each in filled.values() if each.match.round <= after]
            if any(each.winner is None for each in played):
                return None
            out = {each.loser for each in played}
            return [team for team in bracket.entrants if team not in out][rank - 1]
