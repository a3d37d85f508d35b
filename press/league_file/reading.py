"""Reading a league's file into a site: whoever brings it takes the commissioner's place.

Numbers of rows are the new site's own; public names stay, so a league comes in once. Everybody else
is there by name until he claims his place. Tables of a stage are worked out anew.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import IO, Any, BinaryIO, cast
from uuid import uuid4

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Field, JSONField, Model, Value
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from competition.models import Stage
from competition.tables import rebuild
from jobs.acts import record_act
from jobs.failures import Refused
from jobs.models import Act
from league.commands.leagues import why_no_more_leagues, why_not_so_many
from league.models import LONGEST_NAME, KeptCatalogue, League, Membership, Role
from league.pins import installed_text, kept_catalogue
from press.league_file.contents import references, tables
from press.league_file.opening import WRONG, Contents, opened, refused
from press.league_file.proving import prove
from rules.loading import editions, load
from rules.reading import BadRules
from teams import pictures
from teams.commands.pictures import hang
from teams.models import Team
from web.backups.rows import restored, stored_fields
from web.crests import KITS, PATTERNS, SHAPES
from web.lines import what_is_wrong_with

AT_ONCE = 500
# How far rows of one table may hang on each other: a reversal of a reversal of …
DEEPEST = 100
MISFITS = (IntegrityError, DataError, ValidationError, ObjectDoesNotExist, BadRules, *WRONG)
# What pages look up in tables of their own, wherever it stands.
KNOWN = {
    "shirt": frozenset(KITS),
    "trim": frozenset(KITS),
    "crest_shape": frozenset({"", *SHAPES}),
    "crest_pattern": frozenset({"", *PATTERNS}),
}


def import_league(
    *, actor: User, file: IO[bytes], now: datetime, is_bounded: bool = True
) -> League:
    """Bring a league in from its file, whole or not at all. Raises Refused with what is wrong.

    Only the console brings in what is not `is_bounded`.
    """
    with opened(file, is_bounded=is_bounded) as contents:
        try:
            with transaction.atomic():
                return _brought(contents, actor=actor, now=now)
        except MISFITS as error:
            # Somebody else may have been quicker with the same file.
            _must_be_new(contents)
            raise refused(_("The file is damaged, or was changed by hand.")) from error


def _brought(contents: Contents, *, actor: User, now: datetime) -> League:
    _must_be_new(contents)
    if reasons := why_no_more_leagues(actor):
        raise Refused(*reasons)
    loading = _Loading(contents, actor, now)
    loading.load()
    league = League.objects.get(uuid=contents.league)
    prove(league, counts={model: len(loading.numbers[model]) for model in tables()})
    for stage in Stage.objects.filter(season__league=league).exclude(state=Stage.State.PLANNED):
        rebuild(stage)
    _hang_pictures(contents, league, now=now)
    record_act("press.import_league", actor=actor, now=now, league=str(league.uuid))
    return league


def _must_be_new(contents: Contents) -> None:
    try:
        is_here = League.objects.filter(uuid=contents.league).exists()
    except WRONG:
        # A name that is none is nobody's.
        return
    if is_here:
        raise refused(_("This league is here already."))


def _hang_pictures(contents: Contents, league: League, *, now: datetime) -> None:
    """Last of all, and looked at before one of them is written: files know no transaction."""
    teams = {team.uuid: team for team in league.teams.all()}
    remade = [
        (teams[uuid], pictures.remade(cast("BinaryIO", file), size=size))
        for uuid, file, size in contents.pictures()
    ]
    for team, picture in remade:
        hang(team, picture, now=now)


class _People(dict[int, int]):
    """Who the file's people are here: made when the first row names them, and by name only."""

    def __init__(self, contents: Contents, *, now: datetime, known: dict[int, int]) -> None:
        super().__init__(known)
        self.contents = contents
        self.now = now

    def __missing__(self, number: int) -> int:
        name = self.contents.people[number]
        if what_is_wrong_with(name, subject="name", at_most=LONGEST_NAME):
            raise refused(_("Somebody in it has a name that is too long, or no name at all."))
        person = User(name=name, joined_at=self.now, is_active=False)
        person.set_unusable_password()
        person.save()
        self[number] = person.pk
        return person.pk


