"""Shows times in the zone of whoever looks."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.time_zones import zone_named


class OwnTimeZone:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Only a session can say who looks; without one the user table is not asked.
        if request.session.session_key and request.user.is_authenticated:
            with timezone.override(zone_named(request.user.time_zone)):
                return self.get_response(request)
        return self.get_response(request)
