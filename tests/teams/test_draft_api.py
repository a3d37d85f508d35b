"""The draft for programs: the same commands, refusals and numbers as on its page."""

import pytest
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from league.commands.invitations import invite
from league.commands.members import accept_invitation, add_coach_by_name
from teams.commands.drafting import begin_draft
from teams.models import Draft, Team
from tests.api.conftest import reasons
from tests.conftest import A_TEAM, NOW


def client_of(person):
    client = APIClient()
    secret = create_token(actor=person, name="Bot", now=NOW)[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.fixture
def api(marta):
    return client_of(marta)


@pytest.fixture
def drafts(league):
    return f"/api/v1/leagues/{league.uuid}/drafts/"


@pytest.fixture
def teams(league):
    return f"/api/v1/leagues/{league.uuid}/teams/"


@pytest.fixture
def begun(api, drafts):
    answer = api.post(drafts, {"race": "human"}, format="json")
    assert answer.status_code == 201
    return f"/api/v1/drafts/{answer.json()['uuid']}/"


@pytest.fixture
def olaf(make_user, marta, league):
    olaf = make_user("Olaf")
    _, secret = invite(actor=marta, league=league, now=NOW)
    accept_invitation(actor=olaf, secret=secret, now=NOW)
    return olaf


def test_a_draft_is_begun_weighed_changed_and_finished(api, begun):
    shown = api.get(begun).json()
    assert (shown["budget"], shown["left"], shown["revision"]) == (1_000_000, 1_000_000, 0)
    assert [error["code"] for error in shown["errors"]] == ["too-few-players"]
    wish = {"wish": A_TEAM, "people": {"draft/6": {"name": "Griselda", "number": 13}}}
    changed = api.patch(begun, wish | {"name": "The Reivers", "revision": 0}, format="json").json()
    assert (changed["spent"], changed["left"], changed["team_value"]) == (950_000, 50_000, 950_000)
    assert changed["errors"] == []
    assert [line["sentence"] for line in changed["because"]][:2] == [
        "The budget",
        "Lineman: 5 × 50,000",
    ]
    assert changed["players"][5] == {
        "key": "draft/6",
        "position": "catcher",
        "skills": [],
        "value": 60_000,
        "name": "Griselda",
        "number": 13,
    }
    answer = api.post(f"{begun}finish/", {"revision": 1}, format="json")
    assert answer.status_code == 201
    team = Team.objects.get()
    assert answer.json()["uuid"] == str(team.uuid)
    assert (answer.json()["treasury"], answer.json()["value"]) == (50_000, 950_000)
    assert team.contracts.get(key="draft/6").player.name == "Griselda"
    assert api.get(begun).json()["team"] == str(team.uuid)


def test_what_is_left_out_of_a_change_stays(api, begun):
    api.patch(begun, {"wish": A_TEAM, "name": "The Reivers"}, format="json")
    shown = api.patch(begun, {"shirt": "navy"}, format="json").json()
    assert (shown["name"], shown["shirt"], shown["spent"]) == ("The Reivers", "navy", 950_000)


def test_a_wish_may_break_rules_and_is_told_which(api, begun):
    shown = api.patch(begun, {"wish": {"players": {"ogre": 2}}}, format="json").json()
    assert {error["subject"]: error["code"] for error in shown["errors"]} == {
        "players": "too-few-players",
        "players.ogre": "too-many-of-position",
    }
    answer = api.post(f"{begun}finish/", {}, format="json")
    assert answer.status_code == 422
    assert reasons(answer) == {"players": "too-few-players", "players.ogre": "too-many-of-position"}


@pytest.mark.parametrize(
    ("change", "status", "found"),
    [
        ({"wish": {"players": {"goblin": 1}}}, 422, {"players.goblin": "no-such-position"}),
        ({"wish": {"players": {"lineman": 1.5}}}, 400, {"wish.players.lineman": "invalid"}),
        ({"wish": {"players": {"lineman": -1}}}, 400, {"wish.players.lineman": "min_value"}),
        ({"wish": {"gold": 5}}, 400, {"wish.gold": "unknown"}),
        ({"name": "x" * 500}, 400, {"name": "max_length"}),
        ({"name": "a\u202eb"}, 422, {"name": "not_one_line"}),
        ({"people": {"draft/1": {"number": 0}}}, 400, {"people.draft/1.number": "min_value"}),
        ({"people": {"draft/1": {"number": 999}}}, 400, {"people.draft/1.number": "max_value"}),
        ({"people": {"draft/1": {"name": "Otto"}}}, 422, {"people.draft/1": "no_such_player"}),
        ({"shirt": "beige"}, 400, {"shirt": "invalid_choice"}),
        ({"shoe": 1}, 400, {"shoe": "unknown"}),
        ({"revision": 7}, 409, {"": "draft_moved"}),
    ],
)
def test_what_cannot_be_kept_is_refused(api, begun, change, status, found):
    answer = api.patch(begun, change, format="json")
    assert (answer.status_code, reasons(answer)) == (status, found)


def test_a_draft_is_dropped(api, begun):
    assert api.delete(begun).status_code == 204
    assert api.get(begun).status_code == 404
    assert not Draft.objects.exists()


def test_a_team_is_drafted_in_one_call_and_once(api, teams):
    body = {"race": "human", "name": "The Reivers", "wish": A_TEAM}
    for replayed in (None, "true"):
        answer = api.post(teams, body, format="json", headers={"Idempotency-Key": "one"})
        assert answer.status_code == 201
        assert answer.headers.get("Idempotency-Replayed") == replayed
    assert Team.objects.get().name == "The Reivers"
    again = api.post(teams, body, format="json")
    assert (again.status_code, reasons(again)) == (422, {"name": "name_taken"})
    assert Draft.objects.count() == 1


def test_the_commissioner_drafts_for_others(api, drafts, teams, league, marta):
    bram = add_coach_by_name(actor=marta, league=league, name="Old Bram", now=NOW)
    answer = api.post(drafts, {"race": "orc", "coach": str(bram.uuid)}, format="json")
    assert answer.json()["coach"] == {"uuid": str(bram.uuid), "name": "Old Bram"}
    body = {"race": "human", "coach": str(bram.uuid), "wish": A_TEAM}
    api.post(teams, body, format="json")
    assert Team.objects.get().tenures.get().coach == bram
    stranger = "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"
    answer = api.post(drafts, {"race": "orc", "coach": stranger}, format="json")
    assert (answer.status_code, reasons(answer)) == (422, {"coach": "no_such_coach"})


def test_a_coach_lists_and_changes_his_own_alone(api, drafts, begun, olaf, season):
    own = begin_draft(actor=olaf, season=season, race="orc", now=NOW)
    theirs = client_of(olaf)
    assert [each["uuid"] for each in theirs.get(drafts).json()["results"]] == [str(own.uuid)]
    assert api.get(drafts).json()["count"] == 2
    for call in (theirs.get, theirs.patch, theirs.delete):
        answer = call(begun)
        assert (answer.status_code, reasons(answer)) == (403, {"": "not_your_draft"})
    assert theirs.post(f"{begun}finish/", {}, format="json").status_code == 403


def test_strangers_are_told_to_stay_out(client, begun, drafts, make_user, league):
    ned = client_of(make_user("Ned"))
    assert client.get(begun).status_code == 401
    assert ned.get(begun).status_code == 403
    assert ned.get(drafts).status_code == 403
    teams = drafts.replace("drafts", "teams")
    assert ned.post(teams, {"race": "orc", "wish": {}}, format="json").status_code == 403
    type(league).objects.update(is_public=False)
    assert ned.get(begun).status_code == 404
    assert ned.get(drafts).status_code == 404


@pytest.mark.parametrize("drafted", [1, 5])
def test_the_list_asks_a_fixed_number_of_times(
    api, drafts, season, drafted, django_assert_num_queries
):
    (commissioner,) = season.league.memberships.all()
    for _ in range(drafted):
        begin_draft(actor=commissioner.user, season=season, race="orc", now=NOW)
    api.get(drafts)
    with django_assert_num_queries(6):
        api.get(drafts)


@pytest.mark.parametrize("players", [1, 16])
def test_a_draft_asks_a_fixed_number_of_times(api, begun, players, django_assert_num_queries):
    api.patch(begun, {"wish": {"players": {"lineman": players}}}, format="json")
    with django_assert_num_queries(4):
        api.get(begun)


def test_whoever_runs_the_league_sets_rules_aside_with_a_reason(api, begun):
    answer = api.patch(begun, {"wish": {"players": {"lineman": 10}}}, format="json")
    assert answer.json()["overridable"]
    refused = api.post(f"{begun}finish/", {"override": True}, format="json")
    assert (refused.status_code, reasons(refused)) == (422, {"reason": "reason_missing"})
    word = {"override": True, "reason": "Their tenth is on his way"}
    assert api.post(f"{begun}finish/", word, format="json").status_code == 201
    assert Team.objects.get().contracts.count() == 10


def test_a_coach_sets_no_rule_aside(season, olaf):
    draft = begin_draft(actor=olaf, season=season, race="human", now=NOW)
    word = {"override": True, "reason": "Mine"}
    answer = client_of(olaf).post(f"/api/v1/drafts/{draft.uuid}/finish/", word, format="json")
    assert answer.status_code == 403
