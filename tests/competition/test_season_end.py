"""The end of a season: champion, awards and prizes, the archive, and the divisions to come."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, strip_tags

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from competition.commands.arranging import arrange_match
from competition.commands.divisions import divide, promote_and_relegate
from competition.commands.entries import register_every_team
from competition.commands.joining_and_leaving import leave_season
from competition.commands.points import adjust_points
from competition.commands.redrafting import finish_redraft
from competition.commands.request_season_end import END_SEASON, OwnAward, end_season
from competition.commands.results import take_back_result
from competition.models import Award, Fixture, Result, Stage, Standing
from competition.scheduling.leaving import Leaving
from competition.verifying import differences as table_differences
from jobs import runner
from jobs.commands import discard_job, retry_job
from jobs.models import Job
from league.commands.house_rules import change_house_rules
from league.commands.members import add_coach_by_name
from league.commands.seasons import open_registration
from league.models import Membership, Role, Season
from matches.models import Match
from rules.engine import effects as e
from rules.engine.season_awards import Prize
from teams import chapters, ledger
from teams.commands.coaches import hand_over_team
from teams.commands.hiring import Word
from teams.commands.identity import change_identity
from teams.models import Chapter
from teams.verifying import differences
from tests.conftest import NOW
from tests.teams.history import put

pytestmark = pytest.mark.pure

PRIZE = Prize(gold=50_000)


def codes(refused):
    return sorted(reason.code for reason in refused.value.reasons)


@pytest.fixture
def played(enter_team, plan, start, score, season):
    """A season of three teams in which the earlier name always beat the later one."""
    entries = [enter_team(name) for name in ("Ashgate", "Brackwater", "Copperhill")]
    stage = start(plan())
    for fixture in stage.fixtures.filter(away__isnull=False):
        home_is_first = str(fixture.home) < str(fixture.away)
        score(fixture, *((2, 0) if home_is_first else (0, 2)), tallies={"cas": (1, 0)})
    return entries


@pytest.fixture
def given_up(played, season, marta):
    """What the job needs is gone, so that it fails however often it is tried."""
    job = end_season(actor=marta, season=season, prizes={"champion": PRIZE}, now=NOW)
    Job.objects.filter(pk=job.pk).update(payload=job.payload | {"act": 0})
    runner.run_due(now=timezone.now() + timedelta(days=30))
    job.refresh_from_db()
    assert job.state == "dead"
    return job


class TestAsking:
    def test_leaves_a_job_and_a_season_in_which_nothing_changes(self, played, plan, season, marta):
        job = end_season(actor=marta, season=season, now=NOW)
        season.refresh_from_db()
        assert (job.state, job.owner, season.state) == ("queued", marta, Season.State.ENDING)
        assert not Award.objects.exists()
        fixture = Fixture.objects.select_related("stage__season__league").get(number=1)
        with pytest.raises(Conflict) as conflict:
            take_back_result(actor=marta, fixture=fixture, reason="Too soon.", now=NOW)
        assert codes(conflict) == ["season_ending"]
        with pytest.raises(Refused) as refused:
            plan("One more")
        assert codes(refused) == ["season_ending"]

    def test_a_second_time_it_is_a_conflict(self, played, season, marta, end):
        end_season(actor=marta, season=season, now=NOW)
        with pytest.raises(Conflict) as conflict:
            end_season(actor=marta, season=season, now=NOW)
        assert codes(conflict) == ["season_ending"]
        runner.run_due(now=NOW)
        with pytest.raises(Conflict) as conflict:
            end_season(actor=marta, season=season, now=NOW)
        assert codes(conflict) == ["season_over"]
        assert Job.objects.filter(kind=END_SEASON).count() == 1

    def test_everything_wrong_is_said_at_once(self, played, season, marta):
        own = OwnAward("", played[1], prize=Prize(gold=10_500, fan_factor=99, inducement="dragon"))
        with pytest.raises(Refused) as refused:
            end_season(actor=marta, season=season, own=[own], now=NOW)
        assert codes(refused) == [
            "blank",
            "fan_factor_out_of_range",
            "gold_out_of_range",
            "no_such_inducement",
        ]
        season.refresh_from_db()
        assert season.state == Season.State.RUNNING
        assert not Job.objects.filter(kind=END_SEASON).exists()

    def test_not_before_everything_is_played(self, enter, plan, start, season, marta):
        enter("Anna", "Bert")
        start(plan())
        with pytest.raises(Refused) as refused:
            end_season(actor=marta, season=season, now=NOW)
        assert codes(refused) == ["fixtures_open"]

    def test_coaches_end_nothing(self, played, season, make_user):
        with pytest.raises(Forbidden):
            end_season(actor=make_user("Otto"), season=season, now=NOW)

    def test_where_a_league_moved_meanwhile_its_new_home_asks_again(self, played, season, end):
        """A job does not go with the file, the state of the season does."""
        Season.objects.filter(pk=season.pk).update(state=Season.State.ENDING)
        assert end().result["ended"]


class TestWhatIsNext:
    DONE = "Nothing is left to play."

    @pytest.fixture
    def shown(self, client, marta, season):
        client.force_login(marta)

        def show(page):
            return client.get(reverse(page, args=[season.league.uuid])).content.decode()

        return show

    @pytest.mark.parametrize("page", ["press:league", "competition:season"])
    def test_a_season_that_is_played_is_to_be_ended(self, played, shown, season, page):
        told = shown(page)
        assert self.DONE in told
        assert reverse("competition:end-season", args=[season.league.uuid]) in told
        assert "You have no team here yet" not in told

    @pytest.mark.parametrize("page", ["press:league", "competition:season"])
    def test_what_is_still_planned_comes_first(self, played, plan, shown, page):
        plan("Play-offs", of="knock-out", follows=Stage.objects.get(), top_of_each=2)
        assert self.DONE not in shown(page)
        assert "See how it goes on" in shown(page)

    def test_a_swiss_with_rounds_to_pair_is_not_done(self, enter, plan, start, score, shown):
        enter("Anna", "Bert", "Carla", "Dora")
        stage = start(plan(of="swiss", swiss_rounds=2))
        for fixture in stage.fixtures.all():
            score(fixture, 1, 0)
        assert self.DONE not in shown("competition:season")

    def test_the_league_home_says_that_a_season_is_being_ended(self, played, shown, season, marta):
        end_season(actor=marta, season=season, now=NOW)
        assert "See how far it is" in shown("press:league")

    def test_whoever_ends_it_hears_what_was_never_begun(self, played, plan, shown):
        plan("Play-offs", of="knock-out", follows=Stage.objects.get(), top_of_each=2)
        assert "Play-offs is planned and was never begun." in shown("competition:end-season")

    def test_whoever_ends_it_sees_which_matches_are_in_the_way(self, enter, plan, start, shown):
        enter(*(f"Team {number}" for number in range(8)))
        stage = start(plan())
        fixture = stage.fixtures.order_by("number").first()
        told = shown("competition:end-season")
        assert f"{fixture.home} – {fixture.away}" in told
        assert "The league · Round 1" in told
        assert "And 8 more." in told

    def test_before_the_next_one_house_rules_change_until_registration(self, played, end, shown):
        end()
        assert "until registration opens they change freely" in shown("press:league")


class TestEnding:
    def test_the_champion_and_the_awards_of_teams(self, played, end):
        job = end()
        given = {award.kind: str(award.entry) for award in Award.objects.all()}
        assert given["champion"] == "Ashgate"
        assert given["wooden-spoon"] == "Copperhill"
        assert given["best-defence"] == "Ashgate"
        assert job.result == {"ended": True, "awards": Award.objects.count()}

    def test_the_archive_is_closed_and_the_next_season_prepared(self, played, season, end):
        end()
        following = Season.objects.get(league=season.league, number=2)
        assert (season.state, season.closed_at) == (Season.State.OVER, NOW)
        assert (following.state, following.pin) == (Season.State.PREPARING, season.pin)
        assert {stage.state for stage in season.stages.all()} == {Stage.State.OVER}

    def test_the_tables_of_open_play_stay_what_they_are_made_of(
        self, enter, plan, start, *, marta, score, end
    ):
        anna, bert = enter("Anna", "Bert")
        stage = start(plan(of="open", fewest=3))
        made = arrange_match(actor=marta, stage=stage, home=anna, away=bert, now=NOW)
        score(made, 2, 0)
        end()
        stage = Stage.objects.select_related("season__pin__catalogue").get(pk=stage.pk)
        assert stage.state == Stage.State.OVER
        assert not list(table_differences(stage))

    def test_prizes_go_into_the_ledger_once_however_often_it_runs(self, played, season, end):
        team = played[0].team
        before, fans = team.treasury, team.fan_factor
        prize = Prize(gold=50_000, fan_factor=1, inducement="wizard")
        job = end(prizes={"champion": prize})
        awards = Award.objects.count()
        Job.objects.filter(pk=job.pk).update(state="queued")
        runner.run_due(now=NOW)
        job.refresh_from_db()
        assert (job.state, job.result) == ("done", {"ended": True, "awards": awards})
        team.refresh_from_db()
        assert (team.treasury, team.fan_factor) == (before + 50_000, fans + 1)
        assert team.inducements == {"wizard": 1}
        assert team.events.latest("seq").kind == "prize"
        assert not list(differences(team))
        assert Season.objects.count() == 2

    def test_the_commissioners_own(self, played, end):
        end(own=[OwnAward(" Loudest supporters ", played[1], prize=Prize(gold=10_000))])
        own = Award.objects.get(kind="")
        assert (own.title, own.entry, own.gold) == ("Loudest supporters", played[1], 10_000)

    def test_what_was_opened_again_keeps_the_season_going(self, played, season, marta, client):
        job = end_season(actor=marta, season=season, now=NOW)
        Fixture.objects.filter(number=1).update(state=Fixture.State.OPEN)
        runner.run_due(now=NOW)
        job.refresh_from_db()
        season.refresh_from_db()
        assert job.result == {"ended": False, "reasons": ["fixtures_open"]}
        assert season.state == Season.State.RUNNING
        assert not Award.objects.exists()
        client.force_login(marta)
        page = client.get(f"/leagues/{season.league.uuid}/honours/").content.decode()
        assert "was opened again meanwhile" in page


class TestWhoWins:
    """What the records say of whom."""

    @pytest.fixture
    def deed(self, season):
        """Write deeds of a team's first players into its ledger."""

        def deed(entry, award="touchdown", times=1, *, of=0, match=None):
            player = entry.team.contracts.order_by("id")[of]
            effects = (e.Earned(player.key, award, times),)
            if match is None:
                put(entry.team, ledger.LedgerEntry("adjustment", effects), season=season)
            else:
                chapter = chapters.open_chapter(
                    entry.team, Chapter.Kind.MATCH, season=season, match=match.uuid, now=NOW
                )
                put(
                    entry.team,
                    ledger.LedgerEntry("report", effects),
                    season=season,
                    chapter=chapter,
                )
            return player.player

        return deed

    def given(self):
        return {
            (award.kind, award.player or award.entry): award.gold
            for award in Award.objects.select_related("player", "entry__team")
        }

    def test_what_the_commissioner_put_right_counts(self, played, deed, end, season, client):
        deed(played[0], times=3)
        scorer = deed(played[1], times=5)
        deed(played[1], times=-1)
        end()
        assert [who for kind, who in self.given() if kind == "scorer"] == [scorer]
        page = client.get(f"/leagues/{season.league.uuid}/honours/").content.decode()
        read = strip_tags(page)
        assert f"{escape(scorer.name)} {played[1]}" in read

    def test_friendlies_win_nothing(self, played, deed, season, end):
        scorer = deed(played[0])
        friendly = Match.objects.create(
            league=season.league,
            season=season,
            pin=season.pin,
            is_friendly=True,
            played_on=NOW,
            entered_at=NOW,
        )
        deed(played[1], times=9, match=friendly)
        end()
        assert [who for kind, who in self.given() if kind == "scorer"] == [scorer]

    def test_whoever_left_wins_nothing(self, played, deed, season, end, marta):
        scorer = deed(played[1])
        deed(played[0], times=5)
        leave_season(
            actor=marta, entry=played[0], how=Leaving.WALKOVERS, reason="Moved away", now=NOW
        )
        end()
        given = self.given()
        assert [who for kind, who in given if kind == "scorer"] == [scorer]
        assert played[0] not in {who for _kind, who in given}

    def test_play_offs_count_too(self, played, plan, start, *, score, end):
        """Ashgate conceded nothing in the league and five in the final."""
        final = start(plan("The final", "knock-out", follows=Stage.objects.get(), top_of_each=2))
        tie = final.fixtures.get()
        ashgate_is_home = str(tie.home) == "Ashgate"
        score(tie, *((0, 5) if ashgate_is_home else (5, 0)), tallies={"cas": (9, 9)})
        end()
        given = self.given()
        assert [str(who) for kind, who in given if kind == "best-defence"] == ["Brackwater"]

    @pytest.mark.parametrize(("rule", "gold"), [("divided", 16_000), ("each", 33_000)])
    def test_a_shared_prize_is_divided_unless_the_league_says_otherwise(
        self, enter_team, plan, start, *, score, end, marta, league, season, client, rule, gold
    ):
        change_house_rules(actor=marta, league=league, house={"prizes.shared": rule}, now=NOW)
        season.refresh_from_db()
        for name in ("Ashgate", "Brackwater"):
            enter_team(name)
        score(start(plan()).fixtures.get(), 1, 1, tallies={"cas": (2, 2)})
        client.force_login(marta)
        asked = client.get(reverse("competition:end-season", args=[league.uuid])).content.decode()
        assert "Shared by 2:" in asked
        assert ("gold is divided" in asked) is (rule == "divided")
        end(prizes={"most-brutal": Prize(gold=33_000, fan_factor=1)})
        brutal = Award.objects.filter(kind="most-brutal")
        assert [(each.gold, each.fan_factor) for each in brutal] == [(gold, 1)] * 2
        honours = client.get(f"/api/v1/leagues/{league.uuid}/honours/").json()[0]["honours"]
        assert {each["shared_by"] for each in honours} == {2}
        (line,) = (each for each in honours if each["kind"] == "most-brutal")
        assert line["winner"] == "Ashgate, Brackwater"
        assert line["winners"] == [{"name": n, "team": ""} for n in ("Ashgate", "Brackwater")]
        page = client.get(reverse("competition:honours", args=[league.uuid])).content.decode()
        divided = ", the gold divided between them" if rule == "divided" else ""
        assert page.count(f"{gold:,} gold, fan factor +1 to each{divided}<") == 1

    def test_a_prize_for_no_award_is_refused(self, played, end):
        with pytest.raises(Refused) as refused:
            end(prizes={"champoin": PRIZE})
        assert codes(refused) == ["no_such_award"]

    def test_whoever_is_level_at_the_top_shares_the_title(
        self, enter_team, plan, start, *, marta, score, end, browser, league
    ):
        """The book has nobody win alone what several have won (1516)."""
        for name in ("Ashgate", "Brackwater", "Copperhill"):
            enter_team(name)
        stage = start(plan())
        for fixture in stage.fixtures.filter(away__isnull=False):
            score(fixture, 1, 1)
        page = browser(marta).get(f"/leagues/{league.uuid}/season/end/").content.decode()
        assert "Shared by 3: the gold is divided between them" in page
        assert "Draw lots first if there is to be one champion." in page
        end(prizes={"champion": Prize(gold=100_000)})
        given = Award.objects.filter(kind="champion").values_list("entry__team__name", "gold")
        assert sorted(given) == [
            ("Ashgate", 33_000),
            ("Brackwater", 33_000),
            ("Copperhill", 33_000),
        ]
        told = browser().get(f"/api/v1/leagues/{league.uuid}/honours/").json()
        (title,) = [each for each in told[0]["honours"] if each["kind"] == "champion"]
        assert (title["shared_by"], title["winner"]) == (3, "Ashgate, Brackwater, Copperhill")

    def test_a_prize_that_nobody_wins_does_not_vanish(
        self, enter_team, plan, start, *, marta, season, browser, league
    ):
        enter_team("Ashgate"), enter_team("Brackwater")
        start(plan(of="open", fewest=3))
        page = browser(marta).get(f"/leagues/{league.uuid}/season/end/").content.decode()
        assert "Nobody is champion" in page
        with pytest.raises(Refused) as refused:
            end_season(actor=marta, season=season, prizes={"champion": PRIZE}, now=NOW)
        assert codes(refused) == ["nobody_wins"]

    def test_nobody_is_champion_with_too_few_matches(
        self, enter_team, plan, start, *, marta, score, end
    ):
        one, other = enter_team("Ashgate"), enter_team("Brackwater")
        stage = start(plan(of="open", fewest=3))
        score(arrange_match(actor=marta, stage=stage, home=one, away=other, now=NOW), 2, 0)
        end()
        kinds = {kind for kind, _who in self.given()}
        assert kinds.isdisjoint({"champion", "wooden-spoon"})


