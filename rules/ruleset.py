"""An edition's catalogue as one JSON document: names for people, gold in single pieces."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.catalogue import Catalogue, Entry, Inducement, Position, Race, Star, Table

Document = dict[str, Any]

# Shelves whose entries are rows of a table as much as any table's are.
SHELVES_OF_ROWS = {
    "weather_table": "weather",
    "kickoff_table": "kick-off",
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
        "teams": [_team(catalogue, race) for race in catalogue.races.values()],
        "stars": [_star(catalogue, star) for star in catalogue.stars.values()],
        "skills": [
            {"key": key, "name": skill.name, "category": skill.category}
            for key, skill in catalogue.skills.items()
        ],
        "inducements": [_inducement(catalogue, each) for each in catalogue.inducements.values()],
        "decks": [_deck(deck) for deck in catalogue.shelves.get("deck", ())],
        **{
            name: [_entry(each) for each in catalogue.shelves.get(shelf, ())]
            for shelf, name in SHELVES_OF_ENTRIES.items()
        },
        "tables": {table.key: _rows(table) for table in catalogue.tables.values()}
        | _tables_on_shelves(catalogue),
    }


def _team(catalogue: Catalogue, race: Race) -> Document:
    return {
        "key": race.key,
        "name": race.name,
        "reroll_cost": race.reroll_cost,
        "apothecary": race.apothecary,
        "positions": [_position(catalogue, each) for each in race.positions.values()],
        "stars": [star.name for star in catalogue.stars.values() if race.key in star.plays_for],
    }


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
        **({"members": pair} if star.is_pair else profiles[0]),
        "plays_for": _races(catalogue, star.plays_for),
        "plays_for_keys": [*star.plays_for],
    }


def _inducement(catalogue: Catalogue, inducement: Inducement) -> Document:
    prices = inducement.cost_for
    return {
        "key": inducement.key,
        "name": inducement.name,
        "max": inducement.max,
        "cost": inducement.cost,
        "cost_for": dict(zip(_races(catalogue, prices), prices.values(), strict=True)),
        "only_for": _only_for(catalogue, inducement),
    }


def _deck(deck: Entry) -> Document:
    return {
        **_entry(deck),
        "set": deck.holds["set"],
        "cost": deck.holds["cost"],
        "cards": [
            {**_entry(card), "timing": card.holds.get("timing", "")} for card in deck.entries
        ],
    }


def _entry(entry: Entry) -> Document:
    return {"key": entry.key, "name": entry.name, "summary": entry.summary}


def _only_for(catalogue: Catalogue, inducement: Inducement) -> list[str]:
    """Who may take it, for whatever reason not everybody may; empty if everybody may."""
    may = [race.key for race in catalogue.races.values() if inducement.is_for(race)]
    return [] if len(may) == len(catalogue.races) else _races(catalogue, may)


def _rows(table: Table) -> list[Document]:
    return [
        {"from": row.low, "to": row.high, "name": row.name, **_without_bookkeeping(row.holds)}
        for row in table.rows
    ]


def _tables_on_shelves(catalogue: Catalogue) -> dict[str, list[Document]]:
    return {
        f"{name}-{entry.key}": [*_printed_rows(entry), *_entry_rows(entry)]
        for shelf, name in SHELVES_OF_ROWS.items()
        for entry in catalogue.shelves.get(shelf, ())
    }


def _printed_rows(entry: Entry) -> list[Document]:
    return [_without_bookkeeping(row) for row in entry.holds.get("row", [])]


def _entry_rows(entry: Entry) -> list[Document]:
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
