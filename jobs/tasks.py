"""The jobs' own kinds, and what Celery knows: the wake-up call and the beat's tick."""

import time
from datetime import timedelta
from typing import Any

from celery import shared_task
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs import commands, runner, timetable
from jobs.registry import job


@shared_task(name="jobs.run")  # type: ignore[untyped-decorator]
def run_job(job_id: int) -> None:
    """Carry out one job if it is still to be done; a second call for it finds nothing."""
    now = timezone.now()
    claimed = runner.claim(now=now, only=job_id)
    if claimed is not None:
        runner.carry_out(claimed, now=now)


@shared_task(name="jobs.tick")  # type: ignore[untyped-decorator]
def tick() -> None:
    timetable.tick(now=timezone.now())


@job("jobs.tidy", title=gettext_lazy("Tidying up old jobs"))
def tidy(run: runner.Run) -> dict[str, int]:
    return commands.tidy(now=run.now)


timetable.add("jobs.tidy", every=timedelta(days=1))


@job("jobs.drill", title=gettext_lazy("Drill"), atomic=False)
def drill(run: runner.Run, *, steps: int, seconds_a_step: float) -> Any:
    """Goes step by step and writes each one down, with the attempt that made it."""
    for number in range((run.cursor or 0) + 1, steps + 1):
        time.sleep(seconds_a_step)
        words = _("Step %(number)s of %(steps)s") % {"number": number, "steps": steps}
        with run.step(cursor=number, percent=100 * number // steps, words=words) as row:
            row.result = [*(row.result or []), {"step": number, "attempt": row.attempts}]
    return run.job.result
