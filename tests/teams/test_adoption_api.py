"""Adoptions, adjustments and takings back for programs."""

import pytest
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from league.models import Membership, Role
from teams.api.adoptions import ROVERS
from teams.models import Team
from tests.api.conftest import reasons
from tests.conftest import NOW


def client_of(person):
    client = APIClient()
    secret = create_token(actor=person, name="Bot", now=NOW)[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.fixture
def api(marta):
    return client_of(marta)


@pytest.fixture
def address(league):
    return f"/api/v1/leagues/{league.uuid}/adoptions/"


class TestAdopting:
    def test_a_whole_team_in_one_call(self, api, address, league):
        answer = api.post(address, ROVERS, format="json")
        assert answer.status_code == 201, answer.json()
        team = Team.objects.get(uuid=answer.json()["uuid"])
        assert (answer.json()["treasury"], answer.json()["value"]) == (85_000, team.value)
        jory = team.contracts.select_related("player").get(number=2).player
        assert (jory.name, jory.skills, jory.extra) == ("Jory Vane", ["guard"], 2)
        assert league.memberships.filter(name="Edda").exists()

    def test_by_keys_alone_and_a_name_leads_to_its_key(self, api, address):
        players = [{"position": "Lineman", "skills": ["Block"], "extra": 6}]
        answer = api.post(address, ROVERS | {"players": players}, format="json")
        assert answer.status_code == 422
        assert [
            (error["subject"], error["params"]["near"]) for error in answer.json()["errors"]
        ] == [
            ("players.0.position", "lineman"),
            ("players.0.skills.0", "block"),
        ]
        assert not Team.objects.exists()
        players = [{"position": "lineman", "skills": ["block"], "extra": 6}]
        assert api.post(address, ROVERS | {"players": players}, format="json").status_code == 201

    def test_a_dry_run_weighs_and_writes_nothing(self, api, address):
        answer = api.post(address, ROVERS | {"dry_run": True, "rerolls": 9}, format="json")
        told = answer.json()
        assert answer.status_code == 200
        assert (told["allowed"], told["overridable"]) == (False, True)
        assert [error["subject"] for error in told["errors"]] == ["rerolls"]
        assert told["value"] == sum(line["amount"] or 0 for line in told["because"])
        assert "Set aside" in told["because"][-1]["sentence"]
        assert not Team.objects.exists()

    def test_refused_with_every_reason(self, api, address):
        players = [{"position": "wardancer", "number": 4}, {"position": "lineman", "number": 4}]
        answer = api.post(
            address, ROVERS | {"players": players, "coach_name": "", "rerolls": 9}, format="json"
        )
        assert answer.status_code == 422
        assert {error["subject"] for error in answer.json()["errors"]} == {
            "coach",
            "players.0.position",
            "players.1.number",
            "rerolls",
        }

    @pytest.mark.parametrize(
        ("change", "subject"),
        [
            ({"treasury": 85_000.5}, "treasury"),
            ({"treasury": -1}, "treasury"),
            ({"shoes": 1}, "shoes"),
            ({"name": "x" * 500}, "name"),
            ({"players": [{"position": "lineman", "number": 999}]}, "players"),
            ({"players": [{"position": "lineman"}] * 10_000}, "players"),
            ({"players": "lots"}, "players"),
        ],
    )
    def test_nonsense(self, api, address, change, subject):
        answer = api.post(address, ROVERS | change, format="json")
        assert answer.status_code in (400, 422)
        assert any(each["subject"].startswith(subject) for each in answer.json()["errors"])
        assert not Team.objects.exists()

    def test_an_override_needs_a_reason(self, api, address):
        wish = ROVERS | {"rerolls": 9, "override": True}
        assert reasons(api.post(address, wish, format="json")) == {"reason": "reason_missing"}
        wish |= {"reason": "They had them."}
        assert api.post(address, wish, format="json").status_code == 201

    def test_once_for_one_key(self, api, address):
        for _ in range(2):
            answer = api.post(address, ROVERS, format="json", HTTP_IDEMPOTENCY_KEY="rovers")
            assert answer.status_code == 201
        assert Team.objects.count() == 1

    def test_who_may(self, address, league, make_user, client):
        assert client.post(address, ROVERS, content_type="application/json").status_code == 401
        coach = make_user("Cole")
        assert client_of(coach).post(address, ROVERS, format="json").status_code == 403
        Membership.objects.create(league=league, user=coach, role=Role.COACH, since=NOW)
        assert client_of(make_user("Dora")).post(address, {}, format="json").status_code == 403
        league.is_public = False
        league.save()
        assert client_of(make_user("Eve")).post(address, ROVERS, format="json").status_code == 404


class TestAdjusting:
    def test_is_an_event_with_its_reason(self, api, team):
        body = {"figures": {"treasury": 30_000}, "reason": "Best painted team."}
        answer = api.post(f"/api/v1/teams/{team.uuid}/adjustments/", body, format="json")
        told = answer.json()
        assert answer.status_code == 201, told
        assert (told["kind"], told["gold"], told["balance"]) == ("adjustment", 30_000, 80_000)
        assert (told["reason"], told["actor"]) == ("Best painted team.", "Marta")

    def test_a_player(self, api, team):
        player = team.contracts.filter(player__position="blitzer").first().player
        body = {"player": str(player.uuid), "skill_given": "guard", "reason": "A gift."}
        answer = api.post(f"/api/v1/teams/{team.uuid}/adjustments/", body, format="json")
        assert answer.json()["player"]["name"] == player.name
        player.refresh_from_db()
        assert player.skills == ["guard"]

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            ({"figures": {"treasury": 1_000}}, 400),
            ({"figures": {"treasury": 0.5}, "reason": "Why."}, 400),
            ({"figures": {"treasury": -60_000}, "reason": "Why."}, 422),
            ({"reason": "Why."}, 422),
            ({"figures": {"treasury": 1}, "reason": "Why.", "revision": 0}, 409),
        ],
    )
    def test_refusals(self, api, team, body, status):
        answer = api.post(f"/api/v1/teams/{team.uuid}/adjustments/", body, format="json")
        assert answer.status_code == status, answer.json()
        assert team.events.count() == 1

    def test_and_back(self, api, team):
        body = {"figures": {"treasury": 30_000}, "reason": "Best painted team."}
        seq = api.post(f"/api/v1/teams/{team.uuid}/adjustments/", body, format="json").json()["seq"]
        address = f"/api/v1/teams/{team.uuid}/events/{seq}/reversal/"
        answer = api.post(address, {"reason": "It was not theirs."}, format="json")
        assert (answer.status_code, answer.json()["reverses"]) == (201, seq)
        assert api.post(address, {"reason": "Again."}, format="json").status_code == 409
        team.refresh_from_db()
        assert team.treasury == 50_000

    def test_the_opening_stays_and_what_is_not_there_is_not(self, api, team):
        texts = {"reason": "Why."}
        for seq, status in {1: 422, 99: 404, 10**30: 404}.items():
            address = f"/api/v1/teams/{team.uuid}/events/{seq}/reversal/"
            assert api.post(address, texts, format="json").status_code == status

    def test_who_may(self, team, make_user):
        api = client_of(make_user("Cole"))
        body = {"figures": {"treasury": 1_000}, "reason": "Why."}
        for place in ("adjustments", "events/1/reversal"):
            address = f"/api/v1/teams/{team.uuid}/{place}/"
            sent = body if place == "adjustments" else {"reason": "Why."}
            assert api.post(address, sent, format="json").status_code == 403
