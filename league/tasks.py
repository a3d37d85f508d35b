"""The mails that leagues owe."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from jobs.registry import job
from jobs.runner import Run
from league.models import JoinRequest, Membership, Role
from web.mail import send_mail


@job("league.mail_join_request", title=_("Request to join by mail"), atomic=False)
def mail_join_request(run: Run, *, request: str, origin: str) -> None:
    """Tell the commissioner who wants to join, unless somebody was quicker."""
    asked = _request(request, answered_at=None)
    if asked is None:
        return
    leads = Membership.objects.filter(
        league=asked.league, role=Role.COMMISSIONER, until=None, user__is_active=True
    )
    commissioner = leads.select_related("user").first()
    if commissioner is None or commissioner.user is None:
        return
    members = origin + reverse("league:members", args=[asked.league.uuid])
    _send(run, "join_request", to=commissioner.user.email, asked=asked, link=members)


@job("league.mail_let_in", title=_("Word of being let in by mail"), atomic=False)
def mail_let_in(run: Run, *, request: str, origin: str) -> None:
    """Tell somebody who asked that the league has let them in."""
    asked = _request(request, accepted=True, user__is_active=True)
    if asked is not None:
        home = origin + reverse("press:league", args=[asked.league.uuid])
        _send(run, "let_in", to=asked.user.email, asked=asked, link=home)


def _request(uuid: str, **found: Any) -> JoinRequest | None:
    asked = JoinRequest.objects.filter(uuid=uuid, **found)
    return asked.select_related("league", "user", "answered_by").first()


def _send(run: Run, template: str, *, to: str | None, **context: Any) -> None:
    if to:
        send_mail(template=f"league/mail/{template}.txt", to=to, job=run.job.uuid, **context)
