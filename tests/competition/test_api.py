"""A season through the API: the same commands, the same refusals, one shape."""

from itertools import count

import pytest
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from competition.models import Result
from league.commands.leagues import change_league
from league.models import Membership, Role
from matches.models import Match
from tests.conftest import NOW

API = "/api/v1"


@pytest.fixture
def api(db):
    """A program, with a token of its person if given one: `api(marta)`."""
    names = (f"Bot {number}" for number in count(1))

    def connect(person=None):
        client = APIClient()
        if person is not None:
            _token, secret = create_token(actor=person, name=next(names), now=NOW)
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return connect


@pytest.fixture
def ines(make_user, league):
    ines = make_user("Ines")
    Membership.objects.create(league=league, user=ines, role=Role.COACH, since=NOW)
    return ines


def codes(response):
    return {(error["code"], error["subject"]) for error in response.json()["errors"]}


class TestStandings:
    @pytest.fixture
    def stage(self, enter, plan, start, score):
        self.anna, self.bert, self.cleo = enter("Anna", "Bert", "Cleo")
        stage = start(plan())
        score(stage.fixtures.filter(state="open").first(), 3, 1)
        return stage

    def test_say_why(self, stage, api, league):
        told = api().get(f"{API}/leagues/{league.uuid}/standings/").json()
        (table,) = told["tables"]
        first = table["rows"][0]
        assert (first["place"], first["points"], first["score_for"]) == (1, 3, 3)
        assert first["because"] | {"sentence": "", "table": []} == {
            "code": "points",
            "measure": "",
            "mine": 3.0,
            "theirs": 0.0,
            "per_match": False,
            "sentence": "",
            "table": [],
        }
        assert "on points: 3 to 0." in first["because"]["sentence"]
        assert table["rows"][-1]["because"] is None
        assert told["tie_breakers"][0] == "points"

    def test_what_is_not_there_is_missing(self, stage, api, league, marta):
        address = f"{API}/leagues/{league.uuid}/standings/"
        assert api().get(address, {"after": "99"}).status_code == 404
        change_league(actor=marta, league=league, is_public=False, now=NOW)
        assert api().get(address).status_code == 404
        assert api(marta).get(address).status_code == 200

    def test_points_by_hand(self, stage, api, marta, ines):
        address = f"{API}/stages/{stage.uuid}/adjustments/"
        values = {"entry": str(self.anna.uuid), "points": -2, "reason": "Late roster"}
        assert api().post(address, values).status_code == 401
        assert api(ines).post(address, values).status_code == 403
        refused = api(marta).post(address, values | {"points": 0, "from_round": 9})
        assert refused.status_code == 422
        assert codes(refused) == {
            ("points_out_of_range", "points"),
            ("no_such_round", "from_round"),
        }
        made = api(marta).post(address, values)
        assert (made.status_code, made.json()["points"]) == (201, -2)
        undo = f"{API}/adjustments/{made.json()['uuid']}/take-back/"
        assert api(ines).post(undo).status_code == 403
        assert api(marta).post(undo).json()["taken_back_at"]
        assert api(marta).post(undo).status_code == 409

    def test_lots(self, stage, api, marta, score):
        for fixture in stage.fixtures.filter(away__isnull=False):
            score(fixture, 1, 1)
        address = f"{API}/stages/{stage.uuid}/lots/"
        entries = [str(each.uuid) for each in (self.anna, self.bert, self.cleo)]
        assert codes(api(marta).post(address, {"entries": entries[:2]})) == {
            ("not_level", "entries")
        }
        drawn = api(marta).post(address, {"entries": entries})
        assert drawn.status_code == 201
        assert sorted(lot["number"] for lot in drawn.json()) == [1, 2, 3]


class TestFixtures:
    def test_are_listed_round_by_round_and_for_one_team(self, enter, plan, start, api, league):
        anna, *_others = enter("Anna", "Bert", "Cleo", "Dirk")
        start(plan())
        address = f"{API}/leagues/{league.uuid}/fixtures/"
        told = api().get(address).json()
        assert (told["count"], told["results"][0]["round"]) == (6, 1)
        assert api().get(address, {"team": str(anna.uuid)}).json()["count"] == 3
        assert api().get(address, {"round": 2}).json()["count"] == 2
        assert api().get(address, {"round": "x"}).status_code == 404

    def test_a_slot_says_what_it_waits_for(self, enter, plan, start, api):
        enter("Anna", "Bert", "Cleo")
        final = start(plan("The cup", "knock-out")).fixtures.get(state="waiting")
        told = api().get(f"{API}/fixtures/{final.uuid}/").json()
        waits = {told["home"]["waits_for"], told["away"]["waits_for"]}
        assert waits == {"", "W1"}


class TestAFixture:
    @pytest.fixture
    def fixture(self, *, enter_team, plan, start, ines, olaf):
        enter_team("Greywater Rovers", actor=ines)
        enter_team("Underquay Scurriers", actor=olaf)
        return start(plan()).fixtures.get()

    TOLD = {"score": {"home": 2, "away": 1}, "tallies": {"cas": {"home": 3, "away": 0}}}  # noqa: RUF012

    def test_is_played_by_its_coaches(self, fixture, api, ines, make_user):
        address = f"{API}/fixtures/{fixture.uuid}/match/"
        told = self.TOLD | {"played_on": "2026-03-07"}
        assert api(make_user("Stranger")).post(address, told).status_code == 403
        key = {"Idempotency-Key": "once"}
        answers = [api(ines).post(address, told, headers=key) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].json()["match"] == str(Match.objects.get().uuid)
        assert answers[0].json()["result"]["tallies"] == {"cas": {"home": 3, "away": 0}}
        assert api(ines).post(address, told).status_code == 409

    def test_a_score_and_a_ruling(self, fixture, api, ines, marta):
        address = f"{API}/fixtures/{fixture.uuid}"
        assert api(ines).post(f"{address}/score/", self.TOLD).status_code == 403
        assert codes(api(marta).post(f"{address}/score/", self.TOLD | {"ending": "overtime"})) == {
            ("winner_missing", "winner")
        }
        assert api(marta).post(f"{address}/score/", self.TOLD).json()["state"] == "played"
        ruling = {"ending": "forfeit", "at_fault": "away", "reason": "Nobody came"}
        assert api(marta).post(f"{address}/ruling/", ruling).status_code == 409
        assert api(marta).post(f"{address}/take-back/", {"reason": "Typo"}).json()["result"] is None
        assert api(ines).post(f"{address}/ruling/", ruling).status_code == 403
        ruled = api(marta).post(f"{address}/ruling/", ruling)
        assert ruled.json()["result"]["said"] == f"Forfeit: {fixture.away} did not turn up"
        assert Result.objects.get().score_home == 2

    def test_a_misspelt_member_is_refused(self, fixture, api, marta):
        refused = api(marta).post(
            f"{API}/fixtures/{fixture.uuid}/score/", self.TOLD | {"cassualties": {}}
        )
        assert refused.status_code in (400, 422)
        assert codes(refused) == {("unknown", "cassualties")}
