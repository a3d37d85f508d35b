"""Deleting an account, out of every room that knows the person."""

from datetime import datetime

from accounts.commands import deletion
from accounts.commands.proof import Proof
from accounts.models import User
from league.leaving import leave_leagues

# Each room that a person cannot simply vanish from adds its way of letting go.
ROOMS = (leave_leagues,)


def delete_account(*, user: User, proof: Proof, now: datetime) -> None:
    """Leave every league and scrub the person. Raises Refused where somebody has to take over."""
    deletion.delete_account(user=user, proof=proof, now=now, rooms=ROOMS)
