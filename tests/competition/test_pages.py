"""Standings, fixtures and brackets as people see them, at a fixed cost."""

import re

import pytest
from django.db.models import Q
from django.test import Client

from competition.commands.joining_and_leaving import leave_season, let_in_late
from competition.commands.planning import drop_stage
from competition.commands.points import adjust_points
from competition.commands.rounds import open_round
from competition.models import Entry, Fixture, Result, Round
from competition.scheduling.leaving import Leaving
from competition.verifying import differences
from league.commands.leagues import change_league
from league.models import Membership, Role
from matches.models import Match
from teams.models import Team, Tenure
from tests.conftest import NOW

State = Fixture.State
TOLD = {
    "score_home": 2,
    "score_away": 1,
    "cas_home": 3,
    "cas_away": 0,
    "crowd_home": 1,
    "crowd_away": 0,
    "ending": "played",
    "played_on": "2026-03-07",
}


@pytest.fixture
def browser(db):
    """A browser, signed in if given a person: `browser(marta)`."""

    def open_browser(user=None):
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return open_browser


@pytest.fixture
def ines(make_user, league):
    ines = make_user("Ines")
    Membership.objects.create(league=league, user=ines, role=Role.COACH, since=NOW)
    return ines


@pytest.fixture
def standings(league):
    return f"/leagues/{league.uuid}/standings/"


@pytest.fixture
def fixtures(league):
    return f"/leagues/{league.uuid}/fixtures/"


@pytest.fixture
def many(league, season, make_user, plan, start):
    """A running round robin of so many teams, each with a coach: `many(8)`."""

    def begin(count, **settings):
        for number in range(count):
            team = Team.objects.create(
                league=league,
                name=f"Team {number:02}",
                race="human",
                shirt="claret",
                trim="bone",
                created_at=NOW,
            )
            coach = Membership.objects.create(
                league=league, user=make_user(f"Coach {number}"), role=Role.COACH, since=NOW
            )
            Tenure.objects.create(team=team, coach=coach, since=NOW)
            Entry.objects.create(
                season=season, team=team, state=Entry.State.ACCEPTED, registered_at=NOW
            )
        return start(plan(**settings))

    return begin


def shown(answer, status=200):
    assert answer.status_code == status
    return answer.content.decode()


