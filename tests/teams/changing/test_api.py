"""Programs change teams by the same commands and meet the same refusals."""

from datetime import timedelta

import pytest
from django.utils import timezone

from teams.models import Team
from tests.api.conftest import reasons
from web.api.documentation import EXAMPLE_UUID


@pytest.fixture
def address(reivers):
    return lambda rest="": f"/api/v1/teams/{reivers.uuid}/{rest}"


class TestTheWindow:
    def test_everybody_sees_offers_and_only_the_team_its_basket(
        self, address, window, bram, program_of
    ):
        seen = program_of(None).get(address("window/")).json()
        assert (seen["is_open"], seen["treasury"], seen["basket"]) == (True, 50_000, None)
        prices = {offer["key"]: offer["price"] for offer in seen["offers"]}
        kept = {each["key"]: each["code"] for each in seen["withheld"]}
        assert kept["hire/blitzer"] == "too-many-of-position"
        assert kept["star/griff-oberwald"] == "not-in-this-league"
        assert (prices["hire/lineman"], prices["reroll"]) == (50_000, 100_000)
        own = program_of(bram).get(address("window/")).json()
        assert own["basket"]["entries"] == {}
        assert own["basket"]["left"] == 50_000

    def test_the_commissioner_opens_and_closes(self, address, reivers, marta, bram, program_of):
        program = program_of(marta)
        soon = (timezone.now() + timedelta(days=1)).isoformat()
        opened = program.post(address("window/"), {"closes_at": soon})
        assert (opened.status_code, opened.json()["is_open"]) == (200, True)
        assert program_of(bram).post(address("window/"), {}).status_code == 403
        assert program.delete(address("window/")).status_code == 204
        assert program.delete(address("window/")).status_code == 409

    def test_all_of_a_league(self, league, reivers, team, marta, program_of):
        answer = program_of(marta).post(f"/api/v1/leagues/{league.uuid}/windows/", {})
        assert answer.json() == {"opened": 2}
        again = program_of(marta).post(
            f"/api/v1/leagues/{league.uuid}/windows/", {"teams": [EXAMPLE_UUID]}
        )
        assert (again.status_code, reasons(again)) == (422, {"teams": "no_such_team"})


class TestTheBasket:
    def test_it_is_reckoned_and_bought(self, address, reivers, window, bram, program_of):
        program = program_of(bram)
        wish = {
            "entries": {"hire/lineman": 2},
            "people": [{"key": "window/1/lineman/2", "name": "Cob", "number": 44}],
            "revision": 0,
        }
        basket = program.put(address("basket/"), wish).json()["basket"]
        assert (basket["price"], basket["left"], basket["value"]) == (100_000, -50_000, 1_050_000)
        assert [reason["code"] for reason in basket["reasons"]] == ["cannot-afford"]
        assert [(each["name"] == "Cob", each["number"]) for each in basket["newcomers"]] == [
            (False, 12),
            (True, 44),
        ]
        assert program.put(address("basket/"), wish).status_code == 409
        refused = program.post(address("purchase/"), {})
        assert (refused.status_code, reasons(refused)) == (422, {"treasury": "cannot-afford"})
        done = program.post(address("purchase/"), {"entries": {"hire/lineman": 1}})
        assert done.json() == {"treasury": 0, "value": 1_000_000, "revision": 2}

    def test_a_repeat_under_one_key_buys_once(self, address, reivers, marta, program_of):
        wish = {"entries": {"staff/cheerleader": 1}, "reason": "By hand"}
        program = program_of(marta)
        answers = [
            program.post(address("purchase/"), wish, HTTP_IDEMPOTENCY_KEY="k") for _again in "ab"
        ]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert Team.objects.get(pk=reivers.pk).treasury == 40_000

    def test_a_commissioner_lets_pass(self, address, reivers, marta, program_of):
        wish = {"entries": {"hire/blitzer": 1}}
        program = program_of(marta)
        refused = program.post(address("purchase/"), wish)
        assert reasons(refused) == {
            "reason": "reason_missing",
            "hire/blitzer": "too-many-of-position",
            "treasury": "cannot-afford",
        }
        word = {"reason": "The old rules", "override": True, "cover": True}
        assert program.post(address("purchase/"), wish | word).json()["treasury"] == 0
        assert reivers.events.get(kind="grant").gold == 40_000

    @pytest.mark.parametrize(
        "wish",
        [
            {"entries": {"hire/lineman": 1.5}},
            {"entries": {"hire/lineman": -1}},
            {"entries": {"hire/lineman": True}},
            {"entries": []},
            {"entries": {"hire/lineman": 10**12}},
            {"people": [{"key": "window/1/lineman/1", "number": 0}]},
            {"people": [{"key": "window/1/lineman/1", "number": 999}]},
            {"people": [{"key": "window/1/lineman/1", "name": "x" * 500}]},
            {"gold": 1_000_000},
        ],
    )
    def test_what_cannot_be_read_is_refused(self, address, window, bram, program_of, wish):
        for ask in ("put", "post"):
            where = address("basket/" if ask == "put" else "purchase/")
            answer = getattr(program_of(bram), ask)(where, wish)
            assert answer.status_code == 400, answer.json()

    def test_strangers_and_the_closed(self, address, reivers, bram, stranger, program_of):
        assert program_of(None).post(address("purchase/"), {}).status_code == 401
        assert program_of(stranger).post(address("purchase/"), {}).status_code == 403
        closed = program_of(bram).post(address("purchase/"), {})
        assert (closed.status_code, reasons(closed)) == (422, {"": "window_closed"})


