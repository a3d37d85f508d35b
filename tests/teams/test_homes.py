"""Home stadiums: many grounds of one kind, each with a name; and giving one up."""

from types import MappingProxyType

import pytest
from rest_framework.test import APIClient

from acts.failures import Conflict, Forbidden, Refused
from league.commands.leagues import create_league
from league.models import Membership, Role
from league.queries import current_season
from matches.commands.beginning import begin_match, call_off
from matches.commands.reporting import confirm_report, submit_report
from matches.pitch.reports import MatchEnding
from rules.engine import effects as e
from rules.engine.state import Home
from teams import ledger
from teams.commands.drafting import draft_team as draft
from teams.commands.homes import give_up_home, name_home
from teams.commands.retiring import bring_team_back, retire_team
from teams.models import Team
from teams.verifying import differences
from tests.conftest import A_TEAM, NOW, play_freely
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree, play_on
from tests.matches.test_pages import words
from tests.teams.history import put, take_back

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

HOUSE = MappingProxyType({"stadiums": True})
ICE = Home("ice")


@pytest.fixture
def league(marta):
    return create_league(
        actor=marta,
        name="The Frozen North",
        edition_key="bb2016",
        house=HOUSE,
        teams_per_coach=20,
        now=NOW,
    )


@pytest.fixture
def season(league):
    return current_season(league)


@pytest.fixture
def ines(make_user, league):
    ines = make_user("Ines")
    Membership.objects.create(league=league, user=ines, role=Role.COACH, since=NOW)
    return ines


@pytest.fixture
def found(season, ines):
    """A team of Ines's with 50,000 and a home on ice: `found("The Reivers")`."""

    def settle(name="The Reivers", *, home=ICE, **kwargs):
        team = draft(
            actor=ines, season=season, race="human", name=name, wish=A_TEAM, now=NOW, **kwargs
        )
        if home:
            put(team, ledger.LedgerEntry("residency", (e.HomeStadium(home),)), season=season)
        return team

    return settle


def named(team, actor, name):
    team = name_home(actor=actor, team=team, name=name, now=NOW)
    assert not list(differences(team))
    return team


def refused(command, **kwargs):
    with pytest.raises(Refused) as failure:
        command(now=NOW, **kwargs)
    return [reason.code for reason in failure.value.reasons]


class TestNames:
    def test_a_home_is_named_and_renamed(self, found, ines):
        team = named(found(), ines, "  The Frozen Bowl ")
        assert (team.home_name, team.home["name"]) == ("The Frozen Bowl", "The Frozen Bowl")
        team = named(team, ines, "Frostfield")
        assert team.home == {"attribute": "ice", "name": "Frostfield", "owned": False}

    def test_no_two_homes_of_a_league_have_one_name(self, found, ines):
        named(found(), ines, "The Frozen Bowl")
        other = found("The Rovers", home=Home("solid-stone"))
        assert refused(name_home, actor=ines, team=other, name="the FROZEN bowl") == [
            "home_name_taken"
        ]

    def test_a_name_is_free_once_its_home_is_given_up_or_its_team_retired(self, found, ines):
        one, two = (named(found(name), ines, name) for name in ("Rovers", "Reivers"))
        give_up_home(actor=ines, team=one, now=NOW)
        retire_team(actor=ines, team=two, now=NOW)
        named(named(found("Others"), ines, "rovers"), ines, "reivers")

    def test_who_comes_back_finds_the_name_taken(self, found, marta, ines):
        gone = named(found(), ines, "The Frozen Bowl")
        retire_team(actor=ines, team=gone, now=NOW)
        named(found("The Rovers"), ines, "The Frozen Bowl")
        assert refused(bring_team_back, actor=marta, team=gone) == ["home_name_taken"]

    def test_what_cannot_be_a_name(self, found, ines):
        team = found()
        for name in ("", " ", "x" * 61, "bad\u202ename"):
            assert refused(name_home, actor=ines, team=team, name=name)
        homeless = found("The Rovers", home=None)
        with pytest.raises(Conflict):
            name_home(actor=ines, team=homeless, name="Nowhere", now=NOW)

    def test_a_name_goes_with_its_home(self, found, season, ines):
        team = named(found(), ines, "The Frozen Bowl")
        put(team, ledger.LedgerEntry("residency-loss", (e.HomeStadium(None),)), season=season)
        assert team.home_name == ""
        assert not list(differences(team))

    def test_one_icy_home_closes_no_other_ice(self, found, league, ines, marta):
        """Lines 1744, 1755: it is the stadium that is somebody's, not the kind of ground."""
        named(found("The Owners"), ines, "The Frozen Bowl")
        home, away = found("The Reivers", home=None), found("The Rovers", home=None)
        play_freely(league)
        begun = begin_and_agree(
            actor=marta, league=league, home=home, away=away, played_on=DAY, now=NOW
        )
        on = play_on(begun, marta, said={"stadium": [1, 1], "stadium/attribute": 3})
        match = submit_report(actor=marta, match=on, ending=MatchEnding(), now=NOW)
        if match.state == match.State.REPORTED:
            match = confirm_report(actor=marta, match=match, now=NOW)
        heard = set()
        wanted = {"residency/home/wanted": True, "residency": 6, "residency/accept": True}
        play_on(match, marta, said=wanted, heard=heard)
        assert "residency/home/wanted" in heard
        home.refresh_from_db()
        assert home.home == {"attribute": "ice", "name": "", "owned": False}


