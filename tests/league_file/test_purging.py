"""A league purged by the operator: nothing of it is left, nothing else is touched."""

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from accounts.models import User
from acts.models import Act
from league.commands.house_rules import change_house_rules
from league.commands.leagues import create_league
from league.commands.requests import ask_to_join
from league.models import KeptCatalogue, League
from simulator.demo import make_demo_league
from teams.models import TeamEvent
from tests.conftest import NOW

ROOMS = ("league", "teams", "matches")


def rows():
    return {
        model.__name__: model._base_manager.count()
        for room in ROOMS
        for model in apps.get_app_config(room).get_models()
        if model is not KeptCatalogue
    }


@pytest.fixture
def demo(operator):
    return make_demo_league(founder=operator, now=NOW)


def test_nothing_is_left_but_people_and_acts(demo, marta, league, team):
    before = rows()
    create_league(actor=marta, name="Another", edition_key="bb2016", now=NOW)
    call_command("purge_league", str(League.objects.latest("id").uuid), yes=True)
    assert rows() == before
    people, acts = User.objects.count(), Act.objects.count()
    call_command("purge_league", str(demo.uuid), yes=True)
    assert set(League.objects.values_list("pk", flat=True)) == {league.pk}
    assert set(TeamEvent.objects.values_list("team", flat=True)) == {team.pk}
    assert (User.objects.count(), Act.objects.count()) == (people, acts + 1)
    call_command("purge_league", str(league.uuid), yes=True)
    assert set(rows().values()) == {0}


def test_amendments_and_requests_go_along(league, team, marta, operator):
    ask_to_join(actor=operator, league=league, now=NOW)
    change_house_rules(
        actor=marta, league=league, house={"plays": True}, from_round=3, reason="Voted.", now=NOW
    )
    call_command("purge_league", str(league.uuid), yes=True)
    assert set(rows().values()) == {0}


def test_it_wants_to_be_meant(demo):
    with pytest.raises(CommandError, match="--yes"):
        call_command("purge_league", str(demo.uuid))
    assert League.objects.filter(pk=demo.pk).exists()


def test_a_league_that_is_not_there_is_said(db):
    with pytest.raises(CommandError, match="no such league"):
        call_command("purge_league", "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11", yes=True)
