"""The mails that accounts owe, and their daily tidying.

What a mail says is decided here, when nobody is watching.

An address stands in a job only as long as its mail is owed: once sent, the payload is emptied, and
a run that finds it empty has nothing left to do.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.commands import tidying
from accounts.commands.new_email import new_email_link
from accounts.commands.waiting import wait_for_the_operator
from accounts.models import User
from accounts.signed_links import SIGN_UP, sign_link
from jobs import timetable
from jobs.models import Job
from jobs.registry import job
from jobs.runner import Run
from web.mail import mail_reaches_people, send_mail


@job("accounts.mail_sign_up", title=_("Sign-up link by mail"), atomic=False)
def mail_sign_up(run: Run, *, email: str = "", name: str = "", origin: str = "") -> None:
    """A link to finish with; or, to somebody who has an account, the ways into it."""
    if not email:
        return
    user = User.objects.filter(email=email).first()
    if not mail_reaches_people():
        wait_for_the_operator(name=name, email=email, now=run.now)
        _forget(run)
    elif user is None:
        token = sign_link(SIGN_UP, now=run.now, email=email, name=name)
        link = origin + reverse("accounts:finish-sign-up", args=[token])
        _send(run, "sign_up", to=email, origin=origin, link=link)
    else:
        _send(
            run,
            "have_account",
            to=email,
            origin=origin,
            name=user.name,
            sign_in=origin + reverse("accounts:sign-in"),
            forgotten=origin + reverse("accounts:forgotten"),
        )


@job("accounts.mail_reset", title=_("Password link by mail"), atomic=False)
def mail_reset(run: Run, *, email: str = "", origin: str = "") -> None:
    """A link to a new password, if there is anybody to send it to."""
    user = User.objects.filter(email=email, is_active=True).first() if email else None
    if user is None:
        _forget(run)
        return
    if not mail_reaches_people():
        wait_for_the_operator(name=user.name, email=email, now=run.now)
        _forget(run)
        return
    token = default_token_generator.make_token(user)
    link = origin + reverse("accounts:reset-password", args=[user.uuid, token])
    days = settings.PASSWORD_RESET_TIMEOUT // (24 * 60 * 60)
    _send(run, "reset", to=email, origin=origin, name=user.name, link=link, days=days)


@job("accounts.mail_new_email", title=_("Link to a new address"), atomic=False)
def mail_new_email(run: Run, *, email: str = "", user: str = "", origin: str = "") -> None:
    """A link that moves the account; or, if the address is somebody's already, a word to them."""
    mover = User.objects.filter(uuid=user, is_active=True).first() if email else None
    if mover is None:
        _forget(run)
    elif User.objects.filter(email=email).exists():
        _send(run, "email_taken", to=email, origin=origin)
    else:
        token = new_email_link(mover, email, now=run.now)
        link = origin + reverse("accounts:confirm-email", args=[token])
        _send(run, "new_email", to=email, origin=origin, name=mover.name, link=link)


@job("accounts.mail_old_email", title=_("Notice to the old address"), atomic=False)
def mail_old_email(run: Run, *, email: str = "", name: str = "", origin: str = "") -> None:
    """A notice to the address that is about to be left."""
    if email:
        password = origin + reverse("accounts:password")
        _send(run, "old_email", to=email, origin=origin, name=name, password=password)


@job("accounts.tidy", title=_("Tidying up old sessions and links"))
def tidy(run: Run) -> dict[str, int]:
    return tidying.tidy(now=run.now)


timetable.add("accounts.tidy", every=timedelta(days=1))


def _send(run: Run, template: str, *, to: str, **context: Any) -> None:
    send_mail(template=f"accounts/mail/{template}.txt", to=to, job=run.job.uuid, **context)
    _forget(run)


def _forget(run: Run) -> None:
    Job.objects.filter(pk=run.job.pk).update(payload={})