class TestPrizesThatLast:
    """For the duration of the following season (1516)."""

    def test_a_prize_outlives_one_re_draft_and_no_more(self, played, league, end, marta, client):
        team = played[0].team
        end(prizes={"champion": Prize(inducement="wizard")})
        client.force_login(marta)
        following = open_registration(actor=marta, league=league, now=NOW)
        shown = client.get(f"/teams/{team.uuid}/re-draft/").content.decode()
        assert "Won last season, for all matches of the next: Wizard" in shown
        word = Word("A quiet summer.", cover=True)
        finish_redraft(actor=marta, team=team, word=word, now=NOW)
        team.refresh_from_db()
        assert team.inducements == {"wizard": 1}
        assert not list(differences(team))
        register_every_team(actor=marta, season=following, now=NOW)
        Season.objects.filter(pk=following.pk).update(state=Season.State.OVER, closed_at=NOW)
        Season.objects.create(league=league, number=3, pin=following.pin, opened_at=NOW)
        finish_redraft(actor=marta, team=team, word=word, now=NOW)
        team.refresh_from_db()
        assert not any(team.inducements.values())

    def test_nobody_wins_what_is_hired_for_a_match_alone(self, played, end):
        with pytest.raises(Refused) as refused:
            end(prizes={"champion": Prize(inducement="mercenary")})
        assert codes(refused) == ["no_such_inducement"]


