"""An edition's catalogue as one JSON document: names for people, gold in single pieces."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.catalogue import (
    Catalogue,
    CatalogueItem,
    Inducement,
    Position,
    Race,
    Skill,
    Star,
    Table,
)

Document = dict[str, Any]

# Shelves whose entries are rows of a table as much as any table's are.
SHELVES_OF_ROWS = {
    "weather_table": "weather",
    "kickoff_table": "kick-off",
    "handicap_table": "handicap",
    "stadium_table": "stadium",
    "referee_table": "referee",
}
# Shelves whose entries an answer may name.
SHELVES_OF_ENTRIES = {"sponsor": "sponsors", "referee": "referees", "ball": "balls"}
# Where an entry stands in the source: the maintainers' concern alone.
BOOKKEEPING = ("line", "row")


def ruleset(catalogue: Catalogue) -> Document:
    """What `manage.py ruleset` prints and the API's catalogue answers."""
    return {
        "edition": catalogue.edition,
        **({"dated": catalogue.dated} if catalogue.dated else {}),
        "teams": [_team(catalogue, race) for race in catalogue.races.values()],
        "stars": [_star(catalogue, star) for star in catalogue.stars.values()],
        "skills": [
            {"key": key, "name": skill.name, "category": skill.category}
            | ({"needs": [*skill.needs]} if skill.needs else {})
            | _certainty(skill)
            for key, skill in catalogue.skills.items()
        ],
        "inducements": [_inducement(catalogue, each) for each in catalogue.inducements.values()],
        "decks": [_deck(deck) for deck in catalogue.shelves.get("deck", ())],
        **{
            name: [_entry(each) for each in catalogue.shelves.get(shelf, ())]
            for shelf, name in SHELVES_OF_ENTRIES.items()
        },
        **_special_rules(catalogue),
        "tables": {table.key: _rows(table) for table in catalogue.tables.values()}
        | _tables_on_shelves(catalogue),
        "table_names": {table.key: table.title for table in catalogue.tables.values()}
        | {key: entry.name for key, entry in _shelved_tables(catalogue)},
    }


def _special_rules(catalogue: Catalogue) -> Document:
    rules = [
        {**_entry(each), "kind": each.holds["kind"]} for each in catalogue.special_rules.values()
    ]
    return {"special_rules": rules} if rules else {}


def _team(catalogue: Catalogue, race: Race) -> Document:
    stars = [star for star in catalogue.stars.values() if star.may_be_for(race)]
    return {
        "key": race.key,
        "name": race.name,
        **_stated(race),
        **_own_rules(race),
        "positions": [_position(catalogue, each) for each in race.positions.values()],
        "stars": [star.name for star in stars],
        "star_keys": [star.key for star in stars],
    }


def _stated(race: Race) -> Document:
    """What lists of some games state, where this one does."""
    limits = [
        {"key": each.key, "name": each.name, "positions": [*each.positions], "max": each.max}
        for each in race.limits
    ]
    return {
        **({"reroll_cost": race.reroll_cost} if race.reroll_cost else {}),
        **({"apothecary": race.apothecary} if race.apothecary is not None else {}),
        **({"tier": race.tier} if race.tier is not None else {}),
        **({"limits": limits} if limits else {}),
        **_certainty(race),
    }


def _own_rules(race: Race) -> Document:
    """Special rules and leagues: those that every team of the list has, and those to choose of."""
    choices = [
        {
            "key": each.key,
            "name": each.name,
            "rules": [*each.rules],
            "brings": {rule: [*others] for rule, others in each.brings.items()},
        }
        for each in race.choices
    ]
    return {
        **({"rules": [*race.rules]} if race.rules else {}),
        **({"choices": choices} if choices else {}),
    }


def _certainty(entry: Skill | Race | Position | Star | Inducement | CatalogueItem) -> Document:
    """Said only of what is not certain."""
    return {} if entry.certain else {"certain": False}


def _keywords(entry: Position | Star) -> Document:
    return {"keywords": [*entry.keywords]} if entry.keywords else {}


def _position(catalogue: Catalogue, position: Position) -> Document:
    return {
        "key": position.key,
        "name": position.name,
        "max": position.max,
        "cost": position.cost,
        **position.profile,
        "skills": _skills(catalogue, position.skills),
        "skill_keys": [*position.skills],
        "normal": position.normal,
        "double": position.double,
        **_keywords(position),
        **_certainty(position),
    }


