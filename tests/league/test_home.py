"""A league's home and the site's first page: what is there, what to do next, at what cost."""

import pytest

from league.commands.house_rules import change_house_rules
from league.commands.leagues import change_league, close_league, create_league
from league.commands.members import end_membership
from league.models import Role, Season
from teams.commands.drafting import begin_draft
from teams.drafts import name_of
from teams.models import Team, Tenure
from tests.conftest import NOW
from tests.league.conftest import place_of

pytestmark = pytest.mark.pure


@pytest.fixture
def page(league):
    return f"/leagues/{league.uuid}/"


def steps(answer):
    return [todo.what for todo in answer.context["home"].todos]


def coaches_of(line):
    return " & ".join(str(coach) for coach in line.coaches)


class TestTheLeague:
    def test_shows_its_teams_with_crest_race_coach_and_value(self, browser, page, draft_team, join):
        draft_team("The Reivers")
        draft_team("Rovers", actor=join("Jonas"))
        lines = browser().get(page).context["home"].teams
        assert [(line.name, line.race, coaches_of(line), line.value) for line in lines] == [
            ("Rovers", "Human", "Jonas", 950_000),
            ("The Reivers", "Human", "Marta", 950_000),
        ]
        shown = browser().get(page).content.decode()
        assert shown.count('class="crest"') == 2
        assert "950,000" in shown
        assert "Run by Marta" in shown
        assert "2 teams" in shown

    def test_marks_what_is_mine(self, browser, page, draft_team, join, marta):
        draft_team("The Reivers")
        draft_team("Rovers", actor=join("Jonas"))
        lines = browser(marta).get(page).context["home"].teams
        assert {line.name: line.is_mine for line in lines} == {"The Reivers": True, "Rovers": False}
        assert not any(line.is_mine for line in browser().get(page).context["home"].teams)

    def test_names_a_second_coach_too(self, browser, page, team, join, league):
        jonas = join("Jonas")
        Tenure.objects.create(
            team=team, coach=place_of(jonas, league), kind=Tenure.Kind.SECOND, since=NOW
        )
        (line,) = browser(jonas).get(page).context["home"].teams
        assert (coaches_of(line), line.is_mine) == ("Marta & Jonas", True)

    def test_says_where_a_team_has_lost_its_coach(self, browser, page, draft_team, join, league):
        jonas = join("Jonas")
        draft_team("Rovers", actor=jonas)
        end_membership(actor=jonas, membership=place_of(jonas, league), now=NOW)
        assert "no coach" in browser().get(page).content.decode()

    def test_leaves_the_retired_out(self, browser, page, team):
        Team.objects.update(state=Team.State.RETIRED)
        assert "No team yet" in browser().get(page).content.decode()

    def test_shows_ones_own_open_drafts_only(self, browser, page, season, marta, jonas):
        draft = begin_draft(actor=jonas, season=season, race="orc", now=NOW)
        assert "a draft left on" in browser(jonas).get(page).content.decode()
        assert name_of(draft) in browser(jonas).get(page).content.decode()
        for person in (None, marta):
            assert "a draft left on" not in browser(person).get(page).content.decode()

    def test_says_what_to_do_next(self, *, browser, page, league, season, marta, join, draft_team):
        assert steps(browser(marta).get(page)) == ["invite", "draft", "rules"]
        jonas, vera = join("Jonas"), join("Vera", Role.VIEWER)
        assert steps(browser(marta).get(page)) == ["draft", "rules", "invite"]
        assert steps(browser(jonas).get(page)) == ["draft"]
        assert steps(browser(vera).get(page)) == []
        assert steps(browser().get(page)) == ["ask"]
        begin_draft(actor=jonas, season=season, race="orc", now=NOW)
        assert steps(browser(jonas).get(page)) == ["finish-draft"]
        draft_team()
        assert steps(browser(marta).get(page)) == ["register", "invite"]
        Season.objects.update(state=Season.State.RUNNING)
        assert steps(browser(marta).get(page)) == ["go-on"]
        close_league(actor=marta, league=league, now=NOW)
        assert steps(browser().get(page)) == []

    def test_leads_a_drafted_team_into_the_season(
        self, *, browser, page, league, season, marta, join, draft_team
    ):
        jonas = join("Jonas")
        rovers = draft_team("Rovers", actor=jonas)
        assert steps(browser(jonas).get(page)) == ["register"]
        way = f"/leagues/{league.uuid}/season/register/{rovers.uuid}/"
        assert f'action="{way}"' in browser(jonas).get(page).content.decode()
        # Their team's own page says so too, to them alone.
        roster = f"/teams/{rovers.uuid}/"
        assert f'action="{way}"' in browser(jonas).get(roster).content.decode()
        assert f'action="{way}"' not in browser().get(roster).content.decode()
        browser(jonas).post(way)
        assert f'action="{way}"' not in browser(jonas).get(roster).content.decode()
        assert steps(browser(jonas).get(page)) == []
        draft_team("The Reivers")
        assert steps(browser(marta).get(page)) == ["season", "register", "invite"]
        assert f'href="/leagues/{league.uuid}/season/"' in browser(marta).get(page).content.decode()

    def test_leads_no_team_into_a_season_that_is_closed_to_it(
        self, browser, page, join, draft_team
    ):
        jonas = join("Jonas")
        draft_team("Rovers", actor=jonas)
        Season.objects.update(registration_until=NOW)
        assert steps(browser(jonas).get(page)) == []

    def test_leads_to_the_draft_whoever_may_draft(self, browser, page, league, join, marta):
        vera = join("Vera", Role.VIEWER)
        way = f'href="/leagues/{league.uuid}/draft/"'
        for person, leads in {None: False, vera: False, marta: True}.items():
            assert (way in browser(person).get(page).content.decode()) == leads
        Season.objects.update(state=Season.State.OVER)
        assert way not in browser(marta).get(page).content.decode()

    def test_leads_on_with_a_draft_and_to_a_team(self, browser, page, season, marta, team):
        draft = begin_draft(actor=marta, season=season, race="orc", now=NOW)
        for address in (page, "/"):
            shown = browser(marta).get(address).content.decode()
            assert f'href="/drafts/{draft.uuid}/"' in shown
            assert f'href="/teams/{team.uuid}/"' in shown

    def test_counts_its_house_rules(self, browser, page, league, marta):
        assert "by the book" in browser().get(page).content.decode()
        change_house_rules(actor=marta, league=league, house={"plays": True}, now=NOW)
        assert "with 1 house rule." in browser().get(page).content.decode()

    @pytest.mark.parametrize("count", [8, 64])
    def test_asks_a_fixed_number_of_times(
        self, *, browser, page, league, marta, join, django_assert_num_queries, count
    ):
        for number in range(count):
            team = Team.objects.create(
                league=league,
                name=f"Team {number}",
                race="human",
                shirt="claret",
                trim="bone",
                created_at=NOW,
            )
            coach = place_of(join(f"Coach {number}"), league)
            Tenure.objects.create(team=team, coach=coach, since=NOW)
        client = browser(marta)
        with django_assert_num_queries(17):
            assert client.get(page).content.decode().count('class="crest"') == count
        with django_assert_num_queries(8):
            browser().get(page)