def test_whoever_takes_over_in_a_week_does_not_coach_yet(played, league, marta, make_user, client):
    olga = Membership.objects.create(
        league=league, user=make_user("Olga"), role=Role.COACH, since=NOW
    )
    now = timezone.now()
    week = now + timedelta(days=7)
    hand_over_team(actor=marta, team=played[0].team, coach=olga, now=now, since=week)
    page = client.get(reverse("competition:standings", args=[league.uuid])).context["page"]
    assert {line.who.coach for line in page.tables[0].lines} == {"Marta"}


class TestTheArchive:
    """A season that is over stays what it was, whatever became of its teams."""

    def test_names_and_coaches_of_then(self, played, end, league, *, marta, make_user, client):
        home = reverse("competition:standings", args=[league.uuid])
        end()
        olga = make_user("Olga")
        place = Membership.objects.create(
            league=league, user=olga, role=Role.COACH, since=NOW + timedelta(days=1)
        )
        team, later = played[0].team, NOW + timedelta(days=2)
        change_identity(actor=marta, team=team, name="Ash & Sons", now=later)
        hand_over_team(actor=marta, team=team, coach=place, now=later)
        client.force_login(marta)
        page = client.get(home, {"season": 1})
        (line,) = (each for each in page.context["page"].tables[0].lines if each.row.rank == 1)
        assert (line.who.name, line.who.coach) == ("Ashgate", "Marta")
        assert (
            "Ashgate"
            in client.get(reverse("competition:honours", args=[league.uuid])).content.decode()
        )

    def test_a_table_of_the_past_has_the_names_and_coaches_of_its_round(
        self, *, enter_team, plan, start, score, league, marta, client
    ):
        """In a season that runs as in one that is over, whatever the names are made of."""
        team = enter_team("Ash → Gate").team
        for name in ("Bay", "Cove", "Dell"):
            enter_team(name)
        stage = start(plan())
        place = add_coach_by_name(actor=marta, league=league, name="Olga", now=NOW)
        address = reverse("competition:standings", args=[league.uuid])
        names = iter(("Ash", "Gate → Ash", "Ash"))

        def after(number, **asked):
            page = client.get(address, {"after": number, **asked}).context["page"]
            (who,) = (line.who for line in page.tables[0].lines if line.who.team == team.uuid)
            return who.name, who.coach

        for number in (1, 2, 3):
            then = NOW + timedelta(days=7 * number)
            for fixture in stage.fixtures.filter(round__number=number):
                result = score(fixture, 1, 0)
                Result.objects.filter(pk=result.pk).update(entered_at=then)
            changed = then + timedelta(days=1)
            change_identity(actor=marta, team=team, name=next(names), now=changed)
            if number == 2:
                hand_over_team(actor=marta, team=team, coach=place, now=changed)
        told = [("Ash → Gate", "Marta"), ("Ash", "Marta")]
        assert [after(1), after(2)] == told
        assert after(3) == ("Ash", "Olga")
        end_season(actor=marta, season=stage.season, now=changed + timedelta(days=1))
        runner.run_due(now=changed + timedelta(days=1))
        season = {"season": 1}
        assert [after(1, **season), after(2, **season)] == told

    def test_a_stage_is_still_to_be_read(self, played, season, end, *, league, client, marta):
        stage = season.stages.get()
        end()
        client.force_login(marta)
        address = reverse("competition:stage", args=[league.uuid, stage.uuid])
        page = client.get(address)
        assert page.status_code == 200
        assert "Ashgate" in page.content.decode()
        assert "Enter scores" not in page.content.decode()
        table = reverse("competition:standings", args=[league.uuid])
        assert "Give or take points" not in client.get(f"{table}?season=1").content.decode()
        points = client.get(reverse("competition:points", args=[stage.uuid])).content.decode()
        assert "This season is over." in points
        assert "Change the table" not in points
        with pytest.raises(Refused) as refused:
            adjust_points(
                actor=marta, stage=stage, entry=played[0], points=1, reason="Late", now=NOW
            )
        assert codes(refused) == ["season_over"]
        api = f"/api/v1/leagues/{league.uuid}/season/stages/{stage.uuid}/"
        assert client.get(api).status_code == 200
        assert client.delete(api).status_code == 404


