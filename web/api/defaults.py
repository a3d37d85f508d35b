"""Paging and throttling."""

from typing import TYPE_CHECKING, Any

import structlog
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError
from rest_framework import pagination, throttling
from rest_framework.request import Request

from web.api.counting import seconds_to_wait
from web.net import client_address, network_of

if TYPE_CHECKING:  # the views read these defaults while they are being imported
    from rest_framework.views import APIView

log = structlog.get_logger("api")


class Pages(pagination.PageNumberPagination):
    page_size_query_param = "page_size"
    max_page_size = 200
    invalid_page_message = _("There is no such page.")  # type: ignore[assignment]
    page_query_description = _("Which page, counted from 1.")  # type: ignore[assignment]
    page_size_query_description = _("How many a page holds; 200 at most.")  # type: ignore[assignment]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": "string", "format": "uri", "nullable": True}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results"],
            "properties": {
                "count": {"type": "integer", "description": _("How many there are on all pages.")},
                "next": link | {"description": _("The next page; null on the last.")},
                "previous": link | {"description": _("The page before; null on the first.")},
                "results": schema,
            },
        }


class Lenient(throttling.SimpleRateThrottle):
    """Counts calls that come together, and lets everybody pass while what it counts in is out of
    reach."""

    num_requests: int | None
    duration: int | None
    waiting: float | None = None

    def allow_request(self, request: Request, view: "APIView") -> bool:
        key = self.get_cache_key(request, view)
        if key is None or not self.num_requests or not self.duration:
            return True
        try:
            self.waiting = seconds_to_wait(
                key, now=self.timer(), most=self.num_requests, seconds=self.duration
            )
        except (RedisError, OSError) as error:
            log.warning("nobody_is_counted", scope=self.scope, error=type(error).__name__)
            return True
        return self.waiting is None

    def wait(self) -> float | None:
        return self.waiting


class PersonThrottle(Lenient, throttling.UserRateThrottle):
    """How often one person may call, over all tokens and sessions."""

    scope = "person"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None


class AddressThrottle(Lenient, throttling.AnonRateThrottle):
    """How often one address may call without saying who it is."""

    scope = "address"

    def get_ident(self, request: Request) -> str:
        return network_of(client_address(request._request))
