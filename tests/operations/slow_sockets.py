"""Callers who keep a line open: silent ones, and those who send, or listen, a byte at a time."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

SILENT, SLOW_HEAD, SLOW_BODY = 40, 24, 24
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = (
    b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"
)


def line(port: int, first: bytes = b"") -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", port), timeout=10)
    if first:
        opened.sendall(first)
    return opened


@contextmanager
def slow_callers(port: int, *, times: int = 1) -> Iterator[list[socket.socket]]:
    """All of them at once; those who are cut off call again, until the block is over."""
    starts = [b""] * SILENT + [HEAD] * SLOW_HEAD + [BODY] * SLOW_BODY
    starts *= times
    lines = [line(port, first) for first in starts]
    over = threading.Event()

    def drip() -> None:
        while not over.wait(0.5):
            for number, first in enumerate(starts):
                try:
                    if first:
                        lines[number].send(b"x" if first is BODY else b"X-A: b\r\n")
                except OSError:
                    lines[number].close()
                    lines[number] = line(port, first)

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        yield lines
    finally:
        over.set()
        dripping.join()
        for each in lines:
            each.close()


def visits(port: int, path: str, *, times: int) -> list[float]:
    """How long a bystander waits for a page, each time on a new line."""
    waited = []
    for _ in range(times):
        started = time.monotonic()
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            answer.read()
        waited.append(time.monotonic() - started)
    return waited
