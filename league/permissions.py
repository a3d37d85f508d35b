"""Who may see and do what in a league."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import may_see_contact
from acts.failures import Forbidden, Missing, Refused
from league.models import League, Membership, Role

RUNNING_IT = (Role.COMMISSIONER, Role.DEPUTY)
COACHING = (*RUNNING_IT, Role.COACH)
A_DEPUTY = _(
    "A commissioner can make any member with an account a deputy, or invite somebody as one."
)


def membership_of(person: Any, league: League) -> Membership | None:
    """A person's place in a league, if there is one. One statement for whoever is signed in."""
    if person is None or not person.is_authenticated:
        return None
    return Membership.objects.filter(league=league, user=person, until=None).first()


def may_see(person: Any, league: League, membership: Membership | None) -> bool:
    """A private league is for its members, and for whoever runs the installation."""
    return league.is_public or membership is not None or getattr(person, "is_operator", False)


def must_see(person: Any, league: League, *, missing: Missing | None = None) -> Membership | None:
    """The person's membership. Raises Missing: that a private league exists is private too.

    `missing` is what is said of a thing in it that is not there, and so of one that is not seen.
    """
    membership = membership_of(person, league)
    if not may_see(person, league, membership):
        raise missing or no_such_league(person)
    return membership


def no_such_league(person: Any) -> Missing:
    """The same for a league that is not there and for one that is not to be seen."""
    if person is not None and person.is_authenticated:
        return Missing.because("no_such_league", _("There is no such league."))
    return Missing.because(
        "no_such_league", _("There is no such league, or it is private: sign in to see yours.")
    )


def no_such_thing(person: Any, code: str, sentence: Any) -> Missing:
    """The same for what is not there and for what lies in a league that is not to be seen."""
    if person is not None and person.is_authenticated:
        return Missing.because(code, sentence)
    hint = _("If it belongs to a private league of yours, sign in to see it.")
    return Missing.because(code, f"{sentence} {hint}")


def may_coach(membership: Membership | None) -> bool:
    """Whether somebody may have teams; as a viewer they have no say even over their own."""
    return membership is not None and membership.role in COACHING


def runs(membership: Membership | None) -> bool:
    return membership is not None and membership.role in RUNNING_IT


def must_be_open(league: League) -> None:
    """A closed league is there to be read. Raises Refused."""
    if league.closed_at is not None:
        raise Refused.because(
            "league_closed", _("This league is closed. The commissioner can open it again.")
        )


def must_hold_office(person: Any, league: League) -> Membership:
    """For commissioner and deputies, of a closed league too."""
    membership = must_see(person, league)
    if membership is None or not runs(membership):
        raise Forbidden.because(
            "not_commissioner", _("This is for the commissioner and the deputies.")
        )
    return membership


def must_run(person: Any, league: League) -> Membership:
    """For commissioner and deputies, as long as the league is open."""
    membership = must_hold_office(person, league)
    must_be_open(league)
    return membership


def must_be_commissioner(person: Any, league: League) -> Membership:
    """For what a deputy may not: hand over, close, name deputies."""
    membership = must_see(person, league)
    if membership is None or membership.role != Role.COMMISSIONER:
        raise Forbidden.because("not_commissioner", _("This is for the commissioner alone."))
    return membership


def must_be_member(
    person: Any, league: League, *roles: Role, missing: Missing | None = None
) -> Membership:
    """For whoever is in an open league, in one of these roles if any are named."""
    membership = must_see(person, league, missing=missing)
    if membership is None or (roles and membership.role not in roles):
        raise Forbidden.because("not_in_league", _("This is for the coaches of the league."))
    must_be_open(league)
    return membership


def may_reach(viewer: Any, own: Membership | None, user: User) -> bool:
    """How to reach somebody is also for league-mates; `own` is the viewer's place in the league."""
    return own is not None or may_see_contact(viewer, user)


@dataclass(frozen=True, slots=True)
class Powers:
    """What a member may do about another's place, or their own."""

    roles: tuple[Role, ...] = ()
    may_remove: bool = False
    may_hand_over: bool = False
    may_send_claim: bool = False

    def keeping_coach(self) -> "Powers":
        """Without what takes a coach's place away."""
        roles = tuple(role for role in self.roles if role in COACHING)
        return replace(self, roles=roles, may_remove=False)


def powers_over(own: Membership | None, other: Membership) -> Powers:
    """What the commands would let this member do; nobody is shown a button that says no."""
    if own is None or not runs(own) or other.role == Role.COMMISSIONER:
        return Powers()
    if other == own:
        return Powers(roles=(Role.COACH, Role.VIEWER))
    if own.role == Role.DEPUTY and other.role == Role.DEPUTY:
        return Powers()
    leads, has_account = own.role == Role.COMMISSIONER, other.user_id is not None
    deputy = (Role.DEPUTY,) if leads and has_account else ()
    return Powers(
        roles=(*deputy, Role.COACH, Role.VIEWER),
        may_remove=True,
        may_hand_over=leads and has_account,
        may_send_claim=not has_account,
    )