class TestGivenUp:
    def test_the_season_goes_on_and_its_end_is_tried_again(self, given_up, season, end):
        season.refresh_from_db()
        assert season.state == Season.State.RUNNING
        assert not Award.objects.exists()
        assert end().state == "done"
        assert season.state == Season.State.OVER

    def test_whoever_runs_the_league_reads_it_and_tries_again(
        self, given_up, season, marta, client
    ):
        client.force_login(marta)
        home = f"/leagues/{season.league.uuid}"
        assert "came to nothing" in client.get(f"{home}/season/").content.decode()
        honours = client.get(f"{home}/honours/").content.decode()
        assert "could not be ended" in honours
        assert "Try again" in honours
        page = client.get(f"{home}/season/end/")
        assert "could not be ended" in page.content.decode()
        assert page.context["form"]["champion_gold"].initial == PRIZE.gold
        assert client.post(f"{home}/season/end/", {"champion_gold": "1000"}).status_code == 302
        runner.run_due(now=timezone.now())
        assert Award.objects.get(kind="champion").gold == 1000

    def test_others_read_nothing_of_it(self, given_up, season, client):
        page = client.get(f"/leagues/{season.league.uuid}/honours/").content.decode()
        assert "could not be ended" not in page

    def test_so_it_is_where_the_operator_discards_it(self, played, season, marta, operator):
        job = end_season(actor=marta, season=season, now=NOW)
        discard_job(actor=operator, job=job, now=NOW)
        season.refresh_from_db()
        assert season.state == Season.State.RUNNING

    def test_the_operator_may_have_it_tried_again_too(self, given_up, season, operator):
        Job.objects.filter(pk=given_up.pk).update(
            payload=given_up.payload | {"act": Act.objects.latest("id").pk}
        )
        retry_job(actor=operator, job=given_up, now=NOW)
        runner.run_due(now=NOW)
        season.refresh_from_db()
        assert season.state == Season.State.OVER


