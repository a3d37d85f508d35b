"""What has to hold before the embedded server starts, and where others will find it."""

import errno
import fcntl
import hashlib
import ipaddress
import os
import re
import shutil
import socket
import struct
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import DatabaseError
from django.utils.translation import gettext as _

from web import schema
from web.static_files import StaticFiles

LAST_PORT = 65535
# A browser opens six; nobody in the room takes those of the others.
LINES_OF_A_PHONE = 24
MEGABYTE = 1024 * 1024
ROOM_NEEDED = 50 * MEGABYTE
LONGEST_LOG = 20 * MEGABYTE
# Bridges of containers and virtual machines: nobody's phone is on the other side.
INNER_INTERFACES = ("docker", "br-", "veth", "virbr")


class CannotServe(Exception):
    """One sentence on what is in the way."""


def check_packages(pins: Path) -> None:
    wrong = []
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", pins.read_text(), re.MULTILINE):
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            installed = _("missing")
        if installed != version:
            wrong.append(f"{name} {version} ({installed})")
    if wrong:
        raise CannotServe(
            _("The environment lacks what this version wants; `make run` installs it: %(wrong)s.")
            % {"wrong": ", ".join(wrong)}
        )


def check_room(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(MEGABYTE))
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise CannotServe(
            _("Touchback keeps its data in %(folder)s and cannot write there: %(error)s.")
            % {"folder": folder, "error": error.strerror}
        ) from error
    if free < ROOM_NEEDED:
        raise CannotServe(
            _("The disk is full: %(free)d MB left for %(folder)s, and Touchback wants %(needed)d.")
            % {
                "free": free // MEGABYTE,
                "folder": folder,
                "needed": ROOM_NEEDED // MEGABYTE,
            }
        )


@contextmanager
def private_files() -> Iterator[None]:
    """Whatever is made meanwhile is its owner's alone; what lies there already becomes so."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)
        keep_private(settings.VAR_DIR)


def keep_private(folder: Path) -> None:
    """Hashes, addresses and sessions are nobody's but the owner's; older versions let all read."""
    for path in [folder, *folder.glob("*.sqlite3*")] if folder.exists() else []:
        # A folder that somebody else lent is theirs to open or to close.
        with suppress(PermissionError):
            path.chmod(path.stat().st_mode & 0o700)


def start_anew_if_long(log: Path) -> None:
    """The last long log is kept beside the one that begins."""
    if log.exists() and log.stat().st_size > LONGEST_LOG:
        log.replace(log.with_suffix(".log.1"))


def port_named(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= LAST_PORT):
        raise CannotServe(
            _("PORT has to be a whole number from 1 to %(last)d.") % {"last": LAST_PORT}
        )
    return int(text)


def check_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                sentence = _(
                    "Port %(port)d is in use by another program. Take the next one: "
                    "make run PORT=%(next)d"
                )
            else:
                sentence = _(
                    "Port %(port)d cannot be opened by this account. Take another: "
                    "make run PORT=8000"
                )
            raise CannotServe(sentence % {"port": port, "next": port + 1}) from error


def check_database() -> None:
    try:
        future = schema.steps_from_the_future()
    except DatabaseError as error:
        raise CannotServe(
            _("The database does not answer: %(error)s") % {"error": str(error).strip()}
        ) from error
    if future:
        app, name = future[-1]
        raise CannotServe(
            _(
                "The database was made by a newer version of Touchback (%(step)s is unknown to "
                "%(version)s). Start that version, or restore a backup made by this one."
            )
            % {"step": f"{app}.{name}", "version": settings.VERSION}
        )


def obstacle_in_the_database() -> CannotServe | None:
    """Why a command could not use the database, if the command itself is not to blame."""
    try:
        check_database()
    except CannotServe as obstacle:
        return obstacle
    if schema.steps_to_go():
        return CannotServe(
            _("The database is not up to date yet: `make run` or `manage.py migrate` makes it so.")
        )
    return None


def collect_static_files() -> bool:
    """Gather and compress the static files, unless those gathered last are still the same."""
    seen = Path(settings.STATIC_ROOT) / ".collected"
    present = static_fingerprint()
    if seen.exists() and seen.read_text() == present:
        return False
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    seen.write_text(present)
    return True


def static_fingerprint() -> str:
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for path, storage in finder.list(StaticFiles.ignore_patterns):
            state = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def lan_addresses() -> list[str]:
    """Where this machine is found on its networks, the likeliest first. Nothing is sent."""
    found = [address_of_default_route()]
    found += [
        address_of_interface(name)
        for _number, name in socket.if_nameindex()
        if not name.startswith(INNER_INTERFACES)
    ]
    return [
        address
        for address in dict.fromkeys(found)
        if address and not ipaddress.ip_address(address).is_loopback
    ]


def address_of_default_route() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only picks a route; the address is one of documentation.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def address_of_interface(name: str) -> str:
    siocgifaddr = 0x8915
    request = struct.pack("256s", name.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), siocgifaddr, request)
        except OSError:
            return ""
    return socket.inet_ntoa(answer[20:24])
