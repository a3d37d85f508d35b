"""Leagues: founded, seen, changed, closed."""

import html
import re

import pytest
from django.urls import reverse

from acts.failures import Forbidden, Refused
from acts.models import Act
from league.commands import leagues as commands
from league.commands.members import add_coach_by_name
from league.models import League, Role, Season
from league.queries import current_season
from teams.commands.drafting import begin_draft
from teams.permissions import must_act
from tests.conftest import NOW
from tests.league.conftest import codes, place_of

FIELDS = {
    "name": "Kettle & Anchor",
    "edition": "bb2016",
    "preset": "plays",
    "seen_by": "public",
    "time_zone": "Europe/Vienna",
    "about": "At the harbour.",
    "template": "club-season",
    "opens_registration": "on",
}
NASTY = [
    "<script>alert(1)</script>",
    "🏈 Übermut & Söhne 🏈",
    "دوري القدم العظيم",
    "&lt;b&gt; {{ 7|add:7 }} {% now %}",
]


def form_key(page):
    return re.search(r'name="form_key" value="([^"]+)"', page.content.decode())[1]


class TestFounding:
    def test_makes_a_league_with_a_commissioner_and_a_season(self, browser, marta):
        answer = browser(marta).post("/leagues/new/", FIELDS)
        league = League.objects.get()
        assert answer["Location"] == f"/leagues/{league.uuid}/"
        assert (league.name, league.time_zone, league.is_public) == (
            "Kettle & Anchor",
            "Europe/Vienna",
            True,
        )
        assert place_of(marta, league).role == Role.COMMISSIONER
        season = current_season(league)
        assert (season.number, season.state) == (1, Season.State.REGISTRATION)
        assert season.pin.catalogue.edition == "bb2016"
        assert season.pin.house == {"plays": True}
        assert [act.name for act in Act.objects.order_by("id")] == [
            "league.create_league",
            "competition.plan_stage",
            "competition.plan_stage",
        ]

    def test_happens_once_however_often_the_form_is_sent(self, browser, marta):
        client = browser(marta)
        key = form_key(client.get("/leagues/new/"))
        first, second = (client.post("/leagues/new/", FIELDS | {"form_key": key}) for _ in "ab")
        assert first["Location"] == second["Location"]
        assert League.objects.count() == 1

    def test_leaves_out_of_a_preset_what_the_edition_does_not_have(self, browser, marta):
        browser(marta).post("/leagues/new/", FIELDS | {"edition": "crp", "preset": "everything"})
        house = current_season(League.objects.get()).pin.house
        assert "stadiums" not in house
        assert house["special-balls"] is True
        # The wizard is in this book already, so it is no house rule.
        assert "inducements.wizard" not in house

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"name": "x" * 500}, "name"),
            ({"name": " \t "}, "name"),
            ({"name": "two\nlines"}, "name"),
            ({"name": "turned \u202e around"}, "name"),
            ({"edition": "bb1992"}, "edition"),
            ({"preset": "all"}, "preset"),
            ({"edition": "crp", "preset": "plays"}, "preset"),
            ({"time_zone": "Mars/Olympus"}, "time_zone"),
            ({"about": "x" * 2001}, "about"),
            ({"seen_by": "friends"}, "seen_by"),
        ],
    )
    def test_says_at_the_field_what_is_wrong(self, browser, marta, changed, field):
        answer = browser(marta).post("/leagues/new/", FIELDS | changed)
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [field]
        assert not League.objects.exists()

    def test_is_for_people_with_an_account(self, browser):
        assert browser().get("/leagues/new/")["Location"] == "/sign-in/?next=/leagues/new/"

    def test_ends_at_as_many_as_one_person_can_run(self, marta, monkeypatch):
        monkeypatch.setattr(commands, "MOST_LEAGUES_A_PERSON", 1)
        values = {"actor": marta, "edition_key": "bb2016", "now": NOW}
        commands.create_league(name="One", **values)
        with pytest.raises(Refused) as failure:
            commands.create_league(name="", time_zone="x", **values)
        assert codes(failure) == {
            "": "too_many_leagues",
            "name": "blank",
            "time_zone": "no_such_time_zone",
        }

    @pytest.mark.parametrize("name", NASTY)
    def test_a_strange_name_is_shown_harmlessly(self, browser, marta, name):
        league = commands.create_league(
            actor=marta, name=name, about=name, edition_key="bb2016", now=NOW
        )
        client = browser(marta)
        pages = ["/", "/leagues/", *(f"/leagues/{league.uuid}/{tab}" for tab in TABS)]
        for address in pages:
            page = client.get(address).content.decode()
            assert "<script>alert" not in page
            assert "&amp;lt;script" not in page
            assert name in unescaped(page)


