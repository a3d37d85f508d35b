"""The mails that teams owe."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from jobs.registry import job
from jobs.runner import Run
from league.models import Membership
from teams.commands.telling import MAIL_COACH, MAIL_TURNED_DOWN
from teams.models import Team, Tenure
from teams.notice import PEACE
from web.mail import send_mail


@job(MAIL_COACH, title=_("Word of a change of coaches by mail"), atomic=False)
def mail_coach(run: Run, *, tenure: str, person: int, by: int) -> None:
    """Tell somebody that a team of theirs has changed hands, unless the plan was dropped."""
    found = Tenure.objects.select_related("team__league", "coach__user").filter(uuid=tenure).first()
    to = User.objects.filter(pk=person, is_active=True).first()
    if found is None or to is None or not to.email:
        return
    send_mail(
        template="teams/mail/coach.txt",
        to=to.email,
        job=run.job.uuid,
        person=to,
        tenure=found,
        team=found.team,
        by=User.objects.get(pk=by),
        is_own=found.coach.user_id == to.pk,
        is_over=found.is_past(run.now),
        link=settings.SITE_ORIGIN + reverse("teams:coaches", args=[found.team.uuid]),
    )


@job(MAIL_TURNED_DOWN, title=_("Word that a notice was turned down, by mail"), atomic=False)
def mail_turned_down(run: Run, *, team: int, coach: int, person: int, by: int) -> None:
    to = User.objects.filter(pk=person, is_active=True).first()
    if to is None or not to.email:
        return
    found = Team.objects.select_related("league").get(pk=team)
    send_mail(
        template="teams/mail/turned_down.txt",
        to=to.email,
        job=run.job.uuid,
        person=to,
        team=found,
        who=Membership.objects.select_related("user").get(pk=coach),
        by=User.objects.get(pk=by),
        again=run.job.created_at + PEACE,
        link=settings.SITE_ORIGIN + reverse("teams:coaches", args=[found.uuid]),
    )
