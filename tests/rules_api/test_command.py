"""manage.py ruleset: the catalogue as JSON, exactly as promised."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from rules.editions import edition
from rules.loading import editions

pytestmark = pytest.mark.pure

ORDER = "GASPM"


def printed(key):
    out = io.StringIO()
    call_command("ruleset", key, stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture(scope="module", params=editions())
def document(request):
    return printed(request.param)


def named(entries, name):
    return next(entry for entry in entries if entry["name"] == name)


def test_it_has_the_promised_keys(document):
    assert [*document] == ["edition", "teams", "stars", "skills", "inducements", "tables"]
    for team in document["teams"]:
        assert [*team] == ["name", "reroll_cost", "apothecary", "positions", "stars"]
        for position in team["positions"]:
            assert " ".join(position) == "name max cost ma st ag av skills normal double"
    for star in document["stars"]:
        profile = ["members"] if "members" in star else ["ma", "st", "ag", "av", "skills"]
        assert {*star} == {"name", "cost", "plays_for", *profile}
        for member in star.get("members", []):
            assert {*member} == {"name", "ma", "st", "ag", "av", "skills"}
    assert all([*skill] == ["name", "category"] for skill in document["skills"])
    for inducement in document["inducements"]:
        assert [*inducement] == ["name", "max", "cost", "cost_for", "only_for"]
    for rows in document["tables"].values():
        assert rows
        assert all({"from", "to", "name"} <= {*row} for row in rows)


def test_names_stand_where_the_files_have_keys(document):
    teams = {team["name"] for team in document["teams"]}
    stars = {star["name"] for star in document["stars"]}
    skills = {skill["name"] for skill in document["skills"]}
    for team in document["teams"]:
        assert {*team["stars"]} <= stars
        for position in team["positions"]:
            assert {*position["skills"]} <= skills
    for star in document["stars"]:
        assert {*star["plays_for"]} <= teams
        for profile in star.get("members", [star]):
            assert {*profile["skills"]} <= skills
    for inducement in document["inducements"]:
        assert {*inducement["cost_for"], *inducement["only_for"]} <= teams


def test_letters_stand_in_order(document):
    for team in document["teams"]:
        for position in team["positions"]:
            for letters in (position["normal"], position["double"]):
                assert letters == "".join(sorted(letters, key=ORDER.index))


def test_stars_and_teams_agree(document):
    for team in document["teams"]:
        for star in document["stars"]:
            assert (star["name"] in team["stars"]) == (team["name"] in star["plays_for"])


def test_nothing_is_left_out(document):
    catalogue = edition(document["edition"]).catalogue
    assert len(document["teams"]) == len(catalogue.races)
    assert len(document["stars"]) == len(catalogue.stars)
    assert len(document["skills"]) == len(catalogue.skills)
    assert {*catalogue.tables} <= {*document["tables"]}


def test_worked_examples_of_bb2016():
    document = printed("bb2016")
    humans = named(document["teams"], "Human")
    assert humans["reroll_cost"] == 50_000
    assert named(humans["positions"], "Blitzer") == {
        "name": "Blitzer",
        "max": 4,
        "cost": 90_000,
        "ma": 7,
        "st": 3,
        "ag": 3,
        "av": 8,
        "skills": ["Block"],
        "normal": "GS",
        "double": "AP",
    }
    assert named(document["inducements"], "Bribe")["cost_for"] == {"Goblin": 50_000}
    assert named(document["inducements"], "Igor")["only_for"] == [
        team["name"] for team in document["teams"] if not team["apothecary"]
    ]
    assert document["tables"]["casualty"][1]["name"] == "Broken Ribs"
    assert document["tables"]["weather-standard"][0]["name"] == "Sweltering Heat"
    (winnings,) = [row for row in document["tables"]["winnings"] if row.get("key") == "die"]
    assert winnings["value"] == 10_000


def test_an_edition_that_nobody_wrote_is_refused_in_a_sentence():
    with pytest.raises(CommandError, match="There is no edition bb1989"):
        call_command("ruleset", "bb1989")
