"""Celery's side of the jobs: the wake-up call, and the beat that sweeps what no call reached."""

from celery import shared_task
from django.utils import timezone

from jobs import runner


@shared_task(name="jobs.run", acks_late=True, ignore_result=True)  # type: ignore[untyped-decorator]
def run_job(job_id: int) -> None:
    """Carry out one job if it is still to be done; a second call for it finds nothing."""
    claimed = runner.claim(now=timezone.now(), only=job_id)
    if claimed is not None:
        runner.carry_out(claimed)
