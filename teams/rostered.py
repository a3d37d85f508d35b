"""What only one team of a league can have: a star under contract, and the name of its home."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from acts.failures import Reason
from league.models import RulesPin
from league.pins import book_of
from league.rulebook import answers_of, must_have
from rules.answers import Ruled
from rules.book import Book, Question
from rules.engine import state
from rules.engine.circumstances import OfTeam
from teams.models import Team


def claims_something(before: state.Team, after: state.Team) -> bool:
    """Whether a team has something by now that another may have taken meanwhile."""
    has_new_star = after.star not in ("", before.star)
    return has_new_star or _home_name(after) not in ("", _home_name(before))


def why_taken(team: Team, present: state.Team, pin: RulesPin) -> list[Reason]:
    """What of it is another team's. Two statements."""
    reasons = (star_taken(team, present.star, pin), home_name_taken(team, _home_name(present)))
    return [reason for reason in reasons if reason]


def star_taken(team: Team, star: str, pin: RulesPin) -> Reason | None:
    """Why a star does not play for this team: another one has them. One statement."""
    others = _others(team).filter(star=star)
    other = others.first() if star else None
    if other is None:
        return None
    called = book_of(pin).catalogue.stars[star].name
    about = {"star": called, "team": other}
    return Reason("star_taken", _("%(star)s has signed for %(team)s by now.") % about, "star")


def home_name_taken(team: Team, name: str) -> Reason | None:
    """Why a home is not called that: another team's is, however it is written. One statement."""
    named = _others(team).exclude(home_name="") if name else ()
    other = next((each for each in named if each.home_name.casefold() == name.casefold()), None)
    if other is None:
        return None
    about = {"team": other, "name": other.home_name}
    sentence = _("%(name)s is the home of %(team)s already. Call this one something else.")
    return Reason("home_name_taken", sentence % about, "name")


def _others(team: Team) -> QuerySet[Team]:
    playing = Team.objects.filter(league=team.league_id, state=Team.State.ACTIVE)
    return playing.exclude(pk=team.pk).order_by("id")


def _home_name(present: state.Team) -> str:
    return present.home.name if present.home else ""


def giving_up(book: Book) -> Question[OfTeam, Ruled]:
    return must_have(answers_of(book).give_up_home, "give_up_home")
