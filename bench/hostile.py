"""Hostile files sent to a running site, one after the other, while a bystander goes on writing."""

import hashlib
import io
import json
import os
import re
import struct
import subprocess
import sys
import time
import uuid
import zipfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Members = dict[str, bytes]
# Of the columns every so manieth gets a value that is none.
EVERY = int(os.environ.get("SOAK_EVERY_COLUMN", "1"))
# Lays out a site: a league with matches as a file, and a person with a token for every file.
LAY = """
import json, sys
from django.utils import timezone
from accounts.commands.tokens import create_token
from accounts.models import User
from league.commands.leagues import create_league
from league.models import League
from league_file.writing import keep_league
from league_file.purging import purge_league
from pathlib import Path
now = timezone.now()
league = League.objects.get(name__startswith="Simulated")
keep_league(league, Path({file!r}), now=now)
purge_league(league=league, now=now)
people = [User.objects.create(name=f"P {{n}}", email=f"p{{n}}@example.org", joined_at=now)
          for n in range({people})]
tokens = [create_token(actor=each, name="Soak", now=now)[1] for each in people]
own = create_league(actor=people[0], name="Bystanders", edition_key="bb2016", now=now)
print("LAID", json.dumps({{"tokens": tokens, "league": str(own.uuid)}}))
"""


