"""A match that is broken off and goes on another day."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.time_zones import zone_named
from acts.failures import Conflict, Refused
from acts.recording import record_act
from league.permissions import must_be_open
from matches import reading
from matches.models import Match
from matches.permissions import access_in, must_sit_at

State = Match.State


def interrupt_match(*, actor: User, match: Match, now: datetime) -> Match:
    """Break a match off: nobody enters anything until it goes on."""
    with transaction.atomic():
        match = _held(actor, match)
        _must_be(match, State.PLAYING)
        record_act("matches.interrupt_match", actor=actor, now=now, match=str(match.uuid))
        match.state = State.INTERRUPTED
        match.revision += 1
        match.save(update_fields=["state", "revision"])
    return match


def resume_match(
    *, actor: User, match: Match, now: datetime, played_on: date | None = None
) -> Match:
    """On with it, and if wished it counts as played on another day."""
    with transaction.atomic():
        match = _held(actor, match)
        _must_be(match, State.INTERRUPTED)
        day = played_on or match.played_on
        today = now.astimezone(zone_named(match.league.time_zone)).date()
        if day > today:
            raise Refused.because("in_the_future", _("This day is yet to come."), "played_on")
        if day < match.played_on:
            raise Refused.because(
                "before_it_began", _("It goes on after it began, not before."), "played_on"
            )
        record_act(
            "matches.resume_match",
            actor=actor,
            now=now,
            match=str(match.uuid),
            played_on=day.isoformat(),
        )
        match.state, match.played_on = State.PLAYING, day
        match.revision += 1
        match.save(update_fields=["state", "played_on", "revision"])
    return match


def _held(actor: User, match: Match) -> Match:
    match = reading.held(match)
    must_sit_at(access_in(actor, reading.load(match)))
    must_be_open(match.league)
    return match


def _must_be(match: Match, state: Match.State) -> None:
    if match.state != state:
        raise Conflict.because("not_in_this_state", match.as_it_stands)
