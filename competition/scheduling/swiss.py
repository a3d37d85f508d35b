"""The next round of a Swiss: everybody against an equal, and nobody against the same team again."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from competition.scheduling.complaints import about_number, about_teams, refuse
from competition.scheduling.draw import Draw
from competition.scheduling.homes import surplus_of
from competition.scheduling.matching import cheapest_matching
from competition.scheduling.rounds import Pairing, Round, TeamId
from rules.engine.rulings import Reason

# So many teams are compared each with each; more only as far apart as can matter.
ALL_WITH_ALL = 128
# Beyond this a thousand teams' distances would no longer be exact.
SCORE_AT_MOST = 500_000


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays the next round. Who has withdrawn is none; a late arrival simply appears.

    The seed says who comes first among equals; without one, lots do.
    """

    team: TeamId
    score: int = 0
    club: str = ""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A round, and what could not be avoided in it: rematches, forbidden pairs, club-mates."""

    round: Round
    unavoidable: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class _Table:
    """What is known before the round is paired."""

    entrants: Mapping[TeamId, Entrant]
    history: Sequence[Round]
    forbidden: Collection[frozenset[TeamId]]
    draw: Draw
    apart: bool

    @cached_property
    def met(self) -> Counter[frozenset[TeamId]]:
        return Counter(pairing.teams for each in self.history for pairing in each.pairings)

    @cached_property
    def byes(self) -> Counter[TeamId]:
        return Counter(team for each in self.history for team in each.byes)

    @cached_property
    def surplus(self) -> Counter[TeamId]:
        return surplus_of(self.history)

    @cached_property
    def last_away(self) -> dict[TeamId, int]:
        """The round in which each team was away for the last time."""
        by_number = sorted(self.history, key=lambda each: each.number)
        return {pairing.away: each.number for each in by_number for pairing in each.pairings}

    @cached_property
    def order(self) -> list[TeamId]:
        """By score from the top, and among equals so that neighbours are the ones to be paired."""
        return [team for group in self._groups for team in _folded(group)]

    @cached_property
    def _groups(self) -> list[list[TeamId]]:
        lots = {team: rank for rank, team in enumerate(self.draw.order(self.entrants))}
        ranked = sorted(
            self.entrants.values(),
            key=lambda each: (
                -each.score,
                (each.seed is None, each.seed or 0),
                lots[each.team],
            ),
        )
        return [
            [each.team for each in group]
            for _, group in groupby(ranked, key=lambda each: each.score)
        ]

    @cached_property
    def rank(self) -> dict[TeamId, tuple[int, int]]:
        """The place in the group of equals, and how far away the one to be paired with is."""
        return {
            team: (index, len(group) // 2)
            for group in self._groups
            for index, team in enumerate(group)
        }

    @cached_property
    def low_scores(self) -> dict[int, int]:
        scores = sorted({each.score for each in self.entrants.values()})
        return {score: index for index, score in enumerate(scores)}

    def club_mates(self, a: TeamId, b: TeamId) -> bool:
        club = self.entrants[a].club
        return self.apart and bool(club) and club == self.entrants[b].club

    def cost(self, a: TeamId, b: TeamId) -> tuple[int, ...]:
        """What speaks against a pair, the gravest first; see `bye_cost` for the same levels."""
        pair = frozenset((a, b))
        distance = self.entrants[a].score - self.entrants[b].score
        (place, half), (other, _) = self.rank[a], self.rank[b]
        return (
            self.met[pair],
            0,
            int(pair in self.forbidden),
            0,
            distance**2,
            int(self.club_mates(a, b)),
            -abs(self.surplus[a] - self.surplus[b]),
            0 if distance else (abs(place - other) - half) ** 2,
        )

    def bye_cost(self, team: TeamId) -> tuple[int, ...]:
        place, half = self.rank[team]
        low = self.low_scores[self.entrants[team].score]
        return (0, self.byes[team], 0, low, 0, 0, 0, (2 * half - place) ** 2)

    def reach(self) -> dict[TeamId, int]:
        """How many opponents each team should be kept from."""
        to_avoid = {*self.met, *self.forbidden}
        counts = Counter(team for pair in to_avoid if len(pair) == 2 for team in pair)
        if self.apart:
            clubs = Counter(each.club for each in self.entrants.values() if each.club)
            for each in self.entrants.values():
                counts[each.team] += clubs[each.club] - 1 if each.club else 0
        return dict(counts)


def pair_swiss(
    entrants: Sequence[Entrant],
    *,
    draw: Draw,
    history: Sequence[Round] = (),
    forbidden: Iterable[Iterable[TeamId]] = (),
) -> SwissRound:
    """Pair the next round as well as can be, by priorities, each outweighing the later ones.

    As few rematches as possible; of an odd number the bye to one of those who had the fewest; no
    forbidden pair; the bye to the lowest score; the smallest sum of squared score distances; in the
    first round no club-mates; home and away evened out; among equals the upper half against the
    lower, by seed or by lot.
    """
    refuse(_about_entrants(entrants))
    table = _Table(
        entrants={each.team: each for each in entrants},
        history=history,
        forbidden={frozenset(pair) for pair in forbidden},
        draw=draw,
        apart=not history,
    )
    matched = cheapest_matching(_costs(table))
    byes = tuple(a for a, b in matched if b is None)
    place = {team: index for index, team in enumerate(table.order)}
    pairs = sorted(
        (sorted((a, b), key=place.__getitem__) for a, b in matched if b is not None),
        key=lambda pair: place[pair[0]],
    )
    pairings = tuple(_with_home(table, *pair) for pair in pairs)
    number = max((each.number for each in history), default=0) + 1
    return SwissRound(Round(number, pairings, byes), tuple(_unavoidable(table, pairings)))


def _about_entrants(entrants: Sequence[Entrant]) -> list[Reason]:
    reasons = about_teams([each.team for each in entrants])
    for each in entrants:
        reasons += about_number("score", each.score, at_least=-SCORE_AT_MOST, at_most=SCORE_AT_MOST)
    return reasons


def _costs(table: _Table) -> dict[tuple[TeamId, TeamId | None], tuple[int, ...]]:
    """The pairs worth looking at, with their costs; None stands for the bye.

    Teams lie in order of score. If a pair has more pairs reaching between its two teams than there
    are opponents to keep the two from, it can change partners with one of them at no cost: of four
    teams in a row no sum of squares is smaller than first and second, third and fourth. So pairs
    further apart are never needed, and leaving them out loses nothing down to the club-mates.
    """
    order = table.order
    avoided = table.reach()
    widest = max(avoided.values(), default=0)
    costs: dict[tuple[TeamId, TeamId | None], tuple[int, ...]] = {}
    for index, team in enumerate(order):
        own = avoided.get(team, 0)
        window = len(order) if len(order) <= ALL_WITH_ALL else 2 * (own + widest + 1) + 1
        for distance, other in enumerate(order[index + 1 : index + 1 + window], start=1):
            if len(order) <= ALL_WITH_ALL or distance <= 2 * (own + avoided.get(other, 0) + 1) + 1:
                costs[team, other] = table.cost(team, other)
    if len(order) % 2:
        for team in order:
            costs[team, None] = table.bye_cost(team)
    return costs


def _folded(group: Sequence[TeamId]) -> list[TeamId]:
    """First of the upper half, first of the lower half, second of the upper half, and so on."""
    half = len(group) // 2
    upper, lower = group[:half], group[half : 2 * half]
    folded = [team for pair in zip(upper, lower, strict=True) for team in pair]
    return [*folded, *group[2 * half :]]


def _with_home(table: _Table, a: TeamId, b: TeamId) -> Pairing:
    """At home is who was there less often, else who was away more recently, else who draws it."""

    def key(team: TeamId) -> tuple[int, int, str]:
        away_in = table.last_away.get(team, 0)
        return (table.surplus[team], -away_in, table.draw.lot(team, purpose="home"))

    home, away = sorted((a, b), key=key)
    return Pairing(home, away)


def _unavoidable(table: _Table, pairings: Iterable[Pairing]) -> Iterable[Reason]:
    for pairing in pairings:
        teams = {"home": pairing.home, "away": pairing.away}
        if times := table.met[pairing.teams]:
            yield Reason("rematch", "pairing", {**teams, "times": times})
        if pairing.teams in table.forbidden:
            yield Reason("forbidden-pair", "pairing", teams)
        if table.club_mates(pairing.home, pairing.away):
            yield Reason("club-mates", "pairing", teams)
