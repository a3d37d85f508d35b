"""Leagues for programs: the same commands, the same refusals, secrets told once."""

import pytest
from django.utils import timezone

from acts.models import Act
from league.commands.invitations import invite
from league.commands.leagues import change_league, create_league
from league.models import Invitation, League, Membership, Role, Season
from league.queries import current_season
from tests.api.conftest import reasons
from tests.conftest import NOW
from tests.league.conftest import place_of

LEAGUES = "/api/v1/leagues/"
UNKNOWN = "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"


@pytest.fixture
def address(league):
    return f"{LEAGUES}{league.uuid}/"


class TestLeagues:
    def test_are_founded(self, api, marta):
        values = {
            "name": "Kettle & Anchor",
            "edition": "bb2016",
            "house": {"plays": True, "points.win": 3},
            "time_zone": "Europe/Vienna",
            "is_public": False,
        }
        answer = api(marta).post(LEAGUES, values)
        assert answer.status_code == 201
        body = answer.json()
        assert (body["name"], body["my_role"], body["is_public"]) == (
            "Kettle & Anchor",
            "commissioner",
            False,
        )
        assert (body["edition"], body["season"], body["state"], body["coaches"]) == (
            "bb2016",
            1,
            "registration",
            1,
        )
        assert current_season(League.objects.get()).pin.house == {"plays": True}

    def test_are_founded_once_under_a_key(self, api, marta):
        client, told = api(marta), {"name": "K", "edition": "bb2016"}
        first, again = (client.post(LEAGUES, told, HTTP_IDEMPOTENCY_KEY="k") for _ in "ab")
        assert first.json() == again.json()
        assert League.objects.count() == 1

    def test_are_refused_with_all_reasons(self, api, marta):
        values = {
            "name": "two\nlines",
            "edition": "bb2016",
            "time_zone": "Mars",
            "house": {"draft.treasury": 1000000.5, "shoe-size": 44},
        }
        answer = api(marta).post(LEAGUES, values)
        assert answer.status_code == 422
        assert reasons(answer) == {
            "name": "not_one_line",
            "time_zone": "no_such_time_zone",
            "draft.treasury": "not-a-whole-number",
            "shoe-size": "no-such-rule",
        }

    @pytest.mark.parametrize(
        "changed",
        [{"edition": "bb1992"}, {"house": []}, {"name": "x" * 61}, {"shoe": 1}, {"name": None}],
    )
    def test_are_unreadable_where_a_field_is_not_of_its_kind(self, api, marta, changed):
        answer = api(marta).post(LEAGUES, {"name": "K", "edition": "bb2016"} | changed)
        assert answer.status_code == 400
        assert set(reasons(answer)) == set(changed)

    def test_need_somebody(self, api, league, address):
        assert api().post(LEAGUES, {"name": "K", "edition": "bb2016"}).status_code == 401
        assert api().patch(address, {"name": "K"}).status_code == 401

    def test_are_listed_to_whoever_may_see_them(self, api, league, marta, stranger, jonas):
        change_league(actor=marta, league=league, is_public=False, now=NOW)
        create_league(actor=stranger, name="Open", edition_key="crp", now=NOW)

        def names(person):
            return [each["name"] for each in api(person).get(LEAGUES).json()["results"]]

        assert names(None) == ["Open"]
        assert names(stranger) == ["Open"]
        assert names(jonas) == ["The Old Bridge League", "Open"]

    def test_change(self, api, address, marta, deputy, jonas):
        assert api(marta).patch(address, {"name": "New Bridge"}).json()["name"] == "New Bridge"
        assert api(deputy).patch(address, {"about": ""}).status_code == 200
        assert api(jonas).patch(address, {"name": "Mine"}).status_code == 403

    def test_close_and_open_again(self, api, address, marta, deputy):
        assert api(deputy).post(f"{address}close/").status_code == 403
        client = api(marta)
        assert client.post(f"{address}close/").json()["closed_at"]
        refused = client.patch(address, {"name": "x"})
        assert (refused.status_code, reasons(refused)) == (422, {"": "league_closed"})
        assert client.post(f"{address}reopen/").json()["closed_at"] is None

    @pytest.mark.parametrize(
        ("method", "tail"),
        [
            ("get", ""),
            ("patch", ""),
            ("post", "close/"),
            ("get", "rules/"),
            ("put", "rules/"),
            ("get", "members/"),
            ("post", "members/"),
            ("patch", f"members/{UNKNOWN}/"),
            ("delete", f"members/{UNKNOWN}/"),
            ("post", f"members/{UNKNOWN}/hand-over/"),
            ("get", "invitations/"),
            ("post", "invitations/"),
            ("delete", f"invitations/{UNKNOWN}/"),
        ],
    )
    def test_private_ones_are_not_there_for_others(
        self, *, api, league, address, marta, stranger, method, tail
    ):
        change_league(actor=marta, league=league, is_public=False, now=NOW)
        ask = getattr(api(stranger), method)
        for where in (address, f"{LEAGUES}{UNKNOWN}/"):
            answer = ask(f"{where}{tail}", {})
            assert (answer.status_code, reasons(answer)) == (404, {"": "no_such_league"})


