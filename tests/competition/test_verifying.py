"""The nightly check of ledgers and tables, and the jobs that write tables anew."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from competition.commands.owing import owe_standings
from competition.models import Standing
from competition.verifying import differences
from jobs import runner
from jobs.models import Job
from jobs.outbox import enqueue
from teams.models import Team


@pytest.fixture
def stage(enter_team, plan, start, score):
    for name in ("Reivers", "Rovers", "Scurriers", "Tinkers"):
        enter_team(name)
    stage = start(plan())
    for fixture in stage.fixtures.filter(round__number=1):
        score(fixture, 2, 1)
    return stage


def verify():
    with transaction.atomic():
        job = enqueue("competition.verify", now=timezone.now())
    for _attempt in range(5):
        Job.objects.filter(pk=job.pk, state="queued").update(due_at=timezone.now())
        runner.run_due(now=timezone.now())
    job.refresh_from_db()
    return job


class TestTheNightlyCheck:
    def test_finds_nothing_where_nothing_is_wrong(self, stage):
        job = verify()
        assert (job.state, job.result, job.attempts) == ("done", None, 1)

    def test_makes_a_dead_letter_of_a_team_that_differs(self, stage):
        Team.objects.filter(name="Rovers").update(treasury=1)
        job = verify()
        assert job.state == "dead"
        assert "Rovers: treasury is 1" in job.error
        assert len(job.result) == len(set(job.result))

    @pytest.mark.parametrize(
        ("change", "what"),
        [
            ({"points": 99}, "points is 99"),
            ({"position": 9}, "position is 9"),
            ({"form": "LLL"}, "form is 'LLL'"),
            ({"score_for": 40}, "score_for is 40"),
        ],
    )
    def test_makes_a_dead_letter_of_a_table_that_differs(self, stage, change, what):
        Standing.objects.filter(pk=stage.standings.first().pk).update(**change)
        job = verify()
        assert job.state == "dead"
        assert what in job.error

    def test_finds_a_row_that_is_missing(self, stage):
        stage.standings.first().delete()
        assert [each.what for each in differences(stage)] == ["the row"]

    def test_goes_on_where_it_was_left(self, stage, monkeypatch):
        monkeypatch.setattr("competition.verifying.AT_A_TIME", 1)
        with transaction.atomic():
            job = enqueue("competition.verify", now=timezone.now())
        claimed = runner.claim(now=timezone.now())
        runner.carry_out(claimed, now=timezone.now(), stopping=lambda: True)
        job.refresh_from_db()
        assert (job.state, job.cursor, job.attempts) == ("queued", 1, 0)
        runner.run_due(now=timezone.now())
        job.refresh_from_db()
        assert job.state == "done"


class TestTheCommand:
    def test_says_how_much_was_verified(self, stage):
        said = StringIO()
        call_command("verify_ledger", stdout=said)
        assert said.getvalue() == "4 teams verified, 1 stage verified, no difference.\n"

    def test_finds_a_table_that_was_tampered_with(self, stage):
        stage.standings.update(points=99)
        said = StringIO()
        with pytest.raises(SystemExit):
            call_command("verify_ledger", league=str(stage.season.league.uuid), stdout=said)
        assert "points is 99" in said.getvalue()


class TestTablesWrittenAnew:
    def owe(self, stage):
        with transaction.atomic():
            return owe_standings(stage, now=timezone.now())

    def test_say_what_the_results_say(self, stage, run_jobs):
        stage.standings.update(points=99)
        assert self.owe(stage) == self.owe(stage)
        run_jobs()
        assert list(differences(stage)) == []

    def test_twice_are_as_good_as_once(self, stage, run_jobs):
        rows = list(stage.standings.values_list("entry", "position", "points", "why"))
        self.owe(stage)
        run_jobs()
        self.owe(stage)
        run_jobs()
        assert Job.objects.filter(kind="competition.rebuild_standings", state="done").count() == 2
        assert list(stage.standings.values_list("entry", "position", "points", "why")) == rows