def _star(catalogue: Catalogue, star: Star) -> Document:
    profiles = [
        {
            **each.profile,
            "skills": _skills(catalogue, each.skills),
            "skill_keys": [*each.skills],
        }
        for each in star.members
    ]
    names = [each.name for each in star.members]
    pair = [{"name": each, **its} for each, its in zip(names, profiles, strict=True)]
    return {
        "key": star.key,
        "name": star.name,
        "cost": star.cost,
        **_other_prices(catalogue, star),
        **({"members": pair} if star.is_pair else profiles[0]),
        "plays_for": _races(catalogue, star.plays_for),
        "plays_for_keys": [*star.plays_for],
        **({"for_rules": [*star.for_rules]} if star.for_rules else {}),
        **({"not_for_rules": [*star.not_for_rules]} if star.not_for_rules else {}),
        **_keywords(star),
        **_certainty(star),
    }


def _other_prices(catalogue: Catalogue, star: Star) -> Document:
    """What some lists pay, and teams outside of leagues, in games where that differs."""
    dear = dict(zip(_races(catalogue, star.cost_for), star.cost_for.values(), strict=True))
    return {
        **({"full_cost": star.full_cost} if star.full_cost else {}),
        **({"cost_for": dear, "cost_for_keys": dict(star.cost_for)} if dear else {}),
    }


def _inducement(catalogue: Catalogue, inducement: Inducement) -> Document:
    prices = inducement.cost_for
    only_for = _only_for(catalogue, inducement)
    return {
        "key": inducement.key,
        "name": inducement.name,
        "max": inducement.max,
        "cost": inducement.cost,
        "cost_for": dict(zip(_races(catalogue, prices), prices.values(), strict=True)),
        "cost_for_keys": dict(prices),
        "only_for": _races(catalogue, only_for),
        "only_for_keys": only_for,
        **({"for_rules": [*inducement.for_rules]} if inducement.for_rules else {}),
        **_certainty(inducement),
    }


def _deck(deck: CatalogueItem) -> Document:
    return {
        **_entry(deck),
        "set": deck.holds["set"],
        "cost": deck.holds["cost"],
        "cards": [
            {**_entry(card), "timing": card.holds.get("timing", "")} for card in deck.entries
        ],
    }


def _entry(entry: CatalogueItem) -> Document:
    texts = {"key": entry.key, "name": entry.name, "summary": entry.summary}
    return texts | _certainty(entry)


def _only_for(catalogue: Catalogue, inducement: Inducement) -> list[str]:
    """Who may take it, for whatever reason not everybody may; empty if everybody may."""
    may = [race.key for race in catalogue.races.values() if inducement.may_be_for(race)]
    return [] if len(may) == len(catalogue.races) else may


def _rows(table: Table) -> list[Document]:
    return [
        {"from": row.low, "to": row.high, "name": row.name, **_without_bookkeeping(row.holds)}
        for row in table.rows
    ]


def _tables_on_shelves(catalogue: Catalogue) -> dict[str, list[Document]]:
    return {
        key: [*_printed_rows(entry), *_entry_rows(entry)]
        for key, entry in _shelved_tables(catalogue)
    }


def _shelved_tables(catalogue: Catalogue) -> list[tuple[str, CatalogueItem]]:
    return [
        (f"{name}-{entry.key}", entry)
        for shelf, name in SHELVES_OF_ROWS.items()
        for entry in catalogue.shelves.get(shelf, ())
    ]


def _printed_rows(entry: CatalogueItem) -> list[Document]:
    return [_without_bookkeeping(row) for row in entry.holds.get("row", [])]


def _entry_rows(entry: CatalogueItem) -> list[Document]:
    return [
        {
            "from": each.holds["from"],
            "to": each.holds["to"],
            "key": each.key,
            "name": each.name,
            **_without_bookkeeping(each.holds),
            "summary": each.summary,
        }
        for each in entry.entries
    ]


def _without_bookkeeping(holds: Mapping[str, Any]) -> Document:
    return {name: value for name, value in holds.items() if name not in BOOKKEEPING}


def _skills(catalogue: Catalogue, keys: Iterable[str]) -> list[str]:
    return [catalogue.skills[key].name for key in keys]


def _races(catalogue: Catalogue, keys: Iterable[str]) -> list[str]:
    return [catalogue.races[key].name for key in keys]