def packed(members: Members, *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def with_members(good: bytes, **changes: bytes) -> bytes:
    """The same with other files of rows, and a list of contents that agrees."""
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members |= {
        name.replace("__", ".").replace("_", "/", 1): each for name, each in changes.items()
    }
    manifest = json.loads(members.pop("league.json"))
    manifest["members"] = {n: hashlib.sha256(each).hexdigest() for n, each in members.items()}
    return packed(members | {"league.json": json.dumps(manifest).encode()})


def with_line(good: bytes, table: str, change: Callable[[dict], object]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        lines = archive.read(f"rows/{table}.jsonl").splitlines()
    row = json.loads(lines[0])
    told = change(row) or row
    lines[0] = told if isinstance(told, bytes) else json.dumps(told).encode()
    name = f"rows_{table.replace('.', '__')}__jsonl"
    return with_members(good, **{name: b"\n".join(lines) + b"\n"})


def shapes(good: bytes) -> Iterator[tuple[str, bytes]]:
    """Everything that somebody might send, by what it is."""
    yield (
        "sixty megabytes of nothing",
        with_members(good, rows_teams__words__jsonl=b"{}\n" * 20_000_000),
    )
    yield "one line without end", with_members(good, rows_teams__words__jsonl=b"[{}," * 15_000_000)
    yield (
        "a value without end",
        with_line(good, "teams.teamevent", lambda row: row.update(effects=[{}] * 400_000)),
    )
    yield "nested", with_members(good, rows_teams__words__jsonl=b"[" * 1_000_000)
    yield (
        "nested in a value",
        with_line(
            good,
            "acts.act",
            lambda row: (
                json.dumps(row)
                .replace('"payload": {', '"payload": {"a":' + "[" * 900 + "]" * 900 + ",")
                .encode()
            ),
        ),
    )
    yield "a million members", packed({f"pictures/{n}": b"" for n in range(150_000)})
    yield (
        "pictures of nobody",
        with_members(good, **{f"pictures_{uuid.uuid4()}__webp": b"x" for _ in range(5_000)}),
    )
    yield "half", good[: len(good) // 2]
    yield "letters", b"Dear Marta" * 1000
    yield "an end without a beginning", b"PK\x05\x06" + bytes(18)
    yield "packed otherwise", packed({"league.json": bytes(10**7)}, method=zipfile.ZIP_LZMA)
    yield "a link out", with_members(good, **{"..": b"x"})
    yield (
        "another encoding",
        with_members(good, rows_teams__words__jsonl='{"id": 1, "text": "ä"}\n'.encode("utf-16")),
    )
    yield (
        "a huge number",
        with_line(
            good,
            "teams.team",
            lambda row: (
                json.dumps(row).replace('"treasury": ', '"treasury": ' + "9" * 5000).encode()
            ),
        ),
    )
    yield "no number", with_line(good, "teams.team", lambda row: row.update(treasury=float("nan")))
    yield "half a character", with_line(good, "teams.team", lambda row: row.update(motto="\ud800"))
    yield "a NUL", with_line(good, "teams.team", lambda row: row.update(motto="\0"))
    yield (
        "the same key twice",
        with_line(
            good, "teams.team", lambda row: json.dumps(row)[:-1].encode() + b', "name": "x"}'
        ),
    )
    yield (
        "other rule data",
        with_line(good, "league.keptcatalogue", lambda row: row.update(edition="crp")),
    )
    yield "in disguise", _disguised(good)
    for table, column in islice(_columns(good), 0, None, EVERY):
        # Deeper than anything that may stand as an answer.
        strange = [{"a": [1]}] if column.endswith("_id") else {"a": {"b": ["c", None]}}
        yield (
            f"{table}.{column}",
            with_line(good, table, lambda row, c=column, s=strange: row.update({c: s})),
        )


def _columns(good: bytes) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        for name in archive.namelist():
            first = archive.read(name).split(b"\n", 1)[0] if name.startswith("rows/") else b""
            if first:
                table = name.removeprefix("rows/").removesuffix(".jsonl")
                yield from ((table, column) for column in json.loads(first))


def _disguised(good: bytes) -> bytes:
    """A directory that says ten bytes, and ten million behind them."""
    name = b"rows/teams.words.jsonl"
    data = bytearray(with_members(good, rows_teams__words__jsonl=bytes(10_000_000)))
    for mark, size_at, name_at in ((b"PK\x03\x04", 22, 30), (b"PK\x01\x02", 24, 46)):
        at = data.find(name)
        while not data.startswith(mark, at - name_at):
            at = data.find(name, at + 1)
        struct.pack_into("<I", data, at - name_at + size_at, 10)
    return bytes(data)


class Bystander(Thread):
    """Renames a league of their own again and again; remembers the longest wait."""

    def __init__(self, origin: str, token: str, league: str) -> None:
        super().__init__(daemon=True)
        self.address, self.token = f"{origin}/api/v1/leagues/{league}/", token
        self.writes, self.longest, self.failures, self.over = 0, 0.0, [], Event()

    def run(self) -> None:
        while not self.over.wait(0.1):
            body = json.dumps({"name": f"Bystanders {self.writes}"}).encode()
            begun = time.monotonic()
            status, _answer, _headers = call(
                self.address, self.token, body, "application/json", method="PATCH"
            )
            self.longest = max(self.longest, time.monotonic() - begun)
            self.writes += 1
            if status != 200:
                self.failures.append(status)


def call(
    address: str, token: str, body: bytes | None = None, kind: str = "", *, method: str = "GET"
) -> tuple[int, bytes, dict[str, str]]:
    headers = {"Authorization": f"Bearer {token}", **({"Content-Type": kind} if kind else {})}
    request = Request(address, data=body, headers=headers, method=method)
    try:
        with urlopen(request, timeout=300) as answer:
            return answer.status, answer.read(), dict(answer.headers)
    except HTTPError as error:
        return error.code, error.read(), dict(error.headers)


def send(origin: str, token: str, file: bytes) -> str:
    """Send a file in and wait for its end: "refused", "here" or a status that is neither."""
    mark = uuid.uuid4().hex
    head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
    body = head.encode() + file + f"\r\n--{mark}--\r\n".encode()
    kind = f"multipart/form-data; boundary={mark}"
    address = f"{origin}/api/v1/leagues/import/"
    status, _answer, headers = call(address, token, body, kind, method="POST")
    if status in (413, 422):
        return "refused"
    if status != 202:
        return f"status {status}"
    while True:
        job = json.loads(call(headers["Location"], token)[1])
        if job["state"] not in ("queued", "running"):
            break
        time.sleep(0.2)
    if job["state"] != "done":
        return f"job {job['state']}"
    return "here" if job["result"]["league"] else "refused"


def memory_of(process: int) -> int:
    """Megabytes of a process and its children at their peak."""
    pids = [
        process,
        *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()),
    ]
    peaks = []
    for pid in pids:
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
        peaks.append(int(found[1]) // 1024 if found else 0)
    return max(peaks)


def lay_out(folder: str, people: int) -> tuple[bytes, dict]:
    file = Path(folder, "soak.zip")
    env = os.environ | {"TOUCHBACK_VAR": folder}
    manage = [sys.executable, "manage.py"]
    sizes = ["--teams", os.environ.get("SOAK_IMPORT_TEAMS", "8"), "--seasons", "1", "--seed", "4"]
    simulate = [*manage, "simulate", *sizes, "--rules", "everything"]
    subprocess.run(simulate, env=env, check=True, capture_output=True)
    script = LAY.format(file=str(file), people=people)
    done = subprocess.run(
        [*manage, "shell", "-v", "0"],
        env=env,
        input=script,
        text=True,
        check=True,
        capture_output=True,
    )
    laid = next(line for line in done.stdout.splitlines() if line.startswith("LAID "))
    return file.read_bytes(), json.loads(laid.removeprefix("LAID "))
