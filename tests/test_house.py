"""The rooms that everybody expects to find."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
A_FILE = re.compile(r"`((?:[\w.]+/)+[\w.-]+\.(?:py|html|js|css|md|toml|jsonl?|yaml))`")


@pytest.mark.pure
@pytest.mark.parametrize(
    "name",
    [
        "manage.py",
        "README.md",
        "league",
        "teams",
        "matches",
        "rules",
        "templates",
        "requirements.txt",
        "tests",
        "accounts",
        "acts",
        "jobs",
        "competition",
        "league_file",
        "simulator",
        "press",
        "config",
        "static",
        "bench",
        "docs",
        "Makefile",
        "pyproject.toml",
        ".ci/run",
        "web",
    ],
)
def test_the_top_level_is_where_people_look_for_it(name):
    assert (ROOT / name).exists()


@pytest.mark.pure
@pytest.mark.parametrize(
    "page",
    ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{p.name}" for p in ROOT.glob("docs/*.md"))],
)
def test_the_documents_name_files_that_are_there(page):
    rooms = {path.name for path in ROOT.iterdir()}
    named = set(A_FILE.findall((ROOT / page).read_text()))
    ours = {file for file in named if file.split("/")[0] in rooms}
    assert not {file for file in ours if not (ROOT / file).exists()}


def test_home_answers(client, db):
    assert client.get("/").status_code == 200
