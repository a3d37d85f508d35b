from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    label = "matches"

    def ready(self) -> None:
        from league.hooks import (  # noqa: PLC0415 (models have to be loaded)
            LeagueReopened,
        )
        from matches import unfinished  # noqa: PLC0415
        from matches.commands.waiting import wait_since_reopening  # noqa: PLC0415
        from teams.hooks import TeamChange  # noqa: PLC0415

        TeamChange.connect(unfinished.hindered_by_match)
        LeagueReopened.connect(wait_since_reopening)
