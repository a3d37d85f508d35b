"""Paging and throttling."""

from typing import TYPE_CHECKING

from rest_framework import pagination, throttling
from rest_framework.request import Request

if TYPE_CHECKING:  # the views read these defaults while they are being imported
    from rest_framework.views import APIView


class Pages(pagination.PageNumberPagination):
    page_size_query_param = "page_size"
    max_page_size = 200


class PersonThrottle(throttling.UserRateThrottle):
    scope = "person"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None


class AddressThrottle(throttling.AnonRateThrottle):
    scope = "address"