class TestTheFirstPage:
    def test_shows_a_person_his_leagues_and_teams(self, browser, draft_team, join, season):
        draft_team("The Reivers")
        jonas = join("Jonas")
        draft_team("Rovers", actor=jonas)
        begin_draft(actor=jonas, season=season, race="orc", now=NOW)
        desk = browser(jonas).get("/").context["desk"]
        assert [str(place.league) for place in desk.memberships] == ["The Old Bridge League"]
        assert [(line.name, str(league)) for line, league in desk.teams] == [
            ("Rovers", "The Old Bridge League")
        ]
        assert [race for _draft, race in desk.drafts] == ["Orc"]
        page = browser(jonas).get("/").content.decode()
        assert "Rovers" in page
        assert "The Reivers" not in page

    def test_forgets_what_one_has_left(self, browser, draft_team, join, league):
        jonas = join("Jonas")
        draft_team("Rovers", actor=jonas)
        end_membership(actor=jonas, membership=place_of(jonas, league), now=NOW)
        desk = browser(jonas).get("/").context["desk"]
        assert (desk.memberships, desk.teams) == ([], [])

    def test_says_where_to_begin(self, browser, stranger):
        page = browser(stranger).get("/").content.decode()
        assert "In no league yet" in page
        assert 'href="/leagues/new/"' in page

    def test_shows_everybody_the_public_leagues(self, browser, league, marta):
        assert "The Old Bridge League" in browser().get("/").content.decode()
        change_league(actor=marta, league=league, is_public=False, now=NOW)
        page = browser().get("/").content.decode()
        assert "The Old Bridge League" not in page
        assert "No league yet" in page

    @pytest.mark.parametrize("count", [1, 10])
    def test_asks_a_fixed_number_of_times(
        self, browser, marta, draft_team, django_assert_num_queries, count
    ):
        for number in range(count):
            draft_team(f"Team {number}")
            create_league(actor=marta, name=f"L{number}", edition_key="bb2016", now=NOW)
        client = browser(marta)
        with django_assert_num_queries(11):
            client.get("/")
        with django_assert_num_queries(1):
            browser().get("/")


class TestForPrograms:
    def test_says_the_same_as_the_page(self, browser, page, *, league, marta, join, season):
        """The list of what to do next, in its order, and nowhere that leads nowhere."""
        jonas = join("Jonas")
        begin_draft(actor=jonas, season=season, race="orc", now=NOW)
        for person in (marta, jonas, None):
            shown = browser(person).get(page).context["home"].todos
            told = browser(person).get(f"/api/v1/leagues/{league.uuid}/to-do/").json()
            assert [(each["what"], each["sentence"], each["page"]) for each in told] == [
                (todo.what, todo.why, todo.page) for todo in shown
            ]
            assert told
            for each in told:
                answer = browser(person).get(each["address"]).status_code
                assert answer in ((200, 405) if person else (200, 401, 403)), each["address"]