@pytest.fixture
def following(enter_team, plan, start, score, season, *, end, marta, league):
    """The season after one of two divisions of three; Ashgate and Deepford were first in the end,
    after an autumn in which they were last."""
    names = ["Ashgate", "Brackwater", "Copperhill", "Deepford", "Elmgrove", "Farhaven"]
    entries = [enter_team(name) for name in names]
    by_hand = {entry.pk: 0 if number < 3 else 1 for number, entry in enumerate(entries)}
    divide(
        actor=marta, season=season, names=["First", "Second"], how="hand", by_hand=by_hand, now=NOW
    )
    for name, in_order in (("Autumn", False), ("Spring", True)):
        stage = start(plan(name))
        for fixture in stage.fixtures.filter(away__isnull=False):
            at_home = (str(fixture.home) < str(fixture.away)) == in_order
            score(fixture, *((1, 0) if at_home else (0, 1)))
    end()
    following = open_registration(actor=marta, league=league, now=NOW)
    for entry in entries:
        finish_redraft(
            actor=marta, team=entry.team, word=Word("A quiet summer.", cover=True), now=NOW
        )
    register_every_team(actor=marta, season=following, now=NOW)
    return following


def divided(season):
    return [{str(entry) for entry in division.entries.all()} for division in season.divisions.all()]


