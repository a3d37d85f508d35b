"""The next version of the program, as far as a database can tell: one migration more."""

from config.settings.base import *  # noqa: F403

VERSION = "99.0"
MIGRATION_MODULES = {"accounts": "tests.operations.later_accounts"}
