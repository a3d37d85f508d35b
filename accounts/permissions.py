"""Who may do and see what about people."""

from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

FRESH = timedelta(hours=1)


def may_see_contact(viewer: User | AnonymousUser, user: User) -> bool:
    """How to reach somebody is for that person and for the operator."""
    return isinstance(viewer, User) and (viewer == user or viewer.is_operator)


def password_is_asked(user: User, *, came_by_link_at: datetime | None, now: datetime) -> bool:
    """Whether changing the locks takes the password: not of one who never chose a password, nor
    of one who has just come by a one-time link, for whom that link was the proof."""
    came_just_now = came_by_link_at is not None and now - came_by_link_at < FRESH
    return user.has_usable_password() and not came_just_now
