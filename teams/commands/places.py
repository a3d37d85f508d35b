"""What becomes of people's teams when they leave the league, or take a place in it."""

from django.db.models.functions import Greatest
from django.utils import timezone

from acts.failures import Refused
from league.hooks import PlaceClaimed, PlacesEnded
from teams.models import Team, Tenure
from teams.notice import owed_to
from teams.office import plays_in_its_season
from teams.permissions import begun, going_on


def end_tenures(ended: PlacesEnded) -> None:
    """Their time with every team ends; what they were to take over stays with whoever has it."""
    now = ended.now
    own = Tenure.objects.filter(going_on(now), coach__in=ended.places)
    # Held in the order of their ids, as by whoever gives a team another coach.
    teams = Team.objects.select_for_update(no_key=True).filter(pk__in=own.values("team"))
    list(teams.order_by("id"))
    for planned in own.exclude(begun(now)):
        planned.delete()
        if planned.kind == Tenure.Kind.COACH:
            makes_way = Tenure.objects.filter(team=planned.team_id, until=planned.since)
            makes_way.filter(kind=Tenure.Kind.COACH).update(until=None, ended_at=None)
    # One that began by a clock that was ahead ends with its beginning.
    end = Greatest(now, "since")
    own.update(until=end, ended_at=end)


def note_who_invited(claimed: PlaceClaimed) -> None:
    """An account comes to the teams of a place by the word of whoever made the link, who puts
    nobody beside another's coach so. Raises Refused."""
    invitation, now = claimed.invitation, timezone.now()
    own = Tenure.objects.filter(going_on(now), coach=invitation.place_id)
    beside = own.exclude(kind=Tenure.Kind.COACH).select_related("team").order_by("id")
    maker = invitation.made_by
    if reasons := [
        plays_in_its_season(each.team) for each in beside if owed_to(maker, each.team, now=now)
    ]:
        raise Refused(*reasons)
    own.update(made_by=maker)
