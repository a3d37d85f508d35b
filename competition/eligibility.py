"""Whether a team may take part in a season."""

from django.utils.translation import gettext as _

from acts.failures import Reason
from competition.redrafts import must_be_redrafted
from league.models import Season
from league.pins import book_of
from league.rulebook import answers_of, rule, said
from rules.engine import rulings
from rules.engine.circumstances import OfTeam
from teams import projection
from teams.models import Team


def why_not_this(season: Season, team: Team) -> list[Reason]:
    if team.league_id != season.league_id:
        return [Reason("team_elsewhere", _("This team plays in another league."), "team")]
    if team.state != Team.State.ACTIVE:
        return [Reason("team_retired", _("%(team)s is retired.") % {"team": team}, "team")]
    if must_be_redrafted(season, team):
        sentence = _("%(team)s has to be re-drafted before it takes part.") % {"team": team}
        return [Reason("redraft_due", sentence, "team")]
    return illegal(season, team)


def illegal(season: Season, team: Team) -> list[Reason]:
    """What the season's rules say against a team as it stands. One statement."""
    return against(season, projection.read(team))


def against(season: Season, roster: projection.Roster) -> list[Reason]:
    """The same for a roster that was read already."""
    book = book_of(season.pin)
    ruling = rule(book, answers_of(book).entrance, OfTeam(roster.state))
    if isinstance(ruling, rulings.Refused):
        return said(ruling.reasons, book.catalogue)
    return []
