"""What is nobody's fault and passes: a database that is busy or away, a disk that is full.

Whoever asked is told so with 503 and when to come back; what is safe is tried again first.
"""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from acts.failures import Reason, Unavailable

log = structlog.get_logger("request")

BUSY = Reason(
    "busy", _("Somebody else is writing, and it takes long. Nothing was changed; try again.")
)
AWAY = Reason(
    "database_away",
    _("The database does not answer just now. Wait a moment and look again."),
)
FULL = Reason(
    "disk_full",
    _("The disk is full: nothing can be written until whoever runs the site makes room."),
)
SECONDS = {BUSY: 3, AWAY: 10, FULL: 60}

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
OF_SQLITE = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: FULL,
    sqlite3.SQLITE_READONLY: FULL,
    sqlite3.SQLITE_CANTOPEN: AWAY,
}
# By PostgreSQL's five letters, or the two of their class.
OF_POSTGRES = {
    "40001": BUSY,  # serialization_failure
    "40P01": BUSY,  # deadlock_detected
    "55P03": BUSY,  # lock_not_available
    "57014": BUSY,  # query_canceled: it took too long
    "53100": FULL,  # disk_full
    "53": AWAY,  # too many connections, out of memory
    "08": AWAY,  # connections that fail
    "57P": AWAY,  # it shuts down, or starts
    "25006": AWAY,  # read_only_sql_transaction: a standby
    "58": AWAY,  # errors of its system
}
# The transaction is gone whole, whatever it was about.
ROLLED_BACK = {"40001", "40P01", "55P03"}


def trouble_in(error: BaseException) -> Unavailable | None:
    """What to say if the site itself is in trouble; None if the error is another."""
    reason = _reason_for(error)
    return Unavailable(reason, retry_after=SECONDS[reason]) if reason else None


def note(error: BaseException, failure: Unavailable) -> None:
    first = (str(error).splitlines() or [""])[0]
    log.warning(
        "unavailable", code=failure.reasons[0].code, error=f"{type(error).__name__}: {first}"
    )


def _reason_for(error: BaseException) -> Reason | None:
    if isinstance(error, InterfaceError):
        return AWAY
    if isinstance(error, DatabaseError):
        return _of_database(error)
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return FULL
    return None


def _of_database(error: DatabaseError) -> Reason | None:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        # The lower byte is the kind, the rest says more.
        return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(cause, "sqlstate", None)
    if state:
        return next((OF_POSTGRES[state[:n]] for n in (5, 3, 2) if state[:n] in OF_POSTGRES), None)
    # The line was cut, or there never was one: the server had no time to say why.
    return AWAY if isinstance(error, OperationalError) else None


class Attempts:
    """Whether a request may be carried out once more: looking, always; writing, only where the
    database says that nothing of it was kept."""

    def __init__(self, request: HttpRequest) -> None:
        self.only_looks = request.method in ("GET", "HEAD")
        self.left = 1
        self.has_written = False

    def may_go_again(self, error: BaseException) -> bool:
        reason = _reason_for(error)
        if not self.left or reason is None or reason is FULL:
            return False
        return self.only_looks or (not self.has_written and _was_rolled_back(error))

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Notes a write that is kept, by its transaction's commit or at once."""
        if self.only_looks:
            yield
            return
        with connection.execute_wrapper(self._note_write):
            yield

    def _note_write(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        done = execute(sql, params, many, context)
        if sql.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE"):
            transaction.on_commit(self._keep_in_mind)
        return done

    def _keep_in_mind(self) -> None:
        self.has_written = True


def _was_rolled_back(error: BaseException) -> bool:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _reason_for(error) is BUSY
    return getattr(cause, "sqlstate", None) in ROLLED_BACK
