"""The Celery app: Redis only carries the wake-up call, the jobs table holds the work."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")

app = Celery("touchback")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
