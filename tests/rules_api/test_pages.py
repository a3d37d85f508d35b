"""Ask the rulebook on a page: without script, step by step, refusals at their field."""

import html
import os
import random
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.ask_views import knobs_read
from rules.editions import edition
from rules.loading import editions
from tests.rules_api.reading import form_of

pytestmark = pytest.mark.pure  # no page of the rulebook asks the database

ALL_RULINGS = [(key, name) for key in editions() for name in edition(key).questions]


def address(name, key="bb2016"):
    return reverse("rules:ask-ruling", args=[key, name])


def text(answer):
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


@pytest.fixture
def start(client, db):
    """Open a ruling's page: its fields as a browser would send them."""

    def opened(name, key="bb2016", **typed):
        answer = client.get(address(name, key))
        assert answer.status_code == 200
        return form_of(answer) | typed

    return opened


def test_the_list_names_every_ruling_with_its_sentence(client, db):
    for key in editions():
        page = text(client.get(reverse("rules:ask", args=[key])))
        for question in edition(key).questions.values():
            assert address(question.name, key) in page
            assert question.sentence in page


JUNK = ["", "x", "-1", "7", "{}", "[]", "1e9", "human", "p1", "a: b", ":", "\x00", "é" * 200]


@pytest.mark.parametrize(("key", "name"), ALL_RULINGS)
def test_every_ruling_can_be_asked_as_it_stands_and_whatever_is_typed(client, start, key, name):
    """`make soak` types longer; what is new to a ruling mostly stumbles at once."""
    answer = client.post(address(name, key), fields := start(name, key))
    assert answer.status_code == 200, text(answer)
    said = text(answer)
    assert ("The ruling" in said) != ("The rulebook wants to know more" in said)

    times = int(os.environ.get("SOAK_TYPED", "1"))
    chance = random.Random(f"{key} {name} {times}")
    for _ in range(times):
        fields |= form_of(answer)
        typed = {
            field: chance.choice(JUNK) if chance.random() < 0.2 else value
            for field, value in fields.items()
        }
        answer = client.post(address(name, key), typed)
        assert answer.status_code in (200, 422)


class TestWinnings:
    def test_step_by_step_to_sixty_thousand(self, client, start):
        fields = start("winnings")
        asked = client.post(address("winnings"), fields)
        assert "Winnings: roll D6" in text(asked)

        fields = form_of(asked) | {"answer.winnings.0": "4"}
        asked = client.post(address("winnings"), fields)
        assert "keep the die or roll again" in text(asked)

        fields = form_of(asked)
        assert fields["answer.winnings.0"] == "4"
        ruled = client.post(address("winnings"), fields | {"answer.winnings/again": "keep"})
        assert "+60,000 gold" in text(ruled)
        for working in ("The D6 shows 4", "+40,000", "FAME 1", "The match was won", "Together"):
            assert working in text(ruled)

    def test_gold_and_points_are_not_added_up(self, client, start):
        fields = start("forfeit") | {"house.forfeit.fine": "20,000", "house.points.forfeit": "-2"}
        ruled = text(client.post(address("forfeit"), fields))
        assert "\N{MINUS SIGN}20,000 gold" in ruled
        assert "League points: \N{MINUS SIGN}2" in ruled
        assert "Together" not in ruled

    def test_house_rules_are_heard(self, client, start):
        fields = start("winnings") | {
            "house.winnings.short-league": "both",
            "answer.winnings.0": "4",
            "answer.winnings/again": "keep",
        }
        assert "+80,000 gold" in text(client.post(address("winnings"), fields))

    def test_circumstances_can_be_changed_under_the_same_dice(self, client, start):
        fields = start("winnings") | {
            "at.result": "lost",
            "at.fame": "0",
            "answer.winnings.0": "4",
        }
        assert "+40,000 gold" in text(client.post(address("winnings"), fields))


@pytest.mark.parametrize(("key", "name"), ALL_RULINGS)
def test_every_ruling_is_asked_by_filling_in_fields(client, db, key, name):
    page = client.get(address(name, key)).content.decode()
    assert "<textarea" not in page
    assert "JSON" not in page


@pytest.mark.parametrize(("key", "name"), ALL_RULINGS)
def test_every_number_says_how_far_it_goes_and_is_told_where_it_went_too_far(
    client, start, key, name
):
    page = client.get(address(name, key)).content.decode()
    numbers = re.findall(r'<input type="number" name="(at[^"]+)"[^>]*>', page)
    assert all(
        "min=" in tag and "max=" in tag for tag in re.findall(r'<input type="number"[^>]*>', page)
    )
    if not numbers:
        return
    field = numbers[0]
    answer = client.post(address(name, key), start(name, key) | {field: "many"})
    assert answer.status_code == 422
    assert "A whole number is wanted here." in at_field(answer, field)


