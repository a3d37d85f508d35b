"""The API about itself: its schema, its documentation, and the end of every wrong path."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular import renderers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from web import errors
from web.api.documentation import documentation, operation_named
from web.api.schema import current_schema


class SchemaView(APIView):
    schema = None
    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (
        renderers.OpenApiJsonRenderer2,
        renderers.OpenApiYamlRenderer2,
        renderers.OpenApiJsonRenderer,
        renderers.OpenApiYamlRenderer,
    )

    def get(self, request: Request) -> Response:
        return Response(current_schema())


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    origin = f"{request.scheme}://{request.get_host()}"
    return render(request, "api/docs.html", {"api": documentation(), "origin": origin})


@require_safe
def operation(request: HttpRequest, name: str) -> HttpResponse:
    if (described := operation_named(name)) is None:
        return unknown(request)
    origin = f"{request.scheme}://{request.get_host()}"
    return render(request, "api/operation.html", {"operation": described, "origin": origin})


@csrf_exempt
def unknown(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    """Without this Django would look for the path with a slash, and a write would get lost."""
    return errors.answer(request, 404, [errors.REASONS[404]])
