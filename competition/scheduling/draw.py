"""Drawing lots so that the draw can be shown again: the seed is kept, and anybody can check it."""

import hashlib
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from competition.scheduling.rounds import TeamId


@dataclass(frozen=True, slots=True)
class Draw:
    """A recorded draw: a team's lot is the SHA-256 of seed, purpose and what the team is known as,
    its id unless told otherwise; the lowest is first.

    Neither the order in which teams are named nor the version of Python plays a part.
    """

    seed: int
    known_as: Mapping[TeamId, int] = field(default_factory=dict)

    @classmethod
    def fresh(
        cls, randomness: random.Random, known_as: Mapping[TeamId, int] | None = None
    ) -> "Draw":
        return cls(randomness.getrandbits(48), known_as or {})

    def lot(self, team: TeamId, *, purpose: str = "") -> str:
        team = self.known_as.get(team, team)
        return hashlib.sha256(f"{self.seed}/{purpose}/{team}".encode()).hexdigest()

    def order(self, teams: Iterable[TeamId], *, purpose: str = "") -> tuple[TeamId, ...]:
        return tuple(sorted(teams, key=lambda team: (self.lot(team, purpose=purpose), team)))
