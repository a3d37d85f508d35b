"""What the rulebook's pages show, drawn from a catalogue."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from rules.catalogue import (
    Catalogue,
    CatalogueItem,
    Inducement,
    Position,
    Race,
    Skill,
    Star,
    StarMember,
)
from rules.loading import load
from rules.places import PAGES, SHELVES, anchor
from rules.search import Item, index_of
from rules.sheets import Part, part_of

SHOWN_PER_KIND = 8
# They say how the things beside them are come by, and are not counted among those.
SHELVES_ABOUT = {"referee_table", "ball_rule"}


# --- the book as a whole


def pages_of(catalogue: Catalogue) -> dict[str, int]:
    """The pages an edition has, with how much stands on each."""
    counts = {
        "races": len(catalogue.races),
        "skills": len(catalogue.skills),
        "stars": len(catalogue.stars),
        "inducements": len(catalogue.inducements),
        "tables": len(catalogue.tables),
    }
    counts |= {page: len(list(_shown(catalogue, page))) for page in SHELVES}
    return {page: counts[page] for page in PAGES if counts[page]}


def _shown(catalogue: Catalogue, page: str) -> Iterator[CatalogueItem]:
    """What a person would count on a page of shelves: the cards, not the decks."""
    for shelf in set(SHELVES[page]) - SHELVES_ABOUT:
        for entry in catalogue.shelves.get(shelf, ()):
            if page == "hall-of-fame" or not entry.entries:
                yield entry
            else:
                yield from entry.entries


# --- races


@dataclass(frozen=True, slots=True)
class Offer:
    """An inducement as one race meets it."""

    inducement: Inducement
    cost: int
    max: int

    @property
    def is_cheaper(self) -> bool:
        return self.cost < self.inducement.cost


def stated_by(catalogue: Catalogue) -> dict[str, bool]:
    """What the lists of an edition state, of all that some editions do without."""
    races = catalogue.races.values()
    return {
        "rerolls": any(race.reroll_cost for race in races),
        "apothecary": any(race.apothecary is not None for race in races),
        "tier": any(race.tier is not None for race in races),
    }


@dataclass(frozen=True, slots=True)
class Together:
    """A limit over several positions, in words."""

    name: str
    most: int
    said: str


def limits_of(race: Race) -> list[Together]:
    return [
        Together(each.name, each.max, ", ".join(race.positions[key].name for key in each.positions))
        for each in race.limits
    ]


def choices_of(catalogue: Catalogue, race: Race) -> list[tuple[str, list[CatalogueItem]]]:
    """What a team of the list chooses, each with what there is to choose of."""
    rules = catalogue.special_rules
    return [(each.name, [rules[key] for key in each.rules]) for each in race.choices]


def special_offers(catalogue: Catalogue, race: Race) -> list[Offer]:
    """Inducements that this race alone may have, or has on terms of its own."""
    return [
        Offer(
            each,
            each.price_for(race, race.possible_rules),
            each.most_for(race, race.possible_rules),
        )
        for each in catalogue.inducements.values()
        if race.key in {*each.only_for, *each.cost_for, *each.max_for}
        or {*race.possible_rules} & {*each.for_rules, *each.cost_for_rules, *each.max_for_rules}
        or (each.needs == "no-apothecary" and not race.apothecary)
    ]


def stars_for(catalogue: Catalogue, race: Race) -> list[Star]:
    return [star for star in catalogue.stars.values() if star.may_be_for(race)]


def mentions_of(catalogue: Catalogue, race: Race) -> list[tuple[str, Part]]:
    """Entries elsewhere in the book that are about this race, each with its page."""
    names = {race.name, *race.also}
    return [
        (page, part_of(catalogue, entry))
        for page, shelves in SHELVES.items()
        for shelf in shelves
        for entry in catalogue.shelves.get(shelf, ())
        if names & {*entry.holds.get("only_for", ()), entry.holds.get("team")}
    ]


# --- skills


@dataclass(frozen=True, slots=True)
class Squad:
    """Positions of one race that have something in common."""

    race: Race
    positions: tuple[Position, ...]


def squads(catalogue: Catalogue, having: Iterable[Position]) -> list[Squad]:
    wanted = {id(position) for position in having}
    found = [
        Squad(race, tuple(each for each in race.positions.values() if id(each) in wanted))
        for race in catalogue.races.values()
    ]
    return [squad for squad in found if squad.positions]


def _positions(catalogue: Catalogue) -> Iterator[Position]:
    for race in catalogue.races.values():
        yield from race.positions.values()


def beginners(catalogue: Catalogue, skill: Skill) -> list[Squad]:
    """Who begins with a skill."""
    return squads(catalogue, (each for each in _positions(catalogue) if skill.key in each.skills))


def stars_with(catalogue: Catalogue, skill: Skill) -> list[Star]:
    return [
        star
        for star in catalogue.stars.values()
        if any(skill.key in member.skills for member in star.members)
    ]


def learners(catalogue: Catalogue, skill: Skill) -> dict[str, list[Squad]]:
    """Who may learn a skill, on any roll (`normal`) or only on a double."""
    letter = catalogue.categories[skill.category]
    if not letter:
        return {"normal": [], "double": []}
    without = [each for each in _positions(catalogue) if skill.key not in each.skills]
    return {
        "normal": squads(catalogue, (each for each in without if letter in each.normal)),
        "double": squads(catalogue, (each for each in without if letter in each.double)),
    }


@dataclass(frozen=True, slots=True)
class Known:
    """A skill with how many begin with it."""

    skill: Skill
    positions: int
    stars: int


def skills_by_category(catalogue: Catalogue) -> list[tuple[str, str, list[Known]]]:
    """Every category with its letter and its skills."""
    return [
        (
            category,
            letter,
            [
                Known(
                    skill,
                    sum(len(squad.positions) for squad in beginners(catalogue, skill)),
                    len(stars_with(catalogue, skill)),
                )
                for skill in catalogue.skills.values()
                if skill.category == category
            ],
        )
        for category, letter in catalogue.categories.items()
    ]


@cache
def skill_names(edition: str) -> Mapping[str, Skill]:
    """Every skill by its key and by every name that it goes by."""
    catalogue = load(edition)
    named = {
        name: skill for skill in catalogue.skills.values() for name in (*skill.also, skill.name)
    }
    return named | dict(catalogue.skills)


# --- stars


@dataclass(frozen=True, slots=True)
class StarLine:
    """One player of a star's entry; a pair has two lines, and its price on the first."""

    star: Star
    member: StarMember
    is_first: bool
    mate: str

    @property
    def anchor(self) -> str:
        return self.star.key if self.is_first else anchor(self.star.key, "mate")


