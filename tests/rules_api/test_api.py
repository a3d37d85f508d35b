"""The rulebook through the API: facts, rulings with their working, refusals at their field."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.editions import edition
from rules.engine.effects import Gold, to_data
from rules.loading import editions
from rules.ruleset import ruleset
from tests.rules_api.conftest import errors
from tests.rules_api.guessing import Guess

pytestmark = pytest.mark.pure  # no page of the rulebook asks the database

TEAM = {"race": "human"}
WON = {"team": TEAM, "result": "won", "fame": 1}
ALL_RULINGS = [(key, name) for key in editions() for name in edition(key).questions]


class TestFacts:
    def test_the_editions_are_listed_with_their_addresses(self, client, db):
        answer = client.get("/api/v1/rules/").json()
        assert [each["key"] for each in answer] == editions()
        for each in answer:
            assert client.get(each["catalogue"]).json()["edition"] == each["key"]
            assert client.get(each["rulings"]).json()["edition"] == each["key"]

    @pytest.mark.parametrize("key", editions())
    def test_the_catalogue_is_the_printed_one(self, client, db, key):
        answer = client.get(f"/api/v1/rules/{key}/")
        assert answer.json() == ruleset(edition(key).catalogue)

    def test_a_list_of_records_and_a_tally_with_a_sign_are_described(self, client, db):
        answer = client.get("/api/v1/rules/bb2016/rulings/").json()
        asked = {each["name"]: each["circumstances"]["properties"] for each in answer["rulings"]}
        assert asked["adoption"]["players"] == {
            "type": "array",
            "items": {"$ref": "#/definitions/Adoptee"},
            "maxItems": 100,
        }
        assert answer["definitions"]["Adoptee"]["required"] == ["position"]
        assert asked["adjustment"]["staff"]["additionalProperties"] == {
            "type": "integer",
            "minimum": -99,
            "maximum": 99,
        }
        assert asked["adjustment"]["skill_given"]["description"] == "By key, or by name."

    @pytest.mark.parametrize("key", editions())
    def test_every_ruling_is_listed_with_sentence_schema_and_example(self, client, db, key):
        answer = client.get(f"/api/v1/rules/{key}/rulings/").json()
        assert [each["name"] for each in answer["rulings"]] == [*edition(key).questions]
        for each in answer["rulings"]:
            assert each["sentence"]
            assert set(each["example"]["circumstances"]) <= set(each["circumstances"]["properties"])
        assert "Team" in answer["definitions"]
        assert answer["house"]["properties"]["mvp"]["enum"] == ["nominate-three", "random", "coach"]

    @pytest.mark.parametrize(
        "address",
        ["/api/v1/rules/bb1989/", "/api/v1/rules/bb1989/rulings/", "/api/v1/rules/__init__/"],
    )
    def test_an_edition_that_nobody_wrote_is_not_found(self, client, db, address):
        answer = client.get(address)
        assert answer.status_code == 404
        assert [error["code"] for error in answer.json()["errors"]] == ["not_found"]
        assert "bb2016" in answer.json()["errors"][0]["message"]

    def test_a_ruling_that_nobody_wrote_is_not_found(self, ask, db):
        assert ask("shoe-size", {}).status_code == 404
        assert ask("winnings", {}, edition="bb1989").status_code == 404
        assert ask("sponsor-search", {}, edition="crp").status_code == 404


class TestAsking:
    def test_first_it_asks_for_the_die(self, ask, db):
        answer = ask("winnings", WON)
        assert answer.status_code == 200
        assert answer.json() == {
            "outcome": "asks",
            "asks": [
                {
                    "kind": "roll",
                    "key": "winnings",
                    "who": "side",
                    "visible": "public",
                    "dice": "D6",
                    "about": {},
                    "because": [],
                    "sentence": "Winnings: roll D6",
                }
            ],
            "effects": [],
            "because": [],
        }

    def test_then_the_winner_may_roll_again(self, ask, db):
        (again,) = ask("winnings", WON, answers={"winnings": 2}).json()["asks"]
        assert (again["kind"], again["options"]) == ("choose", ["keep", "reroll"])

    def test_a_winner_with_a_four_and_fame_one_earns_sixty_thousand(self, ask, db):
        answers = {"winnings": 4, "winnings/again": "keep"}
        answer = ask("winnings", WON, answers=answers).json()
        assert answer["outcome"] == "allowed"
        assert answer["asks"] == []
        assert answer["effects"] == [
            to_data(Gold(60_000, "winnings")) | {"sentence": "+60,000 gold"}
        ]
        assert answer["because"] == [
            {
                "code": "die",
                "amount": 40_000,
                "params": {"die": 4, "dice": "D6"},
                "sentence": "The D6 shows 4",
            },
            {
                "code": "fame",
                "amount": 10_000,
                "params": {"fame": 1, "times": 1},
                "sentence": "FAME 1",
            },
            {
                "code": "result",
                "amount": 10_000,
                "params": {"result": "won"},
                "sentence": "The match was won",
            },
        ]

    def test_house_rules_are_heard(self, ask, db):
        answer = ask(
            "winnings",
            WON,
            house={"winnings.short-league": "both"},
            answers={"winnings": 4, "winnings/again": "keep"},
        ).json()
        assert sum(line["amount"] for line in answer["because"]) == 80_000

    def test_names_do_as_well_as_keys(self, ask, db):
        wish = {"race": "Wood Elf", "players": {"Lineman": 11}}
        answer = ask("draft", wish, house={"draft.races": ["Wood Elf"]}).json()
        assert answer["outcome"] == "allowed"
        assert answer["because"][1]["sentence"] == "Lineman: 11 × 70,000"

    def test_skills_and_inducements_of_a_draft_go_by_name_too(self, ask, db):
        wish = {
            "race": "Human",
            "players": {"Lineman": 11},
            "skilled": [{"position": "Lineman", "skills": ["Side Step"]}],
            "inducements": {"Griff Oberwald": 1, "Bloodweiser Keg": 1},
        }
        house = {
            "resurrection": True,
            "resurrection.skills": 1,
            "draft.permanent-inducements": ["Star Player", "Bloodweiser Keg"],
        }
        answer = ask("draft", wish, house=house).json()
        assert [line["sentence"] for line in answer["because"][2:]] == [
            "Lineman with Side Step, by a double",
            "Griff Oberwald: 1 × 320,000",
            "Bloodweiser Keg: 1 × 50,000",
        ]
        assert answer["effects"][-2]["what"] == "star/griff-oberwald"

    def test_the_editions_differ(self, ask, db):
        at = {"team": {"race": "human"}, "result": "won", "team_value": 1_900_000}
        answers = {"winnings": 4, "winnings/again": "keep"}
        sums = {
            key: sum(
                line["amount"] or 0
                for line in ask("winnings", at, edition=key, answers=answers).json()["because"]
            )
            for key in editions()
        }
        assert sums["bb2016"] == 50_000
        assert sums["crp"] == 30_000

    @pytest.mark.parametrize(("key", "name"), ALL_RULINGS)
    def test_every_example_is_answered(self, ask, db, key, name):
        body = edition(key).example(name)
        answer = ask(name, body["circumstances"], edition=key, house=body["house"])
        assert answer.status_code == 200, answer.content

    def test_a_body_may_leave_out_whatever_has_a_default(self, ask, db):
        assert ask("coin").json()["asks"][0]["key"] == "coin/drawn"

    def test_nobody_in_particular_asks_without_a_statement(self, ask, client, db):
        with CaptureQueriesContext(connection) as statements:
            ask("winnings", WON, answers={"winnings": 4})
            ask("winnings", {"fame": "x"})
            client.get("/api/v1/rules/")
            client.get("/api/v1/rules/bb2016/")
            client.get("/api/v1/rules/bb2016/rulings/")
        assert len(statements) == 0


BAD_CIRCUMSTANCES = [
    ({}, {"team": "missing", "result": "missing"}),
    ([], {"": "not-an-object"}),
    (None, {"": "not-an-object"}),
    (WON | {"shoe_size": 43}, {"shoe_size": "unknown-field"}),
    (WON | {"x" * 10_000: 1}, {"x" * 100 + "…": "unknown-field"}),
    (WON | {"fame": "1"}, {"fame": "not-a-whole-number"}),
    (WON | {"fame": 1.0}, {"fame": "not-a-whole-number"}),
    (WON | {"fame": True}, {"fame": "not-a-whole-number"}),
    (WON | {"fame": 100}, {"fame": "out-of-range"}),
    (WON | {"team_value": -1}, {"team_value": "negative"}),
    (WON | {"team_value": 2**62}, {"team_value": "out-of-range"}),
    (WON | {"result": "thrashed"}, {"result": "not-an-option"}),
    (WON | {"result": ["won"]}, {"result": "not-an-option"}),
    (WON | {"friendly": 1}, {"friendly": "not-yes-or-no"}),
    (WON | {"stadium": 5}, {"stadium": "not-text"}),
    (WON | {"stadium": "x" * 10_000}, {"stadium": "too-long"}),
    (WON | {"stadium": "a\nb"}, {"stadium": "not-printable"}),
    (WON | {"stadium": "the moon"}, {"stadium": "no-such-stadium"}),
    (WON | {"team": "human"}, {"team": "not-an-object"}),
    (WON | {"team": {}}, {"team.race": "missing"}),
    (WON | {"team": {"race": "humans"}}, {"team.race": "no-such-race"}),
    (WON | {"team": TEAM | {"treasury": -5}}, {"team.treasury": "negative"}),
    (WON | {"team": TEAM | {"staff": []}}, {"team.staff": "not-an-object"}),
    (WON | {"team": TEAM | {"staff": {"x": None}}}, {"team.staff.x": "not-a-whole-number"}),
    (
        WON | {"team": TEAM | {"staff": {str(n): 1 for n in range(101)}}},
        {"team.staff": "too-many-entries"},
    ),
    (WON | {"team": TEAM | {"players": [1]}}, {"team.players": "not-an-object"}),
    (
        WON | {"team": TEAM | {"players": {"p1": {"id": "p1", "skills": ["block", 3]}}}},
        {
            "team.players.p1.position": "missing",
            "team.players.p1.cost": "missing",
            "team.players.p1.skills.1": "not-text",
        },
    ),
    (
        WON
        | {"team": TEAM | {"players": {"p1": {"id": "p2", "position": "lineman", "cost": 50_000}}}},
        {"team.players.p1": "not-his-id"},
    ),
    (
        WON | {"team": TEAM | {"blacklisted_by": {}, "home": 3}},
        {"team.blacklisted_by": "not-a-list", "team.home": "not-an-object"},
    ),
    (WON | {"team": TEAM | {"blacklisted_by": [{}]}}, {"team.blacklisted_by.0": "not-text"}),
    (
        {"team": {"race": 1}, "result": 2, "fame": [], "friendly": "no"},
        {
            "team.race": "not-text",
            "result": "not-an-option",
            "fame": "not-a-whole-number",
            "friendly": "not-yes-or-no",
        },
    ),
]  # fmt: skip

BAD_HOUSE_RULES = [
    ([], {"house": "not-an-object"}),
    ({"shoes": True}, {"shoes": "no-such-rule"}),
    ({"mvp": "oldest"}, {"mvp": "not-an-option"}),
    ({"mvp": ["random"]}, {"mvp": "not-an-option"}),
    ({"stadiums": "yes"}, {"stadiums": "not-yes-or-no"}),
    ({"draft.treasury": -1}, {"draft.treasury": "out-of-range"}),
    ({"draft.treasury": 5}, {"draft.treasury": "not-in-steps"}),
    ({"draft.treasury": "much"}, {"draft.treasury": "not-a-whole-number"}),
    ({"draft.races": "human"}, {"draft.races": "not-a-list"}),
    ({"draft.races": ["human", "human"]}, {"draft.races": "named-twice"}),
    ({"draft.races": ["humans"]}, {"draft.races": "not-in-the-catalogue"}),
    ({"stars.barred": ["Nobody", 3]}, {"stars.barred": "not-a-list"}),
    ({"tie-breakers": ["wins", "height"]}, {"tie-breakers": "not-among-these"}),
    ({"points.bonuses": {"td-3": 0}}, {"points.bonuses": "out-of-range"}),
    ({"points.bonuses": {"td-3": True}}, {"points.bonuses": "not-a-whole-number"}),
    ({"points.bonuses": {"td-9": 1}}, {"points.bonuses": "not-among-these"}),
    ({"points.bonus": ["td-3", "td-3"]}, {"points.bonuses": "named-twice"}),
    ({"points.bonus": 3}, {"points.bonuses": "not-a-list"}),
    ({"x" * 10_000: True}, {"x" * 100 + "…": "no-such-rule"}),
    ({"words": 3, "mvp": 4}, {"words": "not-text", "mvp": "not-an-option"}),
]

BAD_ANSWERS = [
    ([], {"answers": "not-an-object"}),
    ({str(n): 1 for n in range(1001)}, {"answers": "too-many-answers"}),
    ({"winnings": 7}, {"winnings": "dice-range"}),
    ({"winnings": 0}, {"winnings": "dice-range"}),
    ({"winnings": "4"}, {"winnings": "dice-shape"}),
    ({"winnings": [4]}, {"winnings": "dice-shape"}),
    ({"winnings": None}, {"winnings": "dice-shape"}),
    ({"winnings": 4, "winnings/again": "maybe"}, {"winnings/again": "not-an-option"}),
    ({"winnings": 4, "winnings/again": {}}, {"winnings/again": "not-an-option"}),
]


STRANGER = "x" * 10_000
CUT = "x" * 100 + "…"

STRANGERS = [
    ("mvp", {}, {"mvp/1/nominees": [STRANGER] * 3}, f"Not up for choice: {CUT}, {CUT}, {CUT}."),
    (
        "hire-and-fire",
        {},
        {"hire-and-fire": {STRANGER: 1}},
        f"There is nothing called {CUT.capitalize()} to be had here.",
    ),
    ("draft", {"draft.races": [STRANGER]}, {}, f"The rulebook knows no {CUT}."),
    (
        "winnings",
        {"winnings.short-league": "both", "re-draft.keeps": ["sponsors", STRANGER]},
        {},
        f"Not among the options: {CUT}. They are sponsors, home, fund, star.",
    ),
]


class TestRefusals:
    @pytest.mark.parametrize(("name", "house", "answers", "said"), STRANGERS)
    def test_a_stranger_is_named_at_a_readable_length(self, client, name, house, answers, said):
        asked = edition("bb2016").example(name)
        asked["house"] |= house
        answer = client.post(
            f"/api/v1/rules/bb2016/rulings/{name}/",
            asked | {"answers": answers},
            content_type="application/json",
        )
        assert answer.status_code == 422
        assert said in [error["message"] for error in answer.json()["errors"]]

    @pytest.mark.parametrize(("circumstances", "said"), BAD_CIRCUMSTANCES)
    def test_bad_circumstances_name_every_field(self, client, db, circumstances, said):
        house = {"stadiums": True}
        answer = client.post(
            "/api/v1/rules/bb2016/rulings/winnings/",
            {"circumstances": circumstances, "house": house},
            content_type="application/json",
        )
        assert errors(answer) == said

    @pytest.mark.parametrize(("house", "said"), BAD_HOUSE_RULES)
    def test_bad_house_rules_name_the_rule(self, ask, db, house, said):
        assert errors(ask("winnings", WON, house=house)) == said

    @pytest.mark.parametrize(("answers", "said"), BAD_ANSWERS)
    def test_bad_answers_name_the_ask(self, ask, db, answers, said):
        assert errors(ask("winnings", WON, answers=answers)) == said

    def test_everything_wrong_is_said_at_once(self, ask, db):
        answer = ask("winnings", {"fame": "x"}, house={"mvp": 1})
        assert errors(answer) == {
            "team": "missing",
            "result": "missing",
            "fame": "not-a-whole-number",
            "mvp": "not-an-option",
        }

    def test_the_rules_refuse_with_every_reason_and_names(self, ask, db):
        wish = {"race": "undead", "players": {"mummy": 3}, "staff": {"apothecary": 1}}
        answer = ask("draft", wish)
        assert errors(answer) == {
            "players": "too-few-players",
            "players.mummy": "too-many-of-position",
            "staff.apothecary": "no-apothecary-for-race",
        }
        sentences = [error["message"] for error in answer.json()["errors"]]
        assert "3 × Mummy, and 2 at most may play." in sentences

    @pytest.mark.parametrize(
        ("wish", "said"),
        [
            ({"players": {"troll": 1}}, {"players.troll": "no-such-position"}),
            ({"players": {"lineman": -1}}, {"players.lineman": "negative"}),
            ({"staff": {"wizard": 1}}, {"staff.wizard": "no-such-staff"}),
            ({"players": {"x" * 10_000: 1}}, {"players." + "x" * 92 + "…": "too-long"}),
        ],
    )
    def test_what_the_catalogue_does_not_know_is_refused(self, ask, db, wish, said):
        assert errors(ask("draft", {"race": "human"} | wish)) == said

    def test_an_unknown_skill_is_refused(self, ask, db):
        player = {"id": "p1", "position": "lineman", "cost": 50_000, "skills": ["juggling"]}
        answer = ask("player-value", {"race": "human", "player": player})
        assert errors(answer) == {"player.skills": "no-such-skill"}

    def test_a_list_of_records_is_refused_at_each_row(self, ask, db):
        players = [
            {"position": "lineman"},
            {"skills": ["block", 3], "shoes": 1},
            "lineman",
            {"position": "lineman", "raised": {"ma": -1}, "awards": {"mvp": 10_000}},
        ]
        assert errors(ask("adoption", {"race": "human", "players": players})) == {
            "players.1.position": "missing",
            "players.1.shoes": "unknown-field",
            "players.1.skills.1": "not-text",
            "players.2": "not-an-object",
            "players.3.raised.ma": "negative",
            "players.3.awards.mvp": "out-of-range",
        }

    def test_the_rules_refuse_at_the_row_too(self, ask, db):
        players = [{"position": "Lineman"}, {"position": "Blitzer", "skills": ["Guard", "Block"]}]
        assert errors(ask("adoption", {"race": "Human", "players": players})) == {
            "players.1.skills": "has-skill-already"
        }

    def test_differences_have_a_sign_and_bounds(self, ask, db):
        at = {"team": TEAM, "treasury": 5, "staff": {"cheerleader": -100}, "rerolls": 100}
        assert errors(ask("adjustment", at)) == {
            "staff.cheerleader": "out-of-range",
            "rerolls": "out-of-range",
        }
        given = {"team": TEAM, "treasury": 10_000, "staff": {"cheerleader": 1}}
        assert ask("adjustment", given).json()["outcome"] == "allowed"

    def test_members_of_the_body_that_nobody_asked_for_are_refused(self, ask, client, db):
        assert errors(ask("coin", {}, shoes=1)) == {"shoes": "unknown-field"}
        address = "/api/v1/rules/bb2016/rulings/coin/"
        answer = client.post(address, [1], content_type="application/json")
        assert errors(answer) == {"": "not-an-object"}

    @pytest.mark.parametrize("body", ["{", "[" * 20_000, '{"circumstances": NaN}', "\xff"])
    def test_a_body_that_is_no_json_is_unreadable(self, client, db, body):
        address = "/api/v1/rules/bb2016/rulings/coin/"
        answer = client.post(address, body, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["errors"]

    def test_a_very_deep_body_is_refused_or_unreadable(self, client, db):
        deep = '{"circumstances":' + '{"team":' * 500 + "1" + "}" * 501
        address = "/api/v1/rules/bb2016/rulings/winnings/"
        answer = client.post(address, deep, content_type="application/json")
        assert answer.status_code in (400, 422)


@pytest.mark.parametrize(("key", "name"), ALL_RULINGS)
def test_whatever_is_asked_is_answered_or_refused(ask, db, key, name):
    rules = edition(key)
    for seed in range(6):
        guess = Guess(random.Random(f"{key} {name} {seed}"), rules, wild=0.1 * (seed % 3))
        circumstances = guess.record(rules.questions[name].circumstances)
        house = guess.house([*edition(key).knobs.values()])
        answers = {}
        for _ in range(30):
            answer = ask(name, circumstances, edition=key, house=house, answers=answers)
            assert answer.status_code in (200, 422), answer.content
            said = answer.json()
            if answer.status_code == 422:
                assert errors(answer)
                break
            assert said["asks"] or said["outcome"] == "allowed"
            if not said["asks"]:
                break
            answers |= {each["key"]: guess.answer_to(each) for each in said["asks"]}
