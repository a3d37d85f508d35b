"""A star is under contract with one team of a league: whoever comes second is told so."""

from django.utils.translation import gettext as _

from jobs.failures import Reason
from league.models import RulesPin
from league.pins import book_of
from teams.models import Team


def star_taken(team: Team, star: str, pin: RulesPin) -> Reason | None:
    """Why a star does not play for this team: he plays for another one. One statement."""
    others = Team.objects.filter(league=team.league_id, star=star, state=Team.State.ACTIVE)
    other = others.exclude(pk=team.pk).first() if star else None
    if other is None:
        return None
    called = book_of(pin).catalogue.stars[star].name
    about = {"star": called, "team": other}
    return Reason("star_taken", _("%(star)s has signed for %(team)s by now.") % about, "star")
