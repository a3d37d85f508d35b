"""How gunicorn serves the site: two processes of four threads each."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

worker_class = "gthread"
workers = 2
threads = 4
logger_class = "web.server_log.ServerLog"


def on_starting(server: Any) -> None:
    """Settings that refuse say so once, as a sentence, before any worker could only crash."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
    try:
        _ = settings.VERSION
    except ImproperlyConfigured as refusal:
        sys.exit(str(refusal))
