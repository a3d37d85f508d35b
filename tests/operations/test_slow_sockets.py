"""Callers who are silent or slow keep nobody waiting, and every request still arrives whole."""

import socket
import time
from http.client import HTTPConnection

import pytest

from tests.jobs.installation import installed
from tests.operations.slow_sockets import HEAD, line, slow_callers, visits
from web.arriving import LARGEST_BODY, LARGEST_HEAD, Arriving, TooLong

pytestmark = pytest.mark.pure
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"


class TestArriving:
    @pytest.fixture
    def arriving(self):
        with_file = Arriving(now=0)
        yield with_file
        with_file.close()

    def test_it_is_whole_when_its_body_is(self, arriving):
        for piece in (b"POST / HTTP/1.1\r\nContent-", b"Length: 4\r\n\r", b"\nab", b"c"):
            arriving.take(piece, now=1)
            assert not arriving.is_whole
        arriving.take(b"d", now=1)
        assert arriving.is_whole
        assert arriving.may_be_followed

    def test_what_follows_ends_the_line_after_the_answer(self, arriving):
        arriving.take(POST % 4 + b"abcdGET", now=1)
        arriving.file.seek(0)
        assert arriving.file.read() == POST % 4 + b"abcd"
        assert not arriving.may_be_followed

    @pytest.mark.parametrize(
        "head",
        [
            POST % (LARGEST_BODY + 1),
            b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: 4\r\nContent-Length : 9\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: -4\r\n\r\n",
        ],
    )
    def test_what_will_be_refused_is_not_waited_for(self, arriving, head):
        arriving.take(head, now=1)
        assert arriving.is_whole
        assert not arriving.may_be_followed

    def test_nobody_sends_a_head_without_end(self, arriving):
        with pytest.raises(TooLong):
            arriving.take(b"x" * (LARGEST_HEAD + 1), now=1)

    def test_a_drop_now_and_then_buys_no_time(self, arriving):
        silent_until = arriving.deadline
        arriving.take(b"GET / HTTP/1.1\r\n", now=1)
        head_until = arriving.deadline
        for now in range(2, 9):
            arriving.take(b"X-A: b\r\n", now=now)
        assert silent_until == 15
        assert arriving.deadline == head_until == 11
        arriving.take(b"Content-Length: 9000\r\n\r\n", now=9)
        for now in range(10, 29):
            arriving.take(b"x", now=now)
        assert arriving.deadline < 30
        arriving.take(b"x" * 1_000_000, now=29)
        assert arriving.deadline > 55


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("slow")) as made:
        made.env["REDIS_URL"] = made.env["DATABASE_URL"] = ""
        made.start_web()
        yield made


def answer(opened):
    said = b""
    with opened:
        opened.settimeout(20)
        while piece := opened.recv(10_000):
            said += piece
    return said


@pytest.mark.processes
class TestServer:
    def test_slow_callers_keep_nobody_waiting_and_are_cut_off(self, site):
        never_ends = line(site.port, HEAD)
        began = time.monotonic()
        with slow_callers(site.port):
            assert max(visits(site.port, "/words/", times=20)) < 5
        assert answer(never_ends).startswith(b"HTTP/1.1 408 ")
        assert time.monotonic() - began < 20

    def test_one_line_serves_one_request_after_the_other(self, site):
        caller = HTTPConnection("127.0.0.1", site.port, timeout=20)
        for method, path, body, status in (
            ("GET", "/words/", None, 200),
            ("POST", "/sign-in/", b"x" * 300_000, 403),
            ("POST", "/api/v1/leagues/", b'{"a": 1}', 401),
            ("GET", "/words/", None, 200),
        ):
            caller.request(method, path, body=body, headers={"Content-Type": "application/json"})
            got = caller.getresponse()
            assert (got.status, bool(got.read())) == (status, True)
            assert caller.sock is not None, "the line is kept"
        caller.close()

    def test_who_asks_before_sending_is_told_to_go_on(self, site):
        head = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        opened = line(site.port, head + b"Expect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        assert opened.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        opened.sendall(b"a=bc")
        assert answer(opened).startswith(b"HTTP/1.1 403 ")

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            (b"Transfer-Encoding: chunked\r\n\r\n", b"411"),
            (b"Content-Length: 99000000\r\n\r\n", b"413"),
            (b"Content-Length: 4\r\nContent-Length: 5\r\n\r\n", b"400"),
            (b"X-Long: " + b"x" * 70_000, b"431"),
        ],
    )
    def test_what_is_refused_is_refused_at_once(self, site, sent, status):
        opened = line(site.port, b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\n" + sent)
        assert answer(opened).split()[1] == status

    def test_in_one_room_nobody_takes_the_lines_of_the_others(self, site):
        first = site.running[0]
        site.kill(first)
        site.env["CONNECTIONS_PER_ADDRESS"] = "3"
        site.start_web()
        time.sleep(0.5)  # the line of the last look hangs up
        lines = [line(site.port) for _ in range(40)]
        time.sleep(0.5)
        assert sum(map(is_open, lines)) <= 6
        for each in lines:
            each.close()
        assert visits(site.port, "/words/", times=1)

    def test_silent_callers_hold_up_no_stop(self, site):
        lines = [line(site.port, first) for first in (b"", HEAD)]
        began = time.monotonic()
        assert site.stop(site.running[0]) == 0
        assert time.monotonic() - began < 15
        for each in lines:
            each.close()


def is_open(opened: socket.socket) -> bool:
    opened.setblocking(False)
    try:
        return bool(opened.recv(1))
    except BlockingIOError:
        return True
    except OSError:
        return False
