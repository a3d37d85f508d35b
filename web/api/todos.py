"""What to do next, for programs."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from web.api.shapes import shape
from web.todos import Todo

# Where a Todo has what the API calls otherwise.
PATHS = {"sentence": "why", "address": "api"}
ABOUT: dict[str, Any] = {
    "what": _("What kind of thing it is."),
    "sentence": _("Why it waits for you."),
    "button": _("What you would do about it, as a button says it."),
    "address": _("Where a program goes on."),
    "page": _("The same for people."),
    "due": _("Until when; null where nothing is over then."),
}


def todo_shape(
    component: str, model: type, names: str = "", /, *, at: str = "", **about: Any
) -> type[serializers.Serializer]:
    """The shape of what waits, with the Todo about it: the model itself, or what it has `at`."""
    todo = " ".join(f"{name}={at}{PATHS.get(name, name)}" for name in ABOUT)
    return shape(component, model, f"{todo} {names}", **ABOUT, **about)


TodoSerializer = todo_shape("Todo", Todo)