class TestHouseRules:
    def test_are_shown_beside_the_book_and_whole(self, api, address, marta):
        api(marta).put(f"{address}rules/", {"house": {"points.win": 2, "words": "No dice."}})
        body = api().get(f"{address}rules/").json()
        assert (body["edition"], body["season"], body["words"]) == ("bb2016", 1, "No dice.")
        (difference,) = body["differences"]
        assert difference | {"label": "", "sentence": ""} == {
            "key": "points.win",
            "label": "",
            "sentence": "",
            "value": 2,
            "book": 3,
            "said": "2",
            "book_said": "3",
        }
        assert body["values"]["points.win"] == 2
        assert body["values"]["draft.treasury"] == 1_000_000

    def test_sent_back_as_they_were_read_change_nothing(self, api, address, marta):
        client = api(marta)
        before = client.get(f"{address}rules/").json()
        after = client.put(
            f"{address}rules/", {"house": before["values"], "pin": before["pin"]}
        ).json()
        assert after == before
        assert not Act.objects.filter(name="league.change_house_rules").exists()

    def test_are_refused_with_all_reasons(self, api, address, marta):
        answer = api(marta).put(
            f"{address}rules/",
            {"house": {"points.win": 2.5, "draft.races": ["martian"], "plays": None}},
        )
        assert answer.status_code == 422
        assert reasons(answer) == {
            "points.win": "not-a-whole-number",
            "draft.races": "not-in-the-catalogue",
            "plays": "not-yes-or-no",
        }

    def test_are_amended_once_the_season_has_begun(self, api, address, marta):
        Season.objects.update(state=Season.State.RUNNING, latest_round=2)
        client, values = api(marta), {"house": {"plays": True}}
        answer = client.put(f"{address}rules/", values)
        assert answer.status_code == 422
        assert reasons(answer) == {"from_round": "round_missing", "reason": "reason_missing"}
        values |= {"from_round": 4, "reason": "Voted on 3 March."}
        body = client.put(f"{address}rules/", values).json()
        assert (body["needs_amendment"], body["differences"]) == (True, [])
        (amendment,) = body["amendments"]
        assert (amendment["from_round"], amendment["made_by"]) == (4, "Marta")
        assert (amendment["is_to_come"], amendment["holds_now"]) == (True, False)
        assert [(each["key"], each["before"], each["after"]) for each in amendment["changes"]] == [
            ("plays", "no", "yes")
        ]
        values = {"house": {}, "pin": body["pin"], "from_round": 5, "reason": "Again."}
        assert client.put(f"{address}rules/", values).status_code == 409
        values["pin"] = amendment["pin"]
        assert client.put(f"{address}rules/", values).status_code == 200

    def test_that_moved_meanwhile_are_a_conflict(self, api, address, marta):
        client = api(marta)
        pin = client.get(f"{address}rules/").json()["pin"]
        client.put(f"{address}rules/", {"house": {"plays": True}, "pin": pin})
        answer = client.put(f"{address}rules/", {"house": {}, "pin": pin})
        assert (answer.status_code, reasons(answer)) == (409, {"": "rules_moved"})

    def test_are_changed_by_whoever_runs_the_league(self, api, address, deputy, jonas):
        assert api(deputy).put(f"{address}rules/", {"house": {}}).status_code == 200
        assert api(jonas).put(f"{address}rules/", {"house": {}}).status_code == 403


class TestMembers:
    def test_are_listed_with_what_a_league_mate_may_know(self, api, address, join):
        jonas = join("Jonas", reach_me="@jonas")
        marta, mate = api(jonas).get(f"{address}members/").json()["results"]
        assert (marta["name"], marta["role"]) == ("Marta", "commissioner")
        assert (mate["reach_me"], mate["has_account"]) == ("@jonas", True)
        assert "email" not in mate
        told = [each["reach_me"] for each in api().get(f"{address}members/").json()["results"]]
        assert told == ["", ""]

    def test_are_entered_by_name(self, api, address, marta, jonas):
        answer = api(marta).post(f"{address}members/", {"name": "Old Tom"})
        assert answer.status_code == 201
        assert (answer.json()["name"], answer.json()["has_account"]) == ("Old Tom", False)
        again = api(jonas).post(f"{address}members/", {"name": "Nell"})
        assert again.status_code == 403

    def test_get_another_role_and_go(self, api, address, league, marta, jonas):
        client, where = api(marta), f"{address}members/{place_of(jonas, league).uuid}/"
        assert client.patch(where, {"role": "deputy"}).json()["role"] == "deputy"
        assert reasons(client.patch(where, {"role": "commissioner"})) == {"role": "invalid_choice"}
        assert client.delete(where).status_code == 204
        assert client.delete(where).status_code == 404

    def test_leave_by_themselves(self, api, address, league, jonas):
        where = f"{address}members/{place_of(jonas, league).uuid}/"
        assert api(jonas).delete(where).status_code == 204
        assert not Membership.objects.filter(user=jonas, until=None).exists()

    def test_take_the_league_over(self, api, address, league, marta, jonas):
        where = f"{address}members/{place_of(jonas, league).uuid}/hand-over/"
        assert api(jonas).post(where).status_code == 403
        assert api(marta).post(where).json()["role"] == "commissioner"
        assert place_of(marta, league).role == Role.DEPUTY
        own = f"{address}members/{place_of(jonas, league).uuid}/"
        answer = api(jonas).delete(own)
        assert (answer.status_code, reasons(answer)) == (422, {"": "commissioner_stays"})


