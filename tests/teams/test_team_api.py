"""Teams for programs: the same figures as on the pages, each with its because."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from league.models import League, Membership, Role
from rules.engine import effects as e
from teams import ledger
from teams.models import Team, Tenure
from tests.conftest import NOW
from tests.teams.history import play, put, take_back


@pytest.fixture
def api():
    return APIClient()


@pytest.fixture
def played(team, season, marta):
    for number in range(1, 4):
        play(team, season=season, number=number, actor=marta)
    return team


def get(api, path, **query):
    answer = api.get(f"/api/v1/{path}", query)
    assert answer.status_code == 200
    return answer.json()


class TestTheListOfALeague:
    def test_names_each_team_with_its_coaches(self, api, league, played, draft_team):
        draft_team(name="Another")
        listed = get(api, f"leagues/{league.uuid}/teams/")["results"]
        assert [team["name"] for team in listed] == ["Another", "The Reivers"]
        place = str(league.memberships.get().uuid)
        assert listed[1]["coaches"] == [{"uuid": place, "name": "Marta", "kind": "coach"}]
        assert listed[1]["value"] == played.value
        assert listed[1]["treasury"] == played.treasury

    def test_puts_those_who_have_retired_last(self, api, league, team, draft_team):
        draft_team(name="Zebras")
        Team.objects.filter(pk=team.pk).update(state=Team.State.RETIRED)
        listed = get(api, f"leagues/{league.uuid}/teams/")["results"]
        assert [entry["state"] for entry in listed] == ["active", "retired"]

    def test_takes_as_many_statements_for_three_as_for_one(self, api, league, team, draft_team):
        def count():
            with CaptureQueriesContext(connection) as statements:
                get(api, f"leagues/{league.uuid}/teams/")
            return len(statements)

        at_one = count()
        draft_team(name="Another")
        draft_team(name="A third")
        assert count() == at_one

    def test_of_nobodys_league_is_not_found(self, api, db):
        assert api.get(f"/api/v1/leagues/{uuid4()}/teams/").status_code == 404


class TestARoster:
    def test_every_figure_has_its_because(self, api, played):
        told = get(api, f"teams/{played.uuid}/")
        assert told["treasury"] == played.treasury
        assert told["revision"] == played.revision
        value = told["team_value"]
        assert value["total"] == played.value
        assert sum(line["amount"] for line in value["because"]) == played.value
        assert all(line["sentence"] for line in value["because"])
        assert len(told["players"]) == 11
        for player in told["players"]:
            amounts = [line["amount"] for line in player["value_because"]]
            assert sum(amounts) == player["value"]
            points = [line["amount"] for line in player["experience"]["because"]]
            assert sum(points) == player["experience"]["points"]
            assert [c["key"] for c in player["characteristics"]] == ["ma", "st", "ag", "av"]

    def test_changed_characteristics_say_why(self, api, team, season):
        put(team, ledger.LedgerEntry("casualty", (e.Lowered("draft/1", "av"),)), season=season)
        first = get(api, f"teams/{team.uuid}/")["players"][0]
        armour = first["characteristics"][3]
        assert (armour["now"], armour["born"]) == (7, 8)
        assert [line["amount"] for line in armour["because"]] == [8, -1]
        assert first["injuries"] == [{"sentence": "−1 AV", "misses_next": False}]


class TestEvents:
    def test_are_paged_the_newest_first(self, api, played):
        told = get(api, f"teams/{played.uuid}/events/", page_size=2)
        assert told["count"] == played.events.count()
        assert [event["seq"] for event in told["results"]] == [played.revision, played.revision - 1]
        assert told["next"]

    def test_hold_gold_balance_arithmetic_effects_and_who(self, api, played):
        told = get(api, f"teams/{played.uuid}/events/", kind="winnings", order="oldest")["results"]
        first = told[0]
        assert sum(line["amount"] for line in first["because"]) == first["gold"]
        assert first["balance"] == 50_000 + first["gold"]
        assert first["effects"][0]["kind"] == "gold"
        assert first["effects"][0]["amount"] == first["gold"]
        assert first["actor"] == "Marta"
        assert first["chapter"]["season"] == 1

    def test_are_filtered(self, api, played):
        chapter = played.chapters.filter(kind="match").first()
        told = get(api, f"teams/{played.uuid}/events/", chapter=chapter.position)["results"]
        assert len(told) == chapter.events.count()
        assert get(api, f"teams/{played.uuid}/events/", season=7)["results"] == []

    def test_that_were_taken_back_say_by_which(self, api, team, season):
        (paid,) = put(team, ledger.LedgerEntry("gold", (e.Gold(5_000, "x"),)), season=season)
        (undone,) = take_back(team, paid, season=season, reason="A mistake.")
        newest, taken = get(api, f"teams/{team.uuid}/events/")["results"][:2]
        assert (newest["reverses"], newest["reason"]) == (paid.seq, "A mistake.")
        assert (taken["reversed_by"], taken["balance"]) == (undone.seq, 50_000)

    @pytest.mark.parametrize(
        "query",
        [{"chapter": "x"}, {"season": "1.5"}, {"season": -1}, {"order": "up"}, {"kind": "x" * 41}],
    )
    def test_a_filter_that_cannot_be_read_is_refused(self, api, team, query):
        answer = api.get(f"/api/v1/teams/{team.uuid}/events/", query)
        assert answer.status_code == 400
        assert [error["subject"] for error in answer.json()["errors"]] == [*query]

    def test_take_as_many_statements_for_many_as_for_one(self, api, team, season):
        def count():
            with CaptureQueriesContext(connection) as statements:
                get(api, f"teams/{team.uuid}/events/")
            return len(statements)

        at_one = count()
        for number in range(1, 12):
            play(team, season=season, number=number)
        assert count() == at_one


def test_a_player_is_told_with_his_career(api, played):
    uuid = played.contracts.get(key="draft/2").player.uuid
    told = get(api, f"players/{uuid}/")
    assert told["teams"][0]["team"]["name"] == "The Reivers"
    assert told["experience"]["points"] == sum(season["points"] for season in told["seasons"])
    assert told["dead"] is False


@pytest.mark.parametrize("path", ["teams/{team}/", "teams/{team}/events/", "players/{player}/"])
def test_a_private_league_is_its_own(api, team, league, make_user, path):
    League.objects.filter(pk=league.pk).update(is_public=False)
    player = team.contracts.first().player
    address = "/api/v1/" + path.format(team=team.uuid, player=player.uuid)
    assert api.get(address).status_code == 404
    viewer = make_user("Vera")
    api.force_authenticate(viewer)
    assert api.get(address).status_code == 404
    Membership.objects.create(league=league, user=viewer, role=Role.VIEWER, since=NOW)
    assert api.get(address).status_code == 200


def test_a_second_coach_is_told_after_the_first(api, team, league, make_user):
    place = Membership.objects.create(
        league=league, user=make_user("Bram"), role=Role.COACH, since=NOW
    )
    Tenure.objects.create(team=team, coach=place, kind=Tenure.Kind.SECOND, since=NOW)
    assert [coach["kind"] for coach in get(api, f"teams/{team.uuid}/")["coaches"]] == [
        "coach",
        "second",
    ]
