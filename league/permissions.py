"""Who may see and do what in a league."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from jobs.failures import Forbidden, Missing
from league.models import League, Membership, Role

RUNNING_IT = (Role.COMMISSIONER, Role.DEPUTY)


def membership_of(person: Any, league: League) -> Membership | None:
    """A person's place in a league, if there is one. One statement for whoever is signed in."""
    if person is None or not person.is_authenticated:
        return None
    return Membership.objects.filter(league=league, user=person, until=None).first()


def may_see(person: Any, league: League, membership: Membership | None) -> bool:
    """A private league is for its members, and for whoever runs the installation."""
    return league.is_public or membership is not None or getattr(person, "is_operator", False)


def must_see(person: Any, league: League) -> Membership | None:
    """The person's membership. Raises Missing: that a private league exists is private too."""
    membership = membership_of(person, league)
    if not may_see(person, league, membership):
        raise Missing.because("no_such_league", _("There is no such league."))
    return membership


def runs(membership: Membership | None) -> bool:
    return membership is not None and membership.role in RUNNING_IT


def must_run(person: Any, league: League) -> Membership:
    """For commissioner and deputies."""
    membership = must_see(person, league)
    if membership is None or not runs(membership):
        raise Forbidden.because(
            "not_commissioner", _("This is for the commissioner and the deputies.")
        )
    return membership


def must_be_commissioner(person: Any, league: League) -> Membership:
    """For what a deputy may not: hand over, delete, name deputies."""
    membership = must_see(person, league)
    if membership is None or membership.role != Role.COMMISSIONER:
        raise Forbidden.because("not_commissioner", _("This is for the commissioner alone."))
    return membership


def must_be_member(person: Any, league: League, *roles: Role) -> Membership:
    """For whoever is in the league, in one of these roles if any are named."""
    membership = must_see(person, league)
    if membership is None or (roles and membership.role not in roles):
        raise Forbidden.because("not_in_league", _("This is for the coaches of the league."))
    return membership
