"""Making a catalogue: an edition's files over those of its base, read strictly and checked."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from rules.catalogue import (
    SPECIAL_RULES,
    Catalogue,
    CatalogueItem,
    CatalogueRow,
    Inducement,
    Position,
    Race,
    Skill,
    Star,
    StarMember,
    Table,
    Traits,
)
from rules.engine.dice import dice
from rules.overlay import keyed as _keyed
from rules.overlay import laid_over
from rules.reading import DATA, BadRules, read_as, read_file

Raw = dict[str, Any]

OPEN_END = 999_999_999
# For whom a star plays who plays for every list.
ANY_TEAM = "Any team"
IDENTITY = ("key", "title", "characteristics", "traits", "categories")
SPP = ("collected", "spent", "none")
STRENGTH = ("team-value", "team-rating", "none")
RULE_KINDS = ("rule", "league")
# What lists of some games state and lists of others do not.
LISTS_SAY = ("reroll_cost", "apothecary", "tier")


# The folders of editions that lie outside the product, by the editions' keys.
outside: dict[str, Path] = {}


def editions(root: Path | None = None) -> list[str]:
    """The keys of all editions that are played here, or of those in one folder.

    One whose file says `offered = false` is not finished: it loads by its key, and tests play it
    beside the others.
    """
    paths = filter(_is_offered, (root or DATA).glob("*/edition.toml"))
    return sorted({path.parent.name for path in paths} | (set() if root else outside.keys()))


@cache
def _is_offered(path: Path) -> bool:
    offered: bool = read_file(path).get("offered", True)
    return offered


def load(edition: str, root: Path | None = None) -> Catalogue:
    """An edition's catalogue. Raises BadRules, with file and entry, if it must not be played by."""
    return loaded(edition, root or outside.get(edition, DATA))


@cache
def loaded(edition: str, root: Path) -> Catalogue:
    """The one copy of it, however it was asked for."""
    return made_from(raw_of(edition, root))


def made_from(raw: Raw) -> Catalogue:
    """The catalogue of an edition's data, read just now or kept long ago. Raises BadRules."""
    catalogue = _catalogue(raw)
    for check in CHECKS:
        for file, entry, reason in check(catalogue):
            raise BadRules(f"{catalogue.edition}/{file}", entry, reason)
    return catalogue


def digest_of(raw: Raw) -> str:
    """The name of an edition's data: of the edition, of all they say, and of the order in which."""
    return hashlib.sha256(f"{raw['key']}\n{json.dumps(raw)}".encode()).hexdigest()


def raw_of(edition: str, root: Path | None = None) -> Raw:
    """Everything an edition's files say, laid over what its base says; not to be changed.

    The base may lie in the same folder or be one of the product's own.
    """
    return _raw_of(edition, root or outside.get(edition, DATA))


@cache
def _raw_of(edition: str, root: Path) -> Raw:
    own = own_words(edition, root)
    if not (base := own.pop("base", "")):
        if "without" in own:
            raise BadRules(f"{edition}/edition.toml", "without", "there is no base")
        return own
    return laid_over(raw_of(base, root if (root / base).exists() else DATA), own)


def own_words(edition: str, root: Path = DATA) -> Raw:
    """What an edition's own files say, without its base."""
    if not (root / edition / "edition.toml").exists():
        raise BadRules(f"{edition}/edition.toml", "the whole file", "is not there")
    own: Raw = {}
    for path in sorted((root / edition).glob("*.toml")):
        for name, value in read_file(path).items():
            # Several files may add to one shelf: both sets of cards are decks.
            own[name] = _with_more(own[name], value) if name in own else value
    # Whether people are offered it is no rule of the game, and no other edition's affair.
    own.pop("offered", None)
    return own


def _with_more(said: Any, more: Any) -> Any:
    """What two files say of one thing; two values of what can have one are the later one."""
    if isinstance(said, dict) and isinstance(more, dict):
        return said | more
    return said + more if _keyed(more) else more


# --- from what the files say to a catalogue


