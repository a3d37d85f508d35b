"""Reading a league's file into a site: whoever brings it takes the commissioner's place.

Numbers of rows are the new site's own; public names stay, so a league comes in once. Everybody else
is there by name until he claims his place. Nothing in the file is taken on trust: every member has
its digest, every row is checked as a form's would be, and at the end every ledger is folded.
"""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Refused
from league.models import KeptCatalogue, League, Membership, Role, RulesPin
from league.pins import book_of
from press.league_file.contents import (
    FORMAT,
    MANIFEST,
    PEOPLE,
    PICTURES,
    PRODUCT,
    file_of,
    references,
    tables,
)
from rules.asking import house_faults
from rules.editions import NoSuchEdition, edition
from rules.loading import made_from
from teams.commands.pictures import put_up_picture
from teams.models import Team
from teams.verifying import differences
from web.backups.rows import restored, stored_fields

LARGEST_FILE = 20 * 1024 * 1024
LARGEST_CONTENT = 400 * 1024 * 1024
AT_ONCE = 500
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError)
WRONG = (KeyError, TypeError, ValueError, AttributeError, LookupError, ValidationError)


def import_league(*, actor: User, file: IO[bytes], now: datetime) -> League:
    """Bring a league in from its file, whole or not at all. Raises Refused with what is wrong."""
    contents = _opened(file)
    uuid = contents.manifest["league"]
    try:
        with transaction.atomic():
            if League.objects.filter(uuid=uuid).exists():
                raise _refused(_("This league is here already."))
            loading = _Loading(contents, actor, now)
            loading.load()
            league = League.objects.get(uuid=uuid)
            _prove(league)
            for team, data in contents.pictures():
                put_up_picture(
                    actor=actor,
                    team=Team.objects.select_related("league").get(league=league, uuid=team),
                    upload=BytesIO(data),
                    size=len(data),
                    now=now,
                )
            record_act("press.import_league", actor=actor, now=now, league=str(league.uuid))
    except (IntegrityError, DataError, *WRONG) as error:
        raise _refused(_("The file is damaged, or was changed by hand.")) from error
    return league


def _refused(sentence: str) -> Refused:
    return Refused.because("no_league_file", sentence, "file")


@dataclass(frozen=True)
class _Contents:
    """A file whose members are what its manifest says."""

    members: Mapping[str, bytes]
    manifest: Mapping[str, Any]

    def rows(self, model: type[Model]) -> Iterator[dict[str, Any]]:
        for line in self.members[file_of(model)].splitlines():
            yield json.loads(line)

    def people(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.members[PEOPLE])
        return found

    def pictures(self) -> Iterator[tuple[str, bytes]]:
        for name, data in self.members.items():
            if name.startswith(PICTURES):
                yield name.removeprefix(PICTURES).removesuffix(".webp"), data


def _opened(file: IO[bytes]) -> _Contents:
    try:
        with zipfile.ZipFile(file) as opened:
            if sum(each.file_size for each in opened.infolist()) > LARGEST_CONTENT:
                raise _refused(_("The file is too large to be true."))
            manifest = json.loads(opened.read(MANIFEST))
            members = {name: opened.read(name) for name in opened.namelist() if name != MANIFEST}
        if manifest["product"] != PRODUCT:
            raise _refused(_("This is no league of Touchback."))
        if manifest["format"] != FORMAT:
            raise _refused(_("It was written by a version that this one does not know."))
        digests = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
        if digests != manifest["members"]:
            raise _refused(_("The file is damaged, or was changed by hand."))
    except (*BROKEN, *WRONG) as error:
        raise _refused(_("This is no league of Touchback, or only a part of one.")) from error
    return _Contents(members, manifest)


