"""`manage.py jobs`: the operator's list of jobs in trouble, without a browser."""

import uuid as uuids
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from acts.failures import Failure
from jobs.commands import discard_job, retry_job
from jobs.models import Job
from jobs.queries import in_trouble


class Command(BaseCommand):
    help = "List the jobs that were given up or are late; try one again, or discard it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        one = parser.add_mutually_exclusive_group()
        one.add_argument("--retry", type=uuids.UUID, metavar="UUID", help="try this job again")
        one.add_argument("--discard", type=uuids.UUID, metavar="UUID", help="discard this job")

    def handle(
        self, *, retry: uuids.UUID | None, discard: uuids.UUID | None, **options: Any
    ) -> None:
        try:
            if retry:
                job = retry_job(actor=None, job=self.named(retry), now=timezone.now())
                self.stdout.write(f"{job.kind} is tried again.")
            elif discard:
                job = discard_job(actor=None, job=self.named(discard), now=timezone.now())
                self.stdout.write(f"{job.kind} is discarded.")
            else:
                self.list_trouble()
        except Failure as failure:
            raise CommandError(" ".join(failure.sentences)) from None

    def named(self, uuid: uuids.UUID) -> Job:
        job = Job.objects.filter(uuid=uuid).first()
        if job is None:
            raise CommandError(f"There is no job {uuid}.")
        return job

    def list_trouble(self) -> None:
        found = False
        for job in in_trouble(now=timezone.now()).iterator():
            found = True
            word = "given up" if job.state == Job.State.DEAD else "late"
            self.stdout.write(
                f"{job.uuid}  {word:<8}  {job.kind}  due {job.due_at:%Y-%m-%d %H:%M} UTC"
                f"  tries {job.attempts}  {job.error}".rstrip()
            )
        if not found:
            self.stdout.write("No job was given up, and none is late.")
