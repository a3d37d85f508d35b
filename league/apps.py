from django.apps import AppConfig

from rules.editions import edition
from rules.loading import editions
from web.glossary import Game, GamesPlayed


class LeagueConfig(AppConfig):
    name = "league"
    label = "league"

    def ready(self) -> None:
        from accounts.hooks import AccountDeletion  # noqa: PLC0415 (models have to be loaded)
        from league.commands.members import leave_leagues  # noqa: PLC0415

        AccountDeletion.connect(leave_leagues)
        GamesPlayed.connect(_games)


def _games(_asked: GamesPlayed) -> dict[str, Game]:
    return {key: Game(edition(key).title, edition(key).glossary) for key in editions()}
