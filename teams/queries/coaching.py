"""Who coached a team, who coaches it, and who did at some time."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jobs.failures import Missing
from league.models import Membership
from league.permissions import COACHING
from league.queries import members
from teams.models import Team, Tenure


@dataclass(frozen=True, slots=True)
class Coaching:
    """A team's tenures as they stand: those to come, those that hold, those that are over."""

    planned: list[Tenure]
    present: list[Tenure]
    past: list[Tenure]


def coaching_of(team: Team, *, now: datetime) -> Coaching:
    """One statement."""
    tenures = list(team.tenures.select_related("coach__user").order_by("-since", "-id"))
    over = [each for each in tenures if each.is_past(now)]
    planned = [each for each in tenures if each not in over and each.is_planned(now)]
    present = [each for each in tenures if each not in over and each not in planned]
    first = [each for each in present if each.kind == Tenure.Kind.COACH]
    return Coaching(planned, [*first, *(each for each in present if each not in first)], over)


def in_charge(tenures: Iterable[Tenure], *, opening: datetime, closing: datetime) -> list[Tenure]:
    """Whoever coached a team in a match between two moments, the first coach before the second.

    A stand-in plays it alone. What was played before anybody came is the first coach's.
    """
    tenures = sorted(tenures, key=lambda each: (each.since, each.pk))
    kinds = {kind: [each for each in tenures if each.kind == kind] for kind in Tenure.Kind}
    stood_in = [
        each
        for each in kinds[Tenure.Kind.STAND_IN]
        if each.since <= closing and not each.is_over(opening)
    ]
    if stood_in:
        return stood_in[-1:]
    first = kinds[Tenure.Kind.COACH]
    begun = [each for each in first if each.since <= closing]
    last = [each for each in begun[-1:] if not each.is_over(closing)] if begun else first[:1]
    return [*last, *(each for each in kinds[Tenure.Kind.SECOND] if each.holds(closing))]


def possible_coaches(team: Team) -> QuerySet[Membership]:
    """Members of the league who may coach."""
    return members(team.league).filter(role__in=COACHING)


def coach_for(team: Team, uuid: UUID) -> Membership:
    """A member of the team's league by uuid. Raises Missing."""
    found = team.league.memberships.select_related("user").filter(uuid=uuid).first()
    if found is None:
        raise Missing.because("no_such_member", _("There is no such member of the league."))
    return found


def tenure_of(team: Team, uuid: UUID) -> Tenure:
    """Raises Missing."""
    found = team.tenures.select_related("team__league", "coach").filter(uuid=uuid).first()
    if found is None:
        raise Missing.because("no_such_tenure", _("Nobody coaches this team under that name."))
    return found
