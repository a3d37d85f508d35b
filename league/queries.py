"""What pages about leagues need to know."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.digests import digest_of
from accounts.models import User
from acts.failures import Missing
from acts.models import Act
from league.models import Invitation, JoinRequest, League, Membership, Role, Season
from league.permissions import COACHING, must_see, no_such_league


def league_for(person: Any, uuid: UUID) -> tuple[League, Membership | None]:
    """A league and the person's place in it. Raises Missing. Two statements at most."""
    league = League.objects.filter(uuid=uuid).first()
    if league is None:
        raise no_such_league(person)
    return league, must_see(person, league)


def leagues_for(person: Any) -> QuerySet[League]:
    """Every league that a person may see, the newest first."""
    if person.is_authenticated and person.is_operator:
        return League.objects.order_by("-id")
    seen = Q(is_public=True)
    if person.is_authenticated:
        mine = Membership.objects.filter(user=person, until=None).values("league")
        seen |= Q(pk__in=mine)
    return League.objects.filter(seen).order_by("-id")


def memberships_of(person: Any) -> QuerySet[Membership]:
    """A person's places, with their leagues. One statement."""
    return Membership.objects.filter(user=person, until=None).select_related("league")


def listed_leagues(person: Any) -> QuerySet[League]:
    """The leagues that a person may see, their own first, each with what a list says of it:
    `is_mine`, `my_role`, `coaches`, `edition`, `season_number`, `season_state`,
    `registration_until`. One statement."""
    own = Membership.objects.filter(league=OuterRef("pk"), until=None)
    # Nobody's places are none; those without a user belong to coaches entered by name.
    own = own.filter(user=person) if person.is_authenticated else own.none()
    latest = Season.objects.filter(league=OuterRef("pk")).order_by("-number")
    return (
        leagues_for(person)
        .annotate(
            is_mine=Exists(own),
            my_role=Subquery(own.values("role")[:1]),
            coaches=Count(
                "memberships", filter=Q(memberships__until=None, memberships__role__in=COACHING)
            ),
            edition=Subquery(latest.values("pin__catalogue__edition")[:1]),
            season_number=Subquery(latest.values("number")[:1]),
            season_state=Subquery(latest.values("state")[:1]),
            registration_until=Subquery(latest.values("registration_until")[:1]),
        )
        .order_by("-is_mine", F("closed_at").asc(nulls_first=True), "-id")
    )


def listed_league(person: Any, uuid: UUID) -> League:
    """One league with what a list says of it. Raises Missing. One statement."""
    found = listed_leagues(person).filter(uuid=uuid).first()
    if found is None:
        raise no_such_league(person)
    return found


def members(league: League) -> QuerySet[Membership]:
    """Whoever is in the league, with their accounts, the commissioner first. One statement."""
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(Role)]
    return (
        league.memberships.filter(until=None)
        .select_related("user")
        .annotate(rank=Case(*ranks))
        .order_by("rank", "id")
    )


def member_of(league: League, uuid: UUID) -> Membership:
    """One of a league's present members. Raises Missing. One statement."""
    membership = league.memberships.filter(uuid=uuid, until=None).select_related("user").first()
    if membership is None:
        raise Missing.because("no_such_member", _("Nobody in the league has this place."))
    membership.league = league
    return membership


def current_season(league: League) -> Season:
    """The latest season, with its pin and the pin's catalogue but for the data. One statement."""
    return (
        league.seasons.select_related("pin__catalogue")
        .defer("pin__catalogue__data")
        .latest("number")
    )


def still_open(now: datetime) -> Q:
    """What makes an invitation good: everything but its secret."""
    to_a_place = Q(place__until=None, place__user=None)
    # Deputies are the commissioner's to name: a link of one who handed over makes none.
    commissioner = Membership.objects.filter(
        league=OuterRef("league"), user=OuterRef("made_by"), role=Role.COMMISSIONER, until=None
    )
    return Q(
        Q(place=None) | to_a_place,
        ~Q(role=Role.DEPUTY) | Exists(commissioner),
        revoked_at=None,
        expires_at__gt=now,
        uses_left__gt=0,
        league__closed_at=None,
    )


