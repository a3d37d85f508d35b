"""gunicorn's own lines, in the same format as all others."""

import os
from typing import Any

from gunicorn.glogging import Logger

from web import logs


class ServerLog(Logger):  # type: ignore[misc]
    def setup(self, cfg: Any) -> None:
        """Runs before there are settings, and again when gunicorn reads its configuration anew."""
        super().setup(cfg)
        logs.configure(
            {
                "level": os.environ.get("LOG_LEVEL", "INFO"),
                "format": os.environ.get("LOG_FORMAT", "json"),
                "file": os.environ.get("LOG_FILE"),
            }
        )
        self.error_log.handlers.clear()
        self.error_log.propagate = True
