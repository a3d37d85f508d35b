"""Sponsor, star, home and fund, set by hand or brought along: by command, form and API."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from acts.failures import Refused
from league.commands.leagues import create_league
from league.pins import book_of
from league.queries import current_season
from teams.api.adoptions import ROVERS
from teams.commands.adjusting import adjust_team
from teams.commands.adopting import adopt_team, begin_adoption
from teams.commands.drafting import draft_team
from teams.models import Team
from teams.verifying import differences
from tests.conftest import A_TEAM, NOW
from tests.teams.adopting import PLAYERS, arrival

HOUSE = {"stadiums": True, "sponsors": True, "stars.rostered": True}
SPONSOR, STAR = "farblast-and-sons", "griff-oberwald"
HOME = {"attribute": "ice-rink", "name": "The Pond", "owned": False}
ALL = {"sponsor": SPONSOR, "star": STAR, "fund": 50_000}


@pytest.fixture
def rich(marta):
    return create_league(actor=marta, name="Rich", edition_key="bb2016", house=HOUSE, now=NOW)


@pytest.fixture
def team(rich, marta):
    return draft_team(
        actor=marta,
        season=current_season(rich),
        race="human",
        name="Reivers",
        wish=A_TEAM,
        now=NOW,
    )


@pytest.fixture
def home(rich):
    tables = book_of(current_season(rich).pin).catalogue.shelves["stadium_table"]
    return HOME | {"attribute": tables[0].entries[0].key}


def adjust(marta, team, **change):
    return adjust_team(actor=marta, team=team, change=change, reason="A prize", now=NOW)


def has(team):
    team = Team.objects.get(pk=team.pk)
    return team.sponsor, team.star, team.home and team.home["name"], team.fund


def test_are_set_and_end(marta, team, home):
    adjust(marta, team, **ALL, home=home)
    assert has(team) == (SPONSOR, STAR, "The Pond", 50_000)
    adjust(marta, team, ends=["sponsor", "home", "star"], fund=-20_000)
    assert has(team) == ("", "", None, 30_000)
    assert list(differences(Team.objects.get(pk=team.pk))) == []


def test_are_refused_with_everything_against_them(marta, draft_team, home):
    poor = draft_team()
    wanted = {**ALL, "sponsor": "nobody", "star": "nobody-else", "ends": ["home"]}
    with pytest.raises(Refused) as refused:
        adjust(marta, poor, **wanted, home=home)
    assert {(each.code, each.subject) for each in refused.value.reasons} == {
        ("no-home", "ends"),
        ("not-in-this-league", "sponsor"),
        ("no-such-sponsor", "sponsor"),
        ("no-such-star", "star"),
        ("not-in-this-league", "home"),
        ("not-in-this-league", "fund"),
    }


def test_a_star_and_a_name_are_one_teams(marta, rich, team, home):
    adjust(marta, team, **ALL, home=home)
    rich.teams_per_coach = 2
    rich.save()
    other = draft_team(
        actor=marta,
        season=current_season(rich),
        race="human",
        name="Others",
        wish=A_TEAM,
        now=NOW,
    )
    with pytest.raises(Refused) as refused:
        adjust(marta, other, star=STAR, home=home)
    assert [each.code for each in refused.value.reasons] == ["star_taken", "home_name_taken"]


def test_are_brought_along(marta, rich, home):
    brought = arrival(players=PLAYERS, **ALL, home=home)
    team = adopt_team(actor=marta, league=rich, arrival=brought, coach_name="Ada", now=NOW)
    assert has(team) == (SPONSOR, STAR, "The Pond", 50_000)
    assert list(differences(Team.objects.get(pk=team.pk))) == []


def test_are_brought_along_by_a_program(marta, rich, home):
    api = APIClient()
    api.force_authenticate(marta)
    address = f"/api/v1/leagues/{rich.uuid}/adoptions/"
    wrong = {"sponsor": "nobody", "star": "grim-ironjaw", "home": home | {"attribute": "moon"}}
    refused = api.post(address, ROVERS | wrong, format="json")
    assert refused.status_code == 422
    assert {error["subject"] for error in refused.json()["errors"]} == {
        "sponsor", "star", "home.attribute"
    }  # fmt: skip
    assert not Team.objects.exists()
    answer = api.post(address, ROVERS | ALL | {"home": home}, format="json")
    assert answer.status_code == 201, answer.json()
    assert has(Team.objects.get()) == (SPONSOR, STAR, "The Pond", 50_000)


def test_are_brought_along_by_the_sheet(marta, rich, home):
    begun = begin_adoption(
        actor=marta, league=rich, race="human", coach_name="Edda", name="Rovers", now=NOW
    )
    browser = Client()
    browser.force_login(marta)
    rows = {f"players.{n}.position": "Lineman" for n in range(11)}
    values = {
        "revision": 0, "rows": 11, "name": "Rovers", "race": "human", "coach": begun.coach.uuid,
        "shirt": "royal", "trim": "white", "do": "finish", **rows, "fund": "50,000",
        "sponsor": SPONSOR, "star": STAR, "home.attribute": home["attribute"],
        "home.name": "The Pond",
    }  # fmt: skip
    address = f"/leagues/{rich.uuid}/adopt/{begun.uuid}/"
    page = browser.post(address, values | {"star": "grim-ironjaw"})
    assert page.status_code == 422
    assert "is not for Human teams" in page.content.decode()
    page = browser.post(address, values | {"revision": 1})
    assert page.status_code == 302, page.content.decode()[:3000]
    assert has(Team.objects.get()) == (SPONSOR, STAR, "The Pond", 50_000)


def test_by_the_api_and_by_the_form(marta, rich, team, home):
    api = APIClient()
    api.force_authenticate(marta)
    body = {"sponsor": SPONSOR, "home": home, "figures": {"fund": 10_000}, "reason": "A prize"}
    answer = api.post(f"/api/v1/teams/{team.uuid}/adjustments/", body, format="json")
    assert answer.status_code == 201
    assert has(team) == (SPONSOR, "", "The Pond", 10_000)
    browser = Client()
    browser.force_login(marta)
    page = browser.post(
        f"/teams/{team.uuid}/adjust/",
        {
            "sponsor": "-",
            "star": STAR,
            "home.attribute": home["attribute"],
            "home.name": "The Puddle",
            "reason": "A prize",
            "do": "confirm",
        },
    )
    assert page.status_code == 302, page.content.decode()[:3000]
    assert has(team) == ("", STAR, "The Puddle", 10_000)