class TestStandings:
    @pytest.fixture
    def stage(self, enter, plan, start, score):
        self.anna, self.bert, self.cleo, self.dirk = enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan())
        for fixture in stage.fixtures.filter(round__number=1):
            score(fixture, 3, 1)
        return stage

    def test_say_why_each_row_stands_above_the_next(self, stage, browser, standings):
        page = shown(browser().get(standings))
        assert "Level with" in page
        assert "on points: 3 to 0." in page
        assert "points, 3 to 0" in page
        assert "After round 1" in page

    def test_before_the_season_there_is_no_table(self, season, browser, standings, fixtures):
        assert "No table yet" in shown(browser().get(standings))
        assert "No fixtures yet" in shown(browser().get(fixtures))

    def test_as_they_stood_after_an_earlier_round(self, stage, browser, standings, score):
        for fixture in stage.fixtures.filter(round__number=2):
            score(fixture, 2, 0)
        page = browser().get(standings, {"after": 1})
        assert "This is how it stood after round 1." in shown(page)
        lines = page.context["page"].tables[0].lines
        assert [line.row.points for line in lines] == [3, 3, 0, 0]
        assert "After round 2" in shown(browser().get(standings))

    def test_a_round_that_is_still_on_is_not_over(
        self, stage, browser, standings, *, score, api, league
    ):
        """One match of the third round, played ahead: nobody has moved yet from anywhere else than
        the table after the first."""
        score(stage.fixtures.filter(round__number=3).first(), 1, 1)
        page = shown(browser().get(standings))
        assert "After round 3" not in page
        assert "During round 3: 1 match to play, and 2 from before it" in page
        told = api().get(f"/api/v1/leagues/{league.uuid}/standings/").json()
        assert (told["after"], told["left"], told["left_before"]) == (3, 1, 2)

    def test_nobody_moves_from_where_nothing_was_played(self, enter, plan, start, score):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan())
        score(stage.fixtures.filter(round__number=3).first(), 0, 2)
        assert set(stage.standings.values_list("moved", flat=True)) == {0}

    def test_nobody_makes_sure_of_what_all_get(self, enter, plan, start, score):
        enter("Anna", "Bert", "Cleo", "Dirk")
        first = plan()
        plan("The cup", "knock-out", follows=first, top_of_each=4)
        stage = start(first)
        score(stage.fixtures.filter(round__number=1).first(), 2, 0)
        assert set(stage.standings.values_list("fate", flat=True)) == {""}

    def test_whoever_leads_a_table_that_fills_another_stage_is_no_champion(
        self, stage, score, plan, *, browser, standings, marta
    ):
        for fixture in stage.fixtures.filter(round__number__gt=1):
            score(fixture, 3, 0)
        assert "champion" in set(stage.standings.values_list("fate", flat=True))
        cup = plan("The cup", "knock-out", follows=stage, top_of_each=2)
        fates = stage.standings.order_by("position").values_list("fate", flat=True)
        assert list(fates) == ["clinched", "clinched", "out", "out"]
        assert not list(differences(stage))
        assert "hampion" not in shown(browser().get(standings))
        drop_stage(actor=marta, stage=cup, now=NOW)
        assert "champion" in set(stage.standings.values_list("fate", flat=True))

    def test_whoever_came_later_does_not_stand_there_before(
        self, stage, browser, standings, *, score, marta, draft_team
    ):
        let_in_late(actor=marta, stage=stage, team=draft_team("Latecomers"), now=NOW)
        leave_season(actor=marta, entry=self.anna, how=Leaving.WALKOVERS, reason="Moved", now=NOW)
        second = stage.fixtures.filter(round__number=2, state="open")
        score(second.first(), 1, 0)
        lines = browser().get(standings, {"after": 1}).context["page"].tables[0].lines
        assert {line.who.name for line in lines} == {"Anna", "Bert", "Cleo", "Dirk"}
        assert not any(line.who.has_left for line in lines)
        now = browser().get(standings).context["page"].tables[0].lines
        assert {line.who.name for line in now if line.who.has_left} == {"Anna"}
        assert "Latecomers" in {line.who.name for line in now}

    def test_show_who_moved(self, stage, browser, standings, score):
        last = stage.standings.get(position=4).entry
        fixture = stage.fixtures.get(Q(home=last) | Q(away=last), round__number=2)
        score(fixture, *((5, 0) if fixture.home == last else (0, 5)))
        assert stage.standings.get(entry=last).moved > 0
        assert "up " in shown(browser().get(standings))

    def test_points_by_hand_stand_there_with_their_reason(self, stage, browser, standings, marta):
        adjust_points(
            actor=marta, stage=stage, entry=self.anna, points=-2, reason="Late roster", now=NOW
        )
        page = shown(browser().get(standings))
        assert "−2 by hand: Late roster" in page

    def test_places_that_go_on_end_at_a_line(self, stage, browser, standings, plan):
        plan("The final", "knock-out", follows=stage, top_of_each=2)
        assert "Places in The final end here" in shown(browser().get(standings))

    def test_as_a_file_for_a_spreadsheet(self, stage, browser, league):
        Entry.objects.filter(pk=self.anna.pk).update(name="=HYPERLINK(1)")
        answer = browser().get(f"/leagues/{league.uuid}/standings.csv")
        lines = shown(answer).splitlines()
        assert answer["Content-Type"].startswith("text/csv")
        assert len(lines) == 5
        assert "'=HYPERLINK(1)" in shown(answer)

    @pytest.mark.parametrize(
        "asked",
        ["?season=9", "?season=x", "?stage=x", "?after=7", "?after=-1", f"?stage={'0' * 32}"],
    )
    def test_what_is_not_there_is_missing(self, stage, browser, standings, asked):
        shown(browser().get(standings + asked), 404)

    def test_a_private_league_keeps_them_to_itself(
        self, *, stage, browser, standings, fixtures, league, marta, make_user
    ):
        change_league(actor=marta, league=league, is_public=False, now=NOW)
        fixture = f"/fixtures/{stage.fixtures.first().uuid}/"
        for address in (standings, fixtures, fixture, f"/leagues/{league.uuid}/standings.csv"):
            for person in (None, make_user(f"Stranger {len(address)}")):
                shown(browser(person).get(address), 404)
            shown(browser(marta).get(address))

    @pytest.mark.parametrize("count", [8, 64])
    def test_cost_the_same_at_any_size(
        self, *, many, browser, standings, marta, count, django_assert_num_queries
    ):
        many(count)
        client = browser(marta)
        with django_assert_num_queries(14):
            assert shown(client.get(standings)).count('class="place"') == count

    @pytest.mark.parametrize("count", [8, 64])
    def test_of_the_past_cost_the_same_at_any_size(
        self, *, many, browser, standings, marta, score, count, django_assert_num_queries
    ):
        stage = many(count)
        for number in (1, 2):
            score(stage.fixtures.filter(round__number=number).first(), 1, 0)
        client = browser(marta)
        with django_assert_num_queries(19):
            shown(client.get(standings, {"after": 1}))


