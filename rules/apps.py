"""The rulebook among Django's apps: read at the start, or there is none."""

from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured

from rules.loading import editions, load
from rules.reading import DATA, BadRules


class RulesConfig(AppConfig):
    name = "rules"
    label = "game_rules"

    def ready(self) -> None:
        """A rule file that must not be played by stops the start: which file, which entry, why."""
        for edition in editions(DATA):
            try:
                load(edition, DATA)
            except BadRules as bad:
                raise ImproperlyConfigured(f"The rules {edition} cannot be read: {bad}") from bad
