"""How gunicorn serves the site: few processes, some threads, and the jobs' thread in each."""

from typing import Any

worker_class = "gthread"
workers = 2
threads = 4
preload_app = False
# Requests are logged by the site itself, with their id and their user.
accesslog = None
control_socket_disable = True
graceful_timeout = 20

STOP_PATIENCE_SECONDS = 10


def post_worker_init(worker: Any) -> None:
    # Only now is Django set up: gunicorn reads this file before it loads the site.
    from django.conf import settings  # noqa: PLC0415

    from jobs.embedded import Runner  # noqa: PLC0415

    if settings.JOB_THREAD:
        worker.job_runner = Runner()
        worker.job_runner.start()


def worker_exit(server: Any, worker: Any) -> None:
    runner = getattr(worker, "job_runner", None)
    if runner is not None:
        runner.stop(patience=STOP_PATIENCE_SECONDS)
