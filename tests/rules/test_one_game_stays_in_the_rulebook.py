"""The rooms outside the rulebook name no figure of a single edition: they read what it declares.

What stays has its reason here, and goes nowhere else. The gold of a team is no figure of one
edition: its treasury is a column, shown only where a sheet has gold.
"""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.pure

ROOMS = (
    *("acts", "jobs", "web", "accounts", "league", "teams", "matches", "competition"),
    *("league_file", "simulator", "press", "config"),
)
FIGURES = re.compile(
    r"re[-_ ]?rolls?\b|fan[-_ ]factor|\bfame|team[-_ ]value|apothecary?", re.IGNORECASE
)
# Where one may stand, which of them, and why.
EXCEPTIONS = {
    "columns of a team, and of those that have come from elsewhere": (
        r"rerolls|fan_factor",
        "teams/models.py teams/projection.py teams/wishes.py"
        " league_file/shapes.py simulator/digests.py",
    ),
    "fields of the API's v1, which are left out where an edition has no such figure": (
        r"rerolls|fan_factor|team_value",
        "teams/api/shapes.py teams/api/draft_shapes.py teams/api/figures.py teams/api/drafting.py"
        " competition/api/redrafts.py matches/api/on_the_day.py matches/api/shapes.py"
        " matches/api/dry_runs.py",
    ),
    "what is left for a shoot-out, where an edition answers one: a report's key and v1's": (
        r"re[-_]?rolls?",
        "matches/pitch/shoot_out.py matches/pitch/reports.py matches/pitch/resources.py"
        " matches/forms/__init__.py"
        " matches/api/day_json.py matches/api/day_shapes.py matches/api/reports.py"
        " templates/matches/ending_fields.html",
    ),
    "a prize's column, offered where an edition's prizes have it": (
        r"fan[_ ]factor",
        "competition/models/awards.py competition/commands/finish_season.py"
        " competition/queries/honours.py competition/api/honours.py simulator/leagues.py",
    ),
    "keys of house rules, which are stored, and the sentences beside them": (
        r"team-value|fan[- ]factor",
        "competition/standings/tie_breakers.py competition/fixture_words.py",
    ),
    "examples of the API's documentation, which are of one game": (
        r"rerolls?|re-roll|fan[-_]factor|apothecary|FAME",
        "teams/api/adoptions.py teams/api/drafting.py teams/api/hiring.py"
        " matches/api/corrections.py matches/api/steps.py teams/arriving/sheets.py",
    ),
    "who plays by itself, and what it buys, where it is on offer": (
        r"re-?rolls?|apothecary",
        "simulator/purchases.py simulator/decisions.py simulator/matches.py",
    ),
    "the worked example of the front page, and the styleguide's": (
        r".*",
        "web/samples.py templates/press/front_page.html templates/web/styleguide/*",
    ),
}


def mentions():
    root = Path(settings.BASE_DIR)
    files = [path for room in ROOMS for path in (root / room).rglob("*.py")]
    files += (root / "templates").rglob("*.html")
    for path in files:
        name = path.relative_to(root).as_posix()
        if "migrations" not in path.parts and not name.startswith("templates/rules/"):
            for word in FIGURES.findall(path.read_text()):
                yield name, word


def test_no_room_names_a_figure_of_one_game_but_with_a_reason():
    used, without = set(), []
    for file, word in mentions():
        for why, (words, files) in EXCEPTIONS.items():
            if re.fullmatch(words, word, re.IGNORECASE):
                listed = [each for each in files.split() if fnmatch(file, each)]
                used.update((why, each) for each in listed)
                if listed:
                    break
        else:
            without.append((file, word))
    assert without == []
    listed = {(why, file) for why, (_words, files) in EXCEPTIONS.items() for file in files.split()}
    assert listed - used == set()
