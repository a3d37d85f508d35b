"""Asking to be let into a public league, and the answer."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import dateformat
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from jobs.outbox import enqueue
from league.commands.invitations import lock_league
from league.commands.leagues import hold_person
from league.commands.members import why_no_room
from league.models import LONGEST_WORDS, JoinRequest, League, Membership, Role
from league.permissions import membership_of, must_run, must_see
from web.lines import tidied, what_is_wrong_with

PATIENCE = timedelta(days=7)
MOST_OPEN_REQUESTS = 200
MOST_REQUESTS_A_PERSON = 20
DECLINE = "decline"
LET_IN_AS = (Role.COACH, Role.VIEWER)


def ask_to_join(
    *, actor: User, league: League, now: datetime, words: str = "", origin: str = ""
) -> JoinRequest:
    """Ask whoever runs a league to be let in, with a line about oneself. Asking again changes
    nothing but the line; one who was declined waits for a week."""
    must_see(actor, league)
    words = tidied(words)
    reasons = what_is_wrong_with(
        words, subject="words", at_most=LONGEST_WORDS, may_be_empty=not words
    )
    with transaction.atomic():
        hold_person(actor)
        league = lock_league(league)
        # Seen again under the lock: it may have become private meanwhile.
        if must_see(actor, league) is not None:
            raise Refused.because("in_already", _("You are in this league already."))
        asked = league.join_requests.filter(user=actor)
        present = asked.filter(answered_at=None).first()
        if present is None:
            last = asked.order_by("id").last()
            reasons += _why_not_ask(league, actor, last, now=now)
        if reasons:
            raise Refused(*reasons)
        if present is not None:
            present.words = words or present.words
            present.save(update_fields=["words"])
            return present
        request = JoinRequest.objects.create(league=league, user=actor, words=words, at=now)
        record_act("league.ask_to_join", actor=actor, now=now, request=str(request.uuid))
        enqueue("league.mail_join_request", now=now, request=str(request.uuid), origin=origin)
    return request


def _why_not_ask(
    league: League, actor: User, last: JoinRequest | None, *, now: datetime
) -> list[Reason]:
    if last is not None and last.answered_at is not None and not last.accepted:
        again_at = last.answered_at + PATIENCE
        # What was answered by a clock that was ahead keeps nobody waiting for as long.
        if last.answered_at <= now < again_at:
            early = _("You were declined a few days ago. You can ask again from %(day)s on.")
            when = {"day": dateformat.format(localtime(again_at), "D j M Y, H:i")}
            return [Reason("asked_too_soon", early % when, "", when)]
    if league.join_requests.filter(answered_at=None).count() >= MOST_OPEN_REQUESTS:
        many = _(
            "%(most)d people are asking already, and none of them was answered. Ask for an "
            "invitation, or again in a few days."
        )
        params = {"most": MOST_OPEN_REQUESTS}
        return [Reason("too_many_requests", many % params, "", params)]
    return _why_no_more_of(actor)


def _why_no_more_of(person: User) -> list[Reason]:
    """Of a person who is held: whoever asks everywhere at once is counted once."""
    if JoinRequest.objects.filter(user=person, answered_at=None).count() < MOST_REQUESTS_A_PERSON:
        return []
    params = {"most": MOST_REQUESTS_A_PERSON}
    many = _("%(most)d leagues have not answered you yet. Wait for one of them.")
    return [Reason("too_many_open_requests", many % params, "", params)]


def answer_request(
    *, actor: User, request: JoinRequest, answer: str, now: datetime, origin: str = ""
) -> JoinRequest:
    """Let somebody in as coach or viewer, or decline. Raises Conflict where it is answered."""
    must_run(actor, request.league)
    if answer not in (*LET_IN_AS, DECLINE):
        raise Refused.because("no_such_answer", _("Coach, viewer, or decline?"), "answer")
    with transaction.atomic():
        league = lock_league(request.league)
        # Held, so that two who answer at once do not let one person in twice.
        fresh = JoinRequest.objects.select_for_update(no_key=True).get(pk=request.pk)
        if fresh.answered_at is not None:
            raise Conflict.because("request_answered", _("This request is answered already."))
        fresh.accepted = answer != DECLINE
        if fresh.accepted and membership_of(fresh.user, league) is None:
            if reasons := why_no_room(league):
                raise Refused(*reasons)
            Membership.objects.create(league=league, user=fresh.user, role=answer, since=now)
        fresh.answered_at, fresh.answered_by = now, actor
        fresh.save(update_fields=["answered_at", "answered_by", "accepted"])
        record_act(
            "league.answer_request", actor=actor, now=now, request=str(fresh.uuid), answer=answer
        )
        if fresh.accepted:
            enqueue("league.mail_let_in", now=now, request=str(fresh.uuid), origin=origin)
    return fresh
