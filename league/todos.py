"""What a league waits for: people to let in, a season to open, rules to look through."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import JoinRequest, League, Membership, Season
from web.todos import Todo


def answer_requests(league: League, waiting: int) -> Todo:
    why = ngettext("%(n)d person asks to join.", "%(n)d people ask to join.", waiting)
    return Todo(
        "answer",
        why % {"n": waiting},
        _("Answer them"),
        reverse("league:members", args=[league.uuid]),
        reverse("api-join-requests", args=[league.uuid]),
    )


def open_registration(league: League) -> Todo:
    return Todo(
        "open",
        _(
            "The season is being prepared. Coaches can draft as soon as registration opens, and "
            "the house rules are pinned with it."
        ),
        _("Open registration"),
        reverse("league:registration", args=[league.uuid]),
        reverse("api-registration", args=[league.uuid]),
    )


def look_rules_through(season: Season) -> Todo:
    why = (
        _("Look the house rules through: until registration opens they change freely.")
        if season.state == Season.State.PREPARING
        else _("Look the house rules through: until the first team is drafted they change freely.")
    )
    return Todo(
        "rules",
        why,
        _("Change the house rules"),
        reverse("league:edit-rules", args=[season.league.uuid]),
        reverse("api-house-rules", args=[season.league.uuid]),
    )


def invite_coaches(league: League) -> Todo:
    return Todo(
        "invite",
        _("Let the coaches in: one link for all, good for two weeks."),
        _("Invite by link"),
        reverse("league:invite", args=[league.uuid]),
        reverse("api-invitations", args=[league.uuid]),
    )


def ask_to_join(
    person: Any, league: League, asked: JoinRequest | None, *, commissioner: Membership
) -> Todo:
    """For whoever is not in it: sign in, ask, or wait for an answer."""
    memberships, api = {"who": commissioner}, reverse("api-join-requests", args=[league.uuid])
    page = reverse("league:ask", args=[league.uuid])
    if asked and asked.answered_at is None:
        why = _("You have asked to join. %(who)s has not answered yet.") % memberships
        return Todo("wait", why, _("See your request"), page, api)
    if person.is_authenticated:
        why = _("To take part, ask %(who)s to let you in.") % memberships
        return Todo("ask", why, _("Ask to join"), page, api)
    back = urlencode({"next": reverse("press:league", args=[league.uuid])})
    why = _("To take part, sign in and ask %(who)s to let you in.") % memberships
    return Todo("ask", why, _("Sign in"), f"{reverse('accounts:sign-in')}?{back}", api)
