from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    label = "matches"

    def ready(self) -> None:
        from league.leaving import add_objection  # noqa: PLC0415 (models are there only now)
        from matches import open_ends  # noqa: PLC0415
        from teams.hindrances import add_hindrance  # noqa: PLC0415

        add_hindrance(open_ends.hindered_by_match)
        add_objection(open_ends.held_by_match)
