"""The rooms outside the rulebook name no figure of a single edition: they read what it declares.

Some files still do. They are on record with how often (`one_game.json`), which may only fall:
`ONE_GAME=write .venv/bin/pytest tests/rules/test_one_game_stays_in_the_rulebook.py` lowers it.
"""

import json
import os
import re
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.pure

ROOMS = (
    *("acts", "jobs", "web", "accounts", "league", "teams", "matches", "competition"),
    *("league_file", "simulator", "press", "config"),
)
FIGURES = re.compile(
    r"treasur(?:y|ies)|re[-_ ]?rolls?\b|fan[-_ ]factor|\bfame|team[-_ ]value|apothecar",
    re.IGNORECASE,
)
RECORD = Path(__file__).with_name("one_game.json")


def found():
    """How often each file names one; what was stored or written once is no matter of taste."""
    root = settings.BASE_DIR
    files = [path for room in ROOMS for path in (root / room).rglob("*.py")]
    files += (root / "templates").rglob("*.html")
    counts = {
        path.relative_to(root).as_posix(): len(FIGURES.findall(path.read_text()))
        for path in files
        if "migrations" not in path.parts and "rules" not in path.relative_to(root).parts[:2]
    }
    return {path: count for path, count in sorted(counts.items()) if count}


def test_no_room_learns_more_of_one_game():
    recorded, now = json.loads(RECORD.read_text()), found()
    more = {path: count for path, count in now.items() if count > recorded.get(path, 0)}
    if os.environ.get("ONE_GAME") == "write" and not more:
        RECORD.write_text(json.dumps(now, indent=1) + "\n")
    assert more == {}
