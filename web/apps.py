from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"
    label = "web"

    def ready(self) -> None:
        from web import forms  # noqa: PLC0415 (Django's forms read the settings)

        forms.speak_our_words()