MOVED = [{"Ashgate", "Brackwater", "Deepford"}, {"Copperhill", "Elmgrove", "Farhaven"}]


class TestUpAndDown:
    def test_every_division_has_had_its_champion(self, following):
        given = Award.objects.filter(kind="champion").values_list("title", "entry__team__name")
        assert dict(given) == {
            "First": "Copperhill",
            "Second": "Farhaven",
            "Spring, First": "Ashgate",
            "Spring, Second": "Deepford",
        }

    def test_first_and_last_change_divisions(self, following, marta):
        promote_and_relegate(actor=marta, season=following, up=1, now=NOW)
        assert divided(following) == MOVED

    def test_lots_decide_among_those_who_shared_a_place(self, following, marta, client):
        second = Standing.objects.filter(stage__name="Spring", division__name="Second")
        second.update(rank=1)
        client.force_login(marta)
        address = f"/leagues/{following.league.uuid}/season/divisions/"
        values = {"how": "promote", "up": "1", "down": "1"}
        said = client.post(address, values, follow=True).content.decode()
        kept = Act.objects.get(name="competition.draw_movers").payload
        (group,) = kept["level"]
        assert sorted(group) == ["Deepford", "Elmgrove", "Farhaven"]
        assert f"They shared a place, so lots decided who moves: {', '.join(group)}." in said
        assert group[0] in divided(following)[0]
        address = f"/api/v1{address}promote/"
        values = client.post(address, {"up": 1}, content_type="application/json").json()
        names = {each["team"]: each["name"] for each in values["entries"]}
        (group,) = ([names[team] for team in group] for group in values["moved_by_lots"])
        drawn = Act.objects.filter(name="competition.draw_movers").latest("id")
        assert drawn.payload["level"] == [group]

    def test_on_the_page(self, following, marta, client):
        client.force_login(marta)
        address = f"/leagues/{following.league.uuid}/season/divisions/"
        assert "Promote and relegate" in client.get(address).content.decode()
        values = {"how": "promote", "up": "1", "down": "1"}
        assert client.post(address, values).status_code == 302
        assert divided(following) == MOVED
        assert client.post(address, values | {"up": "4"}).status_code == 422
        assert divided(following) == MOVED

    def test_through_the_api(self, following, marta, client):
        client.force_login(marta)
        address = f"/api/v1/leagues/{following.league.uuid}/season/divisions/promote/"
        told = client.post(address, {"up": 1}, content_type="application/json")
        assert told.status_code == 200
        assert divided(following) == MOVED


