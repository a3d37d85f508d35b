"""Who asked for a link where no mail is sent, and how the operator lets them in."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.commands.links import IssuedLink, issue_sign_in_link
from accounts.commands.people import add_person
from accounts.models import User, WaitingPerson
from acts.failures import Missing
from acts.recording import record_act
from jobs.permissions import must_be_operator


def wait_for_the_operator(*, name: str, email: str, now: datetime) -> None:
    """Note who asked, by the name they gave first: anybody may ask again with their address. Called
    by a job: whoever asked is answered the same in any case."""
    WaitingPerson.objects.update_or_create(
        email=email, defaults={"asked_at": now}, create_defaults={"name": name, "asked_at": now}
    )


def let_in(*, actor: User, waiting: uuid.UUID, now: datetime, secret: str = "") -> IssuedLink:
    """A one-time link into their account, which is made where there is none of this address."""
    must_be_operator(actor)
    with transaction.atomic():
        person = _locked(waiting)
        user = User.objects.filter(email=person.email).first() or add_person(
            actor=actor, name=person.name, email=person.email, now=now
        )
        issued = issue_sign_in_link(actor=actor, user=user, now=now, secret=secret)
        person.delete()
    return issued


def send_away(*, actor: User, waiting: uuid.UUID, now: datetime) -> None:
    """Forget that they asked: nobody knows them."""
    must_be_operator(actor)
    with transaction.atomic():
        _locked(waiting).delete()
        record_act("accounts.send_away", actor=actor, now=now)


def _locked(waiting: uuid.UUID) -> WaitingPerson:
    """Locked, so that who presses twice makes one link."""
    person = WaitingPerson.objects.select_for_update().filter(uuid=waiting).first()
    if person is None:
        raise Missing.because(
            "waits_no_more",
            _("They wait no more. Whoever was let in stands among the people; make a link there."),
        )
    return person
