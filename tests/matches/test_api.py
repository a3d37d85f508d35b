"""Matches through the API: the same commands, the same refusals, one shape."""

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from league.models import League
from matches.models import Match
from tests.matches.conftest import answer, fortunes, present
from tests.matches.playing import play_on

EDIT = {"side": "home", "step": "fortune", "key": "winnings/second", "value": 6}
WIN = {"score": {"home": 2, "away": 1}, "crowd": {"home": 1, "away": 0}}


@pytest.fixture
def caller():
    """A program of a person's: `caller(ines)`."""

    def call(person):
        client = APIClient()
        secret = create_token(actor=person, name="Bot", now=timezone.now())[1]
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return call


@pytest.fixture
def hers(caller, ines):
    return caller(ines)


@pytest.fixture
def boss(caller, marta):
    return caller(marta)


def address(match, rest=""):
    return f"/api/v1/matches/{match.uuid}/{rest}"


def codes(response):
    return {(error["code"], error["subject"]) for error in response.json()["errors"]}


class TestResults:
    def body(self, rovers, scurriers, **other):
        values = {"home": rovers.uuid, "away": scurriers.uuid, "played_on": "2026-03-07", **WIN}
        return values | other

    def test_are_recorded_and_listed(self, hers, client, league, rovers, scurriers):
        matches = f"/api/v1/leagues/{league.uuid}/matches/"
        made = hers.post(matches, self.body(rovers, scurriers))
        assert made.status_code == 201
        assert made.json()["home"] == {
            "team": {"uuid": str(rovers.uuid), "name": "Greywater Rovers"},
            "score": 2,
            "crowd": 1,
            "is_through": False,
            "is_lent": False,
        }
        assert (made.json()["state"], made.json()["steps"]) == ("reported", [])
        assert [(each["what"], each["whose"]) for each in made.json()["to_do"]] == [
            ("confirm", "away")
        ]
        listed = client.get(matches).json()
        assert (listed["count"], listed["results"][0]["uuid"]) == (1, made.json()["uuid"])
        not_hers = [each | {"is_yours": False} for each in made.json()["to_do"]]
        shown = client.get(f"/api/v1/matches/{made.json()['uuid']}/").json()
        assert shown == made.json() | {"to_do": not_hers}

    def test_sent_twice_under_one_key_happen_once(self, hers, league, rovers, scurriers):
        matches = f"/api/v1/leagues/{league.uuid}/matches/"
        sent = [
            hers.post(matches, self.body(rovers, scurriers), headers={"Idempotency-Key": "k"})
            for _ in range(2)
        ]
        assert sent[0].json() == sent[1].json()
        assert Match.objects.count() == 1

    def test_sent_twice_without_one_are_refused(self, hers, league, rovers, scurriers):
        matches = f"/api/v1/leagues/{league.uuid}/matches/"
        hers.post(matches, self.body(rovers, scurriers))
        again = hers.post(matches, self.body(rovers, scurriers))
        assert again.status_code == 422
        # Whoever has not agreed to the first is bound by nothing.
        assert codes(again) == {("post_match_open", "home")}

    def test_of_strange_teams_and_scores_are_refused(self, hers, league, rovers, scurriers):
        matches = f"/api/v1/leagues/{league.uuid}/matches/"
        nobody = "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"
        answer_ = hers.post(matches, self.body(rovers, scurriers, away=nobody))
        assert (answer_.status_code, codes(answer_)) == (422, {("no_such_team", "away")})
        wild = {"score": {"home": 100, "away": 1.5}, "crowd": {"home": 1.5, "away": "x"}}
        answer_ = hers.post(matches, self.body(rovers, scurriers, **wild, referee="me"))
        assert answer_.status_code == 400
        assert {subject for _, subject in codes(answer_)} == {
            "score.home", "score.away", "crowd.home", "crowd.away", "referee",
        }  # fmt: skip

    def test_are_for_whoever_plays(self, caller, client, *, make_user, league, rovers, scurriers):
        matches = f"/api/v1/leagues/{league.uuid}/matches/"
        body = self.body(rovers, scurriers)
        assert caller(make_user("Eve")).post(matches, body).status_code == 403
        assert client.post(matches, body, content_type="application/json").status_code == 401

    def test_of_a_private_league_are_its_own(self, match, caller, client, league, make_user):
        League.objects.update(is_public=False)
        for seen_by in (client, caller(make_user("Eve"))):
            for place in (f"/api/v1/leagues/{league.uuid}/matches/", address(match)):
                assert seen_by.get(place).status_code == 404

    @pytest.mark.parametrize("count", [1, 3])
    def test_are_listed_in_a_fixed_number_of_statements(
        self, play, ines, olaf, *, client, league, count, django_assert_num_queries
    ):
        for _ in range(count):
            match = play(1, 1, fame=(0, 0))
            answer(match, actor=ines, winnings=1, fan_factor=[1, 1])
            answer(match, "away", actor=olaf, winnings=1, fan_factor=[1, 1])
            play_on(match, ines, sides=("home",))
            play_on(match, olaf, sides=("away",))
        with django_assert_num_queries(5):
            assert client.get(f"/api/v1/leagues/{league.uuid}/matches/").json()["count"] == count


