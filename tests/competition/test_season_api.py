"""The season desk for programs: the same commands, the same refusals."""

from itertools import count
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from competition.models import Entry, Stage
from jobs import runner
from league.commands.leagues import change_league
from league.models import Membership, Role
from teams.models import Team
from tests.api.conftest import reasons
from tests.conftest import NOW

FOUR = ("Anna", "Bert", "Cleo", "Dirk")


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
def at(league):
    def at(path=""):
        return f"/api/v1/leagues/{league.uuid}/season/{path}"

    return at


@pytest.fixture
def desk(api, marta):
    return api(marta)


@pytest.fixture
def jonas(make_user, league):
    person = make_user("Jonas")
    Membership.objects.create(league=league, user=person, role=Role.COACH, since=NOW)
    return person


@pytest.fixture
def coach(api, jonas):
    return api(jonas)


@pytest.fixture
def stage(enter, plan, start):
    enter(*FOUR)
    return start(plan())


class TestEntries:
    def test_are_registered_accepted_refused_and_withdrawn(self, api, desk, at, jonas, draft_team):
        team = draft_team("Rovers", actor=jonas)
        answer = api(jonas).post(at("entries/"), {"team": str(team.uuid)})
        assert (answer.status_code, answer.json()["state"]) == (201, "registered")
        entry = answer.json()["uuid"]
        assert api(jonas).post(at("entries/accept/"), {"entries": [entry]}).status_code == 403
        answer = desk.post(at("entries/accept/"), {"entries": [entry]})
        assert [each["state"] for each in answer.json()["entries"]] == ["accepted"]
        answer = desk.post(at(f"entries/{entry}/refuse/"), {"reason": "Full."})
        assert answer.json()["state"] == "refused"
        assert api(jonas).delete(at(f"entries/{entry}/")).status_code == 409
        api(jonas).post(at("entries/"), {"team": str(team.uuid)})
        assert api(jonas).delete(at(f"entries/{entry}/")).json()["state"] == "left"

    def test_that_are_not_there_are_refused(self, desk, at):
        answer = desk.post(at("entries/accept/"), {"entries": [str(uuid4())]})
        assert (answer.status_code, reasons(answer)) == (422, {"": "no_such_entry"})
        assert desk.put(at("seeds/"), {"seeds": {"nobody": 1}}).status_code == 422

    def test_all_come_in_at_once(self, desk, at, team):
        answer = desk.post(at("entries/all/"))
        assert [each["team"] for each in answer.json()["entries"]] == [str(team.uuid)]
        assert answer.json()["left_out"] == []

    def test_that_stay_out_are_named_with_why(self, desk, at, draft_team, *, league, marta):
        change_league(actor=marta, league=league, teams_per_coach=5, now=NOW)
        over, gone, unwanted, _in = (
            draft_team(name) for name in ("Over", "Gone", "Unwanted", "Rovers")
        )
        Team.objects.filter(pk=over.pk).update(rerolls=9)
        down = [
            desk.post(at("entries/"), {"team": str(team.uuid)}).json() for team in (gone, unwanted)
        ]
        desk.delete(at(f"entries/{down[0]['uuid']}/"))
        desk.post(at(f"entries/{down[1]['uuid']}/refuse/"), {"reason": "Full."})
        told = desk.post(at("entries/all/")).json()
        assert [each["name"] for each in told["entries"] if each["state"] == "accepted"] == [
            "Rovers"
        ]
        why = {each["team"]: each["reasons"] for each in told["left_out"]}
        assert {team: [each["code"] for each in reasons] for team, reasons in why.items()} == {
            str(over.uuid): ["too-many-rerolls"],
            str(gone.uuid): ["withdrew"],
            str(unwanted.uuid): ["turned_down"],
        }
        assert all(each["message"] for reasons in why.values() for each in reasons)

    def test_are_seeded_and_divided(self, desk, at, enter):
        entries = enter(*FOUR)
        seeds = {str(entry.uuid): n for n, entry in enumerate(entries, start=1)}
        desk.put(at("seeds/"), {"seeds": seeds})
        answer = desk.put(at("divisions/"), {"names": ["Red", "Blue"], "how": "seed"})
        assert [each["name"] for each in answer.json()["divisions"]] == ["Red", "Blue"]
        by_hand = {str(entry.uuid): n % 2 for n, entry in enumerate(entries)}
        values = {"names": ["Red", "Blue"], "how": "hand", "by_hand": by_hand}
        assert desk.put(at("divisions/"), values).status_code == 200
        assert desk.put(at("divisions/"), {"names": ["Red"]}).status_code == 422


