"""Whether a league that was read in is one: nothing in its file is taken on trust."""

from collections.abc import Mapping

from django.db.models import Model
from django.utils.translation import gettext as _

from league.models import League, RulesPin, Season
from league.pins import book_of
from press.league_file.contents import rows_in_file
from press.league_file.opening import refused
from rules.asking import house_faults
from rules.editions import NoSuchEdition, edition
from rules.engine.fold import Impossible
from teams.models import Adoption, Draft, Player, Team
from teams.verifying import differences


def prove(league: League, *, counts: Mapping[type[Model], int]) -> None:
    """Every row is the league's own, every pin can be played by, and every team is what its events
    say; `counts` is how many rows came in. Raises Refused."""
    rows = rows_in_file(league)
    for model, count in counts.items():
        if rows[model].count() != count:
            raise refused(_("It holds more than one league, or something that belongs to none."))
    if not rows[Season].exists():
        raise refused(_("It has no season."))
    races = {race for pin in rows[RulesPin] for race in _races_of(pin)}
    for model in (Team, Player, Draft, Adoption):
        for race in rows[model].order_by().values_list("race", flat=True).distinct():
            if race not in races:
                said = _("No book that it is played by knows the race %(race)s.")
                raise refused(said % {"race": race})
    for team in rows[Team].order_by("id"):
        if not _adds_up(team):
            raise refused(_("The books of %(team)s do not add up.") % {"team": team})


def _races_of(pin: RulesPin) -> list[str]:
    try:
        faults = house_faults(edition(pin.catalogue.edition), dict(pin.house))
    except NoSuchEdition as unknown:
        raise refused(_("It is played by an edition that is not here.")) from unknown
    if faults:
        raise refused(_("Its house rules are none that could be played by."))
    return list(book_of(pin).catalogue.races)


def _adds_up(team: Team) -> bool:
    try:
        return not any(differences(team))
    except (Impossible, LookupError, TypeError, ValueError, AttributeError):
        # An effect that nobody knows, or one with other members than it has.
        return False
