"""`make bench`: every benchmark, one after the other."""

import os

import django
from django.test.utils import setup_databases, setup_test_environment, teardown_databases


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        # They need the settings.
        from bench import (  # noqa: PLC0415
            competition,
            jobs,
            league_file,
            pages,
            rules,
            simulator,
            standings,
        )

        for benchmark in (pages, jobs, rules, competition, standings, simulator, league_file):
            benchmark.run()
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