TABS = ("", "rules/", "members/", "settings/", "members/invite/", "rules/edit/")


def unescaped(page):
    return html.unescape(page)


class TestTheList:
    @pytest.fixture
    def private(self, make_user):
        return commands.create_league(
            actor=make_user("Olaf"), name="Cellar", edition_key="crp", is_public=False, now=NOW
        )

    def test_shows_the_public_ones_to_everybody(self, browser, league, private):
        page = browser().get("/leagues/").content.decode()
        assert "The Old Bridge League" in page
        assert "Cellar" not in page

    def test_tells_nobody_that_he_is_in(self, browser, league, marta):
        add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
        for address in ("/", "/leagues/"):
            assert "you:" not in browser().get(address).content.decode()

    def test_shows_ones_own_first(self, browser, jonas, make_user):
        commands.create_league(
            actor=make_user("Olaf"), name="A newer one", edition_key="bb2016", now=NOW
        )
        leagues = browser(jonas).get("/leagues/").context["page"]
        assert [league.name for league in leagues] == ["The Old Bridge League", "A newer one"]
        assert [league.my_role for league in leagues] == ["coach", None]

    def test_shows_the_operator_everything(self, browser, operator, league, private):
        assert "Cellar" in browser(operator).get("/leagues/").content.decode()

    def test_says_so_where_there_is_none(self, browser, stranger):
        for client in (browser(), browser(stranger)):
            assert "No league yet" in client.get("/leagues/").content.decode()

    def test_takes_a_league_in_even_where_there_is_none(self, browser, stranger):
        assert "/leagues/import/" in browser(stranger).get("/leagues/").content.decode()
        assert "/leagues/import/" not in browser().get("/leagues/").content.decode()

    def test_turns_its_pages(self, browser, marta):
        for number in range(31):
            commands.create_league(actor=marta, name=f"L{number}", edition_key="bb2016", now=NOW)
        assert "L30" in browser().get("/leagues/").content.decode()
        assert "L0<" in browser().get("/leagues/?page=2").content.decode()

    @pytest.mark.parametrize("count", [1, 20])
    def test_asks_a_fixed_number_of_times(
        self, browser, marta, make_user, django_assert_num_queries, count
    ):
        for number in range(count):
            commands.create_league(actor=marta, name=f"L{number}", edition_key="bb2016", now=NOW)
        client = browser(marta)
        with django_assert_num_queries(4):
            client.get("/leagues/")
        with django_assert_num_queries(2):
            browser().get("/leagues/")


class TestAPrivateLeague:
    @pytest.fixture(autouse=True)
    def closed_doors(self, league, marta):
        commands.change_league(actor=marta, league=league, is_public=False, now=NOW)

    @pytest.mark.parametrize("tab", ["", "rules/", "members/"])
    def test_is_there_for_its_members_and_the_operator_only(
        self, *, browser, league, marta, join, stranger, operator, tab
    ):
        address = f"/leagues/{league.uuid}/{tab}"
        viewer = join("Vera", Role.VIEWER)
        for person, status in {
            None: 404,
            stranger: 404,
            operator: 200,
            marta: 200,
            viewer: 200,
        }.items():
            assert browser(person).get(address).status_code == status

    def test_answers_as_if_it_were_not_there(self, browser, league, stranger):
        unknown = "/leagues/7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11/"
        for person in (None, stranger):
            there, nowhere = (
                browser(person).get(address).context["reasons"][0].message
                for address in (f"/leagues/{league.uuid}/", unknown)
            )
            assert there == nowhere


