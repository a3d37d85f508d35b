"""A report that nobody answers confirms itself, when the clock says so."""

from datetime import timedelta

import pytest
from django.utils import timezone

from acts.models import Act
from competition.models import Fixture, Round, Stage
from jobs import runner, timetable
from jobs.models import Job
from league.commands.leagues import close_league, reopen_league
from league.models import League
from matches.commands.beginning import Occasion, begin_match
from matches.commands.reporting import dispute_report
from matches.models import Match
from tests.conftest import NOW

CONFIRMED = "matches.confirm_unanswered"


@pytest.fixture
def wait(time_machine, run_jobs, settings):
    """Let time pass, tick and run what is due: `wait(hours=1)`."""
    settings.REDIS_URL = ""
    time_machine.move_to(NOW, tick=False)

    def later(**passed):
        time_machine.shift(timedelta(**passed))
        timetable.tick(now=timezone.now())
        run_jobs()

    return later


@pytest.fixture
def reported(report, wait):
    return report(occasion=Occasion(is_scheduled=True))


def state():
    return Match.objects.get().state


def test_in_time_it_waits_and_then_it_holds(reported, wait):
    """72 hours, as long as the league says nothing else."""
    for hours in (48, 23):
        wait(hours=hours)
        assert state() == Match.State.REPORTED
    wait(hours=1)
    assert state() == Match.State.POST_MATCH
    act = Act.objects.get(name=CONFIRMED)
    assert act.actor is None


def test_however_often_the_clock_ticks_it_is_confirmed_once(reported, wait):
    wait(days=30)
    wait(days=1)
    for _ in range(3):
        wait(minutes=10)
    assert Act.objects.filter(name=CONFIRMED).count() == 1
    assert Job.objects.filter(kind=CONFIRMED).count() == 1
    assert not Job.objects.exclude(state="done").exists()


def test_one_that_is_disputed_waits_for_the_commissioner(reported, wait, olaf):
    dispute_report(actor=olaf, match=reported, reason="It was 2-2.", now=NOW)
    wait(days=30)
    assert state() == Match.State.DISPUTED


@pytest.fixture
def owed(reported):
    """Its time is over, and the job that confirms it is owed but not done."""
    Match.objects.update(confirms_at=NOW, reminded_at=NOW)
    timetable.tick(now=NOW)
    looks = Job.objects.get(kind="matches.look_for_reports")
    runner.carry_out(runner.claim(now=NOW, only=looks.pk), now=NOW)
    return reported


def test_answered_before_the_job_comes_nothing_happens(owed, run_jobs, olaf):
    dispute_report(actor=olaf, match=owed, reason="It was 2-2.", now=NOW)
    run_jobs()
    assert state() == Match.State.DISPUTED
    assert Job.objects.get(kind=CONFIRMED).result == {"confirmed": False}


def test_in_a_league_closed_before_the_job_comes_nothing_happens(owed, run_jobs, marta):
    close_league(actor=marta, league=League.objects.get(), now=NOW)
    run_jobs()
    assert state() == Match.State.REPORTED
    assert Job.objects.get(kind=CONFIRMED).result == {"confirmed": False}
    assert not Act.objects.filter(name=CONFIRMED).exists()


def test_of_a_closed_league_it_waits(reported, wait):
    League.objects.update(closed_at=NOW)
    wait(days=30)
    assert state() == Match.State.REPORTED


def test_in_a_league_that_is_open_again_there_is_time_to_answer(reported, wait, marta):
    """From then on, as long as at first, and it is said again."""
    wait(hours=71)
    close_league(actor=marta, league=reported.league, now=timezone.now())
    wait(days=5)
    reopen_league(actor=marta, league=reported.league, now=timezone.now())
    wait(hours=1)
    assert (state(), Match.objects.get().reminded_at) == (Match.State.REPORTED, None)
    for hours in (47, 23):
        wait(hours=hours)
        assert state() == Match.State.REPORTED
    wait(hours=1)
    assert state() == Match.State.POST_MATCH


def test_an_invitation_too(league, ines, rovers, scurriers, wait, *, marta):
    values = {"actor": ines, "league": league, "played_on": NOW.date(), "now": NOW}
    begin_match(home=rovers, away=scurriers, **values)
    close_league(actor=marta, league=league, now=NOW)
    wait(days=8)
    reopen_league(actor=marta, league=league, now=timezone.now())
    wait(days=6)
    assert state() == Match.State.PRE_MATCH
    wait(days=1, hours=1)
    assert state() == Match.State.CALLED_OFF


def test_each_invitation_lapses_for_itself(league, ines, rovers, scurriers, draft_team, *, wait):
    """One that a forged file hangs on a stage which is over keeps no other."""
    third = draft_team("Third Wheel", actor=ines)
    values = {"actor": ines, "league": league, "played_on": NOW.date(), "now": NOW}
    both = [begin_match(home=home, away=scurriers, **values) for home in (rovers, third)]
    stage = Stage.objects.create(
        season=both[0].season, position=1, name="The cup", format="knock-out", state="over"
    )
    opened = Round.objects.create(stage=stage, number=1)
    Fixture.objects.create(stage=stage, round=opened, number=1, state="played", match=both[0])
    wait(hours=167)
    assert not Job.objects.filter(kind="matches.lapse").exists()
    wait(hours=2)
    assert [Match.objects.get(pk=each.pk).state for each in both] == ["pre-match", "called-off"]
    jobs = Job.objects.filter(kind="matches.lapse").order_by("id")
    assert [each.result["lapsed"] for each in jobs] == [False, True]
    assert not Job.objects.exclude(state="done").exists()
