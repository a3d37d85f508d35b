"""Bringing a league in from its file: read, proved, and only then written."""

from datetime import datetime
from typing import IO

from accounts.models import User
from league.models import League
from league_file.opening import opened
from league_file.proving import prove
from league_file.reading import Incoming, Progress, read
from league_file.writing_in import must_be_new, write


def import_league(
    *, actor: User, file: IO[bytes], now: datetime, is_bounded: bool = True
) -> League:
    """Bring a league in from its file, whole or not at all. Raises Refused with what is wrong.

    Only the console brings in what is not `is_bounded`.
    """
    return write(look_through(file, is_bounded=is_bounded), actor=actor, now=now)


def look_through(
    file: IO[bytes], *, is_bounded: bool = True, progress: Progress = lambda _percent: None
) -> Incoming:
    """What a file brings, with nothing in it taken on trust. Writes nothing. Raises Refused."""
    with opened(file, is_bounded=is_bounded) as contents:
        incoming = read(contents, progress=progress)
    must_be_new(incoming)
    prove(incoming)
    return incoming
