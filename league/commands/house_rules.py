"""Changing the house rules: freely while nothing rests on them, by amendment afterwards."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from league.amendments import LAST_ROUND, earliest_round, is_amended, round_under_way
from league.commands.leagues import why_not_played_by
from league.commands.seasons import lock_latest_season
from league.hooks import RulesAmended, RulesChanged
from league.models import LONGEST_WORDS, Amendment, League, RulesPin, Season
from league.permissions import must_run
from league.pins import book_of, latest_pin, make_pin, what_differs
from league.registration import why_ended
from rules.house import House
from web.lines import tidied, what_is_wrong_with

MOST_AMENDMENTS = 100


def change_house_rules(
    *,
    actor: User,
    league: League,
    house: Mapping[str, Any],
    now: datetime,
    pin: UUID | None = None,
    from_round: int | None = None,
    reason: str = "",
) -> RulesPin:
    """Give the season these house rules and no others, under a new pin.

    Once something rests on the present ones this is an amendment: it holds from a stated round on,
    for a stated reason, and matches already played keep what they were played by. Raises Conflict
    where another hand has changed the rules since `pin`.
    """
    must_run(actor, league)
    with transaction.atomic():
        season = lock_latest_season(league)
        if ended := why_ended(season):
            raise Refused(*ended)
        latest = latest_pin(season)
        _must_have_seen(pin, latest)
        edition_key = latest.catalogue.edition
        reasons = why_not_played_by(edition_key, house)
        before = what_differs(edition_key, latest.house)
        wanted = before if reasons else what_differs(edition_key, house)
        if wanted == before and not reasons:
            return latest
        amendment: dict[str, Any] = {}
        if is_amended(season):
            amendment = {"from_round": from_round, "reason": tidied(reason)}
            reasons += _why_not_amended(season, **amendment)
            held = book_of(latest).house
            turned = held, House(held.knobs, wanted)
            reasons += RulesAmended(season, actor, *turned, from_round or 1, now).why_not()
        if reasons:
            raise Refused(*reasons)
        made = make_pin(edition_key=edition_key, house=wanted, now=now)
        if amendment:
            values = {"before": latest, "pin": made, "made_by": actor, "made_at": now}
            Amendment.objects.create(season=season, **values, **amendment)
        if (from_round or 1) <= round_under_way(season):
            season.pin = made
            season.save(update_fields=["pin"])
        RulesChanged(season, now).send()
        record_act(
            "league.change_house_rules",
            actor=actor,
            now=now,
            league=str(league.uuid),
            season=season.number,
            pin=str(made.uuid),
            changed=sorted(key for key in {*wanted, *before} if wanted.get(key) != before.get(key)),
            **amendment,
        )
    return made


def _must_have_seen(pin: UUID | None, latest: RulesPin) -> None:
    """Raises Conflict where other rules were looked at than those that hold last."""
    if pin is not None and pin != latest.uuid:
        raise Conflict.because(
            "rules_moved",
            _("Somebody has changed the house rules meanwhile. Load the page to see them."),
        )


def _why_no_more_amendments(season: Season) -> list[Reason]:
    if season.amendments.count() < MOST_AMENDMENTS:
        return []
    params = {"most": MOST_AMENDMENTS}
    many = _("%(most)d amendments is as many as a season bears. The next one may begin otherwise.")
    return [Reason("too_many_amendments", many % params, "", params)]


def _why_not_amended(season: Season, from_round: int | None, reason: str) -> list[Reason]:
    reasons = what_is_wrong_with(reason, subject="reason", at_most=LONGEST_WORDS)
    if not reason:
        reasons = [Reason("reason_missing", _("Say why: it stays on record."), "reason")]
    earliest = earliest_round(season)
    if from_round is None:
        missing = _("Teams rest on the present rules. From which round on shall these hold?")
        reasons.append(Reason("round_missing", missing, "from_round"))
    elif not earliest <= from_round <= LAST_ROUND:
        sentence = _(
            "From round %(earliest)d on at the earliest, and round %(last)d at the latest."
        )
        params = {"earliest": earliest, "last": LAST_ROUND}
        reasons.append(Reason("round_out_of_range", sentence % params, "from_round"))
    return [*reasons, *_why_no_more_amendments(season)]