@dataclass
class _Loading:
    """Rows on their way in; `numbers` says for each table what became of the file's numbers."""

    contents: _Contents
    actor: User
    now: datetime
    numbers: dict[type[Model], dict[Any, Any]] = field(default_factory=dict)

    def load(self) -> None:
        user = apps.get_model(settings.AUTH_USER_MODEL)
        self.numbers[user] = self._people()
        for model in tables():
            if model is KeptCatalogue:
                self.numbers[model] = self._catalogues()
            else:
                self.numbers[model] = self._table(model)

    def _people(self) -> dict[int, int]:
        """Everybody in the file: the commissioner is whoever brings it, the others are names."""
        leads = {
            row["user_id"]
            for row in self.contents.rows(Membership)
            if row["role"] == Role.COMMISSIONER and row["until"] is None
        }
        found = {}
        for person in self.contents.people():
            if person["id"] in leads:
                found[person["id"]] = self.actor.pk
                continue
            known = User(name=person["name"], joined_at=self.now, is_active=False)
            known.set_unusable_password()
            known.clean_fields(exclude=["password"])
            known.save()
            found[person["id"]] = known.pk
        return found

    def _catalogues(self) -> dict[str, str]:
        """Rule data as they were kept; their digest is their name, and is worked out anew."""
        for row in self.contents.rows(KeptCatalogue):
            if made_from(row["data"]).digest != row["digest"]:
                raise ValueError("a catalogue that is not what it says")
            KeptCatalogue.objects.get_or_create(
                digest=row["digest"], defaults={"edition": row["edition"], "data": row["data"]}
            )
        return {row["digest"]: row["digest"] for row in self.contents.rows(KeptCatalogue)}

    def _table(self, model: type[Model]) -> dict[Any, Any]:
        """Rows that point at others of their table wait until those are in."""
        within = [column for column, target in references(model).items() if target is model]
        numbers: dict[Any, Any] = {}
        self.numbers[model] = numbers
        waiting = list(self.contents.rows(model))
        while waiting:
            ready = [
                row
                for row in waiting
                if all(row[column] is None or row[column] in numbers for column in within)
            ]
            if not ready:
                raise ValueError(f"{model._meta.label} points at nothing")
            for start in range(0, len(ready), AT_ONCE):
                self._insert(model, ready[start : start + AT_ONCE])
            taken = {row["id"] for row in ready}
            waiting = [row for row in waiting if row["id"] not in taken]
        return numbers

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
        values = {each.attname: restored(each, row[each.attname]) for each in fields}
        for column, target in references(model).items():
            if values[column] is not None:
                values[column] = self.numbers[target][row[column]]
        del values["id"]
        made = model(**self._adapted(model, row, values))
        # What it points at has just been looked up, and what is empty is the database's to bear.
        made.clean_fields(
            exclude=[
                each.name
                for each in fields
                if each.is_relation or values.get(each.attname) in each.empty_values
            ]
        )
        return made

    def _adapted(
        self, model: type[Model], row: dict[str, Any], values: dict[str, Any]
    ) -> dict[str, Any]:
        """A place is its holder's only on the site that he has an account on."""
        if model is Team:
            values["picture_digest"] = ""
        if model is Membership and values["user_id"] not in (None, self.actor.pk):
            names = {person["id"]: person["name"] for person in self.contents.people()}
            values["name"], values["user_id"] = names[row["user_id"]], None
        return values


def _prove(league: League) -> None:
    """Every rule pin can be played by, and every team is what its events say. Raises Refused."""
    for pin in RulesPin.objects.filter(seasons__league=league).select_related("catalogue"):
        try:
            faults = house_faults(edition(pin.catalogue.edition), dict(pin.house))
        except NoSuchEdition as unknown:
            raise _refused(_("It is played by an edition that is not here.")) from unknown
        if faults:
            raise _refused(_("Its house rules are none that could be played by."))
        book_of(pin)
    for team in Team.objects.filter(league=league).order_by("id"):
        if any(differences(team)):
            said = _("The books of %(team)s do not add up.") % {"team": team}
            raise _refused(said)