@dataclass
class _Loading:
    """Rows on their way in; `numbers` says for each table what became of the file's numbers."""

    contents: Contents
    actor: User
    now: datetime
    numbers: dict[type[Model], dict[Any, Any]] = field(default_factory=dict)

    def load(self) -> None:
        self.numbers[User] = _People(self.contents, now=self.now, known={self.lead: self.actor.pk})
        for model in tables():
            if model is KeptCatalogue:
                self.numbers[model] = self._catalogues()
            else:
                self._table(model)

    @cached_property
    def lead(self) -> int:
        """The number of whoever runs the league, in the file."""
        leads = [
            row["user_id"]
            for row in self.contents.rows(Membership)
            if row["role"] == Role.COMMISSIONER and row["until"] is None
        ]
        if len(leads) != 1 or leads[0] not in self.contents.people:
            raise refused(_("A league is run by one commissioner, and this one is not."))
        found: int = leads[0]
        return found

    def _catalogues(self) -> dict[str, str]:
        """Rule data as they were kept. Their name is worked out anew, and what is installed here
        is kept as it is installed: a file speaks for its own league alone."""
        found = {}
        for row in self.contents.rows(KeptCatalogue):
            key, digest = row["edition"], row["digest"]
            kept_catalogue(row["data"], digest=digest, key=key)
            is_installed = key in editions() and load(key).digest == digest
            data = installed_text(key) if is_installed else row["data"]
            KeptCatalogue.objects.get_or_create(
                digest=digest, defaults={"edition": key, "data": data}
            )
            found[row["digest"]] = row["digest"]
        return found

    def _table(self, model: type[Model]) -> None:
        """Rows that point at others of their table wait until those are in."""
        within = [column for column, target in references(model).items() if target is model]
        numbers = self.numbers[model] = {}
        waiting = list(self.contents.rows(model))
        for _depth in range(DEEPEST):
            ready: list[dict[str, Any]] = []
            still: list[dict[str, Any]] = []
            for row in waiting:
                is_ready = all(row[column] is None or row[column] in numbers for column in within)
                (ready if is_ready else still).append(row)
            for start in range(0, len(ready), AT_ONCE):
                self._insert(model, ready[start : start + AT_ONCE])
            waiting = still
            if not waiting:
                return
        raise ValueError(f"{model._meta.label} points at nothing")

    def _insert(self, model: type[Model], rows: Iterable[dict[str, Any]]) -> None:
        rows = list(rows)
        made = [self._row(model, row) for row in rows]
        model._base_manager.bulk_create(made)
        self.numbers[model].update(
            {row["id"]: each.pk for row, each in zip(rows, made, strict=True)}
        )

    def _row(self, model: type[Model], row: dict[str, Any]) -> Model:
        fields = stored_fields(model)
        if set(row) != {each.attname for each in fields}:
            raise ValueError(f"{model._meta.label} has other columns")
        if model is Membership and row["user_id"] not in (None, self.lead):
            # A place is its holder's only on the site that he has an account on.
            row = row | {"user_id": None, "name": self.contents.people[row["user_id"]]}
        if model is Team:
            row = row | {"picture_digest": ""}
        if model is Act:
            # What was done in a league that was here before is still noted under the old name.
            row = row | {"uuid": str(uuid4())}
        values = {each.attname: restored(each, row[each.attname]) for each in fields}
        for column, target in references(model).items():
            if values[column] is not None:
                values[column] = self.numbers[target][row[column]]
        del values["id"]
        made = model(**values)
        _check(made)
        return made


def _check(row: Model) -> None:
    """As a form would; what it points at has just been looked up."""
    fields = stored_fields(type(row))
    values = {each.name: getattr(row, each.attname) for each in fields}
    row.clean_fields(exclude=[each.name for each in fields if _may_be(each, values[each.name])])
    for name, known in KNOWN.items():
        if name in values and values[name] not in known:
            raise ValueError(f"{type(row).__name__} has another {name}")
    name = values.get("name", "")
    if what_is_wrong_with(name, subject="name", at_most=len(name), may_be_empty=True):
        raise ValueError("a name that does not fit on a line")
    if any(isinstance(value, datetime) and timezone.is_naive(value) for value in values.values()):
        raise ValueError("a time without its zone")
    if isinstance(row, League) and why_not_so_many(row.teams_per_coach):
        raise ValueError("more teams for a coach than there can be")


def _may_be(column: "Field[Any, Any]", value: Any) -> bool:
    """Nothing is the database's to bear, and an empty list is as good as a full one."""
    if column.is_relation or value is None or isinstance(value, Value):
        return True
    return isinstance(column, JSONField) and value in column.empty_values
