"""One stylesheet out of four: read apart, served together and without the room to read."""

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

NAME = "css/touchback.css"
LAYERS = ("tokens", "base", "components", "print")
SOURCES = [settings.BASE_DIR / "static/css" / f"{layer}.css" for layer in LAYERS]

_ROOM = re.compile(
    r"""(?P<kept>"[^"]*")           # strings stay as they are
      | /\*.*?\*/                   # comments go
      | \s*(?P<mark>[{};,])\s*      # room around marks goes
      | (?P<space>\s+)              # the rest becomes one space
    """,
    re.VERBOSE | re.DOTALL,
)


def squeeze(css: str) -> str:
    """The same rules in fewer characters.

    A space before a colon stays: in nested rules it is the whole difference between
    `a :hover` and `a:hover`, which general minifiers get wrong.
    """

    def shorter(found: re.Match[str]) -> str:
        return found["kept"] or found["mark"] or (" " if found["space"] else "")

    return _ROOM.sub(shorter, css).replace(";}", "}").strip()


class Finder(BaseFinder):
    """Offers css/touchback.css to collectstatic and to servers that look files up as they go."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.storage = FileSystemStorage(location=settings.VAR_DIR / "assets")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False) -> Any:
        if path != NAME:
            return []
        found = str(self.built())
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        self.built()
        yield NAME, self.storage

    def built(self) -> Path:
        """The file, made anew when a source is younger than it."""
        target = Path(self.storage.path(NAME))
        youngest = max(source.stat().st_mtime for source in SOURCES)
        if not target.exists() or target.stat().st_mtime < youngest:
            target.parent.mkdir(parents=True, exist_ok=True)
            # Written aside and moved over, so that nobody is served half a file.
            with tempfile.NamedTemporaryFile("w", dir=target.parent, delete=False) as file:
                file.write("".join(squeeze(source.read_text()) for source in SOURCES))
            Path(file.name).chmod(0o644)
            Path(file.name).replace(target)
        return target
