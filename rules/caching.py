"""Answering "not modified": a page of the rulebook changes only with the book or the program."""

import hashlib
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.utils.translation import get_language

from rules.loading import editions, load

# Templates, the code that fills them, and the words of other languages.
SET_FROM = ("templates/**/*.html", "rules/**/*.py", "web/**/*.py", "locale/**/*.mo")


@cache
def printing() -> str:
    """Changes with everything but the book that a page is made from."""
    digest = hashlib.sha256(settings.VERSION.encode())
    digest.update(getattr(staticfiles_storage, "manifest_hash", "").encode())
    for pattern in SET_FROM:
        for path in sorted(settings.BASE_DIR.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def etag(request: HttpRequest, edition: str = "", **kwargs: Any) -> str | None:
    """Names what a visitor without a session would be shown; nothing for anybody else.

    Weak, because ids on a page are drawn anew each time. Cookies count: they hold the light, what
    is still to be said, and the secret that the forms in the frame repeat.
    """
    known = editions()
    if settings.DEBUG or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return None
    if edition and edition not in known:
        return None
    shown = [load(key).digest for key in ([edition] if edition else known)]
    told = [
        *shown,
        printing(),
        get_language() or "",
        request.get_full_path(),
        request.headers.get("HX-Request", ""),
        request.headers.get("HX-Target", ""),
        *(f"{name}={value}" for name, value in sorted(request.COOKIES.items())),
    ]
    digest = hashlib.sha256("\0".join(told).encode(errors="replace")).hexdigest()
    return f'W/"{digest[:32]}"'
