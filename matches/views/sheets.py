"""The match sheet of a match, to be printed."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import formats
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.pins import book_of
from matches import queries
from matches.paper import Pairing, draw_sheet, squad_now, squad_then
from teams.queries.rosters import roster_for


@never_cache
@require_safe
def of_match(request: HttpRequest, uuid: UUID) -> HttpResponse:
    viewed = queries.view_match(request.user, uuid)
    match, play = viewed.match, viewed.play
    home, away = (
        squad_then(row, play.book)
        if row.kick_off
        else squad_now(roster_for(request.user, row.team.uuid))
        for row in (play.sides["home"], play.sides["away"])
    )
    about = f"{match.league.name} · {formats.date_format(match.played_on)}"
    return sheet(Pairing(home, away, about, book_of(match.pin)))


def sheet(pairing: Pairing) -> HttpResponse:
    """The file as an answer, called by both teams."""
    names = [slugify(each.name) for each in pairing.sides]
    name = "-".join(each for each in names if each) or "match"
    answer = HttpResponse(draw_sheet(pairing), content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
