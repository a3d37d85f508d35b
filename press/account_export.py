"""Everything the site keeps about one person, as one document."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.queries import export_of
from jobs.models import Act


def acts_of(user: User) -> list[Any]:
    """What the person did, and what was done on their behalf. One statement."""
    theirs = Act.objects.filter(Q(actor=user) | Q(on_behalf_of=user)).order_by("id")
    return list(theirs.values("name", "payload", "reason", "at"))


# Each room that keeps something about people adds its section.
SECTIONS: list[tuple[str, Callable[[User], Any]]] = [
    ("account", export_of),
    ("acts", acts_of),
]


def account_export(user: User) -> dict[str, Any]:
    return {title: section(user) for title, section in SECTIONS}
