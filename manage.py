#!/usr/bin/env python
"""Touchback's command line."""

import os
import sys
from pathlib import Path


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
    try:
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
        from django.core.management import execute_from_command_line  # noqa: PLC0415
        from django.db import DatabaseError  # noqa: PLC0415
    except ModuleNotFoundError:
        sys.exit("Django is not installed for this Python. `make run` installs it into .venv.")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refusal:
        sys.exit(str(refusal))
    except DatabaseError:
        from web.serving import obstacle_in_the_database  # noqa: PLC0415

        if obstacle := obstacle_in_the_database():
            sys.exit(str(obstacle))
        raise
    except ModuleNotFoundError as missing:
        package = str(missing.name).partition(".")[0]
        if (Path(__file__).parent / package).exists():
            raise
        sys.exit(f"The package {package} is not installed. `make run` installs it into .venv.")


if __name__ == "__main__":
    main()
