"""The embedded installation's own secret key, made once and kept in a file only its owner reads."""

import os
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key


def kept_secret_key(path: Path) -> str:
    try:
        if not path.exists():
            make_secret_key(path)
        return path.read_text()
    except OSError as error:
        raise ImproperlyConfigured(
            f"Touchback keeps its data in {path.parent} and cannot write there: {error.strerror}."
        ) from error


def make_secret_key(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as file:
        file.write(get_random_secret_key())
        file.flush()
        try:
            # Of two processes starting together one makes the link, whole; the other reads it.
            os.link(file.name, path)
        except FileExistsError:
            return
