"""The match sheet of a match, to be printed."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import formats
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.pins import book_of
from matches import queries
from matches.models import Match
from matches.pitch import lineups
from matches.presentation.pdf import Pairing, draw_sheet, squad_now, squad_then
from matches.record import MatchRecord
from rules.engine.lineup import LineupPlayer
from rules.engine.match import SIDES, Side
from teams.queries.rosters import roster_for


@never_cache
@require_safe
def of_match(request: HttpRequest, uuid: UUID) -> HttpResponse:
    viewed = queries.view_match(request.user, uuid)
    match, record = viewed.match, viewed.record
    about = f"{match.league.name} · {formats.date_format(match.played_on)}"
    if match.state == Match.State.PRE_MATCH:
        home, away = (squad_now(roster_for(request.user, record.team(side).uuid)) for side in SIDES)
    else:
        people = _people(record)
        home, away = (squad_then(record.sides[each], record.book, people[each]) for each in SIDES)
    if match.state == Match.State.CALLED_OFF:
        about = f"{about} · {match.as_it_stands}"
    return sheet(Pairing(home, away, about, book_of(match.pin)))


def _people(record: MatchRecord) -> dict[Side, list[LineupPlayer]]:
    """Everybody who was there; whoever told a match by its score told nobody's name."""
    if not all(row.kick_off for row in record.sides.values()):
        return {side: [] for side in SIDES}
    on = lineups.field_of(record, lineups.standing_taps(record.match.taps.order_by("number")))
    return {side: list(on.people[side].values()) for side in SIDES}


def sheet(pairing: Pairing) -> HttpResponse:
    """The file as an answer, called by both teams."""
    names = [slugify(each.name) for each in pairing.sides]
    name = "-".join(each for each in names if each) or "match"
    answer = HttpResponse(draw_sheet(pairing), content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