class TestInvitations:
    def test_tell_their_secret_once(self, api, address, marta, stranger):
        client = api(marta)
        values = {"role": "viewer", "days": 3, "uses": 2}
        first, again = (
            client.post(f"{address}invitations/", values, HTTP_IDEMPOTENCY_KEY="k") for _ in "ab"
        )
        assert first.status_code == again.status_code == 201
        secret = first.json()["secret"]
        assert first.json()["link"] == f"http://testserver/join/{secret}/"
        assert "secret" not in again.json()
        assert "link" not in again.json()
        assert first.json()["uuid"] == again.json()["uuid"]
        listed = client.get(f"{address}invitations/")
        assert secret not in listed.content.decode()
        assert listed.json()["results"][0]["uses_left"] == 2
        joined = api(stranger).post(f"{LEAGUES}join/", {"secret": secret})
        assert joined.status_code == 200
        assert joined.json()["member"]["role"] == "viewer"
        assert joined.json()["league"]["my_role"] == "viewer"

    def test_give_a_place_to_its_coach(self, api, address, marta, stranger):
        client = api(marta)
        tom = client.post(f"{address}members/", {"name": "Old Tom"}).json()["uuid"]
        made = client.post(f"{address}invitations/", {"member": tom}).json()
        assert (made["member"], made["uses_left"]) == (tom, 1)
        joined = api(stranger).post(f"{LEAGUES}join/", {"secret": made["secret"]}).json()
        assert (joined["member"]["uuid"], joined["member"]["name"]) == (tom, "Stranger")
        answer = client.post(f"{address}invitations/", {"member": tom})
        assert (answer.status_code, reasons(answer)) == (422, {"member": "place_taken"})
        answer = client.post(f"{address}invitations/", {"member": tom, "uses": 3})
        assert (answer.status_code, reasons(answer)) == (400, {"": "not_with_member"})

    @pytest.mark.parametrize("told", [{"days": 0}, {"days": 91}, {"uses": 201}, {"role": "king"}])
    def test_have_their_bounds(self, api, address, marta, told):
        answer = api(marta).post(f"{address}invitations/", told)
        assert answer.status_code == 400
        assert set(reasons(answer)) == set(told)

    def test_are_revoked(self, api, address, marta, stranger):
        client = api(marta)
        made = client.post(f"{address}invitations/", {}).json()
        where = f"{address}invitations/{made['uuid']}/"
        assert api(stranger).delete(where).status_code == 403
        assert client.delete(where).status_code == 204
        answer = api(stranger).post(f"{LEAGUES}join/", {"secret": made["secret"]})
        assert (answer.status_code, reasons(answer)) == (404, {"": "invitation_over"})
        assert client.get(f"{address}invitations/").json()["results"] == []

    def test_are_for_whoever_runs_the_league(self, api, address, jonas, deputy):
        assert api(jonas).get(f"{address}invitations/").status_code == 403
        assert api().get(f"{address}invitations/").status_code == 401
        assert api(deputy).post(f"{address}invitations/", {"role": "deputy"}).status_code == 403
        assert Invitation.objects.filter(made_by=deputy).count() == 0


@pytest.mark.parametrize(
    ("tail", "statements"),
    [("", 2), ("rules/", 6), ("members/", 5), ("invitations/", 6)],
)
@pytest.mark.parametrize("count", [1, 8])
def test_a_read_asks_a_fixed_number_of_times(
    *, api, league, address, marta, join, django_assert_num_queries, tail, statements, count
):
    for number in range(count):
        join(f"Coach {number}", reach_me="0660")
        invite(actor=marta, league=league, now=timezone.now())
    client = api(marta)
    client.get(f"{address}{tail}")
    with django_assert_num_queries(statements):
        assert client.get(f"{address}{tail}").status_code == 200