class TestFixtures:
    def test_stand_in_the_order_of_their_rounds(
        self, *, enter, plan, start, score, browser, fixtures
    ):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan())
        for fixture in stage.fixtures.filter(round__number=1):
            score(fixture, 3, 1)
        page = browser().get(fixtures)
        rounds = page.context["page"].rounds
        assert [(each.number, each.is_current) for each in rounds] == [
            (1, False),
            (2, True),
            (3, False),
        ]
        assert "2 of 2 played" in shown(page)

    def test_of_one_team(self, enter, plan, start, browser, fixtures):
        anna, *_others = enter("Anna", "Bert", "Cleo")
        start(plan())
        page = browser().get(fixtures, {"team": anna.uuid})
        lines = [line for each in page.context["page"].rounds for line in each.lines]
        assert len(lines) == 3
        assert sum(line.is_bye for line in lines) == 1
        assert "nobody to play" in shown(page)

    def test_wait_for_winners(self, enter, plan, start, browser, fixtures):
        enter("Anna", "Bert", "Cleo", "Dirk")
        start(plan("The cup", "knock-out"))
        page = shown(browser().get(fixtures))
        assert "Winner of match 1" in page
        assert "Match 1" in page
        assert "Semi-finals" in page

    @pytest.mark.parametrize("count", [8, 64])
    def test_cost_the_same_at_any_size(
        self, *, many, browser, fixtures, marta, count, django_assert_num_queries
    ):
        many(count)
        client = browser(marta)
        with django_assert_num_queries(10):
            shown(client.get(fixtures))

    def test_a_long_stage_comes_round_by_round(self, many, browser, fixtures):
        many(32, legs=1)
        page = browser().get(fixtures)
        assert [each.number for each in page.context["page"].rounds] == [1]
        page = browser().get(fixtures, {"round": 7})
        assert [each.number for each in page.context["page"].rounds] == [7]
        shown(browser().get(fixtures, {"round": 99}), 404)


class TestBrackets:
    @pytest.mark.parametrize(
        ("count", "settings"),
        [(2, {}), (5, {}), (8, {"third_place": True}), (6, {"reseeds": True}), (33, {})],
    )
    def test_are_drawn_and_listed(self, *, enter, plan, start, browser, standings, count, settings):
        enter(*(f"Team {number}" for number in range(count)))
        stage = start(plan("The cup", "knock-out", **settings))
        page = browser().get(standings, {"stage": stage.uuid})
        drawing = page.context["page"].bracket
        boxes = [(box.x, box.y) for box in drawing.boxes]
        assert len(set(boxes)) == len(boxes) == stage.fixtures.count()
        assert max(box.y for box in drawing.boxes) + 60 <= drawing.height
        assert shown(page).count('class="box"') == len(boxes)
        drawn = re.search(r"<svg.*?</svg>", shown(page), re.DOTALL)[0]
        awaited = {int(number) for number in re.findall(r"(?:Winner|Loser) of match (\d+)", drawn)}
        assert awaited <= {int(number) for number in re.findall(r"Match (\d+)", drawn)}

    def test_name_the_winner(self, *, enter, plan, start, score, browser, standings):
        enter("Anna", "Bert")
        final = start(plan("The cup", "knock-out")).fixtures.get()
        score(final, 1, 1, ending="penalties", winner="home")
        page = shown(browser().get(standings))
        assert f"{final.home} won The cup." in page
        assert f"{final.home} won on penalties" in page


