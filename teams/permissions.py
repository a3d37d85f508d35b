"""Who may see and do what with a team, and with one that is being drafted."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from acts.failures import Forbidden, Missing, Reason, Refused
from league.models import Membership
from league.permissions import (
    COACHING,
    may_coach,
    must_be_member,
    must_be_open,
    must_see,
    no_such_thing,
    runs,
)
from teams.models import Draft, Team, Tenure


@dataclass(frozen=True, slots=True)
class TeamAccess:
    """Whose hand is on a team: one of its coaches', or that of somebody who runs the league."""

    membership: Membership | None
    tenure: Tenure | None

    @property
    def coaches(self) -> bool:
        return self.tenure is not None and may_coach(self.membership)

    @property
    def runs_league(self) -> bool:
        return runs(self.membership)

    @property
    def may_act(self) -> bool:
        return self.coaches or self.runs_league

    @property
    def is_first_coach(self) -> bool:
        is_first = self.tenure is not None and self.tenure.kind == Tenure.Kind.COACH
        return self.coaches and is_first

    @property
    def chooses_coaches(self) -> bool:
        """Whether they may say who stands beside and in for the coach, and end the team."""
        return self.is_first_coach or self.runs_league

    def may_end(self, tenure: Tenure) -> bool:
        """Whether they may end somebody's time with the team: their own; and a first coach's only
        where they run the league, or have notice of them."""
        is_own = self.membership is not None and self.membership.pk == tenure.coach_id
        chosen = self.chooses_coaches and tenure.kind != Tenure.Kind.COACH
        turned_down = self.is_first_coach and tenure.has_notice
        return self.runs_league or chosen or turned_down or (self.coaches and is_own)

    def on_behalf_of(self, team: Team) -> Any:
        """The head coach's account where somebody else acts in their place."""
        if self.coaches:
            return None
        head = head_coach(team)
        return head.coach.user if head else None


def holding(now: datetime) -> Q:
    """The tenures that hold now: begun, and not over yet."""
    return begun(now) & going_on(now)


def held_at(past: datetime) -> Q:
    """The tenures that held at a time in the past, by their dates."""
    return Q(since__lte=past) & (Q(until=None) | Q(until__gt=past))


def begun(now: datetime) -> Q:
    return Q(since__lte=now) | Q(since__lte=F("made_at"))


def going_on(now: datetime) -> Q:
    """Those whose end has not come, whether or not they have begun."""
    return Q(until=None) | (Q(until__gt=now) & (Q(ended_at=None) | Q(until__gt=F("ended_at"))))


def head_coach(team: Team) -> Tenure | None:
    """One statement."""
    return (
        team.tenures.filter(holding(timezone.now()), kind=Tenure.Kind.COACH)
        .select_related("coach__user")
        .first()
    )


def access_of(person: Any, team: Team) -> TeamAccess:
    """Raises Missing where the person may not even see the team. Two statements at most."""
    membership = must_see(person, team.league, missing=no_such_team(person))
    if membership is None:
        return TeamAccess(None, None)
    held = team.tenures.filter(holding(timezone.now()), coach=membership)
    # Whoever stood in and is the first coach by now counts as the first coach.
    tenure = held.order_by("kind").first()
    return TeamAccess(membership, tenure)


def must_act(person: Any, team: Team) -> TeamAccess:
    """For a team's coaches and whoever runs its league."""
    access = access_of(person, team)
    if not access.may_act:
        raise Forbidden.because(
            "not_your_team", _("This is for the team's coaches and the commissioner.")
        )
    must_be_open(team.league)
    return access


def must_run_for(person: Any, team: Team) -> TeamAccess:
    """For commissioner and deputies only."""
    access = access_of(person, team)
    if not access.runs_league:
        raise Forbidden.because(
            "not_commissioner", _("This is for the commissioner and the deputies.")
        )
    must_be_open(team.league)
    return access


def team_for(person: Any, uuid: UUID) -> tuple[Team, TeamAccess]:
    """A team and the person's hand on it. Raises Missing. Three statements at most."""
    team = Team.objects.select_related("league").filter(uuid=uuid).first()
    if team is None:
        raise no_such_team(person)
    return team, access_of(person, team)


def no_such_team(person: Any) -> Missing:
    return no_such_thing(person, "no_such_team", _("There is no such team."))


def must_be_active(team: Team) -> None:
    """For whatever changes what a team is made of."""
    if team.state != Team.State.ACTIVE:
        raise Refused.because(
            "team_retired", _("The team is retired. The commissioner can bring it back.")
        )


def must_draft(person: Any, draft: Draft) -> Membership:
    """For the draft's coach and whoever runs the league."""
    league = draft.season.league
    membership = must_be_member(person, league, *COACHING, missing=no_such_draft(person))
    if membership != draft.coach and not runs(membership):
        raise not_your_draft()
    return membership


def no_such_draft(person: Any) -> Missing:
    nothing = _("There is no such draft, or it was dropped.")
    return no_such_thing(person, "no_such_draft", nothing)


def not_your_draft() -> Forbidden:
    return Forbidden.because("not_your_draft", _("A team is drafted by its own coach."))


def no_such_coach() -> Reason:
    return Reason("no_such_coach", str(_("No coach of the league has this place.")), "coach")
