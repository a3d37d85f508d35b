from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"
    label = "web"

    def ready(self) -> None:
        from web.api.sentences import speak_our_words  # noqa: PLC0415 (DRF reads the settings)

        speak_our_words()