class TestPages:
    def test_ended_on_the_page_with_a_prize(self, played, league, marta, client, run_jobs):
        client.force_login(marta)
        address = f"/leagues/{league.uuid}/season/end/"
        assert "Ashgate" in client.get(address).content.decode()
        values = {"champion_gold": "30000", "own_0_title": "Fair play"}
        assert client.post(address, values).status_code == 422
        values["own_0_entry"] = str(played[1].uuid)
        said = client.post(address, values, follow=True).content.decode()
        assert "Season 1 is being ended" in said
        assert "<progress" in said
        assert client.get(address).headers["Location"] == f"/leagues/{league.uuid}/honours/"
        assert client.post(address, values).status_code == 409
        run_jobs()
        said = client.get(f"/leagues/{league.uuid}/honours/").content.decode()
        assert "30,000" in said
        assert "Fair play" in said
        assert "being ended" not in said

    def test_a_form_that_comes_twice_ends_once(self, played, league, marta, client):
        client.force_login(marta)
        values = {"form_key": "of this page"}
        for _again in range(2):
            answer = client.post(f"/leagues/{league.uuid}/season/end/", values)
            assert answer.headers["Location"] == f"/leagues/{league.uuid}/honours/"

    def test_only_whoever_asked_sees_the_bar(self, played, season, marta, *, coach, client):
        end_season(actor=marta, season=season, now=NOW)
        for person in (None, coach("Dora", Role.DEPUTY)):
            if person:
                client.force_login(person)
            said = client.get(f"/leagues/{season.league.uuid}/honours/").content.decode()
            assert "Who won what stands here in a moment." in said
            assert "<progress" not in said

    def test_everybody_reads_the_honours(self, played, league, end, client):
        end()
        assert "Ashgate" in client.get(f"/leagues/{league.uuid}/honours/").content.decode()

    def test_by_program(self, played, league, marta, client, run_jobs):
        client.force_login(marta)
        values = {
            "prizes": {"champion": {"gold": 50_000}},
            "own": [{"title": "Fair play", "entry": str(played[1].uuid)}],
        }
        home = f"/api/v1/leagues/{league.uuid}"
        answer = client.post(f"{home}/season/end/", values, content_type="application/json")
        assert (answer.status_code, answer.json()["state"]) == (202, "queued")
        again = client.post(f"{home}/season/end/", values, content_type="application/json")
        assert again.json()["errors"][0]["code"] == "season_ending"
        run_jobs()
        job = client.get(f"/api/v1/jobs/{answer.json()['uuid']}/").json()
        assert (job["state"], job["percent"], job["result"]["ended"]) == ("done", 100, True)
        honours = client.get(f"{home}/honours/").json()[0]["honours"]
        honours = {each["title"]: each for each in honours}
        assert honours["Champion"]["prize"] == "50,000 gold"
        assert honours["Fair play"]["winner"] == "Brackwater"
