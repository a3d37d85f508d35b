"""Pictures of teams: an upload is read with suspicion, made anew, and kept by what it holds."""

import hashlib
import os
import tempfile
import threading
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from acts.failures import Refused
from teams.models import Picture, Team

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
ACCEPTED = "image/jpeg,image/png,image/webp,image/gif"
# What the cameras of telephones make.
LARGEST_FILE = 10 * 1024 * 1024
MOST_PIXELS = 25_000_000
# Whatever is no JPEG is unpacked whole, at four bytes a pixel; its file may be a few kilobytes.
MOST_PIXELS_UNPACKED = 8_000_000
SHORTEST_SIDE = 32
LONGEST_SIDE = 1024
# In the place of a crest, on the sharpest screens.
CREST_SIDE = 256
QUALITY = 85
MEDIA_TYPE = "image/webp"
SMALL = "-small"

# Resized as they are; what is held in other ways becomes colours first.
RESIZABLE = {"L", "LA", "RGB", "RGBA", "CMYK", "YCbCr"}
# One at a time in a process: ten people with large pictures take turns, not the memory.
unpacking = threading.Lock()


@dataclass(frozen=True, slots=True)
class Remade:
    """A picture as we keep it: WebP, upright, not too large, and nothing besides in it.

    `crest` is the same picture, small enough for lists.
    """

    data: bytes
    crest: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def remade(upload: BinaryIO, *, size: int) -> Remade:
    """Make a picture anew from a file that somebody sent. Raises Refused with what is wrong."""
    if size > LARGEST_FILE:
        sentence = _("%(most)d megabytes at most.") % {"most": LARGEST_FILE // 1024**2}
        raise Refused.because("picture_too_large", sentence, "picture")
    try:
        with unpacking:
            drawn = _drawn(upload)
    except Refused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_many_pixels(MOST_PIXELS) from None
    except Exception:
        # Whatever a decoder trips over, the file is at fault: it came from a stranger.
        sentence = _("This is no picture that can be read. JPEG, PNG, WebP or a still GIF, please.")
        raise Refused.because("not_a_picture", sentence, "picture") from None
    in_lists = drawn.copy()
    in_lists.thumbnail((CREST_SIDE, CREST_SIDE))
    return Remade(_as_webp(drawn), _as_webp(in_lists), *drawn.size)


def _as_webp(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "WEBP", quality=QUALITY)
    return out.getvalue()


def _drawn(upload: BinaryIO) -> Image.Image:
    with Image.open(upload, formats=FORMATS) as image:
        most = MOST_PIXELS if image.format == "JPEG" else MOST_PIXELS_UNPACKED
        if image.width * image.height > most:
            raise _too_many_pixels(most)
        if min(image.size) < SHORTEST_SIDE:
            sentence = _("%(least)d pixels either way is the least.") % {"least": SHORTEST_SIDE}
            raise Refused.because("picture_too_small", sentence, "picture")
        if getattr(image, "is_animated", False):
            raise Refused.because(
                "picture_moves", _("It moves. A picture that stands still, please."), "picture"
            )
        # JPEGs are read at a fraction of their size where that is enough.
        image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        colours = "RGBA" if image.has_transparency_data else "RGB"
        # Made small before anything else, since each further step holds a copy.
        small_one = image if image.mode in RESIZABLE else image.convert(colours)
        small_one.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        seen = ImageOps.exif_transpose(small_one).convert(colours)
    # Colour profile, place and camera travel with the image object: only its pixels are kept.
    return Image.frombytes(seen.mode, seen.size, seen.tobytes())


def _too_many_pixels(most: int) -> Refused:
    sentence = _("It has too many pixels: %(most)d million at most.")
    text = sentence % {"most": most // 1_000_000}
    return Refused.because("picture_too_large", text, "picture")


def small(digest: str) -> str:
    """What a picture is called in the size for lists."""
    return f"{digest}{SMALL}"


def path_of(team: Team, name: str) -> Path:
    """`name` is a picture's digest, or that of its small one."""
    return Path(settings.MEDIA_ROOT) / "teams" / str(team.uuid) / f"{name}.webp"


def keep(team: Team, picture: Remade) -> None:
    _write(path_of(team, picture.digest), picture.data)
    _write(path_of(team, small(picture.digest)), picture.crest)


def _write(path: Path, data: bytes) -> None:
    """Write it beside and move it into place, so that nobody is ever shown half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)


def throw_away(team: Team, digest: str) -> None:
    """After the commit, unless it is the team's picture again by then."""
    if not Picture.objects.filter(team=team, digest=digest).exists():
        for name in (digest, small(digest)):
            path_of(team, name).unlink(missing_ok=True)