class TestSettings:
    def test_change_what_the_league_says(self, browser, marta, league):
        address = f"/leagues/{league.uuid}/settings/"
        values = {"name": "New Bridge", "seen_by": "private", "time_zone": "UTC", "about": "a\r\nb"}
        assert browser(marta).post(address, values)["Location"] == address
        league.refresh_from_db()
        assert (league.name, league.is_public) == ("New Bridge", False)
        act = Act.objects.get(name="league.change_league")
        assert act.payload["changed"] == ["about", "is_public", "name"]

    def test_note_nothing_where_nothing_changed(self, marta, league):
        commands.change_league(actor=marta, league=league, name=f" {league.name} ", now=NOW)
        assert not Act.objects.filter(name="league.change_league").exists()

    def test_are_for_whoever_runs_the_league(
        self, *, browser, league, marta, deputy, jonas, stranger, operator
    ):
        address = f"/leagues/{league.uuid}/settings/"
        values = {"name": "Mine now", "seen_by": "public", "time_zone": "UTC", "about": ""}
        for person, status in {
            marta: 302,
            deputy: 302,
            jonas: 403,
            stranger: 403,
            operator: 403,
        }.items():
            assert browser(person).post(address, values).status_code == status

    def test_keep_a_zone_that_this_machine_has_forgotten(self, browser, marta, league):
        League.objects.update(time_zone="Atlantis/Harbour")
        client, address = browser(marta), f"/leagues/{league.uuid}/settings/"
        assert "Atlantis/Harbour" in client.get(address).content.decode()
        values = {"name": "B", "seen_by": "public", "time_zone": "Atlantis/Harbour", "about": ""}
        assert client.post(address, values).status_code == 302


class TestClosing:
    def test_ends_what_one_can_do_and_not_what_one_can_read(
        self, *, browser, league, season, team, marta, jonas
    ):
        client = browser(marta)
        assert client.post(f"/leagues/{league.uuid}/close/").status_code == 302
        league.refresh_from_db()
        for tab in ("", "rules/", "members/"):
            page = client.get(f"/leagues/{league.uuid}/{tab}")
            assert page.status_code == 200
            assert "closed" in page.content.decode().lower()
        settings = f"/leagues/{league.uuid}/settings/"
        assert "Open the league again" in client.get(settings).content.decode()
        team.refresh_from_db()
        season.league.refresh_from_db()
        for attempt in (
            lambda: commands.change_league(actor=marta, league=league, name="x", now=NOW),
            lambda: begin_draft(actor=jonas, season=season, race="human", now=NOW),
            lambda: must_act(marta, team),
        ):
            with pytest.raises(Refused) as failure:
                attempt()
            assert codes(failure) == {"": "league_closed"}

    def test_is_taken_back(self, browser, league, marta):
        client = browser(marta)
        client.post(f"/leagues/{league.uuid}/close/")
        client.post(f"/leagues/{league.uuid}/close/")
        client.post(f"/leagues/{league.uuid}/reopen/")
        league.refresh_from_db()
        assert league.closed_at is None
        acts = Act.objects.filter(name__contains="open_league") | Act.objects.filter(
            name__contains="close_league"
        )
        assert [act.name for act in acts.order_by("id")] == [
            "league.close_league",
            "league.reopen_league",
        ]

    def test_is_for_the_commissioner_alone(self, browser, league, deputy, jonas, stranger):
        for person in (deputy, jonas, stranger):
            assert browser(person).post(f"/leagues/{league.uuid}/close/").status_code == 403
            with pytest.raises(Forbidden):
                commands.reopen_league(actor=person, league=league, now=NOW)
        league.refresh_from_db()
        assert league.closed_at is None


def test_the_way_to_the_leagues_stands_over_every_page(browser, league):
    assert f'href="{reverse("league:leagues")}"' in browser().get("/words/").content.decode()
