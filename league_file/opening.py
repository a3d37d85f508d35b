"""Opening a league's file that came from who knows where, no further than a league goes."""

import hashlib
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from typing import IO, Any
from uuid import UUID

from django.db.models import Model
from django.utils.translation import gettext as _

from acts.failures import Refused
from league_file.contents import (
    FORMAT,
    MANIFEST,
    PEOPLE,
    PICTURES,
    PRODUCT,
    file_of,
    picture_of,
    tables,
)
from league_file.lines import WRONG, loaded, people_in, refused, rows_in

LARGEST_FILE = 20 * 1024 * 1024
LARGEST_CONTENT = 96 * 1024 * 1024
LONGEST_MANIFEST = 1024 * 1024
LONGEST_DIRECTORY = 1024 * 1024
# Rows of a league are twenty times as long as packed; what is much longer is made to be.
MOST_UNPACKED = 150
# What is packed tightly because it is short does no harm.
SHORT = 1024 * 1024
PIECE = 1024 * 1024
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class Contents:
    """A file whose every byte has been compared with its manifest."""

    zip: zipfile.ZipFile
    manifest: dict[str, Any]

    @cached_property
    def league(self) -> UUID:
        """The public name of the league that the file says it holds."""
        return UUID(self.manifest["league"])

    @cached_property
    def people(self) -> dict[int, str]:
        """What everybody whom the rows name is called. Raises Refused."""
        if self.zip.getinfo(PEOPLE).file_size > LONGEST_MANIFEST:
            raise refused(_("The file is too large to be true."))
        return people_in(self.zip.read(PEOPLE))

    def rows(self, model: type[Model]) -> Iterator[dict[str, Any]]:
        """The rows of a table. Raises Refused at the first line that is none."""
        with self.zip.open(file_of(model)) as file:
            yield from rows_in(file, name=file_of(model))

    def pictures(self) -> Iterator[tuple[UUID, IO[bytes], int]]:
        """For each team with a picture its public name, and the file and its size."""
        for member in self.zip.infolist():
            if member.filename.startswith(PICTURES):
                with self.zip.open(member) as file:
                    yield _team_of(member.filename), file, member.file_size


def opened_quickly(file: IO[bytes]) -> None:
    """A glance at a file that was sent: raises Refused where it is none, before it is kept."""
    with _archive(file, is_bounded=True) as archive:
        try:
            manifest = _manifest(archive)
            _must_hold(archive, manifest["members"], is_bounded=True)
        except (*BROKEN, *WRONG) as error:
            raise _no_league() from error


@contextmanager
def opened(file: IO[bytes], *, is_bounded: bool) -> Iterator[Contents]:
    """What a file holds. Raises Refused with what is wrong with it as a file."""
    with _archive(file, is_bounded=is_bounded) as archive:
        try:
            manifest = _manifest(archive)
            _must_hold(archive, manifest["members"], is_bounded=is_bounded)
            _compare(archive, manifest["members"])
        except (*BROKEN, *WRONG) as error:
            raise _no_league() from error
        yield Contents(archive, manifest)


@contextmanager
def _archive(file: IO[bytes], *, is_bounded: bool) -> Iterator[zipfile.ZipFile]:
    try:
        if is_bounded and _size(file) > LARGEST_FILE:
            text = _("%(most)d megabytes at most. Whoever runs the site can bring in a larger one.")
            raise refused(text % {"most": LARGEST_FILE // 1024**2})
        _must_have_a_short_directory(file)
        archive = zipfile.ZipFile(file)
    except (*BROKEN, *WRONG, struct.error) as error:
        raise _no_league() from error
    with archive:
        yield archive


def _no_league() -> Refused:
    return refused(_("This is no league of Touchback, or only a part of one."))


def _size(file: IO[bytes]) -> int:
    size = file.seek(0, 2)
    file.seek(0)
    return size


def _must_have_a_short_directory(file: IO[bytes]) -> None:
    """Before anybody reads it: a file of 20 megabytes can name half a million members.

    The end of a file says how long its directory is, unless a second end before it says otherwise,
    as in files that are larger than any league.
    """
    file.seek(max(_size(file) - 42, 0))
    tail = file.read()
    file.seek(0)
    if tail[-22:-18] != b"PK\x05\x06" or tail[:4] == b"PK\x06\x07":
        raise zipfile.BadZipFile
    (length,) = struct.unpack("<I", tail[-10:-6])
    if length > LONGEST_DIRECTORY:
        raise refused(_("The file is too large to be true."))


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    if archive.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
        raise refused(_("The file is too large to be true."))
    manifest: dict[str, Any] = loaded(archive.read(MANIFEST))
    if manifest["product"] != PRODUCT:
        raise refused(_("This is no league of Touchback."))
    if manifest["format"] != FORMAT:
        raise refused(_("It was written by a version that this one does not know."))
    return manifest


def _must_hold(archive: zipfile.ZipFile, digests: dict[str, str], *, is_bounded: bool) -> None:
    """Every member belongs to a league and is on the list; none is missing or larger than that."""
    names = sorted(archive.namelist())
    for name in names:
        if not _belongs(name):
            text = _("It holds something that belongs to no league: %(name)s")
            raise refused(text % {"name": name[:100]})
    if names != sorted({MANIFEST, *digests}) or not _named() <= set(names):
        raise refused(_("It does not hold what its list of contents names."))
    _must_unpack_to_a_league(archive.infolist(), is_bounded=is_bounded)


def _compare(archive: zipfile.ZipFile, digests: dict[str, str]) -> None:
    """Every member is what the list says."""
    for name, text in digests.items():
        if _digest(archive, name) != text:
            raise refused(_("The file is damaged, or was changed by hand."))


def _must_unpack_to_a_league(members: list[zipfile.ZipInfo], *, is_bounded: bool) -> None:
    if any(each.compress_type not in METHODS for each in members):
        raise zipfile.BadZipFile
    if not is_bounded:
        return
    swollen = any(
        each.file_size > max(SHORT, MOST_UNPACKED * each.compress_size) for each in members
    )
    if swollen or sum(each.file_size for each in members) > LARGEST_CONTENT:
        raise refused(_("The file is too large to be true."))


def _digest(archive: zipfile.ZipFile, name: str) -> str:
    """Of as many bytes as the file says that there are: zipfile gives out no more."""
    digest = hashlib.sha256()
    with archive.open(name) as member:
        while piece := member.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _belongs(name: str) -> bool:
    if name.startswith(PICTURES):
        try:
            return name == picture_of(_team_of(name))
        except ValueError:
            return False
    return name in _named()


@cache
def _named() -> frozenset[str]:
    return frozenset({MANIFEST, PEOPLE, *map(file_of, tables())})


def _team_of(name: str) -> UUID:
    return UUID(name.removeprefix(PICTURES).removesuffix(".webp"))
