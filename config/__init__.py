"""Wiring: settings, addresses, the Celery app, the API router."""

import gc

# By default Python looks for garbage after every 700 new objects: a seventh of every start is spent
# on that, and all of it is kept.
gc.set_threshold(50_000, 20, 50)

from config.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
