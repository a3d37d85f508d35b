"""What becomes of people's teams when they leave the league."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models.functions import Greatest

from league.leaving import at_the_end
from league.models import Membership
from teams.models import Team, Tenure
from teams.permissions import begun, going_on


@at_the_end
def end_tenures(places: Sequence[Membership], now: datetime) -> None:
    """Their time with every team ends; what they were to take over stays with whoever has it."""
    own = Tenure.objects.filter(going_on(now), coach__in=places)
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
