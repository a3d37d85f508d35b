"""A team as plain values: what the fold builds, and all that a ruling needs to know of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.bounds import within

# Points that nobody's deeds have earned: given or taken by hand, or brought along in one sum.
MOST_EXTRA = 1_000_000


@dataclass(frozen=True, slots=True)
class Player:
    """One player under contract; `cost` is the price of their position when they joined.

    `owed` holds the dice of improvements that are rolled but not yet chosen, by level; `extra`
    are star player points that belong to no award.
    """

    id: str
    position: str
    cost: int
    number: int = 0
    name: str = ""
    skills: tuple[str, ...] = ()
    lent: tuple[str, ...] = ()
    raised: Mapping[str, int] = field(default_factory=dict)
    lowered: Mapping[str, int] = field(default_factory=dict)
    niggles: int = within(0, 99)
    misses_next: bool = False
    awards: Mapping[str, int] = field(default_factory=dict)
    extra: int = within(-MOST_EXTRA, MOST_EXTRA)
    spent: int = 0
    improvements: int = 0
    owed: Mapping[str, list[int]] = field(default_factory=dict)
    value_added: int = 0
    journeyman: bool = False
    seasons: int = 0
    # Temporarily: under contract, in nobody's way and in no match until the season is over.
    retired: bool = False

    @property
    def is_absent(self) -> bool:
        """Whether they sit the next match out."""
        return self.misses_next or self.retired

    @property
    def value(self) -> int:
        return self.cost + self.value_added

    @property
    def seasons_over(self) -> int:
        """Seasons played once the present one is over; `seasons` are those before."""
        return self.seasons + 1

    def net(self, characteristic: str) -> int:
        """How far a characteristic stands from where it began."""
        return self.raised.get(characteristic, 0) - self.lowered.get(characteristic, 0)


@dataclass(frozen=True, slots=True)
class Home:
    """The stadium that a team plays in: its attribute, its name, whether the team owns it.

    Many stadiums have the same attribute; which one it is, the name says. One without a name is
    no other team's.
    """

    attribute: str
    name: str = ""
    owned: bool = False

    @property
    def called(self) -> str:
        """Its name, or as long as it has none what kind of ground it is."""
        return self.name or self.attribute

    def is_same(self, other: "Home") -> bool:
        return bool(self.name) and self.name.casefold() == other.name.casefold()


@dataclass(frozen=True, slots=True)
class Team:
    """`inducements` are those that it has for every match; a star among them is `star/<key>`.
    `marks` are what it has chosen for good, such as the league that it plays in."""

    race: str
    treasury: int = 0
    rerolls: int = 0
    fan_factor: int = 0
    staff: Mapping[str, int] = field(default_factory=dict)
    players: Mapping[str, Player] = field(default_factory=dict)
    star: str = ""
    sponsor: str = ""
    ongoing_sponsors: int = within(0, 99)
    blacklisted_by: frozenset[str] = frozenset()
    home: Home | None = None
    fund: int = 0
    inducements: Mapping[str, int] = field(default_factory=dict)
    record: Mapping[str, int] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)

    def position_count(self, position: str) -> int:
        """How many of a position are under contract; journeymen are not."""
        return sum(
            player.position == position and not player.journeyman
            for player in self.players.values()
        )

    @property
    def contracted(self) -> list[Player]:
        return [player for player in self.players.values() if not player.journeyman]

    @property
    def available(self) -> list[Player]:
        """Who can play the next match."""
        return [player for player in self.players.values() if not player.is_absent]
