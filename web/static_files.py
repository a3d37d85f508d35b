"""Which static files are gathered: ours, and the one script that pages take from a package."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    # Pages of DRF that we do not show and versions of htmx that we do not load: compressing them
    # would take half of the first start.
    ignore_patterns = [  # noqa: RUF012 (declared so by Django)
        *StaticFilesConfig.ignore_patterns,
        "rest_framework",
        "django_htmx/ext/*",
        "django_htmx/htm*-4*",
    ]
