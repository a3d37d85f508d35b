"""Times in the API: always UTC, whoever asks."""

from datetime import UTC, datetime
from typing import Any

import django_filters
from django.forms import ValidationError
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from django_filters.fields import IsoDateTimeField
from rest_framework import serializers


class Instant(serializers.DateTimeField):
    """A point in time, answered in UTC and read as UTC where it names no zone."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)


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
