"""What the clock does in a season, and that it does it once."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from competition.commands.dates import extend_deadline
from competition.commands.redrafting import finish_redraft, set_deadline
from competition.commands.rounds import open_round
from competition.commands.timekeeping import keep_time, owe_timekeeping, stages_due
from competition.commands.timetables import set_dates
from competition.models import Fixture, Round, Stage
from competition.scheduling.dates import Cadence
from competition.timetables import Timetable
from jobs import timetable
from jobs.models import Job
from league.commands.house_rules import change_house_rules
from league.commands.leagues import change_league, close_league
from tests.conftest import NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

MONDAY = date(2026, 9, 7)
NOON = datetime(2026, 9, 7, 12, 0, tzinfo=UTC)
DUE = datetime(2026, 9, 13, 23, 59, tzinfo=UTC)


@pytest.fixture
def dated(marta):
    """Give a stage a round a week from 7 September on."""

    def date_it(stage, **about):
        timetable = Timetable(first=MONDAY, **about)
        set_dates(actor=marta, stage=stage, timetable=timetable, now=NOW)
        return stage

    return date_it


@pytest.fixture
def stage(enter, plan, start, dated):
    enter("Anna", "Bert", "Cleo", "Dirk")
    return start(dated(plan()))


@pytest.fixture
def strikes(time_machine, run_jobs):
    """The clock shows a time, and everything that it owes is done."""

    def strike(at):
        time_machine.move_to(at, tick=False)
        timetable.owe_entries(now=at)
        run_jobs()

    return strike


def states(stage):
    return [each.state for each in stage.rounds.order_by("number")]


class TestRounds:
    def test_open_on_their_first_day(self, stage, strikes):
        strikes(NOON - timedelta(days=1))
        assert states(stage) == ["planned"] * 3
        strikes(NOON)
        assert states(stage) == ["open", "planned", "planned"]

    def test_open_when_the_day_has_come_where_the_league_is(self, stage, league, marta, strikes):
        change_league(actor=marta, league=league, time_zone="Pacific/Auckland", now=NOW)
        strikes(datetime(2026, 9, 6, 13, 0, tzinfo=UTC))
        assert states(stage)[0] == "open"

    def test_close_once_they_are_played_and_past_their_deadline(self, stage, strikes, score):
        strikes(NOON)
        for fixture in stage.fixtures.filter(round__number=1):
            score(fixture, 1, 0)
        strikes(NOON + timedelta(hours=1))
        assert states(stage)[0] == "open"
        strikes(DUE + timedelta(hours=1))
        assert states(stage)[:2] == ["closed", "open"]

    def test_stay_open_while_a_match_is_not_played(self, stage, strikes):
        strikes(NOON)
        strikes(DUE + timedelta(hours=1))
        assert states(stage)[0] == "open"

    def test_of_a_closed_league_are_left_alone(self, stage, league, marta, strikes):
        close_league(actor=marta, league=league, now=NOW)
        strikes(NOON)
        assert states(stage) == ["planned"] * 3

    def test_bring_amendments_into_force_and_the_tables_with_them(
        self, *, stage, league, season, marta, strikes, score
    ):
        strikes(NOON)
        before = season.pin_id
        change_house_rules(
            actor=marta,
            league=league,
            house={"points.win": 5},
            from_round=2,
            reason="Voted on at the pub.",
            now=NOON,
        )
        season.refresh_from_db()
        assert season.pin_id == before
        strikes(NOON + timedelta(days=7))
        season.refresh_from_db()
        assert season.pin_id != before
        assert Job.objects.filter(kind="competition.rebuild_standings", state="done").exists()

    def test_of_a_swiss_are_paired_when_the_last_one_is_over(
        self, *, enter, plan, start, dated, strikes, score
    ):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = dated(start(plan(of="swiss", swiss_rounds=2)))
        strikes(NOON)
        for fixture in stage.fixtures.all():
            score(fixture, 1, 0)
        strikes(DUE + timedelta(hours=1))
        assert states(stage) == ["closed", "planned"]
        pairs = list(stage.fixtures.values_list("home", "away"))
        strikes(DUE + timedelta(hours=2))
        assert states(stage) == ["closed", "open"]
        strikes(DUE + timedelta(hours=3))
        assert list(stage.fixtures.values_list("home", "away")) == pairs


class TestReminders:
    @pytest.fixture
    def fixture(self, duel, dated):
        dated(duel.fixture.stage)
        return duel.fixture

    def test_go_to_both_once_so_many_days_before(self, fixture, duel, strikes):
        strikes(NOON)
        strikes(DUE - timedelta(days=3, hours=1))
        assert mail.outbox == []
        strikes(DUE - timedelta(days=2, hours=23))
        assert {each.to[0] for each in mail.outbox} == {duel.home.email, duel.away.email}
        assert "13 Sep 2026, 23:59 UTC" in mail.outbox[0].body
        for hours in range(3):
            strikes(DUE - timedelta(days=2, hours=hours))
        assert len(mail.outbox) == 2

    def test_go_out_again_before_another_deadline(self, fixture, marta, strikes):
        strikes(DUE - timedelta(days=2))
        later = DUE + timedelta(days=7)
        extend_deadline(
            actor=marta, fixture=fixture, until=later, reason="Both were ill.", now=timezone.now()
        )
        strikes(later - timedelta(days=2))
        assert len(mail.outbox) == 4

    def test_are_kept_back_once_it_is_played(self, fixture, score, time_machine, run_jobs):
        time_machine.move_to(DUE - timedelta(days=2), tick=False)
        keep_time(stage=fixture.stage, now=timezone.now())
        score(fixture, 2, 1)
        run_jobs()
        assert mail.outbox == []

    def test_are_never_sent_where_the_stage_wants_none(self, fixture, strikes):
        Stage.objects.update(remind_days=0)
        strikes(DUE - timedelta(days=1))
        assert mail.outbox == []

    def test_say_what_was_agreed(self, fixture, strikes):
        Fixture.objects.update(kick_off_at=DUE - timedelta(days=1))
        strikes(DUE - timedelta(days=2))
        assert "You have agreed on Sat 12 Sep 2026, 23:59 UTC" in mail.outbox[0].body


class TestOverdue:
    def test_is_told_to_whoever_runs_the_league_once(self, stage, marta, strikes):
        strikes(DUE + timedelta(minutes=30))
        ((to,),) = [each.to for each in mail.outbox]
        assert to == marta.email
        assert "2 matches are overdue" in mail.outbox[0].subject
        assert f"/leagues/{stage.season.league.uuid}/overdue/" in mail.outbox[0].body
        strikes(DUE + timedelta(hours=2))
        assert len(mail.outbox) == 1

    def test_is_told_again_when_more_time_runs_out(self, stage, marta, strikes):
        strikes(DUE + timedelta(minutes=30))
        fixture = Fixture.objects.select_related("stage__season__league").first()
        until = DUE + timedelta(days=2)
        extend_deadline(
            actor=marta, fixture=fixture, until=until, reason="Snow.", now=timezone.now()
        )
        strikes(until + timedelta(hours=1))
        assert "1 match is overdue" in mail.outbox[1].subject


class TestTwice:
    def test_is_as_good_as_once(self, stage):
        first = keep_time(stage=stage, now=DUE + timedelta(hours=1))
        assert first == {"opened": 2, "closed": 0, "reminded": 0, "overdue": 2}
        again = keep_time(stage=stage, now=DUE + timedelta(hours=1))
        assert again == dict.fromkeys(first, 0)

    def test_the_hour_owes_one_job_a_stage(self, stage):
        assert owe_timekeeping(now=NOON) == 1
        owe_timekeeping(now=NOON + timedelta(minutes=5))
        assert Job.objects.filter(kind="competition.keep_stage").count() == 1

    def test_stages_in_which_nothing_is_due_are_left_in_peace(self, stage, marta, strikes):
        strikes(NOON)
        assert stages_due(now=NOON + timedelta(hours=1)) == []
        open_round(actor=marta, of=stage.rounds.get(number=2), now=NOON)
        assert stages_due(now=NOON + timedelta(hours=1)) == []

    def test_costs_the_same_however_many_stages(self, stage, season, django_assert_num_queries):
        for position in range(5, 9):
            made = Stage.objects.create(
                season=season,
                position=position,
                name="Cup",
                format="open",
                state="running",
                draw="0",
            )
            Round.objects.create(stage=made, number=1, starts_on=MONDAY)
        with django_assert_num_queries(2):
            assert len(stages_due(now=NOON)) == 5

    def test_the_timetable_holds_the_clock_and_the_nightly_check(self, db, run_jobs):
        timetable.owe_entries(now=NOON)
        kinds = set(Job.objects.values_list("kind", flat=True))
        assert {"competition.keep_time", "competition.verify"} <= kinds
        run_jobs()
        assert not Job.objects.exclude(state="done").exists()


def test_a_cadence_in_days_is_kept(stage, dated):
    dated(stage, cadence=Cadence(3, "days"))
    days = [each.starts_on for each in stage.rounds.order_by("number")]
    assert days == [MONDAY, MONDAY + timedelta(days=3), MONDAY + timedelta(days=6)]


class TestTheRedraft:
    @pytest.fixture
    def due(self, next_season, league, marta):
        """The deadline is on a Sunday evening, by the clocks of the league."""
        at = datetime(2026, 9, 13, 20, 0, tzinfo=UTC)
        set_deadline(actor=marta, league=league, day=at.date(), clock=at.time(), now=NOW)
        return at

    def test_is_called_to_mind_once_before_its_deadline(self, due, rovers, ines, strikes):
        finish_redraft(actor=ines, team=rovers, now=NOW)
        strikes(due - timedelta(days=4))
        assert mail.outbox == []
        strikes(due - timedelta(days=2))
        strikes(due - timedelta(days=1))
        (letter,) = mail.outbox
        assert letter.to == ["olaf@example.org"]
        assert letter.subject == "Underquay Scurriers has yet to be re-drafted"
        assert "13 Sep 2026, 20:00" in letter.body
        assert "/re-draft/" in letter.body

    def test_is_called_to_mind_again_when_the_deadline_moves(self, due, league, marta, strikes):
        strikes(due - timedelta(days=2))
        values = {"actor": marta, "league": league, "clock": due.time()}
        later = due + timedelta(days=7)
        set_deadline(day=later.date(), now=due - timedelta(days=2), **values)
        strikes(later - timedelta(days=1))
        assert len(mail.outbox) == 4

    def test_is_not_called_to_mind_without_a_deadline_ahead(self, due, strikes):
        strikes(due + timedelta(hours=1))
        assert mail.outbox == []
