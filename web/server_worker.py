"""gunicorn's threads, behind a loop that waits for slow callers in their place.

The threads of gunicorn's own worker read from the socket: one for each caller who is silent, slow
or does not hang up. Here the loop puts a request together and a thread gets it whole.
"""

import socket
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from django.conf import settings
from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import Unreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from web.arriving import Arriving, TooLong

PIECE = 64 * 1024
# A thread that answers waits no longer than this for its caller to listen.
SECONDS_FOR_A_PIECE_OF_THE_ANSWER = 60
SECONDS_TO_HANG_UP = 2
MOST_LARGE_BODIES = 8

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\n"
AND_GOODBYE = b"Content-Length: 0\r\nConnection: close\r\n\r\n"


class WholeRequest(Unreader):  # type: ignore[misc]
    """What the parser reads from: the request as it arrived, and never the socket."""

    def __init__(self, arrived: Arriving) -> None:
        super().__init__()
        self.file = arrived.file
        self.file.seek(0)

    def chunk(self, size_hint: int | None = None) -> bytes:
        return self.file.read(max(size_hint or 0, PIECE))


class Connection(TConn):  # type: ignore[misc]
    """One caller, and what has come of the next request."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        # Unix sockets have no address to tell callers apart.
        self.address = self.client[0] if isinstance(self.client, tuple) else ""
        self.arriving = Arriving(now=time.monotonic())
        self.data_ready = True

    def init(self) -> None:
        """In the thread: the request is whole, and the answer is not waited for without end."""
        self.sock.settimeout(SECONDS_FOR_A_PIECE_OF_THE_ANSWER)
        self.parser = RequestParser(self.cfg, self.sock, self.client)
        self.parser.unreader = WholeRequest(self.arriving)

    def done_with_request(self) -> bool:
        """Let go of what arrived; whether another request may follow."""
        self.arriving.close()
        return self.arriving.may_be_followed


class PatientWorker(ThreadWorker):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Who sends, and who was told goodbye and has not hung up; the first has waited longest.
        self.sending: dict[Connection, None] = {}
        self.leaving: dict[Connection, float] = {}
        self.connections_of: Counter[str] = Counter()
        self.most_of_an_address: int = settings.CONNECTIONS_PER_ADDRESS

    # --- coming and going ---------------------------------------------------
    def accept(self, listener: socket.socket) -> None:
        try:
            sock, client = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError as error:
            self.log.warning("A caller could not be let in: %s", error)
            self.make_room()
            return
        connection = Connection(self.cfg, sock, client, listener.getsockname())
        address = connection.address
        if self.most_of_an_address and self.connections_of[address] >= self.most_of_an_address:
            sock.close()
            return
        if self.nr_conns >= self.worker_connections - 1:
            self.make_room()
        self.nr_conns += 1
        self.connections_of[address] += 1
        self.listen_to(connection)

    def make_room(self) -> None:
        """Whoever has said nothing for longest makes room for whoever comes."""
        silent = (each for each in self.sending if each.arriving.is_silent)
        if self.keepalived_conns:
            connection = self.keepalived_conns.popleft()
        elif (connection := next(silent, None)) is None:
            return
        self.drop(connection)

    def listen_to(self, connection: Connection) -> None:
        connection.arriving = Arriving(now=time.monotonic())
        connection.sock.setblocking(False)
        self.sending[connection] = None
        self.poller.register(connection.sock, EVENT_READ, partial(self.on_piece, connection))

    def forget(self, connection: Connection) -> None:
        """It is no longer listened to, for whatever reason."""
        self.sending.pop(connection, None)
        self.leaving.pop(connection, None)
        with suppress(KeyError, ValueError, OSError):
            self.poller.unregister(connection.sock)

    def drop(self, connection: Connection) -> None:
        self.forget(connection)
        connection.done_with_request()
        self.hung_up(connection)

    def hung_up(self, connection: Connection) -> None:
        connection.close()
        self.nr_conns -= 1
        self.connections_of[connection.address] -= 1
        if not self.connections_of[connection.address]:
            del self.connections_of[connection.address]

    # --- a request arrives --------------------------------------------------
    def on_piece(self, connection: Connection, sock: socket.socket) -> None:
        try:
            piece = sock.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self.drop(connection)
            return
        arriving = connection.arriving
        try:
            arriving.take(piece, now=time.monotonic())
        except TooLong:
            self.refuse(connection, TOO_LONG)
        except OSError:
            self.log.warning("No room on the disk for a request that arrives.")
            self.refuse(connection, NO_ROOM)
        else:
            self.go_on(connection, arriving)

    def go_on(self, connection: Connection, arriving: Arriving) -> None:
        if arriving.is_whole:
            self.forget(connection)
            self.enqueue_req(connection)
        elif arriving.is_large and self.large_bodies() > MOST_LARGE_BODIES:
            self.refuse(connection, NO_ROOM)
        elif arriving.wants_to_be_asked:
            arriving.wants_to_be_asked = False
            self.tell(connection, CONTINUE)

    def large_bodies(self) -> int:
        return sum(each.arriving.is_large for each in self.sending)

    def refuse(self, connection: Connection, status: bytes) -> None:
        self.forget(connection)
        connection.done_with_request()
        self.tell(connection, status + AND_GOODBYE)
        self.say_goodbye(connection)

    def tell(self, connection: Connection, words: bytes) -> None:
        """A few bytes, which the kernel takes without waiting, or not at all."""
        with suppress(OSError):
            connection.sock.send(words)

    def murder_pending(self) -> None:
        """What did not arrive in time, and who was told goodbye and stays on the line."""
        now = time.monotonic()
        for connection in list(self.sending):
            arriving = connection.arriving
            if arriving.is_silent and (now > arriving.deadline or not self.alive):
                self.drop(connection)
            elif now > arriving.deadline or not (self.alive or arriving.has_head):
                self.refuse(connection, TIMED_OUT)
        for connection in [each for each, deadline in self.leaving.items() if now > deadline]:
            self.drop(connection)

    # --- a request is answered ----------------------------------------------
    def handle_request(self, req: Any, conn: Connection) -> Any:
        try:
            return super().handle_request(req, conn)
        except TimeoutError:
            self.log.warning("A caller listened too slowly to the end of an answer.")
            return False

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        return keepalive and conn.done_with_request()

    def finish_request(self, conn: Connection, fs: Any) -> None:
        answered = not fs.cancelled() and not fs.exception()
        if answered and fs.result() and self.alive:
            conn.sock.setblocking(False)
            conn.set_timeout()
            self.keepalived_conns.append(conn)
            again = partial(self.on_client_socket_readable, conn)
            self.poller.register(conn.sock, EVENT_READ, again)
            return
        conn.done_with_request()
        self.say_goodbye(conn)

    def on_client_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self.listen_to(conn)
        self.on_piece(conn, client)

    def murder_keepalived(self, force: bool = False) -> None:
        now = time.monotonic()
        while self.keepalived_conns and (force or self.keepalived_conns[0].timeout <= now):
            self.drop(self.keepalived_conns.popleft())

    # --- hanging up -----------------------------------------------------------
    def say_goodbye(self, connection: Connection) -> None:
        """Let the caller hear the end of the answer and hang up first, without waiting for it:
        to close while something of theirs is unread would cut the answer off."""
        try:
            connection.sock.setblocking(False)
            connection.sock.shutdown(socket.SHUT_WR)
            said = partial(self.on_last_words, connection)
            self.poller.register(connection.sock, EVENT_READ, said)
        except (OSError, ValueError, KeyError):
            self.hung_up(connection)
            return
        self.leaving[connection] = time.monotonic() + SECONDS_TO_HANG_UP

    def on_last_words(self, connection: Connection, sock: socket.socket) -> None:
        try:
            if sock.recv(PIECE):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self.drop(connection)
