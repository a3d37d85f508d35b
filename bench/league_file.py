"""How long a league's file keeps a bystander from writing, on SQLite, where one writes at a time.

`python -m bench.league_file` by itself, or with `make bench`: a site of its own in processes.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measuring import Measured, record

TEAMS = os.environ.get("BENCH_FILE_TEAMS", "15")
SEASONS = os.environ.get("BENCH_FILE_SEASONS", "2")
SECOND = "1 s"
# Begins to write again and again; says at the end how long it was kept from it at most.
BYSTANDER = """
import sqlite3, sys, threading, time
line, over, longest = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None), [], 0.0
threading.Thread(target=lambda: over.append(sys.stdin.read()), daemon=True).start()
print("here", flush=True)
while not over:
    begun = time.monotonic()
    while True:
        try:
            line.execute("BEGIN IMMEDIATE")
            break
        except sqlite3.OperationalError:
            time.sleep(0.001)
    line.execute("ROLLBACK")
    longest = max(longest, time.monotonic() - begun)
    time.sleep(0.002)
print(longest)
"""
# An export, and the same league looked through and written again, each beside a bystander.
ALL = """
import io, json, subprocess, sys, time
from django.conf import settings
from django.utils import timezone
from accounts.models import User
from league.models import League
from matches.models import Match
from league_file.bringing import look_through
from league_file.writing import export_league
from league_file.writing_in import write
from league_file.purging import purge_league

def beside(deed):
    words = [sys.executable, "-c", {bystander!r}, settings.DATABASES["default"]["NAME"]]
    other = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    other.stdout.readline()
    begun = time.process_time()
    made = deed()
    worked = time.process_time() - begun
    return made, worked, float(other.communicate()[0])

now, file = timezone.now(), io.BytesIO()
league = League.objects.get()
marta = User.objects.get(memberships__role="commissioner", memberships__league=league)
matches = Match.objects.count()
_, *export = beside(lambda: export_league(actor=marta, league=league, into=file, now=now))
purge_league(league=league, now=now)
incoming, *look = beside(lambda: look_through(file))
_, *written = beside(lambda: write(incoming, actor=marta, now=now))
told = dict(matches=matches, size=file.getbuffer().nbytes, export=export, look=look, write=written)
print("TOLD", json.dumps(told))
"""


def measured() -> dict:
    with TemporaryDirectory(prefix="touchback-bench-") as folder:
        env = os.environ | {
            "TOUCHBACK_VAR": folder,
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "config.settings.base",
        }

        def manage(*words: str) -> str:
            done = subprocess.run(
                [sys.executable, "manage.py", *words],
                cwd=Path(__file__).parents[1],
                env=env,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise RuntimeError(done.stderr)
            return done.stdout

        manage("migrate")
        manage("simulate", "--teams", TEAMS, "--seasons", SEASONS, "--seed", "4")
        said = manage("shell", "-v", "0", "-c", ALL.format(bystander=BYSTANDER))
    told = next(line for line in said.splitlines() if line.startswith("TOLD "))
    return json.loads(told.removeprefix("TOLD "))


def run() -> None:
    told = measured()
    lines = []
    parts = {"export": "writing the file", "look": "looking through it", "write": "having it here"}
    for key, part in parts.items():
        worked, longest = told[key]
        lines += [
            Measured(
                f"{part}, processor time", f"{worked:.2f} s", SECOND if key == "write" else ""
            ),
            Measured("a bystander waits at most", f"{longest:.2f} s", SECOND),
        ]
    share = told["write"][0] / (told["look"][0] + told["write"][0])
    lines.append(Measured("of an import the part that holds the lock", f"{100 * share:.0f} %"))
    size, load = told["size"] / 10**6, os.getloadavg()[0]
    record(f"A league's file of {told['matches']} matches, {size:.1f} MB, load {load:.1f}", lines)


if __name__ == "__main__":
    run()
