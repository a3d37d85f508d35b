"""Pages that belong to no room in particular."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from acts.failures import Refused
from web import glossary, samples
from web.context import THEMES
from web.net import is_ours
from web.parts import render_part

A_YEAR = 60 * 60 * 24 * 365


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    wanted, games = request.GET.get("q", "")[:100], glossary.games()
    game = request.GET.get("game", "")
    game = game if game in games else ""
    found: dict[str, Any] = {"found": glossary.matching(wanted, game), "wanted": wanted}
    found |= {"game": game, "games": games}
    return render_part(request, "web/words.html", found, "words")


@require_http_methods(["GET", "HEAD", "POST"])
def styleguide(request: HttpRequest) -> HttpResponse:
    """Every piece that pages are made of; the table and the form on it are real."""
    shirt = samples.ShirtForm(request.POST or None)
    if request.method == "POST" and shirt.is_valid():
        try:
            number = samples.take_shirt(number=shirt.cleaned_data["number"])
        except Refused as refusal:
            shirt.take(refusal)
        else:
            messages.success(request, _("Cob Netter wears %(n)s now.") % {"n": number})
            return redirect("styleguide")
    kits = samples.kits(sort=request.GET.get("sort", ""))
    page = {
        **samples.styleguide(),
        "shirt": shirt,
        "kits": Paginator(kits, 8).get_page(request.GET.get("page")),
        "sort": request.GET.get("sort", "name"),
    }
    status = 422 if shirt.errors else 200
    return render_part(request, "web/styleguide.html", page, "kits", "shirt", status=status)


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep the light that a person chose in a cookie; no theme means the system's own."""
    theme = request.POST.get("theme", "")
    if theme and theme not in THEMES:
        raise BadRequest("no such theme")
    back = request.POST.get("next", "")
    response = redirect(back if is_ours(request, back) else "home")
    if theme:
        response.set_cookie(
            "theme", theme, max_age=A_YEAR, samesite="Lax", secure=request.is_secure()
        )
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse("User-agent: *\nDisallow: /api/\n", content_type="text/plain")


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """What a phone needs to put Touchback on its first screen."""
    icons = [
        {"src": static("img/mark.svg"), "type": "image/svg+xml", "sizes": "any"},
        {"src": static("img/mark-512.png"), "type": "image/png", "sizes": "512x512"},
    ]
    described = {
        "name": "Touchback",
        "short_name": "Touchback",
        "description": _("A league manager for Blood Bowl."),
        "start_url": reverse("home"),
        "display": "standalone",
        "background_color": "#e3eadd",
        "theme_color": "#131f19",
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")
