"""What DRF says of its own accord, said in our words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, serializers

Sentences = dict[str, Promise]

OF_CALLS: dict[type[exceptions.APIException], Promise] = {
    exceptions.ParseError: _("The request could not be read."),
    exceptions.AuthenticationFailed: _("Whoever this is, they are not known here."),
    exceptions.NotAuthenticated: _(
        "Say who you are first: send a token (Authorization: Bearer …), or sign in."
    ),
    exceptions.PermissionDenied: _("This is not yours to see or to do."),
    exceptions.NotFound: _("There is nothing at this address."),
    exceptions.MethodNotAllowed: _("{method} does nothing at this address."),
    exceptions.NotAcceptable: _("The answers here are JSON, which your Accept header rules out."),
    exceptions.UnsupportedMediaType: _("A body here is application/json, not “{media_type}”."),
    exceptions.Throttled: _("That was too many calls in a short time."),
}

NUMBERS: Sentences = {
    "max_value": _("At most {max_value}."),
    "min_value": _("At least {min_value}."),
    "max_string_length": _("No number is that long."),
}
LISTS: Sentences = {
    "not_a_list": _("This takes a list, not {input_type}."),
    "empty": _("This list needs at least one thing in it."),
    "min_length": _("This list holds at least {min_length}."),
    "max_length": _("This list holds at most {max_length}."),
}
OF_FIELDS: dict[type[serializers.Field], Sentences] = {
    serializers.Field: {
        "required": _("This is missing."),
        "null": _("This cannot be null."),
    },
    serializers.BooleanField: {"invalid": _("This is true or false.")},
    serializers.CharField: {
        "invalid": _("This takes text."),
        "blank": _("This cannot be empty."),
        "max_length": _("This is at most {max_length} characters long."),
        "min_length": _("This is at least {min_length} characters long."),
    },
    serializers.EmailField: {"invalid": _("An e-mail address looks like ada@example.org.")},
    serializers.URLField: {"invalid": _("An address looks like https://example.org/.")},
    serializers.UUIDField: {"invalid": _("This takes a UUID.")},
    serializers.IntegerField: {"invalid": _("This takes a whole number."), **NUMBERS},
    serializers.FloatField: {
        "invalid": _("This takes a number."),
        "overflow": _("No number is that large."),
        **NUMBERS,
    },
    serializers.TimeField: {"invalid": _("A time of day looks like 18:30.")},
    serializers.DateTimeField: {
        "invalid": _("A time looks like 2026-11-15T18:30:00Z."),
        "date": _("A day alone is not enough: a time looks like 2026-11-15T18:30:00Z."),
        "make_aware": _("There is no such time in {timezone}."),
        "overflow": _("This time is outside the calendar."),
    },
    serializers.DateField: {
        "invalid": _("A day looks like 2026-11-15."),
        "datetime": _("This takes a day without a time, like 2026-11-15."),
    },
    serializers.ChoiceField: {"invalid_choice": _("“{input}” is not on offer here.")},
    serializers.ListField: LISTS,
    serializers.ListSerializer: LISTS,
    serializers.DictField: {
        "not_a_dict": _("This takes an object, not {input_type}."),
        "empty": _("This object needs at least one thing in it."),
    },
    serializers.JSONField: {"invalid": _("This cannot be kept as JSON.")},
    serializers.FileField: {
        "required": _("No file came with it."),
        "invalid": _("This is not a file: send it as multipart/form-data."),
        "no_name": _("This file has no name."),
        "empty": _("This file is empty."),
        "max_length": _("A file name has at most {max_length} characters, this one {length}."),
    },
    serializers.Serializer: {"invalid": _("This takes an object, not {datatype}.")},
}


def speak_our_words() -> None:
    """DRF looks its sentences up on its classes, at every call."""
    for failure, sentence in OF_CALLS.items():
        failure.default_detail = sentence  # type: ignore[assignment]
    exceptions.Throttled.extra_detail_singular = _("Try again in {wait} second.")  # type: ignore[assignment]
    exceptions.Throttled.extra_detail_plural = _("Try again in {wait} seconds.")  # type: ignore[assignment]
    for field, sentences in OF_FIELDS.items():
        field.default_error_messages = field.default_error_messages | sentences  # type: ignore[operator]
