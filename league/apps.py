from django.apps import AppConfig

from rules.editions import edition
from rules.loading import editions
from web import glossary


class LeagueConfig(AppConfig):
    name = "league"
    label = "league"

    def ready(self) -> None:
        """The words of every game that leagues may play."""
        glossary.learn(
            lambda: {
                key: glossary.Game(edition(key).title, edition(key).glossary) for key in editions()
            }
        )
