from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"
    label = "web"

    def ready(self) -> None:
        from web import forms  # noqa: PLC0415 (as below)
        from web.api import sentences  # noqa: PLC0415 (DRF reads the settings)

        forms.speak_our_words()
        sentences.speak_our_words()
