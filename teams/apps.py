from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"
    label = "teams"

    def ready(self) -> None:
        import teams.resting  # noqa: F401, PLC0415 (models are there only now)