class TestGivingUp:
    def test_costs_fifty_thousand_and_is_in_the_ledger(self, found, ines, client):
        team = named(found(), ines, "The Frozen Bowl")
        client.force_login(ines)
        page = words(client.get(f"/teams/{team.uuid}/home/"))
        assert "The Frozen Bowl" in page
        assert "It costs 50,000 and leaves 0 in the treasury" in page
        answer = client.post(f"/teams/{team.uuid}/home/give-up/", follow=True)
        assert "The home is given up" in words(answer)
        team.refresh_from_db()
        assert (team.home, team.home_name, team.treasury) == (None, "", 0)
        entry = words(client.get(f"/teams/{team.uuid}/ledger/"))
        assert "Giving up a home" in entry
        assert "The price of leaving The Frozen Bowl" in entry
        assert not list(differences(team))

    def test_twice_is_once(self, found, ines, client):
        team = found()
        give_up_home(actor=ines, team=team, now=NOW)
        client.force_login(ines)
        again = client.post(f"/teams/{team.uuid}/home/give-up/")
        assert again.status_code == 409
        assert "no home stadium" in words(again)

    def test_needs_the_gold_and_the_page_says_so_first(self, found, season, ines, client):
        team = found()
        put(team, ledger.LedgerEntry("adjustment", (e.Gold(-20_000, "adjustment"),)), season=season)
        assert refused(give_up_home, actor=ines, team=team) == ["cannot-afford"]
        client.force_login(ines)
        page = client.get(f"/teams/{team.uuid}/home/")
        assert "20,000" in words(page)
        assert "home/give-up/" not in page.content.decode()

    def test_waits_for_the_match_that_is_on(self, found, league, ines, marta):
        team, other = found(), found("The Rovers", home=None)
        play_freely(league)
        begin_match(actor=marta, league=league, home=team, away=other, played_on=DAY, now=NOW)
        assert refused(give_up_home, actor=ines, team=team) == ["post_match_open"]
        assert refused(name_home, actor=ines, team=team, name="Icehouse") == ["post_match_open"]

    def test_is_for_the_coach_and_the_commissioner(self, found, make_user, league, marta):
        team = found()
        stranger = make_user("Olaf")
        Membership.objects.create(league=league, user=stranger, role=Role.COACH, since=NOW)
        for command, about in ((give_up_home, {}), (name_home, {"name": "Mine"})):
            with pytest.raises(Forbidden):
                command(actor=stranger, team=team, now=NOW, **about)
        event = give_up_home(actor=marta, team=team, now=NOW)
        assert event.act.on_behalf_of.name == "Ines"

    def test_can_be_taken_back_unless_the_name_is_gone(self, found, season, ines):
        team = named(found(), ines, "The Frozen Bowl")
        event = give_up_home(actor=ines, team=team, now=NOW)
        take_back(team, event, season=season)
        assert Team.objects.get(pk=team.pk).home_name == "The Frozen Bowl"


def test_programs_read_name_and_give_up(found, ines):
    team = found()
    client = APIClient()
    client.force_authenticate(ines)
    address = f"/api/v1/teams/{team.uuid}/home/"
    shown = client.get(address).json()["home"]
    assert (shown["name"], shown["attribute"], shown["attribute_name"]) == ("", "ice", "Ice")
    assert (shown["price_of_giving_up"], shown["why_not_given_up"]) == (50_000, [])
    renamed = client.patch(address, {"name": "Frostfield"}, format="json")
    assert (renamed.status_code, renamed.json()["home"]["name"]) == (200, "Frostfield")
    given_up = client.delete(address)
    assert (given_up.status_code, given_up.json()["treasury"]) == (200, 0)
    assert client.get(address).json() == {"home": None, "fund": 0}
    assert client.delete(address).status_code == 409
    roster = client.get(f"/api/v1/teams/{team.uuid}/").json()
    assert roster["home"] is None


def test_league_and_roster_ask_for_a_name(found, league, ines, marta, *, client):
    team = found()
    client.force_login(ines)
    page = client.get(f"/leagues/{league.uuid}/")
    assert "The Reivers has found a home. It wants a name." in words(page)
    assert f"/teams/{team.uuid}/home/" in page.content.decode()
    other = found("The Rovers", home=None)
    play_freely(league)
    about = {"league": league, "home": team, "away": other, "played_on": DAY, "now": NOW}
    begun = begin_and_agree(actor=marta, **about)
    assert "It wants a name" not in words(client.get(f"/leagues/{league.uuid}/"))
    call_off(actor=marta, match=begun, reason="Snow", now=NOW)
    assert "Give it a name" in words(client.get(f"/teams/{team.uuid}/"))
    answer = client.post(f"/teams/{team.uuid}/home/", {"name": "Frostfield"}, follow=True)
    assert "They play at Frostfield" in words(answer)
    roster = words(client.get(f"/teams/{team.uuid}/"))
    assert "Frostfield (Ice)" in roster
    assert "Give it a name" not in roster
    bad = client.post(f"/teams/{team.uuid}/home/", {"name": ""})
    assert bad.status_code == 422
