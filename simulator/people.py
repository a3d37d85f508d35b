"""Whoever coaches in a simulated league."""

from datetime import datetime

from accounts.models import User


def somebody(name: str, *, now: datetime) -> User:
    """An account that nobody signs in to: it has no address and no password."""
    person = User(name=name, email=None, joined_at=now)
    person.set_unusable_password()
    person.save()
    return person
