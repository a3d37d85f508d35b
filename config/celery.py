"""The Celery app: Redis only carries the wake-up call, the jobs table holds the work."""

import os
from typing import Any

from celery import Celery, signals
from kombu.transport.redis import QoS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")

TICK_SECONDS = 5

# A worker whose Redis goes away in mid-job would first hand its calls back to that very Redis, and
# die of it. They come back by themselves, see below, and the jobs table holds the work.
QoS.restore_at_shutdown = False

app = Celery("touchback")
# Celery's current app is one per thread; requests are served by other threads than this one.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    # A call is let go of as soon as it is heard: one whose Redis went away in mid-job could not be
    # let go of any more, and its worker would die of that. What a dying worker had in hand is
    # found by the sweep, once its lease has run out.
    task_acks_late=False,
    task_ignore_result=True,
    worker_prefetch_multiplier=1,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        # A call that a dying worker took with it comes back soon: looked for every 5 seconds,
        # at every look. A call that comes back while its job still runs finds nothing to do.
        "visibility_timeout": 30,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        # Nobody waits long for a Redis that is gone, least of all a web request: one try.
        "socket_connect_timeout": 1,
        "socket_timeout": 2,
        "max_retries": 0,
    },
    beat_schedule={
        "tick": {
            "task": "jobs.tick",
            "schedule": TICK_SECONDS,
            "options": {"expires": 2 * TICK_SECONDS},
        }
    },
    # The timetable's slots remember what was owed, so the beat need not.
    beat_scheduler="celery.beat:Scheduler",
)
app.autodiscover_tasks()


@signals.setup_logging.connect  # type: ignore[untyped-decorator]
def keep_our_logs(**options: Any) -> None:
    """Whoever listens here keeps Celery from setting up logs of its own."""
