from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    label = "matches"

    def ready(self) -> None:
        from matches import open_ends  # noqa: PLC0415 (models are there only now)
        from teams.hindrances import add_hindrance  # noqa: PLC0415

        add_hindrance(open_ends.hindered_by_match)
