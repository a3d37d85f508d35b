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
# Where an entry stands in the source: the maintainers' concern alone.
BOOKKEEPING = ("line", "row")


def ruleset(catalogue: Catalogue) -> Document:
    """What `manage.py ruleset` prints and the API's catalogue answers."""
    return {
        "edition": catalogue.edition,
        "teams": [_team(catalogue, race) for race in catalogue.races.values()],
        "stars": [_star(catalogue, star) for star in catalogue.stars.values()],
        "skills": [
            {"name": skill.name, "category": skill.category} for skill in catalogue.skills.values()
        ],
        "inducements": [_inducement(catalogue, each) for each in catalogue.inducements.values()],
        "tables": {table.key: _rows(table) for table in catalogue.tables.values()}
        | _tables_on_shelves(catalogue),
    }


def _team(catalogue: Catalogue, race: Race) -> Document:
    return {
        "name": race.name,
        "reroll_cost": race.reroll_cost,
        "apothecary": race.apothecary,
        "positions": [_position(catalogue, each) for each in race.positions.values()],
        "stars": [star.name for star in catalogue.stars.values() if race.key in star.plays_for],
    }


def _position(catalogue: Catalogue, position: Position) -> Document:
    return {
        "name": position.name,
        "max": position.max,
        "cost": position.cost,
        **position.profile,
        "skills": _skills(catalogue, position.skills),
        "normal": position.normal,
        "double": position.double,
    }


def _star(catalogue: Catalogue, star: Star) -> Document:
    profiles = [
        {**each.profile, "skills": _skills(catalogue, each.skills)} for each in star.members
    ]
    names = [each.name for each in star.members]
    pair = [{"name": each, **its} for each, its in zip(names, profiles, strict=True)]
    return {
        "name": star.name,
        "cost": star.cost,
        **({"members": pair} if star.is_pair else profiles[0]),
        "plays_for": _races(catalogue, star.plays_for),
    }


def _inducement(catalogue: Catalogue, inducement: Inducement) -> Document:
    prices = inducement.cost_for
    return {
        "name": inducement.name,
        "max": inducement.max,
        "cost": inducement.cost,
        "cost_for": dict(zip(_races(catalogue, prices), prices.values(), strict=True)),
        "only_for": _only_for(catalogue, inducement),
    }


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
