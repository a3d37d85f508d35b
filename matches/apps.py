from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    label = "matches"

    def ready(self) -> None:
        from matches import open_ends  # noqa: PLC0415 (models are there only now)
        from teams.commands import hands, retiring  # noqa: PLC0415

        retiring.HINDRANCES.append(open_ends.post_match_open)
        hands.HINDRANCES.append(open_ends.plays_against_it)
