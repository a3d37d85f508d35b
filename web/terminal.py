"""The terminal at which `make run` serves: what stands on it, and what Enter does."""

import os
import select
import signal
import sys
from collections.abc import Callable

from django.db import DatabaseError, connections
from django.utils.translation import gettext as _

SECONDS_BETWEEN_LOOKS = 1.0
LONGEST_LINE = 4096


def is_read_here() -> bool:
    """Whether somebody sits at the terminal that this process reads from."""
    return sys.stdin is not None and sys.stdin.isatty()


def table(lines: list[tuple[str, str]]) -> str:
    width = max(len(label) for label, _text in lines)
    below = "\n" + " " * (width + 4)
    return "\n".join(
        "  " + label.ljust(width + 2) + text.replace("\n", below) for label, text in lines
    )


def answer_enter(told: Callable[[], str]) -> None:
    """At each Enter say what `told` gives. A process of its own does it, which shares the server's
    memory, holds none of its threads or lines up, and ends with it."""
    server = os.getpid()
    if os.fork():
        return
    try:
        # Ctrl-C is for the server to say something about, and a terminal that went to another
        # program is not ours to wait for.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        while os.getppid() == server:
            if not _answer_one(told):
                break
    finally:
        os._exit(0)


def _answer_one(told: Callable[[], str]) -> bool:
    """Whether there may be more."""
    try:
        if not select.select([sys.stdin], [], [], SECONDS_BETWEEN_LOOKS)[0]:
            return True
        if not os.read(sys.stdin.fileno(), LONGEST_LINE):
            return False
    except OSError:
        return False
    try:
        text = told()
    except DatabaseError:
        text = _("The database does not answer just now. Press Enter again.")
    finally:
        connections.close_all()
    sys.stdout.write(f"\n{text}\n\n")
    sys.stdout.flush()
    return True
