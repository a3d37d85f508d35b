"""What the frame around every page needs to know."""

from typing import Any

from django.http import HttpRequest

THEMES = ("paper", "floodlights")


def frame(request: HttpRequest) -> dict[str, Any]:
    theme = request.COOKIES.get("theme", "")
    return {"theme": theme if theme in THEMES else ""}
