"""Whoever runs the league and plays in a team's season replaces its coach with notice: in three
days, and not if that coach turns it down."""

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason
from league.permissions import A_DEPUTY, COACHING
from teams.hooks import PlaysBeside
from teams.models import Team, Tenure
from teams.office import others_of

NOTICE = timedelta(days=3)
# How long whoever was turned down waits before they ask again.
PEACE = timedelta(days=7)


def owed_to(actor: User, team: Team, *, now: datetime) -> Tenure | None:
    """The time of the first coach whom somebody replaces with notice only, if there is one: they
    have an account, and it is another's. Three statements at most."""
    present = others_of(team, actor, now=now).filter(kind=Tenure.Kind.COACH)
    firsts = present.filter(coach__role__in=COACHING)
    first = firsts.select_related("coach__user", "team").first()
    if first is None or not any(PlaysBeside(team, actor, now).send()):
        return None
    return first


def may_be_turned_down(planned: Tenure, by: User, *, now: datetime) -> bool:
    """Whether a team's first coach turns down who is to follow them: they have notice, or whoever
    planned it plays in the season by now. Four statements at most."""
    if planned.has_notice:
        return True
    planner = planned.made_by
    is_plan = planned.kind == Tenure.Kind.COACH and planned.is_planned(now)
    if not is_plan or planner is None or planner == by:
        return False
    return any(PlaysBeside(planned.team, planner, now).send())


def notice_faults(first: Tenure, *, now: datetime) -> list[Reason]:
    """Whoever was turned down does not ask again the next day."""
    if first.declined_at is None or now >= first.declined_at + PEACE:
        return []
    sentence = _(
        "%(coach)s has turned that down. You may plan it again from %(at)s. Before that they agree "
        "and hand the team over themselves, or somebody decides it who runs the league and does "
        "not play in the season."
    )
    again = date_format(localtime(first.declined_at + PEACE), "D j M Y, H:i")
    text = sentence % {"coach": first.coach, "at": again}
    return [Reason("turned_down", f"{text} {A_DEPUTY}", "coach")]