def open_invitations(league: League, *, now: datetime) -> QuerySet[Invitation]:
    """The links that still let somebody in, the newest first. One statement."""
    invitations = league.invitations.filter(still_open(now)).select_related("made_by", "place")
    return invitations.order_by("-id")


def invitation_of(secret: str, *, now: datetime) -> Invitation:
    """What a link invites to. Raises Missing if it is over. One statement."""
    invitation = (
        Invitation.objects.filter(still_open(now), digest=digest_of(secret))
        .select_related("league", "made_by", "place")
        .first()
    )
    if invitation is None:
        raise invitation_over()
    return invitation


def invitation_over() -> Missing:
    return Missing.because("invitation_over", _("This invitation is over. Ask for another one."))


def was_shown_out(person: Any, invitation: Invitation) -> bool:
    """Whether somebody else has ended the person's place since the link was made: it was not meant
    for them. One statement."""
    ended = Membership.objects.filter(
        league=invitation.league_id,
        user=person,
        until__gte=invitation.made_at,
        # One that a clock ended which was ahead is older than it looks.
        until__lte=timezone.now(),
    )
    return ended.exclude(ended_by=person).exists()


def was_given_another_role(present: Membership, invitation: Invitation) -> bool:
    """Whether somebody else has said what a member is since the link was made. One statement."""
    acts = Act.objects.filter(
        name="league.change_role",
        at__gte=invitation.made_at,
        payload__membership=str(present.uuid),
    )
    return acts.exclude(actor=present.user_id).exists()


def invitation_in(league: League, uuid: UUID) -> Invitation:
    """One of a league's invitations, over or not. Raises Missing. One statement."""
    invitation = league.invitations.filter(uuid=uuid).select_related("made_by", "place").first()
    if invitation is None:
        raise Missing.because("no_such_invitation", _("There is no such invitation."))
    invitation.league = league
    return invitation


def open_requests(league: League) -> QuerySet[JoinRequest]:
    """Whoever waits for an answer, the longest first, with their accounts. One statement."""
    return league.join_requests.filter(answered_at=None).select_related("user").order_by("id")


def request_in(league: League, uuid: UUID) -> JoinRequest:
    """One of a league's requests, answered or not. Raises Missing. One statement."""
    join_request = league.join_requests.filter(uuid=uuid).select_related("user").first()
    if join_request is None:
        raise Missing.because("no_such_request", _("There is no such request."))
    join_request.league = league
    return join_request


def own_request(person: Any, league: League) -> JoinRequest | None:
    """What somebody has asked of a league last. One statement for whoever is signed in."""
    if not person.is_authenticated:
        return None
    return league.join_requests.filter(user=person).order_by("id").last()


def export_of(user: User) -> list[dict[str, Any]]:
    """A person's places in leagues, past ones too. One statement."""
    places = Membership.objects.filter(user=user).select_related("league").order_by("id")
    return [
        {
            "league": place.league.uuid,
            "name": place.league.name,
            "role": place.role,
            "since": place.since,
            "until": place.until,
        }
        for place in places
    ]


def requests_of(user: User) -> list[dict[str, Any]]:
    """What a person has asked of leagues. One statement."""
    asked = JoinRequest.objects.filter(user=user).select_related("league").order_by("id")
    return [
        {
            "league": each.league.uuid,
            "name": each.league.name,
            "words": each.words,
            "at": each.at,
            "answered_at": each.answered_at,
            "accepted": each.accepted,
        }
        for each in asked
    ]


def leagues_run_by(person: User) -> QuerySet[League]:
    """The open leagues that would be without a commissioner. One statement."""
    led = Membership.objects.filter(user=person, role=Role.COMMISSIONER, until=None)
    return League.objects.filter(pk__in=led.values("league"), closed_at=None).order_by("id")


def only_league() -> League | None:
    """The one league that is open on this site, if it is one."""
    leagues = list(League.objects.filter(closed_at=None).order_by("id")[:2])
    return leagues[0] if len(leagues) == 1 else None
