"""What else is done at the table through the API: totals, one phone for both, broken off."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import RulesPin
from matches.models import Answer, Match, Witness
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.through_the_api import (
    answer_all,
    answer_one,
    enter,
    program_of,
    tap,
    to_answer,
)


@pytest.fixture
def hers(ines):
    return program_of(ines)


@pytest.fixture
def his(olaf):
    return program_of(olaf)


@pytest.fixture
def boss(marta):
    return program_of(marta)


@pytest.fixture
def begun(hers, his, league, rovers, scurriers):
    values = {"home": rovers.uuid, "away": scurriers.uuid, "played_on": DAY}
    made = hers.post(f"/api/v1/leagues/{league.uuid}/matches/begin/", values)
    begun = f"/api/v1/matches/{made.json()['uuid']}/"
    assert his.post(f"{begun}agree/").status_code == 200
    return begun


@pytest.fixture
def kicked_off(begun, hers, his):
    answer_all(begun, hers, his)
    return begun


def codes(answer):
    return {error["code"] for error in answer.json()["errors"]}


class TestTotals:
    def totals(self, match, caller, **told):
        revision = caller.get(match).json()["revision"]
        return caller.post(f"{match}totals/", {"revision": revision, **told})

    def test_end_in_the_same_as_taps(self, kicked_off, hers, his, client):
        deeds = {
            "home": {"draft/1": {"touchdown": 2, "completion": 1}},
            "away": {"": {"touchdown": 1}},
        }
        hurt = {"side": "away", "player": "draft/2", "by": "draft/3", "how": "block", "dice": 42}
        told = self.totals(kicked_off, hers, deeds=deeds, casualties=[hurt]).json()
        assert told["deeds"]["home"]["draft/1"]["touchdown"] == 2
        assert told == client.get(f"{kicked_off}totals/").json()
        (casualty,) = told["casualties"]
        told_back = {"tap": casualty["tap"], "injury": "", "treated": "", "roll": False}
        assert casualty == hurt | told_back
        taps = client.get(f"{kicked_off}taps/").json()["taps"]
        assert sorted(each["kind"] for each in taps) == [
            "casualty", "completion", "touchdown", "touchdown", "touchdown",
        ]  # fmt: skip
        hers.post(f"{kicked_off}report/", {})
        his.post(f"{kicked_off}report/confirm/")
        answer_all(kicked_off, hers)
        answer_all(kicked_off, his)
        assert client.get(kicked_off).json()["state"] == "over"

    def test_take_back_what_is_told_otherwise(self, kicked_off, hers, his):
        enter(kicked_off, his, tap("touchdown", "away", player="draft/1"))
        hurt = {"side": "away", "player": "draft/2", "roll": True}
        told = self.totals(
            kicked_off, hers, deeds={"away": {"draft/1": {"touchdown": 0}}}, casualties=[hurt]
        ).json()
        assert told["deeds"]["away"] == {}
        (casualty,) = told["casualties"]
        assert casualty["roll"]
        again = self.totals(kicked_off, hers, casualties=[casualty])
        assert again.json() == told, "what was told is told again, and nothing changes"
        gone = self.totals(kicked_off, hers, casualties=[{"tap": casualty["tap"]}])
        assert gone.json()["casualties"] == []

    def test_are_a_conflict_where_somebody_was_quicker(self, kicked_off, hers, his):
        seen = hers.get(f"{kicked_off}totals/").json()
        enter(kicked_off, his, tap("touchdown", "away"))
        late = hers.post(f"{kicked_off}totals/", {"revision": seen["revision"]})
        assert (late.status_code, codes(late)) == (409, {"entered_since"})
        assert late.json()["present"] == hers.get(f"{kicked_off}totals/").json()

    def test_are_refused_with_reasons(self, kicked_off, hers, client):
        nobody = {"home": {"nobody": {"touchdown": 1}}}
        refused = self.totals(kicked_off, hers, deeds=nobody)
        assert (refused.status_code, codes(refused)) == (422, {"not_on_the_pitch"})
        hurt = {"side": "away", "player": "draft/1"}
        for dice in (7, 39, 69, -1):
            refused = self.totals(kicked_off, hers, casualties=[hurt | {"dice": dice}])
            assert refused.status_code == 422, dice
        assert self.totals(kicked_off, hers, casualties=[{"player": "draft/1"}]).status_code == 422
        for deeds in ({"home": {"draft/1": {"touchdown": 100}}}, {"left": {}}, {"home": []}):
            assert self.totals(kicked_off, hers, deeds=deeds).status_code == 400, deeds
        assert client.get(f"{kicked_off}taps/").json()["taps"] == []

    def test_wait_for_the_kick_off(self, begun, hers):
        assert hers.get(f"{begun}totals/").status_code == 404
        early = self.totals(begun, hers)
        assert (early.status_code, codes(early)) == (409, {"not_being_played"})


class TestLending:
    def test_lets_one_program_enter_for_both(self, begun, hers, his):
        assert not hers.get(begun).json()["away"]["is_lent"]
        assert hers.post(f"{begun}lend/away/").status_code == 403
        assert his.post(f"{begun}lend/away/").json()["away"]["is_lent"]
        answer_all(begun, hers)
        assert hers.get(begun).json()["phase"] == "pitch"
        assert hers.post(f"{begun}report/", {}).json()["phase"] == "post-match"
        answer_all(begun, hers)
        over = hers.get(begun).json()
        assert over["state"] == "over"
        assert {side: over[side]["is_through"] for side in ("home", "away")} == {
            "home": True,
            "away": True,
        }
        assert his.post(f"{begun}take-back/away/").status_code == 409

    def test_is_taken_back(self, begun, hers, his, boss):
        boss.post(f"{begun}lend/away/")
        assert hers.post(f"{begun}take-back/away/").status_code == 403
        assert not his.post(f"{begun}take-back/away/").json()["away"]["is_lent"]

    def test_is_of_a_side(self, begun, hers):
        for side in ("joint", "left"):
            missing = hers.post(f"{begun}lend/{side}/")
            assert (missing.status_code, codes(missing)) == (404, {"no_such_side"})

    def test_happens_once_under_one_key(self, begun, his):
        key = {"Idempotency-Key": "k"}
        one, two = (his.post(f"{begun}lend/away/", headers=key).json() for _ in range(2))
        assert one == two


class TestBreakingOff:
    def test_stops_everything_until_it_goes_on(self, kicked_off, hers, his):
        assert his.post(f"{kicked_off}interrupt/").json()["state"] == "interrupted"
        refused = enter(kicked_off, hers, tap("touchdown", "home"))
        assert (refused.status_code, codes(refused)) == (409, {"not_being_played"})
        again = hers.post(f"{kicked_off}interrupt/")
        assert (again.status_code, codes(again)) == (409, {"not_in_this_state"})
        later = (DAY + timedelta(days=7)).isoformat()
        on = hers.post(f"{kicked_off}resume/", {"played_on": later})
        assert (on.json()["state"], on.json()["played_on"]) == ("playing", later)
        assert enter(kicked_off, hers, tap("touchdown", "home")).status_code == 200

    def test_goes_on_no_earlier_than_it_began_and_not_tomorrow(self, kicked_off, hers):
        hers.post(f"{kicked_off}interrupt/")
        tomorrow = timezone.now().date() + timedelta(days=2)
        for day, code in (
            (DAY - timedelta(days=1), "before_it_began"),
            (tomorrow, "in_the_future"),
        ):
            refused = hers.post(f"{kicked_off}resume/", {"played_on": day.isoformat()})
            assert (refused.status_code, codes(refused)) == (422, {code})
        assert hers.post(f"{kicked_off}resume/", {}).json()["played_on"] == DAY.isoformat()

    def test_is_for_whoever_plays(self, kicked_off, make_user):
        eve = program_of(make_user("Eve"))
        assert eve.post(f"{kicked_off}interrupt/").status_code == 403
        assert Match.objects.get().state == "playing"


class TestWitnessing:
    @pytest.fixture
    def season(self, season):
        house = {"dice.pre-match": "witnessed"}
        pin = RulesPin.objects.create(catalogue=season.pin.catalogue, house=house, made_at=NOW)
        type(season).objects.filter(pk=season.pk).update(pin=pin)
        season.refresh_from_db()
        return season

    def test_is_for_the_other_coach(self, begun, hers, his):
        address = to_answer(begun, hers)[0]
        answer_one(address, hers)
        assert Answer.objects.exclude(dice="").exists()
        nothing = hers.post(f"{address}witness/")
        assert (nothing.status_code, codes(nothing)) == (409, {"nothing_to_see"})
        for coach, is_yours in ((hers, False), (his, True)):
            to_do = [each for each in coach.get(begun).json()["to_do"] if each["what"] == "witness"]
            assert [(each["address"], each["is_yours"]) for each in to_do] == [
                (f"{address}witness/", is_yours)
            ]
        seen = his.post(to_do[0]["address"])
        assert seen.status_code == 200
        assert "witness" not in {each["what"] for each in his.get(begun).json()["to_do"]}
        assert Witness.objects.exists()
        log = his.get(f"{begun}dice/").json()["results"]
        assert [each["is_witnessed"] for each in log] == [True] * len(log)
