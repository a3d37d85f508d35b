"""Whether a league that was read is one: nothing in its file is taken on trust."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from django.db.models import Model
from django.utils.translation import gettext as _

from acts.models import Act
from competition.models import Result, ResultSetAside
from league.models import Amendment, League, RulesPin, Season
from league_file.contents import file_of
from league_file.lines import refused, refused_at
from league_file.reading import Incoming, Table
from matches.models import Match
from rules.asking import house_faults
from rules.book import Book
from rules.editions import edition
from rules.engine.fold import Impossible
from rules.house import House
from teams.models import Adoption, Chapter, Contract, Draft, Player, Team, TeamEvent, Words
from teams.verifying import Books, differences_in

# Of an event, what its team's books are compared by.
READ = ("id", "seq", "step", "ordinal", "kind", "schema", "gold", "pin_id", "reverses_id")

# Rows that are a league's because others name them, and which: any, unless it says.
NAMED_BY: dict[type[Model], tuple[type[Model], ...]] = {
    Act: (),
    Words: (),
    RulesPin: (Season, Amendment, TeamEvent, Match, Result, ResultSetAside),
    Player: (Contract,),
}


def prove(incoming: Incoming) -> None:
    """There is one league with a season, every pin can be played by, and every team is what its
    events say. Raises Refused."""
    tables = incoming.tables
    if len(tables[League].rows) != 1 or not _is(incoming):
        raise refused(_("It holds more than one league, or something that belongs to none."))
    _must_belong_together(tables)
    if not tables[Season].rows:
        raise refused(_("It has no season."))
    books = [_book(incoming, pin) for pin in tables[RulesPin].rows]
    if {book.catalogue.digest for book in books} != set(incoming.books):
        raise refused(_("It holds more than one league, or something that belongs to none."))
    races = {race for book in books for race in book.catalogue.races}
    for model in (Team, Player, Draft, Adoption):
        for race in tables[model].column("race"):
            if race not in races:
                text = _("No book that it is played by knows the race %(race)s.")
                raise refused(text % {"race": race})
    for team in _books(incoming, books):
        if not _adds_up(team):
            raise refused(_("The books of %(team)s do not add up.") % {"team": team.team})


def _must_belong_together(tables: Mapping[type[Model], Table]) -> None:
    """Most rows lead to the one league; what is nobody's own is the league's because something of
    it names it."""
    for model, namers in NAMED_BY.items():
        named = {
            place
            for namer in namers or tables
            for column, target in tables[namer].links.items()
            if target is model
            for place in tables[namer].column(column)
        }
        if len(named - {None}) != len(tables[model].rows):
            raise refused(_("It holds more than one league, or something that belongs to none."))


def _is(incoming: Incoming) -> bool:
    """Whether the league is the one that the manifest names."""
    (league,) = incoming.tables[League].rows
    told = league[incoming.tables[League].at["uuid"]]
    return str(told).replace("-", "") == incoming.uuid.hex


def _book(incoming: Incoming, pin: list[Any]) -> Book:
    table = incoming.tables[RulesPin]
    digest = pin[table.at["catalogue_id"]]
    if digest not in incoming.books:
        raise refused_at(file_of(RulesPin), _("there are no such rule data."))
    catalogue = incoming.books[digest]
    house = json.loads(pin[table.at["house"]])
    if house_faults(edition(catalogue.edition), house):
        raise refused(_("Its house rules are none that could be played by."))
    return Book(catalogue, House(edition(catalogue.edition).knobs, house))


def _books(incoming: Incoming, books: list[Book]) -> Iterator[Books]:
    tables = incoming.tables
    teams = cast("list[Team]", tables[Team].remembered)
    contracts: dict[int, list[Contract]] = {index: [] for index in range(len(teams))}
    latest: dict[int, int] = {}
    for row in tables[Contract].remembered:
        contract = cast("Contract", row)
        contract.player = cast("Player", tables[Player].remembered[contract.player_id])
        contracts[contract.team_id].append(contract)
        latest[contract.player_id] = contract.pk
    events = _by_team(tables[TeamEvent], len(teams))
    for index, team in enumerate(teams):
        own, standing = _events(tables, events[index])
        yield Books(
            team,
            own,
            standing,
            contracts[index],
            [each for each in contracts[index] if latest[each.player_id] > each.pk],
            books[own[-1].pin_id] if own else None,
        )


def _by_team(table: Table, teams: int) -> list[list[list[Any]]]:
    found: list[list[list[Any]]] = [[] for _team in range(teams)]
    for row in table.rows:
        found[row[table.at["team_id"]]].append(row)
    return found


def _events(
    tables: dict[type[Model], Table], rows: list[list[Any]]
) -> tuple[list[TeamEvent], list[TeamEvent]]:
    """A team's events as they were written, and those that hold in the order in which they do."""
    table, positions = tables[TeamEvent], tables[Chapter].column("position")
    places = {}
    events = []
    for row in rows:
        values = {name: row[table.at[name]] for name in READ}
        event = TeamEvent(**values, effects=json.loads(row[table.at["effects"]]))
        place = positions[row[table.at["chapter_id"]]]
        places[event.pk] = (place, event.step, event.ordinal, event.seq)
        events.append(event)
    events.sort(key=lambda event: event.seq)
    reversed_ = {event.reverses_id for event in events}
    standing = [
        event for event in events if event.reverses_id is None and event.pk not in reversed_
    ]
    return events, sorted(standing, key=lambda event: places[event.pk])


def _adds_up(books: Books) -> bool:
    try:
        return not any(differences_in(books))
    except (Impossible, LookupError, TypeError, ValueError, AttributeError):
        # Something that the book does not know.
        return False
