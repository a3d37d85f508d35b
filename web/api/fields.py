"""Times in the API: instants always in UTC, and what a clock on a wall shows."""

from datetime import UTC, datetime
from typing import Any, cast

import django_filters
from django.forms import ValidationError
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from django_filters.fields import IsoDateTimeField
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from web.fields import WallTimeField


class Instant(serializers.DateTimeField):
    """A point in time, answered in UTC and read as UTC where it names no zone."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)


@extend_schema_field(
    {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d$", "example": "2099-03-28T20:00"}
)
class WallTime(serializers.Field):
    """A day and a time as a league's clock shows them; its zone says which instant that is."""

    def to_internal_value(self, data: Any) -> datetime:
        try:
            return cast("datetime", WallTimeField().clean(data if isinstance(data, str) else ""))
        except ValidationError as wrong:
            raise serializers.ValidationError(wrong.messages, code="no_such_time") from None

    def to_representation(self, value: Any) -> str:
        return str(value)


class InstantField(IsoDateTimeField):  # type: ignore[misc]
    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        try:
            instant = parse_datetime(value.strip())
            if instant is None:
                raise ValueError(value)
            in_utc = instant.replace(tzinfo=instant.tzinfo or UTC).astimezone(UTC)
        except (ValueError, OverflowError):
            # The first and the last hours of the calendar overflow in other zones.
            raise ValidationError(
                _("A time looks like 2026-11-15T18:30:00Z."), code="invalid"
            ) from None
        return in_utc


class InstantFilter(django_filters.IsoDateTimeFilter):  # type: ignore[misc]
    field_class = InstantField
