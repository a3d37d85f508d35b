"""Coming in by a link without having an account: both at once, and no mail in between."""

from datetime import datetime

from django.db import transaction

from accounts import throttle
from accounts.commands.sign_up import sign_up_vouched_for
from league.commands.members import accept_invitation
from league.models import Membership
from league.queries import invitation_of


def join_as_newcomer(
    *,
    secret: str,
    name: str,
    email: str,
    time_zone: str,
    new_password: str,
    client: str,
    now: datetime,
) -> Membership:
    """Make the account of somebody who holds an invitation, and let them in by it.

    Raises Missing where the invitation is over, and then there is no account either.
    """
    invitation_of(secret, now=now)
    throttle.count({throttle.SIGN_UPS_FROM: client}, now=now)
    with transaction.atomic():
        newcomer = sign_up_vouched_for(
            name=name, email=email, time_zone=time_zone, new_password=new_password, now=now
        )
        return accept_invitation(actor=newcomer, secret=secret, now=now)