class TestAFixture:
    @pytest.fixture
    def fixture(self, *, enter_team, plan, start, ines, olaf):
        enter_team("Greywater Rovers", actor=ines)
        enter_team("Underquay Scurriers", actor=olaf)
        return start(plan()).fixtures.select_related("home__team", "away__team").get()

    def address(self, fixture, rest=""):
        return f"/fixtures/{fixture.uuid}/{rest}"

    def test_offers_what_one_may_do(self, fixture, browser, marta, ines):
        page = self.address(fixture)
        assert "Begin the match" not in shown(browser().get(page))
        hers = shown(browser(ines).get(page))
        assert "Begin the match" in hers
        assert "Not played: decide it" not in hers
        assert "Not played: decide it" in shown(browser(marta).get(page))

    def test_offers_no_button_before_its_round_opens(self, fixture, browser, marta, ines):
        Round.objects.filter(pk=fixture.round_id).update(state=Round.State.PLANNED)
        page = self.address(fixture)
        hers = shown(browser(ines).get(page))
        assert "Round 1 is not open yet." in hers
        assert "Begin the match" not in hers
        assert "Record the result" not in hers
        assert "Begin the match" in shown(browser(marta).get(page))

    def test_is_recorded_as_a_match_by_a_coach(self, fixture, browser, ines):
        answer = browser(ines).post(self.address(fixture, "record/"), TOLD)
        match = Match.objects.get()
        assert answer["Location"] == f"/matches/{match.uuid}/"
        result = Result.objects.get()
        assert (result.score_home, result.tallies["cas"][0], result.winner) == (2, 3, "")
        page = shown(browser().get(self.address(fixture)))
        assert "Go to the match" in page

    def test_every_fault_stands_at_its_field(self, fixture, browser, ines):
        told = TOLD | {"score_home": 100, "ending": "conceded", "played_on": "31 February"}
        answer = browser(ines).post(self.address(fixture, "record/"), told)
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {"score_home", "played_on"}
        told = TOLD | {"ending": "conceded"}
        answer = browser(ines).post(self.address(fixture, "record/"), told)
        assert set(answer.context["form"].errors) == {"at_fault"}

    def test_a_score_is_for_whoever_runs_the_league(self, fixture, browser, marta, ines):
        values = {
            key: TOLD[key] for key in ("score_home", "score_away", "cas_home", "cas_away", "ending")
        }
        assert browser(ines).post(self.address(fixture, "score/"), values).status_code == 403
        assert browser(marta).post(self.address(fixture, "score/"), values).status_code == 302
        assert not Match.objects.exists()
        assert "Change the score" in shown(browser(marta).get(self.address(fixture)))

    def test_is_ruled_and_taken_back(self, fixture, browser, marta):
        client = browser(marta)
        page = shown(client.get(self.address(fixture, "rule/")))
        assert "The absent lose a point of fan factor." in page
        values = {"ending": "forfeit", "at_fault": "away", "reason": "Nobody came"}
        assert (
            client.post(self.address(fixture, "rule/"), values | {"reason": ""}).status_code == 422
        )
        assert client.post(self.address(fixture, "rule/"), values).status_code == 302
        assert client.post(self.address(fixture, "rule/"), values).status_code == 409
        page = shown(client.get(self.address(fixture)))
        assert "Nobody came" in page
        assert "What it brought" in page
        gone = client.post(self.address(fixture, "take-back/"), {"reason": "They came"})
        assert gone.status_code == 302
        assert not Result.objects.exists()

    def test_sent_twice_it_happens_once(self, fixture, browser, ines):
        told = TOLD | {"form_key": "one and the same"}
        answers = [browser(ines).post(self.address(fixture, "record/"), told) for _ in range(2)]
        assert answers[0]["Location"] == answers[1]["Location"]
        assert Match.objects.count() == 1

    def test_costs_a_fixed_number_of_statements(
        self, fixture, browser, marta, django_assert_max_num_queries
    ):
        client = browser(marta)
        with django_assert_max_num_queries(12):
            shown(client.get(self.address(fixture)))


