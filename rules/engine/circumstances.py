"""What the product tells an edition when it asks: the same for every edition, whatever it answers.

What a coach wishes for is not here: a draft, an adoption, an adjustment and a re-draft are read
out of JSON as each edition describes them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.bounds import within
from rules.engine.match import Side
from rules.engine.state import MOST_EXTRA, Player, Team

MOST_WON = 1_000_000_000

# Who was not there to play, as the side that asks sees it.
Absent = Literal["them", "us", "both", "neither"]


@dataclass(frozen=True, slots=True)
class OfTeam:
    """A team as it stands."""

    team: Team


@dataclass(frozen=True, slots=True)
class OfPlayer:
    """A player as they stand, and the list that they play for."""

    race: str
    player: Player


@dataclass(frozen=True, slots=True)
class OfRace:
    """A team that is about to be drafted."""

    race: str


@dataclass(frozen=True, slots=True)
class Experience:
    """How often a player has earned each award, and the improvement rolls that they have made.

    `extra` are points that belong to no award, `spent` those that are given away already.
    """

    awards: Mapping[str, int] = field(default_factory=dict)
    improvements: int = 0
    extra: int = within(-MOST_EXTRA, MOST_EXTRA)
    spent: int = within(0, MOST_EXTRA)


@dataclass(frozen=True, slots=True)
class HireAndFire:
    """A team's window for purchases. `window` names it, so that whoever joins has an id for life.

    `free` lists positions of raised dead who may join for nothing; `stars` who could be rostered:
    under contract with no other team of the league. `may_retire` are those who may retire until the
    season is over.
    """

    team: Team
    window: str
    free: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    may_retire: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonEnd:
    """A team at the end of its season. Friendlies are neither played nor won in its record.

    `prize` is the gold in its treasury that it won with the season: no league takes it away again.
    """

    team: Team
    prize: int = within(0, MOST_WON)


@dataclass(frozen=True, slots=True)
class Party:
    """A team of a trade: whom it gives away, and how much gold."""

    team: Team
    gives: tuple[str, ...] = ()
    gold: int = 0


@dataclass(frozen=True, slots=True)
class Trade:
    """Two teams that trade, told from the one that offers: whom it gives and gets, what it pays
    and is paid. `window` names the trade, so that whoever moves has an id for life."""

    offering: Team
    asked: Team
    window: str
    gives: tuple[str, ...] = ()
    gets: tuple[str, ...] = ()
    pays: int = 0
    paid: int = 0

    def sides(self) -> Iterator[tuple[str, Party, Party]]:
        """Each team with the other one that it deals with."""
        offering = Party(self.offering, self.gives, self.pays)
        asked = Party(self.asked, self.gets, self.paid)
        yield "offering", offering, asked
        yield "asked", asked, offering


@dataclass(frozen=True, slots=True)
class Purse:
    """A side's strength, and what lies in its treasury."""

    value: int
    treasury: int = 0


@dataclass(frozen=True, slots=True)
class InducementBudget:
    """`at_home` is the side that plays in its own home; `stadium` is the attribute there."""

    home: Purse
    away: Purse
    at_home: Literal["", "home", "away"] = ""
    stadium: str = ""

    def of(self, side: Side) -> Purse:
        return self.home if side == "home" else self.away


@dataclass(frozen=True, slots=True)
class Penalties:
    """A drawn match, with the team re-rolls that each side has not used."""

    home_rerolls: int = 0
    away_rerolls: int = 0
    agreed: bool = False
    knock_out: bool = False
    replay: bool = False


@dataclass(frozen=True, slots=True)
class Overtime:
    """A match drawn after two halves, and who scored in overtime, if anybody did."""

    home_touchdowns: int = 0
    away_touchdowns: int = 0
    scored: Literal["", "home", "away"] = ""
    home_rerolls: int = 0
    away_rerolls: int = 0
    agreed: bool = False
    knock_out: bool = False
    replay: bool = False


@dataclass(frozen=True, slots=True)
class Unplayed:
    """One side of a fixture that was not played, and who was not there to play it."""

    team: Team
    absent: Absent = "them"


@dataclass(frozen=True, slots=True)
class LateEntry:
    """A side that comes into a competition which is being played, and how many rounds it missed."""

    team: Team
    missed: int
