"""Drawing lots so that the draw can be shown again: the seed is kept, and anybody can check it."""

import hashlib
import random
from collections.abc import Iterable
from dataclasses import dataclass

from competition.scheduling.rounds import TeamId


@dataclass(frozen=True, slots=True)
class Draw:
    """A recorded draw: a team's lot is the SHA-256 of seed, purpose and id; the lowest is first.

    Neither the order in which teams are named nor the version of Python plays a part.
    """

    seed: int

    @classmethod
    def fresh(cls, randomness: random.Random) -> "Draw":
        return cls(randomness.getrandbits(48))

    def lot(self, team: TeamId, *, purpose: str = "") -> str:
        return hashlib.sha256(f"{self.seed}/{purpose}/{team}".encode()).hexdigest()

    def order(self, teams: Iterable[TeamId], *, purpose: str = "") -> tuple[TeamId, ...]:
        return tuple(sorted(teams, key=lambda team: (self.lot(team, purpose=purpose), team)))
