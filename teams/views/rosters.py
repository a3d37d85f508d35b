"""The roster, on a page and on paper."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from teams.hooks import TeamTodos
from teams.pdf import draw_roster
from teams.queries.heads import Head
from teams.queries.rosters import roster_for
from web.parts import render_part
from web.todos import Todo


@never_cache
@require_safe
def roster(request: HttpRequest, uuid: UUID) -> HttpResponse:
    sheet = roster_for(request.user, uuid, sort=request.GET.get("sort", ""))
    head = sheet.head
    page = {
        "roster": sheet,
        "head": head,
        "team": head.team,
        "access": head.access,
        "catalogue": head.book.catalogue,
        "todos": todos_of(head),
    }
    return render_part(request, "teams/roster.html", page, "squad")


def todos_of(head: Head) -> list[Todo]:
    own = head.access.membership
    if own is None or not head.access.may_act:
        return []
    answers = TeamTodos(head.team, own, timezone.now()).send()
    return [todo for todos in answers for todo in todos]


@never_cache
@require_safe
def roster_pdf(request: HttpRequest, uuid: UUID) -> HttpResponse:
    sheet = roster_for(request.user, uuid, sort=request.GET.get("sort", ""))
    name = slugify(sheet.head.team.name) or "roster"
    answer = HttpResponse(draw_roster(sheet), content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
