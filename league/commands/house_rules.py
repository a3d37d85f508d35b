"""Changing the house rules that a season will be played by."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Refused
from league.commands.leagues import why_not_played_by
from league.models import League, RulesPin, Season
from league.permissions import must_run
from league.pins import make_pin, what_differs
from league.queries import current_season


def change_house_rules(
    *,
    actor: User,
    league: League,
    house: Mapping[str, Any],
    now: datetime,
    pin: UUID | None = None,
) -> RulesPin:
    """Give the season to come these house rules and no others, under a new pin.

    Raises Conflict where another hand has changed them since `pin`.
    """
    must_run(actor, league)
    with transaction.atomic():
        # The season is the lock: a pin must not be made for one that has just begun.
        Season.objects.select_for_update(no_key=True).filter(league=league).latest("number")
        season = current_season(league)
        if season.state != Season.State.REGISTRATION:
            raise Refused.because(
                "season_under_way",
                _("The season has begun, and its rules stand until it is over."),
            )
        if pin is not None and pin != season.pin.uuid:
            raise Conflict.because(
                "rules_moved",
                _("Somebody has changed the house rules meanwhile. Load the page to see them."),
            )
        edition_key = season.pin.catalogue.edition
        if reasons := why_not_played_by(edition_key, house):
            raise Refused(*reasons)
        wanted = what_differs(edition_key, house)
        before = what_differs(edition_key, season.pin.house)
        if wanted == before:
            return season.pin
        season.pin = make_pin(edition_key=edition_key, house=wanted, now=now)
        season.save(update_fields=["pin"])
        record_act(
            "league.change_house_rules",
            actor=actor,
            now=now,
            league=str(league.uuid),
            season=season.number,
            pin=str(season.pin.uuid),
            changed=sorted(key for key in {*wanted, *before} if wanted.get(key) != before.get(key)),
        )
    return season.pin
