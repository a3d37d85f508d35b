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
    assert " ".join(document) == (
        "edition teams stars skills inducements decks sponsors referees balls tables table_names"
    )
    for team in document["teams"]:
        assert " ".join(team) == "key name reroll_cost apothecary positions stars star_keys"
        for position in team["positions"]:
            assert " ".join(position) == (
                "key name max cost ma st ag av skills skill_keys normal double"
            )
    for star in document["stars"]:
        profile = {"ma", "st", "ag", "av", "skills", "skill_keys"}
        its = {"members"} if "members" in star else profile
        assert {*star} == {"key", "name", "cost", "plays_for", "plays_for_keys"} | its
        for member in star.get("members", []):
            assert {*member} == {"name"} | profile
    assert all([*skill] == ["key", "name", "category"] for skill in document["skills"])
    for inducement in document["inducements"]:
        assert " ".join(inducement) == (
            "key name max cost cost_for cost_for_keys only_for only_for_keys"
        )
    for rows in document["tables"].values():
        assert rows
        assert all({"from", "to", "name"} <= {*row} for row in rows)


def test_what_an_answer_may_name_has_its_key_beside_its_name(document):
    for deck in document["decks"]:
        assert " ".join(deck) == "key name summary set cost cards"
        assert deck["cards"]
        for card in deck["cards"]:
            assert " ".join(card) == "key name summary timing"
    for each in (*document["sponsors"], *document["referees"], *document["balls"]):
        assert " ".join(each) == "key name summary"


def test_keys_and_names_tell_of_the_same(document):
    teams = {team["key"]: team["name"] for team in document["teams"]}
    skills = {skill["key"]: skill["name"] for skill in document["skills"]}
    assert (len(teams), len(skills)) == (len(document["teams"]), len(document["skills"]))
    for star in document["stars"]:
        assert [teams[key] for key in star["plays_for_keys"]] == star["plays_for"]
    stars = {star["key"]: star["name"] for star in document["stars"]}
    for team in document["teams"]:
        assert [stars[key] for key in team["star_keys"]] == team["stars"]
    for each in document["inducements"]:
        assert {teams[key]: gold for key, gold in each["cost_for_keys"].items()} == each["cost_for"]
        assert [teams[key] for key in each["only_for_keys"]] == each["only_for"]
    assert [*document["table_names"]] == [*document["tables"]]
    profiles = [member for star in document["stars"] for member in star.get("members", [star])]
    for each in (*profiles, *(its for team in document["teams"] for its in team["positions"])):
        assert [skills[key] for key in each["skill_keys"]] == each["skills"]


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
        "key": "blitzer",
        "name": "Blitzer",
        "max": 4,
        "cost": 90_000,
        "ma": 7,
        "st": 3,
        "ag": 3,
        "av": 8,
        "skills": ["Block"],
        "skill_keys": ["block"],
        "normal": "GS",
        "double": "AP",
    }
    assert named(document["inducements"], "Bribe")["cost_for"] == {"Goblin": 50_000}
    assert named(document["inducements"], "Igor")["only_for"] == [
        team["name"] for team in document["teams"] if not team["apothecary"]
    ]
    assert document["tables"]["casualty"][1]["name"] == "Broken Ribs"
    assert document["table_names"]["weather-winter"] == "Winter Weather"
    assert document["tables"]["weather-standard"][0]["name"] == "Sweltering Heat"
    (winnings,) = [row for row in document["tables"]["winnings"] if row.get("key") == "die"]
    assert winnings["value"] == 10_000


def test_an_edition_that_nobody_wrote_is_refused_in_a_sentence():
    with pytest.raises(CommandError, match="There is no edition bb1989"):
        call_command("ruleset", "bb1989")
