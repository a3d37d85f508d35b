"""A request while it arrives: put together beside the threads, so that nobody's pace is theirs."""

import re
from tempfile import SpooledTemporaryFile

MEGABYTE = 1024 * 1024
LARGEST_HEAD = 64 * 1024
# Pages that take files say how large, and none takes more than this: what claims to be larger is
# handed on without its body, to be refused.
LARGEST_BODY = 32 * MEGABYTE
SMALL_BODY = MEGABYTE
KEPT_IN_MEMORY = 128 * 1024

SECONDS_UNTIL_THE_FIRST_BYTE = 15
SECONDS_FOR_THE_HEAD = 10
SECONDS_BEFORE_A_BODY_HURRIES = 20
SLOWEST_BYTES_A_SECOND = 32 * 1024

END_OF_HEAD = b"\r\n\r\n"
LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,15})[ \t]*\r$", re.IGNORECASE | re.MULTILINE)
ANY_LENGTH = re.compile(rb"^content-length[ \t]*:", re.IGNORECASE | re.MULTILINE)
CHUNKED = re.compile(rb"^transfer-encoding[ \t]*:", re.IGNORECASE | re.MULTILINE)
EXPECTS = re.compile(rb"^expect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE | re.MULTILINE)


class TooLong(Exception):
    """More headers than any browser sends."""


class Arriving:
    """What has come of one request, and until when the rest has to be there."""

    def __init__(self, *, now: float) -> None:
        self.head = b""
        self.file = SpooledTemporaryFile(max_size=KEPT_IN_MEMORY)  # noqa: SIM115 (closed by close)
        self.length: int | None = None
        self.expected = 0
        self.wants_to_be_asked = False
        self.surplus = False
        self.deadline = now + SECONDS_UNTIL_THE_FIRST_BYTE

    @property
    def is_silent(self) -> bool:
        return not self.head

    @property
    def has_head(self) -> bool:
        return self.length is not None

    @property
    def is_large(self) -> bool:
        return self.expected > SMALL_BODY

    @property
    def is_whole(self) -> bool:
        """Whether all has come that will be waited for."""
        return self.has_head and self.file.tell() >= len(self.head) + self.expected

    @property
    def may_be_followed(self) -> bool:
        """Whether the next request on the same connection begins where this one ended."""
        return self.expected == self.length and not self.surplus

    def take(self, piece: bytes, *, now: float) -> None:
        if self.has_head:
            self._keep(piece)
            # Whoever stalls is cut off soon, however much they said would come.
            self.deadline += len(piece) / SLOWEST_BYTES_A_SECOND
            return
        if self.is_silent:
            self.deadline = now + SECONDS_FOR_THE_HEAD
        self.head += piece
        end = self.head.find(END_OF_HEAD)
        if end >= 0 and end <= LARGEST_HEAD:
            self._read_head(end + len(END_OF_HEAD), now=now)
        elif len(self.head) > LARGEST_HEAD:
            raise TooLong

    def close(self) -> None:
        self.file.close()

    def _read_head(self, end: int, *, now: float) -> None:
        self.head, body = self.head[:end], self.head[end:]
        lengths = LENGTH.findall(self.head)
        # One that is said twice, oddly, or in chunks, is the parser's or the site's to refuse.
        plain = len(lengths) == len(ANY_LENGTH.findall(self.head)) <= 1
        self.length = int(lengths[0]) if lengths and plain else 0
        if not plain or CHUNKED.search(self.head) or self.length > LARGEST_BODY:
            self.surplus = True
        else:
            self.expected = self.length
            self.head, asked = EXPECTS.subn(b"", self.head)
            self.wants_to_be_asked = bool(asked and self.expected and not body)
        self.deadline = now + SECONDS_BEFORE_A_BODY_HURRIES
        self.file.write(self.head)
        self._keep(body)

    def _keep(self, piece: bytes) -> None:
        lacking = len(self.head) + self.expected - self.file.tell()
        self.surplus = self.surplus or len(piece) > lacking
        self.file.write(piece[:lacking])
