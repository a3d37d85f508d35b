"""An edition's facts: loaded once from its files, checked, and never changed afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

# `line` is where an entry was read; `source` names the text if it is not the edition's main one.


@dataclass(frozen=True, slots=True)
class Traits:
    """What kind of game an edition is, for all who must not assume it.

    `spp` are collected or spent; `strength` is what teams are measured by; `targets` are the
    characteristics written as a die result to reach; `fields` is how many play at once; prices
    are multiples of `gold`, and 0 means that nothing has a price.
    """

    spp: str
    strength: str
    injury_dice: str
    fields: int
    gold: int
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Skill:
    key: str
    name: str
    category: str
    summary: str
    line: int
    optional: bool = False
    also: tuple[str, ...] = ()
    source: str = ""
    never_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A kind of player that a list offers, with their profile in the edition's characteristics."""

    key: str
    name: str
    max: int
    cost: int
    profile: Mapping[str, int]
    skills: tuple[str, ...]
    normal: str
    double: str
    line: int
    big_guy: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class Race:
    """A team list."""

    key: str
    name: str
    reroll_cost: int
    apothecary: bool
    positions: Mapping[str, Position]
    journeymen: tuple[str, ...]
    line: int
    reroll_max: int = 8
    necromancer: bool = False
    rot: bool = False
    inducements: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    source: str = ""

    def with_positions(self, positions: Mapping[str, Position]) -> "Race":
        return replace(self, positions=positions)


@dataclass(frozen=True, slots=True)
class StarMember:
    name: str
    profile: Mapping[str, int]
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Star:
    """A star, or a pair hired together: `members` holds one profile or two."""

    key: str
    name: str
    cost: int
    plays_for: tuple[str, ...]
    members: tuple[StarMember, ...]
    line: int
    special: str = ""
    for_hire: bool = True
    also: tuple[str, ...] = ()
    source: str = ""

    def with_members(self, members: tuple[StarMember, ...]) -> "Star":
        return replace(self, members=members)

    @property
    def is_pair(self) -> bool:
        return len(self.members) > 1


@dataclass(frozen=True, slots=True)
class Inducement:
    key: str
    name: str
    max: int
    cost: int
    summary: str
    line: int
    priced_by: str = "fixed"
    cost_for: Mapping[str, int] = field(default_factory=dict)
    max_for: Mapping[str, int] = field(default_factory=dict)
    only_for: tuple[str, ...] = ()
    not_for: tuple[str, ...] = ()
    optional: bool = False
    staff: bool = False
    needs: str = ""
    also: tuple[str, ...] = ()
    holds: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""

    def is_for(self, race: Race) -> bool:
        """Whether a race may ever have it, whatever its league says."""
        return (
            (not self.only_for or race.key in self.only_for)
            and race.key not in self.not_for
            and self.needs in ("", "apothecary" if race.apothecary else "no-apothecary")
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: from where to where, and whatever else it holds."""

    low: int
    high: int
    name: str
    holds: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, column: str) -> Any:
        return self.holds[column]


@dataclass(frozen=True)
class Table:
    """A printed table: rolled on dice, looked up by a number, or a list of named figures."""

    key: str
    title: str
    by: str
    dice: str
    summary: str
    rows: tuple[Row, ...]
    line: int
    source: str = ""

    def row(self, value: int) -> Row:
        """The row that a result falls into; beyond either end, the nearest one."""
        return next((row for row in self.rows if value <= row.high), self.rows[-1])

    @cached_property
    def named(self) -> Mapping[str, Row]:
        return {row["key"]: row for row in self.rows if "key" in row.holds}


@dataclass(frozen=True, slots=True)
class Entry:
    """Anything else with a name, numbers and a summary: a referee, a card, a kind of weather."""

    key: str
    name: str
    summary: str
    line: int
    holds: Mapping[str, Any] = field(default_factory=dict)
    entries: tuple["Entry", ...] = ()
    source: str = ""


@dataclass(frozen=True)
class Catalogue:
    """Everything an edition states as fact."""

    edition: str
    title: str
    characteristics: tuple[str, ...]
    traits: Traits
    # Skill categories with the letter that team lists use; one without cannot be learnt.
    categories: Mapping[str, str]
    skills: Mapping[str, Skill]
    races: Mapping[str, Race]
    stars: Mapping[str, Star]
    inducements: Mapping[str, Inducement]
    tables: Mapping[str, Table]
    shelves: Mapping[str, tuple[Entry, ...]]
    digest: str

    def figure(self, table: str, key: str) -> int:
        """A single number by its name, such as the price of a cheerleader."""
        value: int = self.tables[table].named[key]["value"]
        return value

    def skills_in(self, letters: str) -> list[Skill]:
        """The skills that a player with these letters may learn."""
        wanted = {category for category, letter in self.categories.items() if letter in [*letters]}
        return [skill for skill in self.skills.values() if skill.category in wanted]

    def said(self, characteristic: str, value: int) -> str:
        """A characteristic as the edition writes it: 3, or 3+ where a die has to reach it."""
        if characteristic not in self.traits.targets:
            return str(value)
        return f"{value}+" if value else "–"
