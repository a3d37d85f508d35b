"""A league founded from a template: its house rules, its stages, and a first season to fill."""

import pytest
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from acts.failures import Refused
from competition.commands.founding import found_league
from competition.founding import TEMPLATES
from competition.models import Stage
from league.models import League, Season
from league.queries import current_season
from rules.editions import edition as edition_of
from tests.api.conftest import reasons
from tests.conftest import NOW
from tests.league.conftest import codes

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

FIELDS = {
    "name": "Kettle & Anchor",
    "edition": "bb2016",
    "preset": "core",
    "template": "club-season",
    "seen_by": "public",
    "time_zone": "Europe/Vienna",
    "opens_registration": "on",
}


@pytest.fixture
def page(client, marta):
    """Marta's browser."""
    client.force_login(marta)
    return client


@pytest.fixture
def found(marta):
    def do(**told):
        told = {"name": "Kettle & Anchor", "edition_key": "bb2016", "now": NOW} | told
        return found_league(actor=marta, **told)

    return do


def stages_of(league):
    return list(current_season(league).stages.order_by("position"))


class TestATemplate:
    @pytest.mark.parametrize(
        ("edition", "preset"),
        [(key, preset) for key in ("bb2016", "crp") for preset in edition_of(key).knobs.presets],
    )
    @pytest.mark.parametrize("template", TEMPLATES)
    def test_goes_with_every_edition_and_preset(self, found, edition, template, preset):
        league = found(
            edition_key=edition,
            template=template,
            house=edition_of(edition).knobs.presets[preset].turned,
        )
        stages = stages_of(league)
        assert [stage.name for stage in stages] == [
            str(plan.name) for plan in TEMPLATES[template].stages
        ]
        assert {stage.state for stage in stages} == {Stage.State.PLANNED}

    def test_of_a_club_season_ends_in_play_offs(self, found):
        season, play_offs = stages_of(found())
        assert (season.format, season.follows, season.legs) == ("round-robin", None, 1)
        assert (play_offs.format, play_offs.follows) == ("knock-out", season)
        assert (play_offs.top_of_each, play_offs.seeding) == (4, "standings")

    def test_of_a_tournament_brings_the_dead_back(self, found):
        league = found(template="swiss-day")
        (stage,) = stages_of(league)
        assert (stage.format, stage.swiss_rounds) == ("swiss", 3)
        house = current_season(league).pin.house
        assert (house["resurrection"], house["draft.treasury"]) == (True, 1_100_000)
        assert house["tie-breakers"][1] == "opponents"
        assert house["points.bye"] == 3, "nobody falls behind for want of an opponent"

    def test_of_a_short_league_pays_more(self, found):
        league = found(template="short-league")
        assert current_season(league).pin.house == {"winnings.short-league": "bonus"}

    def test_of_an_open_league_gives_a_coach_several_teams(self, found):
        league = found(template="open-league")
        assert (league.teams_per_coach, stages_of(league)[0].format) == (3, "open")
        assert found(template="open-league", teams_per_coach=1).teams_per_coach == 1

    def test_of_a_cup_draws_lots(self, found):
        (cup,) = stages_of(found(template="cup"))
        assert (cup.seeding, cup.third_place, cup.follows) == ("draw", True, None)

    def test_gives_way_to_what_the_founder_says(self, found):
        league = found(template="swiss-day", house={"draft.treasury": 1_000_000})
        assert "draft.treasury" not in current_season(league).pin.house

    def test_that_is_none_founds_nothing(self, found):
        with pytest.raises(Refused) as failure:
            found(template="world-cup")
        assert codes(failure) == {"template": "no_such_template"}
        with pytest.raises(Refused) as failure:
            found(edition_key="bb1992", name="", template="swiss-day")
        assert codes(failure) == {"name": "blank", "edition": "no_such_edition"}
        assert not League.objects.exists()


class TestThePage:
    def test_founds_and_leads_home(self, page):
        answer = page.post("/leagues/new/", FIELDS | {"template": "cup"})
        league = League.objects.get()
        assert answer["Location"] == f"/leagues/{league.uuid}/"
        assert [stage.name for stage in stages_of(league)] == ["Cup"]

    def test_fills_in_what_it_knows(self, client, make_user):
        client.force_login(make_user("Abe", time_zone="Asia/Tokyo"))
        form = client.get("/leagues/new/").context["form"]
        known = ("template", "edition", "preset", "seen_by", "time_zone", "opens_registration")
        assert [form[name].value() for name in known] == [
            "club-season",
            "bb2016",
            "core",
            "public",
            "Asia/Tokyo",
            True,
        ]

    def test_prepares_a_season_where_the_box_is_empty(self, page):
        fields = {key: value for key, value in FIELDS.items() if key != "opens_registration"}
        page.post("/leagues/new/", fields)
        assert current_season(League.objects.get()).state == Season.State.PREPARING

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"template": "world-cup"}, "template"),
            ({"template": ""}, "template"),
            ({"teams_per_coach": "0"}, "teams_per_coach"),
            ({"teams_per_coach": "21"}, "teams_per_coach"),
            ({"teams_per_coach": "many"}, "teams_per_coach"),
        ],
    )
    def test_says_at_the_field_what_is_wrong(self, page, changed, field):
        answer = page.post("/leagues/new/", FIELDS | changed)
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [field]
        assert not League.objects.exists()


def test_programs_found_one_too(marta):
    client = APIClient()
    _token, secret = create_token(actor=marta, name="Bot", now=NOW)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    values = {"name": "K", "edition": "bb2016", "template": "cup", "opens_registration": False}
    body = client.post("/api/v1/leagues/", values | {"teams_per_coach": 2}).json()
    assert (body["state"], body["teams_per_coach"]) == ("preparing", 2)
    assert [stage.name for stage in stages_of(League.objects.get())] == ["Cup"]
    answer = client.post("/api/v1/leagues/", values | {"template": "world-cup"})
    assert (answer.status_code, reasons(answer)) == (400, {"template": "invalid_choice"})