class TestStages:
    def test_are_planned_changed_and_dropped(self, desk, at):
        values = {"name": "The league", "format": "round-robin", "legs": 2}
        answer = desk.post(at("stages/"), values)
        assert (answer.status_code, answer.json()["legs"]) == (201, 2)
        stage = at(f"stages/{answer.json()['uuid']}/")
        assert desk.put(stage, {"name": "L", "legs": 1}).json()["legs"] == 1
        answer = desk.put(stage, {"name": "L", "swiss_rounds": 3})
        assert (answer.status_code, reasons(answer)) == (
            422,
            {"swiss_rounds": "not_of_this_format"},
        )
        own = desk.put(stage, {"name": "L", "follows": stage.split("/")[-2]})
        assert reasons(own) == {"follows": "follows_nothing"}
        assert desk.delete(stage).status_code == 204

    def test_start_with_a_job_and_end_when_all_is_played(self, desk, at, enter, plan):
        entries = enter(*FOUR)
        stage = plan()
        address = at(f"stages/{stage.uuid}/")
        named = [str(entry.uuid) for entry in entries[:2]]
        answer = desk.post(f"{address}start/", {"entries": named})
        assert (answer.status_code, answer.json()["kind"]) == (202, "competition.make_fixtures")
        runner.run_due(now=Stage.objects.get().started_at)
        (only,) = desk.get(address).json()["rounds"]
        assert (only["state"], only["fixtures"], only["unplayed"]) == ("open", 1, 1)
        assert reasons(desk.post(f"{address}end/")) == {"": "fixtures_open"}
        (fixture,) = desk.get(f"{address}rounds/1/").json()
        score = {"fixture": fixture["uuid"], "score": {"home": 2, "away": 1}}
        answer = desk.put(f"{address}rounds/1/scores/", {"scores": [score]})
        assert answer.json()[0]["score"]["score"] == {"home": 2, "away": 1}
        assert desk.post(f"{address}rounds/1/close/").json()["rounds"][0]["state"] == "closed"
        assert desk.post(f"{address}end/").json()["state"] == "over"

    def test_have_fixtures_that_are_moved_swapped_and_cancelled(self, desk, at, stage):
        fixture = stage.fixtures.first()
        address = at(f"fixtures/{fixture.uuid}/")
        swapped = desk.post(f"{address}swap/").json()
        assert swapped["home"] == str(fixture.away.uuid)
        assert reasons(desk.post(f"{address}move/", {"round": 2})) == {"round": "plays_already"}
        assert desk.post(f"{address}cancel/", {"reason": "Snow"}).json()["state"] == "cancelled"
        both = {"home": swapped["home"], "away": swapped["away"]}
        added = desk.post(at(f"stages/{stage.uuid}/rounds/1/"), both)
        assert (added.status_code, added.json()["round"]) == (201, 1)

    def test_open_rounds_take_late_teams_and_lose_others(self, desk, at, stage, team):
        address = at(f"stages/{stage.uuid}/")
        opened = desk.post(f"{address}rounds/2/open/").json()
        assert [each["state"] for each in opened["rounds"]][:2] == ["open", "open"]
        assert desk.post(f"{address}late/", {"team": str(team.uuid)}).status_code == 200
        anna = Entry.objects.get(name="Anna")
        values = {"how": "walkovers", "reason": "Moved"}
        assert desk.post(at(f"entries/{anna.uuid}/leave/"), values).json()["state"] == "left"

    def test_of_a_swiss_are_paired(self, desk, at, enter, plan, start):
        enter(*FOUR)
        stage = start(plan("Swiss", "swiss"))
        assert len(desk.post(at(f"stages/{stage.uuid}/pair/")).json()) == 2

    def test_of_open_play_have_matches_arranged(self, desk, at, enter, plan, start):
        anna, bert = enter("Anna", "Bert")
        stage = start(plan("Open", "open"))
        both = {"home": str(anna.uuid), "away": str(bert.uuid)}
        assert desk.post(at(f"stages/{stage.uuid}/arrange/"), both).status_code == 201
        same = both | {"away": both["home"]}
        assert desk.post(at(f"stages/{stage.uuid}/arrange/"), same).status_code == 422


class TestWhoMay:
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("post", "entries/all/"),
            ("put", "divisions/"),
            ("put", "seeds/"),
            ("post", "stages/"),
            ("post", "stages/{stage}/start/"),
            ("post", "stages/{stage}/end/"),
            ("post", "stages/{stage}/pair/"),
            ("post", "stages/{stage}/rounds/1/"),
            ("post", "stages/{stage}/rounds/1/open/"),
            ("post", "stages/{stage}/rounds/1/close/"),
            ("put", "stages/{stage}/rounds/1/scores/"),
        ],
    )
    def test_coaches_do_not_run_it(self, coach, at, stage, method, path):
        answer = getattr(coach, method)(at(path.format(stage=stage.uuid)), {})
        assert answer.status_code == 403

    def test_everybody_reads_a_public_season(self, api, at, stage):
        assert len(api().get(at()).json()["entries"]) == 4
        assert len(api().get(at(f"stages/{stage.uuid}/rounds/1/")).json()) == 2

    def test_a_private_one_is_for_its_members(self, api, at, stage, league, make_user):
        league.is_public = False
        league.save()
        assert api(make_user("Otto")).get(at()).status_code == 404
