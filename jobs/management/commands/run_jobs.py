"""`manage.py run_jobs`: carry out jobs in a process of their own."""

import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from jobs import runner, timetable
from jobs.embedded import Runner

STOP = {signal.SIGINT, signal.SIGTERM}
STOP_PATIENCE_SECONDS = 20


class Command(BaseCommand):
    help = "Carry out jobs as they become due, until stopped."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="what is due now, then stop")

    def handle(self, *, once: bool, **options: Any) -> None:
        if once:
            now = timezone.now()
            timetable.tick(now=now)
            count = runner.run_due(now=now)
            self.stdout.write(f"{count} carried out.")
            return
        # Blocked before the thread starts and waited for here, so no handler runs in its midst.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP)
        looking = Runner()
        looking.start()
        self.stdout.write("Looking for jobs. Ctrl-C stops.")
        signal.sigwait(STOP)
        looking.stop(patience=STOP_PATIENCE_SECONDS)
