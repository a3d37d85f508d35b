"""Writing a league into a file: rows as JSON lines, people by name only, pictures."""

import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model, QuerySet

from accounts.models import User
from acts.recording import record_act
from league.models import League
from league.permissions import must_hold_office
from league_file.contents import (
    FORMAT,
    MANIFEST,
    PEOPLE,
    PRODUCT,
    file_of,
    people_columns,
    picture_of,
    rows_in_file,
    tables,
)
from league_file.secrets import Secrets
from teams.models import Picture
from teams.pictures import path_of
from web.backups.rows import plain, stored_fields

AT_ONCE = 2000


def export_league(*, actor: User, league: League, into: IO[bytes], now: datetime) -> None:
    """Write everything of a league into a zip. For commissioner and deputies, even once closed."""
    must_hold_office(actor, league)
    with _one_moment():
        write_league(league, into=into, now=now)
    record_act("league_file.export_league", actor=actor, now=now, league=str(league.uuid))


def keep_league(league: League, path: Path, *, now: datetime) -> None:
    """The same for the console: a file that its owner alone reads, and no half of one."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with _one_moment():
                write_league(league, into=file, now=now)
            record_act("league_file.export_league", actor=None, now=now, league=str(league.uuid))
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@contextmanager
def _one_moment() -> Iterator[None]:
    """A transaction that sees the league as it is now, however long writing it takes, and keeps
    nobody from changing it: it only reads.

    PostgreSQL has to be told so before anything is read; SQLite must not take the lock for writing
    that our transactions begin with.
    """
    begins_here = not connection.in_atomic_block
    with _without_a_lock(), transaction.atomic():
        if connection.vendor == "postgresql" and begins_here:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _without_a_lock() -> Iterator[None]:
    """How SQLite's transactions begin is a setting of the connection."""
    wrapper: Any = connection
    if wrapper.vendor != "sqlite":
        yield
        return
    mode, wrapper.transaction_mode = wrapper.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        wrapper.transaction_mode = mode


def write_league(league: League, *, into: IO[bytes], now: datetime) -> None:
    rows, secrets = rows_in_file(league), Secrets(league)
    people: set[int] = set()
    digests = {}
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as file:
        for model in tables():
            lines = b"".join(_lines(model, rows[model], people, secrets))
            file.writestr(file_of(model), lines)
            digests[file_of(model)] = hashlib.sha256(lines).hexdigest()
        payload = json.dumps(_people(people), ensure_ascii=False).encode()
        file.writestr(PEOPLE, payload)
        digests[PEOPLE] = hashlib.sha256(payload).hexdigest()
        for name, data in _pictures(league):
            file.writestr(name, data)
            digests[name] = hashlib.sha256(data).hexdigest()
        manifest = {
            "product": PRODUCT,
            "format": FORMAT,
            "version": settings.VERSION,
            "made_at": now.isoformat(),
            "league": str(league.uuid),
            "name": league.name,
            "members": digests,
        }
        file.writestr(MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False))


def _lines(
    model: type[Model], rows: QuerySet[Any], people: set[int], secrets: Secrets
) -> Iterator[bytes]:
    names = [field.attname for field in stored_fields(model)]
    persons = people_columns(model)
    in_order: QuerySet[Any] = QuerySet(model).filter(pk__in=rows.values("pk")).order_by("pk")
    for row in in_order.values(*names).iterator(chunk_size=AT_ONCE):
        if (cleaned := secrets.told(model, row)) is None:
            continue
        people.update(cleaned[column] for column in persons if cleaned[column] is not None)
        yield json.dumps(cleaned, default=plain, ensure_ascii=False).encode() + b"\n"


def _people(keys: Iterable[int]) -> list[dict[str, Any]]:
    """Names and nothing else: addresses and passwords belong to people, not to the league."""
    users = apps.get_model(settings.AUTH_USER_MODEL).objects.filter(pk__in=list(keys))
    return [
        {"id": key, "name": name} for key, name in users.order_by("pk").values_list("pk", "name")
    ]


def _pictures(league: League) -> Iterator[tuple[str, bytes]]:
    for picture in Picture.objects.filter(team__league=league).select_related("team"):
        path = path_of(picture.team, picture.digest)
        if path.exists():
            yield picture_of(picture.team.uuid), path.read_bytes()
