from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"
    label = "teams"

    def ready(self) -> None:
        # Models are there only now.
        import teams.leaving  # noqa: PLC0415
        import teams.resting  # noqa: F401, PLC0415