class TestPlayers:
    def test_one_is_renamed(self, address, reivers, bram, program_of):
        player = reivers.contracts.get(number=3).player
        answer = program_of(bram).patch(
            address(f"players/{player.uuid}/"), {"name": "Cob 🏈", "number": 33}
        )
        assert answer.json() == {"uuid": str(player.uuid), "name": "Cob 🏈", "number": 33}

    def test_two_are_swapped(self, address, reivers, bram, program_of):
        one, other = (reivers.contracts.get(number=number).player for number in (1, 2))
        wish = [{"uuid": str(one.uuid), "number": 2}, {"uuid": str(other.uuid), "number": 1}]
        answer = program_of(bram).patch(address("players/"), {"players": wish})
        assert answer.status_code == 200
        assert [shirt["uuid"] for shirt in answer.json()[:2]] == [str(other.uuid), str(one.uuid)]

    def test_refusals(self, address, reivers, bram, stranger, program_of):
        player = reivers.contracts.get(number=3).player
        where = address(f"players/{player.uuid}/")
        taken = program_of(bram).patch(where, {"number": 1})
        assert reasons(taken) == {f"people.{player.uuid}.number": "number_taken"}
        assert program_of(bram).patch(where, {"number": 0}).status_code == 400
        assert program_of(stranger).patch(where, {"number": 50}).status_code == 403
        nobody = program_of(bram).patch(address(f"players/{EXAMPLE_UUID}/"), {"number": 50})
        assert nobody.status_code == 404


class TestCoaches:
    def test_the_team_changes_hands(self, address, marta, catos_place, program_of):
        made = program_of(marta).post(address("coaches/"), {"coach": str(catos_place.uuid)})
        assert (made.status_code, made.json()["kind"]) == (201, "coach")
        listed = program_of(None).get(address("coaches/")).json()
        assert [tenure["name"] for tenure in listed["results"]] == ["Cato", "Bram"]
        assert listed["results"][1]["until"] is not None

    def test_a_stand_in_and_his_end(self, address, reivers, bram, catos_place, program_of):
        program = program_of(bram)
        wish = {"coach": str(catos_place.uuid), "kind": "stand-in"}
        refused = program.post(address("coaches/"), wish)
        assert reasons(refused) == {"until": "until_missing"}
        until = (timezone.now() + timedelta(days=2)).isoformat()
        made = program.post(address("coaches/"), {**wish, "until": until}).json()
        assert program.delete(address(f"coaches/{made['uuid']}/")).status_code == 204
        assert program.delete(address(f"coaches/{made['uuid']}/")).status_code == 409
        assert program.delete(address(f"coaches/{EXAMPLE_UUID}/")).status_code == 404

    def test_a_team_is_retired_and_brought_back(self, address, reivers, bram, marta, program_of):
        retired = program_of(bram).post(address("retirement/"), {"reason": "Moved away"})
        assert retired.json() == {"state": "retired"}
        assert program_of(bram).delete(address("retirement/")).status_code == 403
        assert program_of(marta).delete(address("retirement/")).json() == {"state": "active"}


class TestIdentity:
    def test_it_is_changed(self, address, reivers, bram, program_of):
        program = program_of(bram)
        answer = program.patch(address("identity/"), {"shirt": "royal", "motto": ""})
        assert (answer.json()["shirt"], answer.json()["picture"]) == ("royal", None)
        assert program_of(None).get(address("identity/")).json() == answer.json()

    def test_refusals(self, address, team, bram, stranger, program_of):
        program = program_of(bram)
        taken = program.patch(address("identity/"), {"name": team.name})
        assert reasons(taken) == {"name": "name_taken"}
        assert program.patch(address("identity/"), {"shirt": "beige"}).status_code == 400
        assert program.patch(address("identity/"), {"treasury": 1}).status_code == 400
        assert program_of(stranger).patch(address("identity/"), {}).status_code == 403


def test_a_private_league_is_not_there(address, reivers, league, stranger, program_of):
    league.is_public = False
    league.save()
    program = program_of(stranger)
    for part in ("window/", "coaches/", "identity/"):
        assert program.get(address(part)).status_code == 404
    assert program.post(address("purchase/"), {}).status_code == 404