def at_field(answer, field):
    """What a page says at a field."""
    found = re.search(
        rf'<div class="err" id="id_{re.escape(field)}_error">(.*?)</div>', text(answer), re.DOTALL
    )
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"at.fame": "much"}, "A whole number is wanted here."),
        ({"at.fame": "100"}, "From −99 to 99."),
        ({"at.team_value": "-1"}, "This cannot be less than nothing."),
        ({"at.result": "thrashed"}, "It is one of won, drawn, lost."),
        ({"at.team.race": ""}, "Something has to stand here."),
        ({"at.team.treasury": "NaN"}, "A whole number is wanted here."),
        ({"at.team.treasury": "-5"}, "This cannot be less than nothing."),
        ({"at.team.race": "humans"}, "There is no race humans."),
        ({"at.team.race": "\x07"}, "One line, please"),
        ({"at.team.race": "x" * 10_000}, "100 characters at most."),
        ({"at.team.players.0.many": "lots"}, "A whole number is wanted here."),
        ({"at.team.players.0.many": "101"}, "From 0 to 100."),
        ({"at.team.players.0.niggles": "100"}, "From 0 to 99."),
        ({"at.team.players.0.skills.0": "x" * 101}, "100 characters at most."),
        ({"at.team.players.0.awards.mvp": "x"}, "A whole number is wanted here."),
        ({"at.stadium": "the-moon"}, "No stadium is like that: the-moon."),
        ({"house.winnings.short-league": "lots"}, "It is one of none, bonus"),
        ({"house.expenses.step": "12345"}, "It goes in steps of 5,000."),
    ],
)
def test_bad_input_is_refused_where_it_stands(client, start, typed, said):
    answer = client.post(address("winnings"), start("winnings") | typed)
    assert answer.status_code == 422
    (field,) = typed
    assert said in at_field(answer, field)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"answer.winnings.0": "7"}, "D6 does not show that."),
        ({"answer.winnings.0": "<b>"}, "D6 is wanted"),
        ({"answer.winnings.0": "4", "answer.winnings/again": "x"}, "It is one of keep, reroll."),
    ],
)
def test_bad_answers_are_refused_where_they_stand(client, start, typed, said):
    answer = client.post(address("winnings"), start("winnings") | typed)
    assert answer.status_code == 422
    assert said in text(answer)


def test_the_rules_refuse_with_every_reason_at_its_field(client, start):
    fields = start("draft") | {
        "at.race": "undead",
        "at.players.0.key": "mummy",
        "at.players.0.value": "3",
        "at.players.1.key": "",
    }
    answer = client.post(address("draft"), fields)
    assert answer.status_code == 422
    for reason in ("3 × Mummy", "3 players are too few", "have no use for an apothecary"):
        assert reason in text(answer)


def another(client, name, fields, rows):
    """One more row, by its button."""
    answer = client.post(address(name), fields | {"more": rows})
    assert answer.status_code == 200
    for ruled in ("The ruling", "Refused.", "The rulebook wants to know more"):
        assert ruled not in text(answer)
    return form_of(answer)


class TestRows:
    def test_players_who_are_alike_stand_in_one_row(self, client, start):
        fields = start("team-value")
        assert fields["at.team.players.rows"] == "2"
        assert fields["at.team.players.0.many"] == "11"
        assert fields["at.team.players.1.name"] == "Griselda"

    def test_another_player_joins_by_a_button_at_the_price_of_their_position(self, client, start):
        fields = another(client, "team-value", start("team-value"), "at.team.players")
        assert fields["at.team.players.rows"] == "3"
        assert "p12" not in text(client.post(address("team-value"), fields))
        fields["at.team.players.2.position"] = "ogre"
        assert re.search(
            r"p12, as hired.{0,80}\+140,000", text(client.post(address("team-value"), fields))
        )

    def test_somebody_who_is_several_is_called_by_free_names(self, client, start):
        fields = start("mvp") | {"at.team.players.0.many": "2", "at.team.players.1.id": "p2"}
        asked = form_of(client.post(address("mvp"), fields))
        fields = asked | {"answer.mvp/1/nominees": ["p1", "p2", "p3"]}
        assert "p3" in text(client.post(address("mvp"), fields))

    def test_what_is_left_empty_is_left_out(self, client, start):
        fields = start("adoption") | {"at.players.0.position": ""}
        ruled = text(client.post(address("adoption"), fields))
        assert "Catcher (adoption/1) joins" in ruled
        assert "Blitzer" not in ruled.partition("The ruling")[2]

    def test_another_skill_is_chosen_beside_the_first(self, client, start):
        fields = start("draft")
        assert fields["at.skilled.0.skills.0"] == "block"
        fields["at.skilled.0.skills.0"] = "dirty-player"
        ruled = text(client.post(address("draft"), fields))
        assert "Lineman with Dirty Player, a normal skill" in ruled
        fields = another(client, "draft", fields, "at.skilled.0.skills")
        assert "at.skilled.0.skills.2" in fields

    def test_no_more_rows_than_anybody_needs(self, client, start):
        fields = start("adoption") | {"at.players.rows": "1000000000"}
        answer = client.post(address("adoption"), fields)
        assert form_of(answer)["at.players.rows"] == "100"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"at.skilled.0.skills.0": "juggling"}, "There is no skill juggling."),
        ({"at.skilled.1.skills.0": "claws"}, "Claws is open to no Blitzer"),
        ({"at.skilled.0.position": "goblin"}, "Human teams have no Goblin."),
        ({"at.skilled.0.skills.0": "x" * 101}, "100 characters at most."),
    ],
)
def test_skills_that_cannot_be_drafted_are_refused_in_their_row(client, start, typed, said):
    answer = client.post(address("draft"), start("draft") | typed)
    (field,) = typed
    row = ".".join(field.split(".")[:3])
    errors = re.findall(rf'id="id_{re.escape(row)}[^"]*_error">(.*?)</div>', text(answer))
    assert said in " ".join(errors)


