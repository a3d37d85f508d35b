"""A page, or the part of it that htmx asked for."""

from collections.abc import Mapping
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers


def render_part(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    *parts: str,
    within: str = "",
    status: int = 200,
) -> HttpResponse:
    """The whole page, unless htmx wants to fill one of `parts`: then the partial of that name.

    A partial's name is the id of its outermost element; it stands in the template itself, or
    `within` the one that it extends. Messages ride along, so that a part
    never swallows what a command had to say.
    """
    wanted = request.htmx.target if request.htmx else None  # type: ignore[attr-defined]
    if wanted in parts:
        response = render(request, f"{within or template}#{wanted}", dict(context), status=status)
        if len(get_messages(request)):
            response.write(render_to_string("web/messages.html", {"swap": True}, request=request))
    else:
        response = render(request, template, dict(context), status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response
