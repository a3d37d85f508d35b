"""Pages that are not painted: who gets in is decided before, and painting takes the longest.

What is missing is painted all the same, for it is compared with what is private.
"""

from typing import Any

from django.conf import settings
from django.template.backends.django import DjangoTemplates


class Pages(DjangoTemplates):
    def get_template(self, template_name: str) -> Any:
        return Page(super().get_template(template_name))


class Page:
    def __init__(self, painted: Any) -> None:
        self.painted = painted
        self.template = painted.template

    def render(self, context: Any = None, request: Any = None) -> str:
        is_missing = bool(context) and context.get("status") == 404
        return self.painted.render(context, request) if is_missing else ""


def templates() -> list[dict[str, Any]]:
    """The site's own settings, but for who paints."""
    backend = f"{Pages.__module__}.{Pages.__qualname__}"
    return [{**settings.TEMPLATES[0], "NAME": "django", "BACKEND": backend}]
