from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    label = "matches"

    def ready(self) -> None:
        from matches.open_ends import post_match_open  # noqa: PLC0415 (models are there only now)
        from teams.commands.retiring import HINDRANCES  # noqa: PLC0415

        HINDRANCES.append(post_match_open)
