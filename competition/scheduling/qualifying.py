"""Who goes on to the play-offs, and seeded how."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cmp_to_key
from typing import Literal

from competition.scheduling.complaints import about_number, about_teams, refuse
from competition.scheduling.knockout import opening_pairs
from competition.scheduling.matching import cheapest_matching
from competition.scheduling.rounds import TeamId
from rules.engine.rulings import Reason

# Below zero if the first stands above the second, although they played in different divisions.
Compare = Callable[[TeamId, TeamId], int]


@dataclass(frozen=True, slots=True)
class Qualifier:
    team: TeamId
    seed: int
    division: Hashable
    place: int
    wild_card: bool = False


def qualifiers(
    divisions: Mapping[Hashable, Sequence[TeamId]],
    *,
    top: int,
    wild_cards: int = 0,
    compare: Compare,
    among: Literal["next-placed", "anybody"] = "next-placed",
    keep_apart: bool = False,
) -> tuple[Qualifier, ...]:
    """The top of each division by its final table, and the best of the rest, as they are seeded.

    Winners of divisions come first, then the seconds, and so on, then the wild cards. These go to
    the best of those one place lower before anybody further down ("the two best thirds"), or to the
    best whatever their place. Kept apart, teams of one division do not meet in the first round of
    the bracket, as far as that can be, and seeds change no more than it takes.
    """
    refuse(_about_qualifying(divisions, top, wild_cards))
    best_first = cmp_to_key(compare)
    through = [
        Qualifier(team, 0, division, place)
        for place in range(1, top + 1)
        for team, division in sorted(
            ((ranked[place - 1], division) for division, ranked in divisions.items()),
            key=lambda each: best_first(each[0]),
        )
    ]
    rest = {division: list(ranked[top:]) for division, ranked in divisions.items()}
    while len(through) < top * len(divisions) + wild_cards:
        heads = {division: left[0] for division, left in rest.items() if left}
        places = {division: len(divisions[division]) - len(rest[division]) for division in heads}
        if among == "next-placed":
            nearest = min(places.values())
            heads = {each: team for each, team in heads.items() if places[each] == nearest}
        division = min(heads, key=lambda each: best_first(heads[each]))
        rest[division].pop(0)
        through.append(
            Qualifier(heads[division], 0, division, places[division] + 1, wild_card=True)
        )
    if keep_apart:
        through = _kept_apart(through)
    return tuple(replace(each, seed=seed) for seed, each in enumerate(through, start=1))


def _about_qualifying(
    divisions: Mapping[Hashable, Sequence[TeamId]], top: int, wild_cards: int
) -> list[Reason]:
    reasons = [
        *about_teams([team for ranked in divisions.values() for team in ranked]),
        *about_number("top", top, at_least=0),
        *about_number("wild_cards", wild_cards, at_least=0),
    ]
    reasons += [
        Reason("division-too-small", "top", {"division": name, "count": len(ranked), "top": top})
        for name, ranked in divisions.items()
        if len(ranked) < top
    ]
    rest = sum(max(0, len(ranked) - max(0, top)) for ranked in divisions.values())
    if wild_cards > rest:
        reasons.append(
            Reason(
                "too-few-for-wild-cards", "wild_cards", {"count": rest, "wild_cards": wild_cards}
            )
        )
    if (through := top * len(divisions) + wild_cards) < 2:
        reasons.append(Reason("too-few-qualify", "top", {"count": through, "at_least": 2}))
    return reasons


def _kept_apart(through: Sequence[Qualifier]) -> list[Qualifier]:
    """The same with opponents in the opening round changed among themselves."""
    pairs = opening_pairs(len(through))
    costs = {
        (better, -candidate): (
            int(through[better - 1].division == through[candidate - 1].division),
            (worse - candidate) ** 2,
        )
        for better, worse in pairs
        for _, candidate in pairs
    }
    opponents = {better: -candidate for better, candidate in cheapest_matching(costs)}
    apart = list(through)
    for better, worse in pairs:
        apart[worse - 1] = through[opponents[better] - 1]
    return apart
