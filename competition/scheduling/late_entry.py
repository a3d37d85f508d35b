"""A team that enters a round robin which is already being played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from competition.scheduling.complaints import about_number, about_teams, refuse
from competition.scheduling.homes import even_out, surplus_of
from competition.scheduling.matching import cheapest_matching
from competition.scheduling.round_robin import LEGS_AT_MOST
from competition.scheduling.rounds import Pairing, Round, TeamId
from rules.engine.rulings import Reason


@dataclass(frozen=True, slots=True)
class LateEntry:
    """The newcomer's fixtures by round; how many rounds it missed, and how many are appended."""

    added: tuple[tuple[int, Pairing], ...]
    missed: int
    extra: int

    def joining(self, rounds: Sequence[Round]) -> tuple[Round, ...]:
        """The rounds with the newcomer in them."""
        last = max((each.number for each in rounds), default=0)
        appended = (Round(last + more) for more in range(1, self.extra + 1))
        return tuple(
            each.joined_by(pairing for number, pairing in self.added if number == each.number)
            for each in (*rounds, *appended)
        )


def enter_late(
    team: TeamId,
    *,
    rounds: Sequence[Round],
    opponents: Sequence[TeamId],
    first: int,
    legs: int = 1,
    across: Sequence[TeamId] = (),
    matches_a_round: int = 1,
) -> LateEntry:
    """Give the newcomer its matches against these opponents in the rounds from the first on, and
    one against each of those across: somebody of another division.

    Fixtures that fit nowhere make rounds of their own. As many as possible fit; byes are used
    before anybody plays twice, and an early round before a late one.
    """
    refuse(
        [
            *about_teams([team, *opponents, *across]),
            *about_number("legs", legs, at_least=1, at_most=LEGS_AT_MOST),
            *about_number("matches_a_round", matches_a_round, at_least=1),
            *_about_newcomer(team, rounds),
        ]
    )
    fixtures = _fixtures(team, rounds, opponents, legs, across)
    joined = {each.number: each for each in rounds}
    added: list[tuple[int, Pairing]] = []
    homeless: list[Pairing] = []
    for leg in range(legs + 1):
        ours = fixtures[leg * len(opponents) :]
        if leg < legs:
            ours = ours[: len(opponents)]
        still_open = [each for each in joined.values() if each.number >= first]
        found = _find_rounds(team, ours, still_open, matches_a_round)
        for pairing in ours:
            if number := found.get(pairing):
                joined[number] = joined[number].joined_by([pairing])
                added.append((number, pairing))
            else:
                homeless.append(pairing)
    last = max(joined, default=0)
    added += [
        (last + 1 + index // matches_a_round, pairing) for index, pairing in enumerate(homeless)
    ]
    return LateEntry(
        added=tuple(sorted(added)),
        missed=sum(each.number < first for each in rounds),
        extra=-(-len(homeless) // matches_a_round),
    )


def least_busy(others: Sequence[TeamId], played: Mapping[TeamId, int], games: int) -> list[TeamId]:
    """So many of the other divisions' teams, given by seed: whoever has the fewest games across
    divisions, and of those the last by seed, as a newcomer is."""
    by_seed = {team: seed for seed, team in enumerate(others)}
    return sorted(others, key=lambda team: (played.get(team, 0), -by_seed[team]))[:games]


def _about_newcomer(team: TeamId, rounds: Sequence[Round]) -> list[Reason]:
    if any(team in each.playing for each in rounds):
        return [Reason("plays-already", "team", {"team": team})]
    return []


def _fixtures(
    team: TeamId,
    rounds: Sequence[Round],
    opponents: Sequence[TeamId],
    legs: int,
    across: Sequence[TeamId],
) -> tuple[Pairing, ...]:
    """Leg by leg, those across last, home and away in turn, and evened out with what everybody
    plays besides."""
    in_turn = [
        Pairing(opponent, team) if (leg + index) % 2 else Pairing(team, opponent)
        for leg, met in enumerate([opponents] * legs + [across])
        for index, opponent in enumerate(met)
    ]
    return even_out(in_turn, before=surplus_of(rounds))


def _find_rounds(
    team: TeamId, fixtures: Sequence[Pairing], rounds: Sequence[Round], matches_a_round: int
) -> dict[Pairing, int]:
    """Rounds for as many of the fixtures of one leg as possible."""
    costs: dict[tuple[Pairing, tuple[int, int]], tuple[int, ...]] = {}
    for each in rounds:
        busy = each.playing
        for pairing in fixtures:
            opponent = pairing.away if pairing.home == team else pairing.home
            if busy[opponent] >= matches_a_round:
                continue
            for nth in range(busy[team], matches_a_round):
                costs[pairing, (each.number, nth)] = (busy[opponent] + nth, each.number)
    return {pairing: number for pairing, (number, _) in cheapest_matching(costs)}
