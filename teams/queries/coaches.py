"""Who coached a team, who coaches it, and who did at some time."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Missing
from league.models import League, Membership
from league.permissions import COACHING, RUNNING_IT
from league.queries import members
from teams.models import Team, Tenure
from teams.notice import may_be_turned_down
from teams.permissions import TeamAccess, begun, holding


@dataclass(frozen=True, slots=True)
class Coaching:
    """A team's tenures as they stand: those to come, those that hold, those that are over."""

    planned: list[Tenure]
    present: list[Tenure]
    past: list[Tenure]

    @property
    def unfinished(self) -> list[Tenure]:
        return [*self.planned, *self.present]


def coaching_of(team: Team, *, now: datetime) -> Coaching:
    """One statement."""
    back = Membership.objects.filter(
        league=team.league_id, user=OuterRef("coach__user"), until=None
    )
    found = team.tenures.select_related("coach__user", "made_by").annotate(is_back=Exists(back))
    tenures: list[Tenure] = list(found.order_by("-since", "-id"))
    over = [each for each in tenures if each.is_past(now)]
    planned = [each for each in tenures if each not in over and each.is_planned(now)]
    present = [each for each in tenures if each not in over and each not in planned]
    first = [each for each in present if each.kind == Tenure.Kind.COACH]
    return Coaching(planned, [*first, *(each for each in present if each not in first)], over)


def notices_to(person: User, *, now: datetime, league: League | None = None) -> list[Tenure]:
    """Who is to follow somebody as coach of a team, if they do not turn it down, in one league or
    in all. One statement, and four at most for each whom somebody planned without notice."""
    own = Tenure.objects.filter(
        holding(now),
        kind=Tenure.Kind.COACH,
        coach__user=person,
        coach__until=None,
        coach__role__in=COACHING,
    )
    plans = Tenure.objects.filter(
        ~begun(now), kind=Tenure.Kind.COACH, team__in=own.values("team")
    ).exclude(made_by=person)
    if league is not None:
        plans = plans.filter(team__league=league)
    found = plans.filter(team__league__closed_at=None).order_by("since", "id")
    found = found.select_related("team__league", "coach__user", "made_by")
    return [each for each in found if may_be_turned_down(each, person, now=now)]


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


def possible_coaches(team: Team, access: TeamAccess) -> QuerySet[Membership]:
    """Members of the league whom somebody may put in charge: of those who run it only themselves,
    and nobody without an account unless they run it."""
    found = members(team.league).filter(role__in=COACHING)
    if not access.runs_league:
        return found.exclude(role__in=RUNNING_IT).exclude(user=None)
    own = access.membership.pk if access.membership else None
    return found.filter(~Q(role__in=RUNNING_IT) | Q(pk=own))


def coach_for(team: Team, uuid: UUID) -> Membership:
    """A member of the team's league by uuid. Raises Missing."""
    membership = team.league.memberships.select_related("user").filter(uuid=uuid).first()
    if membership is None:
        raise Missing.because("no_such_member", _("There is no such member of the league."))
    return membership


def tenure_of(team: Team, uuid: UUID) -> Tenure:
    """Raises Missing."""
    tenure = team.tenures.select_related("team__league", "coach").filter(uuid=uuid).first()
    if tenure is None:
        raise Missing.because("no_such_tenure", _("Nobody coaches this team under that name."))
    return tenure
