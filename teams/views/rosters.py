"""The roster, on a page and on paper."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from teams.pdf import draw_roster
from teams.queries.rosters import roster_for
from web.parts import render_part


@never_cache
@require_safe
def roster(request: HttpRequest, uuid: UUID) -> HttpResponse:
    sheet = roster_for(request.user, uuid, sort=request.GET.get("sort", ""))
    head = sheet.head
    page = {
        "roster": sheet,
        "head": head,
        "team": head.team,
        "hand": head.hand,
        "catalogue": head.book.catalogue,
    }
    return render_part(request, "teams/roster.html", page, "squad")


@never_cache
@require_safe
def roster_pdf(request: HttpRequest, uuid: UUID) -> HttpResponse:
    sheet = roster_for(request.user, uuid, sort=request.GET.get("sort", ""))
    name = slugify(sheet.head.team.name) or "roster"
    answer = HttpResponse(draw_roster(sheet), content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
