"""Reading a league's file, every row of it, before anything is written.

What comes of it is ready for the database but for its numbers: a row knows the others by where they
stand in the file. Nobody waits meanwhile; writing it (`writing_in`) is all that others wait for.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property, partial
from typing import Any, BinaryIO, cast
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Field, JSONField, Model, Value
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from acts.models import Act
from league.commands.leagues import why_not_called, why_not_so_many
from league.models import LONGEST_NAME, KeptCatalogue, League, Membership, Role, RulesPin
from league.pins import installed_text, kept_catalogue
from league.wall_time import YEARS
from league_file.contents import file_of, picture_of, references, tables
from league_file.lines import WRONG, line_at, loaded, refused, refused_at
from league_file.opening import Contents
from league_file.shapes import Misshapen, Shapes, must_resemble, vocabulary
from matches.models import Match, StepRun
from rules.catalogue import Catalogue
from rules.loading import editions, load, raw_of
from rules.reading import BadRules
from teams.models import Contract, Player, Team, TeamEvent
from teams.pictures import Remade, remade
from web.backups.rows import restored, stored_fields
from web.crests import KITS, PATTERNS, SHAPES
from web.lines import what_is_wrong_with

# Rows between two signs of life.
AT_ONCE = 500
# How far rows of one table may hang on each other: a reversal of a reversal of …
DEEPEST = 100
# What pages look up in tables of their own, wherever it stands.
KNOWN = {
    "shirt": frozenset(KITS),
    "trim": frozenset(KITS),
    "crest_shape": frozenset({"", *SHAPES}),
    "crest_pattern": frozenset({"", *PATTERNS}),
}
# Rows that are looked at again once everything is read.
REMEMBERED = (Team, Player, Contract)
# Columns that files of earlier versions do not have, and what they would have said.
ADDED_LATER: dict[type[Model], dict[str, Any]] = {
    Team: {"marks": {}},
    Player: {"retired": False},
}
Progress = Callable[[int], None]


@dataclass
class Table:
    """The rows of a table, each as its columns' values; numbers of rows are where these stand."""

    model: type[Model]
    rows: list[list[Any]] = field(default_factory=list)
    # Where in its table each of the file's numbers is.
    places: dict[Any, int] = field(default_factory=dict)
    remembered: list[Model] = field(default_factory=list)

    @cached_property
    def fields(self) -> "list[Field[Any, Any]]":
        return stored_fields(self.model)

    @cached_property
    def at(self) -> dict[str, int]:
        """Where in a row each column is, by its attribute's name."""
        return {each.attname: index for index, each in enumerate(self.fields)}

    @cached_property
    def links(self) -> dict[str, type[Model]]:
        """The columns that point at rows which get other numbers here."""
        targets = references(self.model).items()
        return {name: target for name, target in targets if target is not KeptCatalogue}

    def column(self, name: str) -> list[Any]:
        index = self.at[name]
        return [row[index] for row in self.rows]


@dataclass
class Incoming:
    """A league that was read and checked, row by row, and is not here yet."""

    uuid: UUID
    # Everybody whom a row names, in their order; None is whoever brings the file.
    people: list[str | None]
    catalogues: dict[str, tuple[str, str]]
    tables: dict[type[Model], Table]
    books: dict[str, Catalogue]
    pictures: dict[UUID, Remade] = field(default_factory=dict)


