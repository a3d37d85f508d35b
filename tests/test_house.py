"""The rooms that everybody expects to find."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


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
        "jobs",
        "competition",
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


def test_home_answers(client, db):
    assert client.get("/").status_code == 200