class TestSteps:
    def test_say_what_they_ask(self, match, client):
        step = client.get(address(match, "steps/home/fortune/")).json()
        assert (step["revision"], step["is_finished"], step["answered"]) == (0, False, [])
        assert step["asks"] == [
            {
                "kind": "roll",
                "key": "winnings",
                "who": "side",
                "visible": "public",
                "dice": "D6",
                "about": {},
                "because": [],
                "sentence": "Winnings: roll D6",
                "whose": "home",
                "may_answer": False,
            }
        ]

    def test_are_played_through(self, match, hers, rovers):
        place = address(match, "steps/home/fortune/")
        step = hers.post(
            place, {"revision": 0, "answers": [{"key": "winnings", "value": 4}]}
        ).json()
        assert [ask["key"] for ask in step["asks"]] == ["winnings/again"]
        values = {"key": "winnings", "value": 4, "version": 1, "source": "table", "dice": "D6"}
        assert step["answered"] == [values | {"is_held": False}]
        answers = [{"key": "winnings/again", "value": "keep"}, {"key": "fan-factor", "roll": True}]
        step = hers.post(place, {"revision": 1, "answers": answers}).json()
        assert step["is_finished"]
        assert (step["asks"], step["revision"]) == ([], 2)
        assert [given["source"] for given in step["answered"]] == ["table", "table", "server"]
        assert all(given["is_held"] for given in step["answered"])
        assert [(line["sentence"], line["amount"]) for line in step["because"]][:3] == [
            ("The D6 shows 4", 40_000),
            ("FAME 1", 10_000),
            ("The match was won", 10_000),
        ]
        assert present(rovers).treasury == 110_000

    def test_tell_a_stale_caller_how_they_stand_now(self, match, hers, boss):
        place = address(match, "steps/home/fortune/")
        sent = {"revision": 0, "answers": [{"key": "winnings", "roll": True}]}
        first = boss.post(place, sent)
        late = hers.post(place, sent)
        assert late.status_code == 409
        assert codes(late) == {("step_moved", "")}
        assert late.json()["present"] == first.json()
        again = hers.post(place, sent | {"revision": 1})
        assert again.json()["answered"] == first.json()["answered"]

    def test_that_are_over_tell_so(self, finished, hers):
        place = address(finished, "steps/home/fortune/")
        late = hers.post(place, {"revision": 1, "answers": [{"key": "winnings", "value": 6}]})
        assert (late.status_code, codes(late)) == (409, {("step_over", "")})
        assert late.json()["present"]["is_finished"]

    @pytest.mark.parametrize("value", [7, 0, "x", [1], None, True, 1.5])
    def test_refuse_a_die_of_seven(self, match, hers, value):
        sent = {"revision": 0, "answers": [{"key": "winnings", "value": value}]}
        refused = hers.post(address(match, "steps/home/fortune/"), sent)
        assert refused.status_code == 422
        assert [error["subject"] for error in refused.json()["errors"]] == ["winnings"]
        assert not fortunes().exists()

    @pytest.mark.parametrize(
        "given",
        [{"key": "winnings"}, {"key": "winnings", "value": 4, "roll": True}, {"value": 4}, 4, {}],
    )
    def test_refuse_what_is_no_answer(self, match, hers, given):
        sent = {"revision": 0, "answers": [given]}
        assert hers.post(address(match, "steps/home/fortune/"), sent).status_code == 400

    @pytest.mark.parametrize(
        "rest", ["steps/home/hire-and-fire/", "steps/joint/fortune/", "steps/left/fortune/"]
    )
    def test_that_have_not_begun_are_not_there(self, match, hers, rest):
        assert hers.get(address(match, rest)).status_code == 404
        sent = {"revision": 0, "answers": [{"key": "winnings", "value": 4}]}
        assert hers.post(address(match, rest), sent).status_code == 404

    def test_are_not_for_the_other_coach(self, match, caller, olaf, client):
        sent = {"revision": 0, "answers": [{"key": "winnings", "value": 4}]}
        place = address(match, "steps/home/fortune/")
        assert caller(olaf).post(place, sent).status_code == 403
        assert client.post(place, sent, content_type="application/json").status_code == 401

    def test_are_read_in_a_fixed_number_of_statements(
        self, match, client, django_assert_num_queries
    ):
        with django_assert_num_queries(8):
            client.get(address(match, "steps/home/fortune/"))


