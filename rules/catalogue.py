"""An edition's facts: loaded once from its files, checked, and never changed afterwards."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import product
from typing import Any

# `line` is where an entry was read; `source` names the text if it is not the edition's main one.
# An entry that is not `certain` has numbers that its source has lost.


# The shelf of what lists have besides positions: special rules, and leagues that they play in.
SPECIAL_RULES = "special_rule"


@dataclass(frozen=True, slots=True)
class Traits:
    """What kind of game an edition is, for all who must not assume it.

    `spp` are collected, spent or none; `strength` is what teams are measured by; `targets` are the
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
    """`needs` are skills of which a player must have one to learn it, `never_with` those beside
    which nobody has it."""

    key: str
    name: str
    category: str
    summary: str
    line: int
    optional: bool = False
    also: tuple[str, ...] = ()
    source: str = ""
    never_with: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    certain: bool = True

    def lacks(self, known: Collection[str]) -> bool:
        """Whether somebody with these skills is without what it needs."""
        return bool(self.needs) and not set(self.needs) & set(known)


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
    keywords: tuple[str, ...] = ()
    source: str = ""
    certain: bool = True


@dataclass(frozen=True, slots=True)
class PositionLimit:
    """How many players of several positions a team may have in all."""

    key: str
    name: str
    positions: tuple[str, ...]
    max: int

    def count(self, counts: Mapping[str, int]) -> int:
        return sum(counts.get(position, 0) for position in self.positions)


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """Special rules or leagues of which a team takes one; some bring others along."""

    key: str
    name: str
    rules: tuple[str, ...]
    brings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def taken(self, chosen: str) -> tuple[str, ...]:
        return (chosen, *self.brings.get(chosen, ())) if chosen in self.rules else ()


@dataclass(frozen=True, slots=True)
class Race:
    """A team list. What a game has not, its lists do not state: no re-rolls at all, and nothing
    said of an apothecary or a tier."""

    key: str
    name: str
    positions: Mapping[str, Position]
    line: int
    journeymen: tuple[str, ...] = ()
    limits: tuple[PositionLimit, ...] = ()
    tier: int | None = None
    rules: tuple[str, ...] = ()
    choices: tuple[RuleChoice, ...] = ()
    reroll_cost: int = 0
    reroll_max: int = 0
    apothecary: bool | None = None
    necromancer: bool = False
    rot: bool = False
    inducements: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    source: str = ""
    certain: bool = True

    def with_positions(self, positions: Mapping[str, Position]) -> "Race":
        return replace(self, positions=positions)

    def rules_with(self, chosen: Mapping[str, str]) -> tuple[str, ...]:
        """The special rules and leagues of a team, with what it has chosen among them."""
        taken = (each.taken(chosen.get(each.key, "")) for each in self.choices)
        return tuple(dict.fromkeys([*self.rules, *(rule for rules in taken for rule in rules)]))

    @property
    def possible_rules(self) -> tuple[str, ...]:
        """All that some team of the list has."""
        taken = (each.taken(rule) for each in self.choices for rule in each.rules)
        return tuple(dict.fromkeys([*self.rules, *(rule for rules in taken for rule in rules)]))

    def limits_of(self, position: str) -> Iterator[PositionLimit]:
        """The limits that a position shares with others."""
        return (limit for limit in self.limits if position in limit.positions)

    def most_of(self, position: str) -> int:
        """How many of a position a team may have that has nobody else."""
        return self.room_for(position, {})

    def room_for(self, position: str, counts: Mapping[str, int]) -> int:
        """How many more of a position may join so many of each."""
        left = [self.positions[position].max - counts.get(position, 0)]
        left += [limit.max - limit.count(counts) for limit in self.limits_of(position)]
        return max(0, min(left))


