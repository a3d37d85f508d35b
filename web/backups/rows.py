"""Rows as JSON lines, exact to the microsecond, and back."""

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Field, JSONField, Model, Value
from django.utils.duration import duration_iso_string

AT_ONCE = 500


class NotARow(Exception):
    """A line that is not a row of its table."""


def kept_models(apps: Apps) -> list[type[Model]]:
    """Every table, whoever adds it later, except those that settings.NOT_IN_BACKUPS names."""
    left_out = {name.lower() for name in settings.NOT_IN_BACKUPS}
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed
        and not model._meta.proxy
        and left_out.isdisjoint({model._meta.app_label, model._meta.label_lower})
    ]


def stored_fields(model: type[Model]) -> list["Field[Any, Any]"]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def lines_of(model: type[Model], *, using: str) -> Iterator[bytes]:
    """One line a row, in the order of the primary key, without ever holding them all."""
    names = [field.attname for field in stored_fields(model)]
    rows = model._base_manager.using(using).order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=AT_ONCE):
        values = dict(zip(names, row, strict=True))
        yield json.dumps(values, default=plain, ensure_ascii=False).encode() + b"\n"


def plain(value: object) -> str:
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return duration_iso_string(value)
        case Decimal() | UUID():
            return str(value)
        case bytes() | memoryview():
            return base64.b64encode(value).decode()
    raise TypeError(f"a backup cannot hold {type(value).__name__}")


def load_lines(model: type[Model], lines: Iterable[bytes], *, using: str) -> int:
    """Insert the rows as they are: no default, no automatic time is put in their place."""
    fields = stored_fields(model)
    for field in fields:
        # These belong to a model of the migrations' past, which nobody else uses.
        vars(field).update({"auto_now": False, "auto_now_add": False})
    rows = (row_from(model, fields, line) for line in lines)
    count = 0
    while batch := list(islice(rows, AT_ONCE)):
        model._base_manager.using(using).bulk_create(batch)
        count += len(batch)
    return count


def row_from(model: type[Model], fields: list["Field[Any, Any]"], line: bytes) -> Model:
    try:
        values = json.loads(line)
        if set(values) != {field.attname for field in fields}:
            raise NotARow(model._meta.label)
        return model(**{field.attname: restored(field, values[field.attname]) for field in fields})
    except (TypeError, ValueError, ValidationError) as error:
        raise NotARow(model._meta.label) from error


def restored(field: "Field[Any, Any]", value: Any) -> Any:
    if value is None and isinstance(field, JSONField) and not field.null:
        return Value(None, JSONField())
    return field.to_python(value)
