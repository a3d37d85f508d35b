"""API answers made from read models: the annotations of a frozen dataclass say what is told.

    EffortSerializer = shape("Effort", Effort, asked_late=_("Not held against anybody."))
    ShirtSerializer = shape("Shirt", Contract, "uuid=player.uuid name=player.name number")

The first name is that of the component in the schema. Without a list of names all of the model is
told; a name may stand for a path, through dataclasses, their properties and Django models. Beside a
name stands what it means, or the field itself where the annotation says too little.
"""

import inspect
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import fields as attributes_of
from dataclasses import is_dataclass
from datetime import date, datetime
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from django.db import models
from django.utils.functional import Promise
from rest_framework import serializers

from acts.failures import Reason
from web.api.errors import ErrorSerializer
from web.api.fields import Instant

Told = Promise | serializers.Field | type[serializers.Serializer] | type[models.Choices]

SIMPLE: dict[Any, type[serializers.Field]] = {
    str: serializers.CharField,
    Promise: serializers.CharField,
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    float: serializers.FloatField,
    UUID: serializers.UUIDField,
    datetime: Instant,
    date: serializers.DateField,
    Any: serializers.JSONField,
    models.CharField: serializers.CharField,
    models.TextField: serializers.CharField,
    models.IntegerField: serializers.IntegerField,
    models.BooleanField: serializers.BooleanField,
    models.UUIDField: serializers.UUIDField,
    models.DateTimeField: Instant,
    models.DateField: serializers.DateField,
}
LISTS = (tuple, list, set, frozenset, Sequence, Iterable)
# What DRF makes of a value, where that is no more than this.
QUICKLY: dict[type[serializers.Field], Callable[[Any], Any]] = {
    serializers.CharField: str,
    serializers.UUIDField: str,
    serializers.IntegerField: int,
    serializers.BooleanField: bool,
    serializers.FloatField: float,
}
# How each read model is told where another holds it.
SHAPES: dict[type, type[serializers.Serializer]] = {Reason: ErrorSerializer}


class Shape(serializers.Serializer):
    def to_representation(self, instance: Any) -> dict[str, Any]:
        return {name: tell(instance) for name, tell in _tellers(type(self))}


def shape(
    component: str,
    model: type,
    names: str = "",
    /,
    *,
    doc: str = "",
    base: type[serializers.Serializer] = Shape,
    there: str = "",
    **told: Told,
) -> type[serializers.Serializer]:
    """The serializer of a read model; where others hold one, the first shape of it is theirs.

    `there` is what is not None whenever this is told. Raises TypeError, at import, where an
    annotation does not say how something is told.
    """
    paths = {
        name: path or name for name, _, path in (each.partition("=") for each in names.split())
    }
    paths = paths or {each.name: each.name for each in attributes_of(model)}
    if strangers := told.keys() - paths.keys():
        raise TypeError(f"{component} has no {', '.join(sorted(strangers))}.")
    fields = {
        name: _field(model, name, path, told.get(name), there) for name, path in paths.items()
    }
    made = type(f"{component}Serializer", (base,), {**fields, "__doc__": doc})
    SHAPES.setdefault(model, made)
    return made


def _field(model: type, name: str, path: str, told: Told | None, there: str) -> serializers.Field:
    if isinstance(told, serializers.Field):
        return deepcopy(told)  # DRF orders fields by when they were made.
    options: dict[str, Any] = {} if name == path else {"source": path}
    if isinstance(told, Promise):
        options["help_text"] = told
    try:
        hint, is_null = _hint(model, path, there)
        if is_null:
            options["allow_null"] = True
        return _field_for(hint, told if isinstance(told, type) else None, **options)
    except (AttributeError, KeyError, TypeError) as wrong:
        raise TypeError(f"{model.__qualname__}.{path}: {wrong}") from None


def _field_for(hint: Any, kind: type | None = None, **options: Any) -> serializers.Field:
    """What an annotation, or a field of a Django model, is told by; `kind` where it is stated."""
    hint, is_null = _without_none(hint)
    if is_null:
        options["allow_null"] = True
    if get_origin(hint) in LISTS:
        each = kind or get_args(hint)[0]
        if nested := _nested(each):
            return nested(many=True, **options)
        return serializers.ListField(child=_field_for(each), **options)
    hint = kind or hint
    if nested := _nested(hint):
        return nested(**options)
    if get_origin(hint) in (dict, Mapping):
        if (of := get_args(hint)[1]) is not Any:
            options["child"] = _field_for(of)
        return serializers.DictField(**options)
    if choices := _choices(hint):
        return serializers.ChoiceField(choices=choices, **options)
    if isinstance(hint, models.Field):
        hint = next(each for each in type(hint).__mro__ if each in SIMPLE)
    return SIMPLE[hint](**options)


def _nested(hint: Any) -> type[serializers.Serializer] | None:
    if isinstance(hint, type) and issubclass(hint, serializers.Serializer):
        return hint
    return SHAPES.get(hint) if isinstance(hint, type) else None


def _choices(hint: Any) -> Any:
    if get_origin(hint) is Literal:
        return get_args(hint)
    is_enum = isinstance(hint, type) and issubclass(hint, models.Choices)
    return hint.choices if is_enum or isinstance(hint, models.Field) else None


def _without_none(hint: Any) -> tuple[Any, bool]:
    if isinstance(hint, models.Field):
        return hint, hint.null
    if get_origin(hint) not in (Union, types.UnionType):
        return hint, False
    others = [each for each in get_args(hint) if each is not types.NoneType]
    return others[0], len(others) < len(get_args(hint))


# --- what stands at a path


def _hint(owner: Any, path: str, there: str) -> tuple[Any, bool]:
    """The annotation at the end of a path, and whether anything on the way may be None."""
    is_null = False
    for name in path.split("."):
        hint = _of_model(owner, name) if _is_model(owner) else _of_class(owner, name)
        owner, may_be_null = _without_none(hint)
        is_null = is_null or (may_be_null and name != there)
    return owner, is_null


def _is_model(owner: Any) -> bool:
    return isinstance(owner, type) and issubclass(owner, models.Model)


def _of_model(owner: type[models.Model], name: str) -> Any:
    columns = {each.name: each for each in owner._meta.get_fields()}
    if name not in columns:
        return _of_class(owner, name)
    column: Any = columns[name]
    if column.is_relation:
        return column.related_model | None if column.null else column.related_model
    return column


def _of_class(owner: type, name: str) -> Any:
    hints = get_type_hints(owner) if is_dataclass(owner) else {}
    if name in hints:
        return hints[name]
    found = inspect.getattr_static(owner, name)
    function = found.func if isinstance(found, cached_property) else found.fget
    return get_type_hints(function)["return"]


# --- telling


def _itself(instance: Any) -> Any:
    return instance


@cache
def _tellers(made: type[Shape]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """Fields are made once for a shape, where DRF copies them for every serializer."""
    return tuple((name, _teller(field)) for name, field in made().fields.items())


def _teller(field: serializers.Field) -> Callable[[Any], Any]:
    path = field.source_attrs
    read = attrgetter(".".join(path)) if path else _itself
    convert = QUICKLY.get(type(field), field.to_representation)

    def tell(instance: Any) -> Any:
        value = read(instance)
        return None if value is None else convert(value)

    def tell_if_there(instance: Any) -> Any:
        for name in path:
            if (instance := getattr(instance, name)) is None:
                return None
        return convert(instance)

    return tell_if_there if field.allow_null and len(path) > 1 else tell