@dataclass(frozen=True, slots=True)
class StarMember:
    name: str
    profile: Mapping[str, int]
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Star:
    """A star, or a pair hired together: `members` holds one profile or two.

    They play for some lists, and for whoever has one of `for_rules`; for nobody with one of
    `not_for_rules`. `cost` is the price for a match of a league, `full_cost` what teams pay outside
    of leagues where that is another one.
    """

    key: str
    name: str
    cost: int
    plays_for: tuple[str, ...]
    members: tuple[StarMember, ...]
    line: int
    special: str = ""
    for_hire: bool = True
    full_cost: int = 0
    cost_for: Mapping[str, int] = field(default_factory=dict)
    for_rules: tuple[str, ...] = ()
    not_for_rules: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    source: str = ""
    certain: bool = True

    def with_members(self, members: tuple[StarMember, ...]) -> "Star":
        return replace(self, members=members)

    def is_for(self, race: Race, rules: Collection[str]) -> bool:
        """Whether they play for a team of a list that has these special rules."""
        wanted = race.key in self.plays_for or bool(set(self.for_rules) & set(rules))
        return wanted and not set(self.not_for_rules) & set(rules)

    def price_for(self, race: Race) -> int:
        return self.cost_for.get(race.key, self.cost)

    def may_be_for(self, race: Race) -> bool:
        """Whether they play for some team of a list, whatever it has to choose for that."""
        return any(self.is_for(race, rules) for rules in _possibilities(race))

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
    for_rules: tuple[str, ...] = ()
    cost_for_rules: Mapping[str, int] = field(default_factory=dict)
    max_for_rules: Mapping[str, int] = field(default_factory=dict)
    optional: bool = False
    staff: bool = False
    # Another inducement whose limit it shares, and the tiers of whoever may have it.
    group: str = ""
    tiers: tuple[int, ...] = ()
    needs: str = ""
    also: tuple[str, ...] = ()
    holds: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    certain: bool = True

    def is_for(self, race: Race, rules: Collection[str]) -> bool:
        """Whether a team of a list that has these special rules may ever have it, whatever its
        league says."""
        is_open = not (self.only_for or self.for_rules)
        return (
            (is_open or race.key in self.only_for or bool(set(self.for_rules) & set(rules)))
            and race.key not in self.not_for
            and (not self.tiers or race.tier in self.tiers)
            and self.needs in ("", "apothecary" if race.apothecary else "no-apothecary")
        )

    def may_be_for(self, race: Race) -> bool:
        return any(self.is_for(race, rules) for rules in _possibilities(race))

    def price_for(self, race: Race, rules: Collection[str]) -> int:
        own = [price for rule, price in self.cost_for_rules.items() if rule in rules]
        return min([self.cost_for.get(race.key, self.cost), *own])

    def most_for(self, race: Race, rules: Collection[str]) -> int:
        own = [most for rule, most in self.max_for_rules.items() if rule in rules]
        return max([self.max_for.get(race.key, self.max), *own])


def _possibilities(race: Race) -> Iterator[tuple[str, ...]]:
    """The special rules of every team that a list can make."""
    keys = [choice.key for choice in race.choices]
    for taken in product(*(choice.rules for choice in race.choices)):
        yield race.rules_with(dict(zip(keys, taken, strict=True)))


@dataclass(frozen=True, slots=True)
class CatalogueRow:
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
    rows: tuple[CatalogueRow, ...]
    line: int
    source: str = ""
    certain: bool = True

    def row(self, value: int) -> CatalogueRow:
        """The row that a result falls into; beyond either end, the nearest one."""
        return next((row for row in self.rows if value <= row.high), self.rows[-1])

    @cached_property
    def named(self) -> Mapping[str, CatalogueRow]:
        return {row["key"]: row for row in self.rows if "key" in row.holds}


@dataclass(frozen=True, slots=True)
class CatalogueItem:
    """Anything else with a name, numbers and a summary: a referee, a card, a kind of weather."""

    key: str
    name: str
    summary: str
    line: int
    holds: Mapping[str, Any] = field(default_factory=dict)
    entries: tuple["CatalogueItem", ...] = ()
    source: str = ""
    certain: bool = True


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
    shelves: Mapping[str, tuple[CatalogueItem, ...]]
    digest: str
    # The day on which its lists were last corrected, where they are corrected from time to time.
    dated: str = ""
    # Characteristics that get better as their number falls; what cannot be done at all is 0.
    lower_is_better: tuple[str, ...] = ()
    # What every team list of the game must state, of all that some games do without.
    lists_say: tuple[str, ...] = ()

    @cached_property
    def special_rules(self) -> Mapping[str, CatalogueItem]:
        """Special rules and leagues that lists have, by key."""
        return {each.key: each for each in self.shelves.get(SPECIAL_RULES, ())}

    @property
    def dated_on(self) -> date | None:
        return date.fromisoformat(self.dated) if self.dated else None

    def figure(self, table: str, key: str) -> int:
        """A single number by its name, such as the price of a cheerleader."""
        value: int = self.tables[table].named[key]["value"]
        return value

    def skills_in(self, letters: str) -> list[Skill]:
        """The skills that a player with these letters may learn."""
        wanted = {category for category, letter in self.categories.items() if letter in [*letters]}
        return [skill for skill in self.skills.values() if skill.category in wanted]

    def said(self, characteristic: str, value: int) -> str:
        """A characteristic as the edition writes it: 3, or 3+ where a die has to reach it. Nobody
        has 0 of one: they lack it, or nobody knows."""
        if not value:
            return "–"
        return f"{value}+" if characteristic in self.traits.targets else str(value)