def star_lines(stars: Iterable[Star]) -> list[StarLine]:
    return [
        StarLine(
            star,
            member,
            is_first=place == 0,
            mate=", ".join(mate.name for mate in star.members if mate is not member),
        )
        for star in stars
        for place, member in enumerate(star.members)
    ]


@dataclass(frozen=True, slots=True)
class Engagement:
    """For whom somebody plays, said the shorter way round."""

    races: tuple[Race, ...]
    all_but: bool
    rules: tuple[CatalogueItem, ...] = ()
    never: tuple[CatalogueItem, ...] = ()


def engagement(catalogue: Catalogue, star: Star) -> Engagement:
    if star.for_rules or star.not_for_rules:
        told = (*star.for_rules, *star.not_for_rules)
        rules = tuple(catalogue.special_rules[key] for key in told)
        own = tuple(catalogue.races[key] for key in star.plays_for)
        return Engagement(
            own,
            all_but=False,
            rules=rules[: len(star.for_rules)],
            never=rules[len(star.for_rules) :],
        )
    others = tuple(race for race in catalogue.races.values() if race.key not in star.plays_for)
    if len(others) * 2 < len(catalogue.races):
        return Engagement(others, all_but=True)
    return Engagement(tuple(catalogue.races[key] for key in star.plays_for), all_but=False)


# --- search


@dataclass(frozen=True, slots=True)
class Group:
    """What was found of one kind: the best of it, and how much there is."""

    kind: str
    items: tuple[Item, ...]
    count: int

    @property
    def is_cut(self) -> bool:
        return len(self.items) < self.count


def found(edition: str, text: str, *, kind: str = "") -> list[Group]:
    """What a text finds, by kind, the kind of the best first; of one kind, all of it."""
    by_kind: dict[str, list[Item]] = {}
    for item in index_of(edition).find(text):
        if kind in ("", item.kind):
            by_kind.setdefault(item.kind, []).append(item)
    shown = None if kind else SHOWN_PER_KIND
    return [Group(each, tuple(items[:shown]), len(items)) for each, items in by_kind.items()]
