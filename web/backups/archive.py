"""The file: a zip of JSON lines and uploads, and a manifest that vouches for each of them."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any, Self

from django.utils.translation import gettext as _

from web.schema import Step

PRODUCT = "touchback"
FORMAT = 1
MANIFEST = "manifest.json"
ROWS, UPLOADS = "rows/", "uploads/"
PIECE = 1024 * 1024
LONGEST_MANIFEST = 64 * PIECE
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
)


class NotABackup(Exception):
    """One sentence on why this file is left alone."""


@dataclass
class Manifest:
    """What the file says about itself; written last, read first."""

    version: str
    made_at: str
    migrations: dict[str, list[str]]
    rows: dict[str, int] = field(default_factory=dict)
    members: dict[str, dict[str, Any]] = field(default_factory=dict)
    product: str = PRODUCT
    format: int = FORMAT

    @property
    def steps(self) -> frozenset[Step]:
        return frozenset((app, name) for app, names in self.migrations.items() for name in names)

    @property
    def uploads(self) -> list[str]:
        return [name for name in self.members if name.startswith(UPLOADS)]


class Member:
    """A member while it is written: counted and digested on the way."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.size = 0
        self.digest = hashlib.sha256()

    def write(self, piece: bytes) -> None:
        self.file.write(piece)
        self.size += len(piece)
        self.digest.update(piece)


class ArchiveWriter:
    def __init__(self, file: IO[bytes], manifest: Manifest) -> None:
        self.zip = zipfile.ZipFile(file, "w")
        self.manifest = manifest

    @contextmanager
    def member(self, name: str) -> Iterator[Member]:
        with self._open(name) as file:
            member = Member(file)
            yield member
        self.manifest.members[name] = {"bytes": member.size, "sha256": member.digest.hexdigest()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failure: type[BaseException] | None, *rest: object) -> None:
        """The manifest comes last; a file that broke off gets none."""
        if failure:
            with suppress(OSError, ValueError):
                self.zip.close()
            return
        with self._open(MANIFEST) as file:
            file.write(json.dumps(asdict(self.manifest), indent=1).encode())
        self.zip.close()

    def _open(self, name: str) -> IO[bytes]:
        entry = zipfile.ZipInfo(name)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o600 << 16
        return self.zip.open(entry, "w", force_zip64=True)


class Archive:
    """A file whose every byte has been compared with its manifest."""

    def __init__(self, opened: zipfile.ZipFile) -> None:
        self.zip = opened
        self.manifest = self._read_manifest()
        self._compare_members()

    def open(self, name: str) -> IO[bytes]:
        return self.zip.open(name)

    def _read_manifest(self) -> Manifest:
        try:
            if self.zip.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
                raise NotABackup(_("Its list of contents is too long to be true."))
            said = json.loads(self.zip.read(MANIFEST))
            product, number = said["product"], said["format"]
        except (KeyError, TypeError, ValueError) as error:
            raise NotABackup(_("It is no backup of Touchback.")) from error
        if product != PRODUCT:
            raise NotABackup(_("It is no backup of Touchback."))
        if number != FORMAT:
            raise NotABackup(_("It was written in a format that this version does not know."))
        try:
            return Manifest(**said)
        except TypeError as error:
            raise NotABackup(_("Its list of contents is damaged.")) from error

    def _compare_members(self) -> None:
        names = self.zip.namelist()
        if sorted(names) != sorted([MANIFEST, *self.manifest.members]):
            raise NotABackup(_("It does not hold what its list of contents names."))
        for name, said in self.manifest.members.items():
            if not is_safe(name):
                raise NotABackup(_("It wants to write outside its own folder: %s") % name)
            digest, size = hashlib.sha256(), 0
            with self.zip.open(name) as file:
                while piece := file.read(PIECE):
                    digest.update(piece)
                    size += len(piece)
            if {"bytes": size, "sha256": digest.hexdigest()} != said:
                raise NotABackup(_("It is damaged: %s is not what was written.") % name)


def is_safe(name: str) -> bool:
    """Below rows/ or uploads/, and nowhere else however it is spelt."""
    parts = PurePosixPath(name).parts
    plain = "/".join(parts) == name and ".." not in parts and "\\" not in name and "\0" not in name
    return plain and len(parts) > 1 and name.startswith((ROWS, UPLOADS))


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    try:
        opened = zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise NotABackup(_("There is no such file.")) from error
    except UNREADABLE as error:
        raise NotABackup(
            _("It is no backup of Touchback, or only the beginning of one.")
        ) from error
    with opened:
        try:
            archive = Archive(opened)
        except UNREADABLE as error:
            raise NotABackup(_("It is damaged and cannot be read.")) from error
        yield archive