def _catalogue(raw: Raw) -> Catalogue:
    said = dict(raw)
    if missing := [name for name in IDENTITY if name not in said]:
        raise BadRules("edition.toml", str(raw.get("key", "?")), f"no {', '.join(missing)}")
    skills = _by_key(read_as(Skill, entry, file="skills.toml") for entry in said.pop("skill", []))
    names = {name: key for key, skill in skills.items() for name in (skill.name, *skill.also)}
    characteristics = tuple(said.pop("characteristics"))
    traits = read_as(Traits, said.pop("traits"), file="edition.toml")
    dated = _day(said.pop("dated", ""))
    lists_say = tuple(said.pop("lists_say", ()))
    lower_is_better = tuple(said.pop("lower_is_better", ()))
    reader = _Reader(characteristics, names, {}, _names_of_rules(said))
    races = _by_key(reader.race(entry) for entry in said.pop("team", []))
    reader.races.update(
        {name: race.key for race in races.values() for name in (race.name, *race.also)}
    )
    return Catalogue(
        edition=said.pop("key"),
        title=said.pop("title"),
        characteristics=characteristics,
        traits=traits,
        categories=said.pop("categories"),
        skills=skills,
        races=races,
        stars=_by_key(reader.star(entry) for entry in said.pop("star", [])),
        inducements=_by_key(reader.inducement(entry) for entry in said.pop("inducement", [])),
        tables={key: _table(key, entry) for key, entry in said.pop("tables", {}).items()},
        shelves={
            shelf: tuple(_entry(entry, f"{shelf}") for entry in entries)
            for shelf, entries in said.items()
        },
        digest=digest_of(raw),
        dated=dated,
        lists_say=lists_say,
        lower_is_better=lower_is_better,
    )


def _names_of_rules(said: Raw) -> dict[str, str]:
    entries = said.get(SPECIAL_RULES, [])
    return {entry["name"]: entry["key"] for entry in entries if {"name", "key"} <= set(entry)}


def _day(said: Any) -> str:
    """A day as text; a date of the file's own would not be kept with a season's rules."""
    try:
        return date.fromisoformat(said).isoformat() if said != "" else ""
    except (TypeError, ValueError):
        raise BadRules("edition.toml", "dated", f"{said!r} is no day such as 2025-11-22") from None