def read(contents: Contents, *, progress: Progress = lambda _percent: None) -> Incoming:
    """Every row and every picture. Raises Refused with the place at which something is wrong.

    `progress` hears how far it is, in hundredths.
    """
    try:
        reader = _Reader(contents)
        files = [model for model in tables() if model is not KeptCatalogue]
        reader.catalogues()
        for number, model in enumerate(files):
            reader.table(model, partial(progress, 100 * number // len(files)))
        reader.pictures()
    except WRONG as error:
        raise refused(_("The file is damaged, or was changed by hand.")) from error
    return reader.incoming


class _Reader:
    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.lead = _lead(contents)
        self.incoming = Incoming(contents.league, [None], {}, {}, {})
        self.people = {self.lead: 0}

    def catalogues(self) -> None:
        """Rule data as they were kept. Their name is worked out anew, and what is installed here
        is kept as it is installed: a file speaks for its own league alone."""
        for row in self.contents.rows(KeptCatalogue):
            place = file_of(KeptCatalogue)
            try:
                key, digest, data = row["edition"], row["digest"], row["data"]
                if key not in editions():
                    raise refused(_("It is played by an edition that is not here."))
                must_resemble(loaded(data), raw_of(key))
                self.incoming.books[digest] = kept_catalogue(data, digest=digest, key=key)
            except (BadRules, Misshapen, *WRONG) as error:
                text = _("these rule data are not what they say.")
                raise refused_at(place, text) from error
            kept = installed_text(key) if load(key).digest == digest else data
            self.incoming.catalogues[digest] = (key, kept)
        if not self.incoming.books:
            raise refused_at(file_of(KeptCatalogue), _("there are no rule data."))
        self.shapes = Shapes(vocabulary(self.incoming.books.values()))

    def table(self, model: type[Model], go_on: Callable[[], None]) -> None:
        table = self.incoming.tables[model] = Table(model)
        columns = set(table.at)
        go_on()
        for index, told in enumerate(self.contents.rows(model)):
            if index % AT_ONCE == AT_ONCE - 1:
                go_on()
            row = {**ADDED_LATER.get(model, {}), **told}
            if set(row) != columns:
                raise refused_at(_place(model, index), _("it has other columns."))
            if type(row["id"]) is not int or row["id"] in table.places:
                raise refused_at(_place(model, index), _("its number is none, or another's."))
            table.places[row["id"]] = index
            table.rows.append(self._row(table, row, index))
        self._link_within(table)

    def _link_within(self, table: Table) -> None:
        """Rows that point at others of their table, which may come later."""
        for name, target in table.links.items():
            if target is table.model:
                at = table.at[name]
                for index, row in enumerate(table.rows):
                    if row[at] is not None:
                        place = f"{_place(table.model, index)}, {name}"
                        row[at] = self._place_of(target, row[at], place)
        _must_have_an_end(table)

    def _row(self, table: Table, row: dict[str, Any], index: int) -> list[Any]:
        model, place = table.model, _place(table.model, index)
        values = _values(table.fields, row, place)
        # What becomes another here has been looked at as it came.
        if here := self._here(model, row):
            row = row | here
            values |= _values([each for each in table.fields if each.attname in here], row, place)
        for name, target in table.links.items():
            if values[name] is not None and target is not model:
                values[name] = self._place_of(target, row[name], f"{place}, {name}")
        values["id"] = index
        made = model(**values)
        _check(made, place)
        self._must_fit(table, row, values, place)
        if model in REMEMBERED:
            table.remembered.append(made)
        return [_for_database(each, values[each.attname]) for each in table.fields]

    def _must_fit(
        self, table: Table, row: dict[str, Any], values: dict[str, Any], place: str
    ) -> None:
        """What is JSON has the shape that pages read it by."""
        book = self._book(table.model, values)
        for each in table.fields:
            if isinstance(each, JSONField):
                try:
                    self.shapes.must_fit(table.model, each.attname, row, book)
                except (Misshapen, *WRONG) as error:
                    where = error.args[0] if isinstance(error, Misshapen) else ""
                    text = f"{place}, {each.attname}{where}"
                    raise refused_at(text, _("not a value for this.")) from error

    def _book(self, model: type[Model], values: dict[str, Any]) -> Catalogue | None:
        """What a row was ruled by, for those that tell of it."""
        tables = self.incoming.tables
        if model is StepRun:
            pin = tables[Match].rows[values["match_id"]][tables[Match].at["pin_id"]]
        elif model is TeamEvent:
            pin = values["pin_id"]
        else:
            return None
        digest = tables[RulesPin].rows[pin][tables[RulesPin].at["catalogue_id"]]
        return self.incoming.books.get(digest)

    def _here(self, model: type[Model], row: dict[str, Any]) -> dict[str, Any]:
        """What of a row is otherwise on another site than its own."""
        if model is Membership and row["user_id"] not in (None, self.lead):
            # A place is its holder's only on the site that they have an account on.
            return {"user_id": None, "name": self.contents.people[row["user_id"]]}
        if model is Team:
            return {"picture_digest": ""}
        if model is Act:
            # What was done in a league that was here before is still noted under the old name.
            return {"uuid": str(uuid4())}
        return {}

    def _place_of(self, target: type[Model], number: Any, place: str) -> int:
        if target is User:
            if number not in self.people:
                if number not in self.contents.people:
                    raise refused_at(place, _("nobody has this number."))
                name = self.contents.people[number]
                if what_is_wrong_with(name, subject="name", at_most=LONGEST_NAME):
                    text = _("Somebody in it has a name that is too long, or no name at all.")
                    raise refused(text)
                self.people[number] = len(self.incoming.people)
                self.incoming.people.append(name)
            return self.people[number]
        found = self.incoming.tables[target].places.get(number)
        if found is None:
            raise refused_at(place, _("there is no such row."))
        return found

    def pictures(self) -> None:
        """Made anew, as if they had been put up."""
        teams = set(self.incoming.tables[Team].places.values())
        known = {cast("Team", self.incoming.tables[Team].remembered[index]).uuid for index in teams}
        for uuid, file, size in self.contents.pictures():
            if uuid not in known:
                raise refused_at(picture_of(uuid), _("there is no such team."))
            self.incoming.pictures[uuid] = remade(cast("BinaryIO", file), size=size)


def _lead(contents: Contents) -> int:
    """The number of whoever runs the league, in the file."""
    leads = [
        row.get("user_id")
        for row in contents.rows(Membership)
        if row.get("role") == Role.COMMISSIONER and row.get("until") is None
    ]
    if len(leads) != 1 or type(leads[0]) is not int or leads[0] not in contents.people:
        raise refused(_("A league is run by one commissioner, and this one is not."))
    return leads[0]


def _place(model: type[Model], index: int) -> str:
    return line_at(file_of(model), index + 1)


def _values(
    columns: Iterable["Field[Any, Any]"], row: dict[str, Any], place: str
) -> dict[str, Any]:
    values = {}
    for each in columns:
        try:
            values[each.attname] = _typed(each, row[each.attname])
        except (ValidationError, *WRONG) as error:
            raise refused_at(f"{place}, {each.attname}", _("not a value for this.")) from error
    return values


def _typed(column: "Field[Any, Any]", value: Any) -> Any:
    """As the column has it, and nothing that would only pass for it."""
    made = restored(column, value)
    if column.is_relation or value is None or isinstance(column, JSONField):
        return made
    is_number = isinstance(made, int) and not isinstance(made, bool)
    if is_number != (type(value) is int) or isinstance(made, bool) != isinstance(value, bool):
        raise ValueError(column.attname)
    if not is_number and not isinstance(made, bool) and not isinstance(value, str):
        raise ValueError(column.attname)
    return made


def _for_database(column: "Field[Any, Any]", value: Any) -> Any:
    if column.is_relation or column.primary_key or value is None:
        return value
    if isinstance(column, JSONField):
        return json.dumps(value)
    return column.get_db_prep_save(value, connection)


def _must_have_an_end(table: Table) -> None:
    """Rows that hang on others of their table do so on ones that stand somewhere."""
    for name, target in table.links.items():
        if target is not table.model:
            continue
        above = table.column(name)
        for index in range(len(above)):
            depth, at = 0, index
            while above[at] is not None:
                depth, at = depth + 1, above[at]
                if depth > DEEPEST:
                    place = f"{_place(table.model, index)}, {name}"
                    raise refused_at(place, _("this goes round in a circle."))


def _check(row: Model, place: str) -> None:
    """As a form would; what it points at has just been looked up."""
    fields = stored_fields(type(row))
    values = {each.name: getattr(row, each.attname) for each in fields}
    try:
        row.clean_fields(exclude=[each.name for each in fields if _may_be(each, values[each.name])])
        for name, known in KNOWN.items():
            if name in values and values[name] not in known:
                raise ValidationError({name: ["not known"]})
        _must_be_sensible(row, values)
    except ValidationError as wrong:
        column = next(iter(getattr(wrong, "message_dict", {"": ""})))
        raise refused_at(f"{place}, {column}", _("not a value for this.")) from wrong


def _must_be_sensible(row: Model, values: dict[str, Any]) -> None:
    name = values.get("name", "")
    if what_is_wrong_with(name, subject="name", at_most=len(name), may_be_empty=True):
        raise ValidationError({"name": ["does not fit on a line"]})
    for column, value in values.items():
        if isinstance(value, datetime) and timezone.is_naive(value):
            raise ValidationError({column: ["a time without its zone"]})
        if isinstance(value, date) and not _in_our_time(value):
            raise ValidationError({column: ["a time that nobody lives in"]})
    if isinstance(row, League):
        wrong = [
            *why_not_so_many(row.teams_per_coach),
            *why_not_called(row.name, about=row.about, time_zone=row.time_zone),
        ]
        if wrong:
            raise ValidationError({wrong[0].subject: ["not so"]})


def _in_our_time(value: date) -> bool:
    """Near enough for something to be added to it. A day may be long ago."""
    earliest = YEARS.start - 1 if isinstance(value, datetime) else value.min.year + 1
    return earliest <= value.year <= YEARS.stop


def _may_be(column: "Field[Any, Any]", value: Any) -> bool:
    """Nothing is the database's to bear, and JSON has a shape of its own."""
    if column.is_relation or column.primary_key or value is None or isinstance(value, Value):
        return True
    return isinstance(column, JSONField)