class TestByHand:
    def test_points_are_given_and_taken_back(self, *, enter, plan, start, browser, marta, ines):
        anna, _bert = enter("Anna", "Bert")
        stage = start(plan())
        page = f"/stages/{stage.uuid}/points/"
        values = {"entry": anna.uuid, "points": -2, "from_round": 0, "reason": "Late roster"}
        assert browser(ines).get(page).status_code == 403
        assert browser(marta).post(page, values | {"points": 0}).status_code == 422
        assert browser(marta).post(page, values).status_code == 302
        assert "Late roster" in shown(browser(marta).get(page))
        (adjustment,) = stage.adjustments.all()
        undo = f"/adjustments/{adjustment.uuid}/take-back/"
        assert browser(ines).post(undo).status_code == 403
        assert browser(marta).post(undo).status_code == 302
        assert stage.standings.get(entry=anna).points == 0

    def test_lots_are_drawn(self, *, enter, plan, start, score, browser, marta, standings):
        anna, bert = enter("Anna", "Bert")
        stage = start(plan())
        score(stage.fixtures.get(), 1, 1)
        assert "Draw lots" in shown(browser(marta).get(standings))
        page = f"/stages/{stage.uuid}/lots/"
        assert "2 teams that are level" in shown(browser(marta).get(page))
        browser(marta).post(page, {"entry": [anna.uuid]})
        assert not stage.lots.exists()
        browser(marta).post(page, {"entry": [anna.uuid, bert.uuid]})
        assert stage.lots.count() == 2
        assert "Nobody waits for lots" in shown(browser(marta).get(page))
        assert "by lots: nothing else told them apart." in shown(browser().get(standings))


class TestTheLeagueHome:
    def test_shows_the_season_as_it_stands(self, *, enter, plan, start, score, browser, league):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan())
        score(stage.fixtures.filter(round__number=1).first(), 3, 1)
        now = browser().get(f"/leagues/{league.uuid}/").context["home"].now
        assert [line.row.points for line in now.tables[""]] == [3, 0, 0, 0]
        assert [(each.said, len(each.lines)) for each in now.next] == [("Round 1", 1)]
        assert len(now.latest) == 1

    def test_shows_a_cup_beside_the_league_and_every_round_that_is_open(
        self, *, enter, plan, start, score, browser, league, marta
    ):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan())
        start(plan("The cup", "knock-out"))
        # One match of the first round is still to be played when the second opens.
        score(stage.fixtures.filter(round__number=1).first(), 3, 1)
        open_round(actor=marta, of=stage.rounds.get(number=2), now=NOW)
        now = browser().get(f"/leagues/{league.uuid}/").context["home"].now
        assert [(each.said, len(each.lines)) for each in now.next] == [
            ("The league · Round 1", 1),
            ("The league · Round 2", 2),
            ("The cup · Semi-finals", 2),
        ]

    def test_ones_own_next_match_comes_first(
        self, *, enter_team, plan, start, browser, league, ines, marta
    ):
        enter_team("Greywater Rovers", actor=ines)
        enter_team("Underquay Scurriers")
        start(plan())
        page = f"/leagues/{league.uuid}/"
        assert "Your next match" in shown(browser(ines).get(page))
        assert "Your next match" not in shown(browser().get(page))

    @pytest.mark.parametrize("count", [8, 64])
    def test_costs_the_same_at_any_size(
        self, *, many, score, browser, league, marta, count, django_assert_num_queries
    ):
        stage = many(count)
        for fixture in stage.fixtures.filter(round__number=1)[:4]:
            score(fixture, 2, 1)
        client = browser(marta)
        with django_assert_num_queries(30):
            shown(client.get(f"/leagues/{league.uuid}/"))
