"""The runner of an installation without Redis: a thread that looks for jobs that are due."""

import threading

import structlog
from django.db import DatabaseError, InterfaceError, close_old_connections, connections
from django.utils import timezone

from jobs import runner, timetable, wake

log = structlog.get_logger("jobs")

LOOK_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0


class Runner(threading.Thread):
    """Looks at once when a job is owed in this process, else every second; nothing ends it but
    `stop`."""

    def __init__(self) -> None:
        super().__init__(name="jobs", daemon=True)
        self.stopping = threading.Event()

    def run(self) -> None:
        pause = LOOK_SECONDS
        while not self.stopping.is_set():
            pause = LOOK_SECONDS if self.look() else min(pause * 2, LONGEST_PAUSE_SECONDS)
            wake.work_owed.wait(pause)
            wake.work_owed.clear()
        connections.close_all()

    def look(self) -> bool:
        """One round; False if it went wrong, say because the database is locked or not there."""
        try:
            now = timezone.now()
            timetable.tick(now=now)
            runner.run_due(now=now, stopping=self.stopping.is_set)
        except (DatabaseError, InterfaceError) as error:
            log.warning("jobs_not_reached", error=runner.in_one_line(error))
            return False
        except Exception:
            log.exception("jobs_not_reached")
            return False
        finally:
            close_old_connections()
        return True

    def stop(self, *, patience: float) -> None:
        """Let the current step end; a job that takes longer is taken up when its lease runs out."""
        self.stopping.set()
        wake.work_owed.set()
        self.join(patience)