def _by_key(entries: Iterable[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for entry in entries:
        if entry.key in found:
            raise BadRules(f"{type(entry).__name__.lower()}s", entry.key, "stands there twice")
        found[entry.key] = entry
    return found


class _Reader:
    """Turns names into keys on the way in, and refuses a name that nothing has."""

    def __init__(
        self,
        characteristics: tuple[str, ...],
        skills: dict[str, str],
        races: dict[str, str],
        rules: dict[str, str],
    ) -> None:
        self.characteristics, self.skills = characteristics, skills
        self.races, self.rules = races, rules

    def race(self, said: Raw) -> Race:
        positions = {}
        names = {}
        called = str(said.get("name", said.get("key", "?")))
        for entry in said.get("position", []):
            position = self.position(entry, called)
            positions[position.key] = position
            names[position.name] = position.key
        below = ("position", "limit", "choice")
        fields = {key: value for key, value in said.items() if key not in below}
        fields["rules"] = self._keys(self.rules, said.get("rules", []), "teams.toml", called)
        fields["choices"] = [self.choice(entry, called) for entry in said.get("choice", [])]
        fields["limits"] = [self.limit(entry, names, called) for entry in said.get("limit", [])]
        journeymen = self._keys(names, fields.get("journeymen", []), "teams.toml", called)
        return read_as(
            Race,
            fields | {"positions": {}, "journeymen": list(journeymen)},
            file="teams.toml",
        ).with_positions(positions)

    def choice(self, said: Raw, race: str) -> Raw:
        where = f"{race}, {said.get('name', '?')}"
        keys = self._keys(self.rules, said.get("rules", []), "teams.toml", where)
        brings = {
            self._keys(self.rules, [name], "teams.toml", where)[0]: self._keys(
                self.rules, others, "teams.toml", where
            )
            for name, others in said.get("brings", {}).items()
        }
        return said | {"rules": keys, "brings": brings}

    def limit(self, said: Raw, positions: Mapping[str, str], race: str) -> Raw:
        named = said.get("positions", [])
        keys = self._keys(positions, named, "teams.toml", f"{race}, {said.get('name', '?')}")
        return said | {"positions": keys}

    def position(self, said: Raw, race: str) -> Position:
        where = f"{race}, {said.get('name', '?')}"
        return read_as(
            Position,
            self._with_profile(said, "teams.toml", where)
            | {
                "skills": list(self._keys(self.skills, said.get("skills", []), "teams.toml", where))
            },
            file="teams.toml",
            within=f"{race}, ",
        )

    def star(self, said: Raw) -> Star:
        fields = {key: value for key, value in said.items() if key != "member"}
        alone = not said.get("member")
        called = str(said.get("name", said.get("key", "?")))
        members = tuple(self.member(entry, called) for entry in said.get("member") or [said])
        if alone:
            for name in (*self.characteristics, "skills"):
                fields.pop(name, None)
        fields.pop("table_teams", None)
        wanted = list(said.get("plays_for", []))
        races, rules = self._shared([x for x in wanted if x != ANY_TEAM], "stars.toml", called)
        if ANY_TEAM in wanted:
            races = [*dict.fromkeys(self.races.values())]
        fields |= {"plays_for": races, "for_rules": rules}
        dear = fields.get("cost_for", {})
        keys = self._keys(self.races, dear, "stars.toml", called)
        fields["cost_for"] = dict(zip(keys, dear.values(), strict=True))
        never = fields.pop("never_for", [])
        fields["not_for_rules"] = self._keys(self.rules, never, "stars.toml", called)
        return read_as(Star, fields | {"members": []}, file="stars.toml").with_members(members)

    def member(self, said: Raw, star: str) -> StarMember:
        skills = self._keys(self.skills, said.get("skills", []), "stars.toml", star)
        profiled = self._with_profile(said, "stars.toml", star)
        return StarMember(
            name=said.get("name", star), profile=profiled["profile"], skills=tuple(skills)
        )

    def inducement(self, said: Raw) -> Inducement:
        own_tables = ("player", "dice", "row")
        fields = {name: value for name, value in said.items() if name not in own_tables}
        fields["holds"] = {name: said[name] for name in own_tables if name in said}
        called = str(said.get("name", said.get("key", "?")))
        for name in ("cost_for", "max_for"):
            self._shared(said.get(name, {}), "inducements.toml", called)
            own = said.get(name, {})
            fields[name] = {self.races[each]: own[each] for each in own if each in self.races}
            fields[f"{name}_rules"] = {
                self.rules[each]: own[each] for each in own if each not in self.races
            }
        races, rules = self._shared(said.get("only_for", []), "inducements.toml", called)
        not_for = self._keys(self.races, said.get("not_for", []), "inducements.toml", called)
        fields |= {"only_for": races, "for_rules": rules, "not_for": not_for}
        return read_as(Inducement, fields, file="inducements.toml")

    def _shared(self, names: Iterable[str], file: str, where: str) -> tuple[list[str], list[str]]:
        """Names of team lists, and names of special rules and leagues among them."""
        rules = [name for name in names if name in self.rules and name not in self.races]
        races = [name for name in names if name not in rules]
        return (
            self._keys(self.races, races, file, where),
            self._keys(self.rules, rules, file, where),
        )

    def _with_profile(self, said: Raw, file: str, where: str) -> Raw:
        if missing := [name for name in self.characteristics if name not in said]:
            raise BadRules(file, where, f"{', '.join(missing)} is missing")
        profile = {name: said[name] for name in self.characteristics}
        rest = {key: value for key, value in said.items() if key not in self.characteristics}
        return rest | {"profile": profile}

    def _keys(
        self, known: Mapping[str, str], names: Iterable[str], file: str, where: str
    ) -> list[str]:
        if strangers := [name for name in names if name not in known]:
            raise BadRules(file, where, f"nothing is called {', '.join(strangers)}")
        return [known[name] for name in names]


def _table(key: str, said: Raw) -> Table:
    fields = dict(said)
    try:
        rows = tuple(
            CatalogueRow(
                low=row["from"],
                high=row["to"],
                name=row["name"],
                holds={k: v for k, v in row.items() if k not in ("from", "to", "name")},
            )
            for row in fields.pop("row", [])
        )
        return Table(key=key, rows=rows, **fields)
    except (KeyError, TypeError) as error:
        raise BadRules("tables.toml", key, f"{error} is missing or unknown") from error


def _entry(said: Raw, shelf: str) -> CatalogueItem:
    for name in ("key", "name"):
        if name not in said:
            raise BadRules(f"[[{shelf}]]", str(said.get("name", "?")), f"{name} is missing")
    below = [
        entry
        for value in said.values()
        if isinstance(value, list) and _keyed(value)
        for entry in value
    ]
    known = ("key", "name", "summary", "line", "source", "certain")
    return CatalogueItem(
        key=said["key"],
        name=said["name"],
        summary=said.get("summary", ""),
        line=said.get("line", 0),
        source=said.get("source", ""),
        certain=said.get("certain", True),
        holds={
            name: value
            for name, value in said.items()
            if name not in known and not (isinstance(value, list) and value and _keyed(value))
        },
        entries=tuple(_entry(entry, f"{shelf}, {said['name']}") for entry in below),
    )


# --- checks over the whole: each yields what is wrong as file, entry, reason

Fault = tuple[str, str, str]


def _traits_make_sense(catalogue: Catalogue) -> Iterator[Fault]:
    traits = catalogue.traits
    if traits.spp not in SPP:
        yield "edition.toml", "traits.spp", f"{traits.spp!r} is none of {', '.join(SPP)}"
    if traits.strength not in STRENGTH:
        wanted = ", ".join(STRENGTH)
        yield "edition.toml", "traits.strength", f"{traits.strength!r} is none of {wanted}"
    if strangers := set(traits.targets) - set(catalogue.characteristics):
        yield "edition.toml", "traits.targets", f"no characteristic {sorted(strangers)}"
    if strangers := set(catalogue.lists_say) - set(LISTS_SAY):
        yield "edition.toml", "lists_say", f"{sorted(strangers)} is none of {LISTS_SAY}"
    casualties = catalogue.tables.get("casualty")
    if casualties and casualties.dice != traits.injury_dice:
        yield "tables.toml", "casualty", f"is rolled with {traits.injury_dice}"


def _categories_exist(catalogue: Catalogue) -> Iterator[Fault]:
    for skill in catalogue.skills.values():
        if skill.category not in catalogue.categories:
            yield "skills.toml", skill.name, f"no category {skill.category!r}"


def _letters_are_known(catalogue: Catalogue) -> Iterator[Fault]:
    order = "".join(catalogue.categories.values())
    for race in catalogue.races.values():
        for position in race.positions.values():
            for letters in (position.normal, position.double):
                if letters != "".join(sorted(set(letters), key=order.find)) or set(letters) - set(
                    order
                ):
                    yield (
                        "teams.toml",
                        f"{race.name}, {position.name}",
                        f"{letters!r} is not letters of {order} in order",
                    )
            if both := set(position.normal) & set(position.double):
                yield "teams.toml", f"{race.name}, {position.name}", f"{both} on both columns"


def _bars_are_mutual(catalogue: Catalogue) -> Iterator[Fault]:
    for skill in catalogue.skills.values():
        for other in skill.never_with:
            barred = catalogue.skills.get(other)
            if barred is None or skill.key not in barred.never_with:
                yield "skills.toml", skill.name, f"{other!r} does not bar it in turn"


def _needs_can_be_met(catalogue: Catalogue) -> Iterator[Fault]:
    for skill in catalogue.skills.values():
        for other in skill.needs:
            needed = catalogue.skills.get(other)
            if needed is None or needed is skill:
                yield "skills.toml", skill.name, f"needs {other!r}, which is no other skill"
            elif other in skill.never_with:
                yield "skills.toml", skill.name, f"needs {other!r} and is never with it"


def _lists_say_what_they_must(catalogue: Catalogue) -> Iterator[Fault]:
    for race in catalogue.races.values():
        for name in catalogue.lists_say:
            if getattr(race, name) in (None, 0) and getattr(race, name) is not False:
                yield "teams.toml", race.name, f"{name} is missing"


def _limits_bind(catalogue: Catalogue) -> Iterator[Fault]:
    """A limit is over several positions, once each, and says less than their own."""
    for race in catalogue.races.values():
        if len({limit.key for limit in race.limits}) < len(race.limits):
            yield "teams.toml", race.name, "a limit stands there twice"
        for limit in race.limits:
            own = sum(race.positions[key].max for key in {*limit.positions})
            if len({*limit.positions}) < 2 or len({*limit.positions}) < len(limit.positions):
                yield "teams.toml", f"{race.name}, {limit.name}", "is not over several positions"
            elif not 0 < limit.max < own:
                yield "teams.toml", f"{race.name}, {limit.name}", f"{limit.max} limits nothing"


def _choices_are_choices(catalogue: Catalogue) -> Iterator[Fault]:
    for rule in catalogue.special_rules.values():
        if rule.holds.get("kind") not in RULE_KINDS:
            yield f"[[{SPECIAL_RULES}]]", rule.name, f"its kind is none of {', '.join(RULE_KINDS)}"
    for race in catalogue.races.values():
        if len({choice.key for choice in race.choices}) < len(race.choices):
            yield "teams.toml", race.name, "a choice stands there twice"
        for choice in race.choices:
            where = f"{race.name}, {choice.name}"
            if len({*choice.rules}) < 2 or len({*choice.rules}) < len(choice.rules):
                yield "teams.toml", where, "is no choice"
            if strangers := set(choice.brings) - set(choice.rules):
                yield "teams.toml", where, f"{sorted(strangers)} is not among them"


def _prices_are_gold(catalogue: Catalogue) -> Iterator[Fault]:
    step = catalogue.traits.gold
    for race in catalogue.races.values():
        for what, price in [
            *([("re-roll", race.reroll_cost)] if race.reroll_cost else []),
            *((position.name, position.cost) for position in race.positions.values()),
        ]:
            if not _is_price(price, step):
                yield "teams.toml", f"{race.name}, {what}", f"{price} is not a price"
    for star in catalogue.stars.values():
        if star.for_hire and not _is_price(star.cost, step):
            yield "stars.toml", star.name, f"{star.cost} is not a price"


def _is_price(price: int, step: int) -> bool:
    return price > 0 and price % step == 0 if step else price == 0


def _races_can_field_a_team(catalogue: Catalogue) -> Iterator[Fault]:
    for race in catalogue.races.values():
        if "journeymen" in catalogue.tables and not race.journeymen:
            yield "teams.toml", race.name, "nobody supplies journeymen"
        if _most_players(race) < catalogue.traits.fields:
            yield "teams.toml", race.name, f"cannot field {catalogue.traits.fields}"


def _most_players(race: Race) -> int:
    """How many a list can field: each limit takes off what its positions have beyond it."""
    counts: Counter[str] = Counter()
    for position in race.positions:
        counts[position] = race.room_for(position, counts)
    return counts.total()


def _stars_play_for_somebody(catalogue: Catalogue) -> Iterator[Fault]:
    names = {star.name for star in catalogue.stars.values()}
    for star in catalogue.stars.values():
        if star.for_hire and not any(star.may_be_for(each) for each in catalogue.races.values()):
            yield "stars.toml", star.name, "plays for nobody"
    for race in catalogue.races.values():
        for name in race.stars:
            if name not in names:
                yield "teams.toml", race.name, f"no star {name!r}"


def _tables_cover_their_dice(catalogue: Catalogue) -> Iterator[Fault]:
    for table in catalogue.tables.values():
        if table.by != "roll":
            continue
        spans = [(row.low, row.high) for row in table.rows]
        for reason in _not_once(table.dice, spans):
            yield "tables.toml", table.key, reason


def _shelves_cover_their_dice(catalogue: Catalogue) -> Iterator[Fault]:
    """Weather, kick-off, stadiums and whatever else is rolled for with dice of its own."""
    for shelf, entries in catalogue.shelves.items():
        for entry in entries:
            rows = [row.holds for row in entry.entries] or entry.holds.get("row", [])
            for reason in _rows_not_once(entry.holds, rows):
                yield f"[[{shelf}]]", entry.name, reason
    for each in catalogue.inducements.values():
        for reason in _rows_not_once(each.holds, each.holds.get("row", [])):
            yield "inducements.toml", each.name, reason


def _rows_not_once(holds: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    if spec := holds.get("dice"):
        yield from _not_once(spec, [(row["from"], row["to"]) for row in rows])


def _not_once(spec: str, spans: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Every result of the dice that has no row, or several."""
    try:
        rolled = dice(spec)
    except ValueError:
        yield f"{spec!r} are no dice"
        return
    sums = {r if isinstance(r, int) else sum(r) for r in rolled.results()}
    times = Counter(value for low, high in spans for value in sums if low <= value <= high)
    for value in sorted(sums):
        if times[value] != 1:
            yield f"{value} stands there {times[value]} times"


def _bands_join(catalogue: Catalogue) -> Iterator[Fault]:
    for table in catalogue.tables.values():
        if table.by in ("roll", "list"):
            continue
        for above, below in zip(table.rows, table.rows[1:], strict=False):
            if below.low != above.high + 1:
                yield "tables.toml", table.key, f"a gap or overlap at {below.low}"


CHECKS = (
    _traits_make_sense,
    _categories_exist,
    _letters_are_known,
    _bars_are_mutual,
    _needs_can_be_met,
    _lists_say_what_they_must,
    _limits_bind,
    _choices_are_choices,
    _prices_are_gold,
    _races_can_field_a_team,
    _stars_play_for_somebody,
    _tables_cover_their_dice,
    _shelves_cover_their_dice,
    _bands_join,
)
