"""Opening a season's registration, and its deadline."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Refused
from acts.recording import record_act
from league.models import League, Season
from league.permissions import must_run
from league.pins import make_pin
from league.queries import current_season
from league.wall_time import WALL, instant_of


def open_registration(
    *, actor: User, league: League, now: datetime, until: datetime | None = None
) -> Season:
    """Let teams into the season that is being prepared, and pin its rules.

    `until` is what the league's clock shows at the deadline.
    """
    must_run(actor, league)
    with transaction.atomic():
        season = lock_latest_season(league)
        if season.state != Season.State.PREPARING:
            raise Refused.because("registration_opened", _("Registration has been opened before."))
        deadline = _deadline(league, until, now=now)
        # The book as it is on this day: an installation may have got another meanwhile.
        pin = season.pin
        season.pin = make_pin(edition_key=pin.catalogue.edition, house=pin.house, now=now)
        season.state = Season.State.REGISTRATION
        _set(season, **deadline)
        season.save(update_fields=["pin", "state", *deadline])
        _note("league.open_registration", actor, season, now=now)
    return season


def change_deadline(
    *, actor: User, league: League, now: datetime, until: datetime | None = None
) -> Season:
    """Give an open registration another deadline, or none."""
    must_run(actor, league)
    with transaction.atomic():
        season = lock_latest_season(league)
        if season.state not in (Season.State.REGISTRATION, Season.State.RUNNING):
            raise Refused.because(
                "registration_not_open", _("Registration is not open, so it has no deadline.")
            )
        deadline = _deadline(league, until, now=now)
        _set(season, **deadline)
        season.save(update_fields=[*deadline])
        _note("league.change_deadline", actor, season, now=now)
    return season


def lock_latest_season(league: League) -> Season:
    """The latest season, locked and read again: its state and rules change under one hand."""
    # Locked without joins: PostgreSQL would show what is joined as it was before a wait.
    Season.objects.select_for_update(no_key=True).filter(league=league).latest("number")
    season = current_season(league)
    season.league = league
    return season


def _deadline(league: League, until: datetime | None, *, now: datetime) -> dict[str, Any]:
    if until is None:
        return {"registration_wall": "", "registration_until": None}
    at = instant_of(league, until, subject="until")
    if at <= now:
        raise Refused.because("deadline_past", _("This deadline has passed already."), "until")
    return {"registration_wall": until.strftime(WALL), "registration_until": at}


def _set(season: Season, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(season, name, value)


def _note(act: str, actor: User, season: Season, *, now: datetime) -> None:
    record_act(
        act,
        actor=actor,
        now=now,
        league=str(season.league.uuid),
        season=season.number,
        until=season.registration_wall,
    )
