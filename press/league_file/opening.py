"""Opening a league's file that came from who knows where."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import IO, Any
from uuid import UUID

from django.db.models import Model
from django.utils.translation import gettext as _

from jobs.failures import Refused
from press.league_file.contents import (
    FORMAT,
    MANIFEST,
    PEOPLE,
    PICTURES,
    PRODUCT,
    file_of,
    picture_of,
    tables,
)

LARGEST_FILE = 20 * 1024 * 1024
LARGEST_CONTENT = 400 * 1024 * 1024
LONGEST_MANIFEST = 4 * 1024 * 1024
PIECE = 1024 * 1024
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError)
# What a value of a wrong kind leads to, wherever it is first used.
WRONG = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


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
        return {person["id"]: person["name"] for person in json.loads(self.zip.read(PEOPLE))}

    def rows(self, model: type[Model]) -> Iterator[dict[str, Any]]:
        with self.zip.open(file_of(model)) as lines:
            for line in lines:
                yield json.loads(line)

    def pictures(self) -> Iterator[tuple[UUID, IO[bytes], int]]:
        """For each team with a picture its public name, and the file and its size."""
        for member in self.zip.infolist():
            if member.filename.startswith(PICTURES):
                with self.zip.open(member) as file:
                    yield _team_of(member.filename), file, member.file_size


@contextmanager
def opened(file: IO[bytes], *, is_bounded: bool) -> Iterator[Contents]:
    """What a file holds. Raises Refused with what is wrong with it as a file."""
    try:
        if is_bounded and _size(file) > LARGEST_FILE:
            said = _("%(most)d megabytes at most. Whoever runs the site can bring in a larger one.")
            raise refused(said % {"most": LARGEST_FILE // 1024**2})
        archive = zipfile.ZipFile(file)
    except BROKEN as error:
        raise refused(_("This is no league of Touchback, or only a part of one.")) from error
    with archive:
        try:
            manifest = _manifest(archive)
            _compare(archive, manifest["members"], is_bounded=is_bounded)
        except (*BROKEN, *WRONG) as error:
            raise refused(_("This is no league of Touchback, or only a part of one.")) from error
        yield Contents(archive, manifest)


def refused(sentence: str) -> Refused:
    return Refused.because("no_league_file", sentence, "file")


def _size(file: IO[bytes]) -> int:
    size = file.seek(0, 2)
    file.seek(0)
    return size


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    if archive.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
        raise refused(_("The file is too large to be true."))
    manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
    if manifest["product"] != PRODUCT:
        raise refused(_("This is no league of Touchback."))
    if manifest["format"] != FORMAT:
        raise refused(_("It was written by a version that this one does not know."))
    return manifest


def _compare(archive: zipfile.ZipFile, digests: dict[str, str], *, is_bounded: bool) -> None:
    """Every member belongs to a league, and is what the manifest says; none is missing."""
    names = sorted(archive.namelist())
    for name in names:
        if not _belongs(name):
            said = _("It holds something that belongs to no league: %(name)s")
            raise refused(said % {"name": name[:100]})
    if names != sorted({MANIFEST, *digests}) or not {PEOPLE, *map(file_of, tables())} <= set(names):
        raise refused(_("It does not hold what its list of contents names."))
    if is_bounded and sum(each.file_size for each in archive.infolist()) > LARGEST_CONTENT:
        raise refused(_("The file is too large to be true."))
    for name, said in digests.items():
        if _digest(archive, name) != said:
            raise refused(_("The file is damaged, or was changed by hand."))


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
    return name in {MANIFEST, PEOPLE, *map(file_of, tables())}


def _team_of(name: str) -> UUID:
    return UUID(name.removeprefix(PICTURES).removesuffix(".webp"))
