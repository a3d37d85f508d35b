from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.urls import reverse

if TYPE_CHECKING:
    from accounts.hooks import FirstPage


class PressConfig(AppConfig):
    name = "press"
    label = "press"

    def ready(self) -> None:
        from accounts.hooks import FirstPage  # noqa: PLC0415 (models have to be loaded)

        FirstPage.connect(_home_of_the_only_league)


def _home_of_the_only_league(_asked: "FirstPage") -> str:
    from league.queries import only_league  # noqa: PLC0415 (as above)

    league = only_league()
    return reverse("press:league", args=[league.uuid]) if league else ""