class TestAdoption:
    def test_whoever_is_adopted_joins(self, client, start):
        fields = start("adoption")
        assert fields["at.players.rows"] == "5"
        ruled = text(client.post(address("adoption"), fields))
        assert "+60,000 gold" in ruled
        assert "Blitzer (adoption/1) joins" in ruled
        assert "The treasury, brought along: 60,000" in ruled

    @pytest.mark.parametrize(
        ("typed", "field", "said"),
        [
            ({"at.players.4.position": "mummy"}, "at.players.4.position", "have no Mummy."),
            ({"at.players.4.skills.0": "block"}, "at.players.4.skills.0", "Improvement rolls that"),
        ],
    )
    def test_what_is_wrong_stands_at_its_row(self, client, start, typed, field, said):
        answer = client.post(address("adoption"), start("adoption") | typed)
        assert answer.status_code == 422
        assert said in at_field(answer, field)

    def test_nobody_is_a_list_too(self, client, start):
        nobody = {f"at.players.{row}.many": "0" for row in range(5)}
        assert "The ruling" in text(client.post(address("adoption"), start("adoption") | nobody))


def test_differences_are_typed_with_their_sign(client, start):
    fields = start("adjustment") | {
        "at.treasury": "-150000",
        "at.awards.casualty": "",
        "at.awards.mvp": "-1",
        "at.misses_next": "yes",
    }
    answer = client.post(address("adjustment"), fields)
    assert answer.status_code == 422
    assert "1 would be taken, and there is only 0." in at_field(answer, "at.awards.mvp")
    ruled = client.post(address("adjustment"), fields | {"at.awards.mvp": "1"})
    for sentence in ("−150,000 gold", "b1 is the most valuable player", "b1 misses the next match"):
        assert sentence in text(ruled)


def test_too_few_nominees_are_told_how_many(client, start):
    fields = form_of(client.post(address("mvp"), start("mvp")))
    fields["answer.mvp/1/nominees"] = ["p1", "p2"]
    assert "Exactly 3 of them." in text(client.post(address("mvp"), fields))


def test_a_basket_that_is_left_empty_is_an_answer(client, start):
    asked = client.post(address("hire-and-fire"), start("hire-and-fire"))
    assert "The rulebook wants to know more" in text(asked)
    ruled = client.post(address("hire-and-fire"), form_of(asked))
    assert "Nothing changes." in text(ruled)


def test_a_basket_is_paid_for(client, start):
    asked = client.post(address("hire-and-fire"), start("hire-and-fire"))
    fields = form_of(asked) | {"answer.hire-and-fire.hire/blitzer": "1"}
    ruled = text(client.post(address("hire-and-fire"), fields))
    assert "Blitzer hired: 1 × 90,000" in ruled
    assert "−90,000 gold" in ruled


@pytest.mark.parametrize(
    "path", ["/rules/bb1989/ask/", "/rules/bb1989/ask/winnings/", "/rules/bb2016/ask/shoe-size/"]
)
def test_what_nobody_wrote_is_not_found(client, db, path):
    assert client.get(path).status_code == 404


def test_nobody_in_particular_asks_without_a_statement(client, start):
    fields = start("winnings")
    with CaptureQueriesContext(connection) as statements:
        client.get("/rules/bb2016/ask/")
        client.get(address("winnings"))
        client.post(address("winnings"), fields)
    assert len(statements) == 0


def test_htmx_gets_the_form_alone(client, start):
    answer = client.post(
        address("winnings"),
        start("winnings"),
        headers={"HX-Request": "true", "HX-Target": "asked"},
    )
    assert "<html" not in answer.content.decode()
    assert "Winnings: roll D6" in text(answer)


@pytest.mark.parametrize(
    ("name", "some"),
    [
        ("winnings", {"winnings.short-league", "expenses.spiralling", "expenses.breakpoint"}),
        ("mvp", {"mvp", "mvp.dead"}),
        (
            "draft",
            {"draft.treasury", "draft.races", "fan-factor.free", "draft.permanent-inducements"}
            | {f"resurrection{knob}" for knob in ("", ".skills", ".skills-per-player")}
            | {f"resurrection.{kind}-price" for kind in ("normal", "double")},
        ),
        ("coin", set()),
    ],
)
def test_the_page_offers_the_house_rules_that_a_ruling_reads(name, some):
    read = knobs_read("bb2016", name)
    assert some <= read
    assert len(read) < 20
