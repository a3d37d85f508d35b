"""Deleting an account: the row stays as a former coach, the person is gone from it."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts import throttle
from accounts.commands.proof import Proof, prove
from accounts.hooks import AccountDeletion
from accounts.models import FORMER_COACH, User
from acts.failures import Refused
from acts.models import Receipt
from acts.recording import record_act
from jobs.models import Job


def delete_account(*, user: User, proof: Proof, now: datetime) -> None:
    """Scrub the person's row and everything that would still tell of them. There is no way back.

    Later rooms let them go first; all their reasons against it are told at once.
    """
    prove(user, proof, now=now)
    with transaction.atomic():
        # All operators are locked, in one order, so that the last two cannot leave together.
        locked = User.objects.select_for_update(no_key=True).filter(
            Q(pk=user.pk) | Q(is_operator=True), is_active=True
        )
        people = {person.pk: person for person in locked.order_by("pk")}
        person = people.pop(user.pk, None)
        if person is None:  # the button was pressed twice
            return
        if person.is_operator and not people:
            raise Refused.because(
                "last_operator",
                _(
                    "You are the only operator. Let somebody take over first: whoever runs the"
                    " machine names one with manage.py create_operator."
                ),
            )
        if reasons := AccountDeletion(person, now).why_not():
            raise Refused(*reasons)
        email = person.email or ""
        _scrub(person, now=now)
        person.api_tokens.all().delete()
        person.sign_in_links.all().delete()
        Receipt.objects.filter(actor=person).delete()
        throttle.forget(email, str(person.uuid))
        _empty_jobs(person, email)
        record_act("accounts.delete_account", actor=person, now=now)


def _scrub(person: User, *, now: datetime) -> None:
    """Sessions end with it: an inactive person's session is nobody's."""
    person.name = FORMER_COACH
    person.email = None
    person.reach_me = ""
    person.time_zone = "UTC"
    person.is_active = person.is_operator = False
    person.last_login = None
    person.scrubbed_at = now
    person.set_unusable_password()
    person.save(
        update_fields=[
            "name", "email", "reach_me", "time_zone", "is_active", "is_operator", "last_login",
            "scrubbed_at", "password",
        ]
    )  # fmt: skip


def _empty_jobs(person: User, email: str) -> None:
    """Mails still owed to the person are not sent any more, those sent or failed forget to whom.
    Jobs of other rooms name people by id only."""
    mails = Job.objects.filter(kind__startswith="accounts.")
    theirs = mails.filter(Q(owner=person) | Q(payload__email=email))
    theirs.update(payload={}, error="")
