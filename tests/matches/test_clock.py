"""A clock that was ahead and is put right holds nobody up for as long as it was ahead."""

from datetime import timedelta

import pytest

from accounts import throttle
from accounts.models import Attempt
from acts.failures import Refused
from jobs import runner, timetable
from jobs.models import Job
from jobs.outbox import enqueue
from league.commands.members import end_membership
from league.commands.requests import answer_request, ask_to_join
from matches.commands.beginning import Occasion, begin_match
from matches.models import Match
from teams.commands.coaches import end_tenure, hand_over_team
from teams.commands.drafting import draft_team
from teams.permissions import access_of, holding
from tests.conftest import A_TEAM, NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

AHEAD = NOW + timedelta(days=200)


@pytest.fixture
def ahead(time_machine):
    """The clock is ahead; called, it is put right."""
    time_machine.move_to(AHEAD, tick=False)
    return lambda: time_machine.move_to(NOW, tick=False)


@pytest.fixture
def early(ahead, season, ines):
    """Ines's team, drafted by a clock that was ahead."""
    return draft_team(actor=ines, season=season, race="human", name="Early", wish=A_TEAM, now=AHEAD)


class TestATeam:
    def test_is_its_coachs(self, ahead, early, ines, olaf, marta):
        ahead()
        assert access_of(ines, early).coaches
        hand_over_team(actor=marta, team=early, coach=olaf.memberships.get(), now=NOW)
        assert access_of(olaf, early).coaches
        assert not access_of(ines, early).coaches

    def test_that_was_handed_over_stays_so(self, ahead, early, ines, olaf, marta):
        team, place = early, olaf.memberships.get()
        later = AHEAD + timedelta(hours=1)
        tenure = hand_over_team(actor=marta, team=team, coach=place, now=later)
        ahead()
        assert access_of(olaf, team).coaches
        assert not access_of(ines, team).coaches
        end_tenure(actor=marta, tenure=tenure, now=NOW)
        assert not access_of(olaf, team).coaches

    def test_of_one_who_left_is_nobodys(self, ahead, early, ines):
        team = early
        ahead()
        end_membership(actor=ines, membership=ines.memberships.get(), now=NOW)
        assert not team.tenures.filter(holding(NOW)).exists()

    def test_plays_on(self, ahead, league, rovers, scurriers, ines):
        match = begin_match(
            actor=ines,
            league=league,
            home=rovers,
            away=scurriers,
            played_on=AHEAD.date(),
            now=AHEAD,
        )
        Match.objects.filter(pk=match.pk).update(state=Match.State.OVER)
        match.sides.update(through_at=AHEAD)
        ahead()
        begin_match(
            actor=ines, league=league, home=rovers, away=scurriers, played_on=NOW.date(), now=NOW
        )


def test_jobs_that_were_owed_put_off_or_leased_then_are_taken_up(ahead, db, settings):
    with runner.transaction.atomic():
        _owed, put_off, leased = (
            enqueue("jobs.drill", now=AHEAD, steps=1, seconds_a_step=0) for _ in range(3)
        )
    Job.objects.filter(pk=put_off.pk).update(
        created_at=NOW - timedelta(days=1), attempts=1, due_at=AHEAD + timedelta(minutes=1)
    )
    Job.objects.filter(pk=leased.pk).update(
        created_at=NOW - timedelta(days=1),
        state="running",
        attempts=1,
        leased_until=AHEAD + runner.lease_time(),
    )
    ahead()
    assert runner.run_due(now=NOW) == 3
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}


def test_failed_sign_ins_of_then_lock_nobody_out(ahead, db):
    limit = throttle.FAILURES_OF_ACCOUNT
    key = throttle.key_of("ines")
    Attempt.objects.bulk_create(Attempt(kind=limit.kind, key=key, at=AHEAD) for _ in range(50))
    ahead()
    assert throttle.reached(limit, ["ines"], now=NOW) == set()


def test_a_report_of_then_waits_from_now_on(ahead, report, settings):
    settings.REDIS_URL = ""
    match = report(now=AHEAD, day=AHEAD.date(), occasion=Occasion(is_scheduled=True))
    waits = match.confirms_at - match.reported_at
    ahead()
    timetable.tick(now=NOW)
    runner.run_due(now=NOW)
    match.refresh_from_db()
    assert (match.state, match.reported_at, match.confirms_at) == ("reported", NOW, NOW + waits)


def test_who_was_declined_then_asks_again(ahead, league, make_user, marta):
    nell = make_user("Nell")
    request = ask_to_join(actor=nell, league=league, now=AHEAD)
    answer_request(actor=marta, request=request, answer="decline", now=AHEAD)
    with pytest.raises(Refused):
        ask_to_join(actor=nell, league=league, now=AHEAD)
    ahead()
    ask_to_join(actor=nell, league=league, now=NOW)