class TestCorrections:
    def test_are_seen_before_they_are_applied(self, finished, boss, rovers):
        edits = {"answers": [EDIT]}
        seen = boss.post(address(finished, "correction/preview/"), edits).json()
        change, *others = seen["changes"]
        assert all(each["before"]["gold"] == each["after"]["gold"] for each in others)
        assert (change["side"], change["step"]) == ("home", "fortune")
        assert (change["before"]["gold"], change["after"]["gold"]) == (70_000, 80_000)
        assert seen["balances"][0]["treasury"] == 130_000
        assert (seen["drift"], seen["conflicts"], seen["asks"]) == ([], [], [])
        applied = edits | {"seen": seen["seen"], "reason": "A six"}
        done = boss.post(address(finished, "correction/"), applied)
        assert done.status_code == 200
        assert present(rovers).treasury == 130_000
        again = boss.post(address(finished, "correction/"), applied)
        assert (again.status_code, codes(again)) == (409, {("correction_moved", "")})

    def test_say_what_they_want_to_know(self, finished, boss):
        edits = {"score": {"home": 1, "away": 1}}
        seen = boss.post(address(finished, "correction/preview/"), edits).json()
        (ask,) = seen["asks"]
        assert (ask["side"], ask["step"], ask["key"], ask["dice"]) == (
            "home", "fortune", "fan-factor", "2D6",
        )  # fmt: skip
        assert seen["conflicts"][0]["code"] == "needs_answer"
        refused = boss.post(
            address(finished, "correction/"), edits | {"seen": seen["seen"], "reason": "1-1"}
        )
        assert refused.status_code == 422

    def test_are_looked_at_by_coaches_and_not_applied(self, finished, hers, client):
        sent = {"answers": [EDIT]}
        assert hers.post(address(finished, "correction/preview/"), sent).status_code == 200
        told = sent | {"seen": "x", "reason": "Mine"}
        assert hers.post(address(finished, "correction/"), told).status_code == 403
        for rest, body in (("correction/preview/", sent), ("correction/", told)):
            answer_ = client.post(address(finished, rest), body, content_type="application/json")
            assert answer_.status_code == 401

    def test_that_fit_no_ask_are_refused(self, finished, boss):
        preview = address(finished, "correction/preview/")
        for edit in ({"value": 7}, {"key": "shoe-size"}, {"step": "no-such"}, {"side": "joint"}):
            assert boss.post(preview, {"answers": [EDIT | edit]}).status_code == 422
