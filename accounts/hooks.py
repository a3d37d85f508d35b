"""What this room asks of later ones."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from acts.hooks import Hook, Intention


@dataclass(frozen=True, slots=True)
class AccountDeletion(Intention):
    """Each room lets the person go, who is locked, or says who has to take over first."""

    person: User
    now: datetime


@dataclass(frozen=True, slots=True)
class FirstPage(Hook[str]):
    """Where the operator looks first: a room names the address of one page, or none."""
