"""A match told by its score alone: nobody wrote down what happened before and in it."""

from collections.abc import Mapping
from datetime import date, datetime

from django.db import transaction

from accounts.models import User
from jobs.failures import Refused
from league.models import League, RulesPin
from matches import field, pitch
from matches.commands.beginning import COMPETITION, met
from matches.commands.reporting import put_in
from matches.crowd import NOBODY_CAME, has_crowd, untold_faults
from matches.eligibility import Occasion
from matches.models import Match
from matches.permissions import seat_in
from matches.pitch import Ending
from matches.shoot_out import may_type_shots, not_theirs_to_tell
from teams.models import Team

PLAYED = Ending()


def record_result(
    *,
    actor: User,
    league: League,
    home: Team,
    away: Team,
    touchdowns: Mapping[str, int],
    fame: Mapping[str, int] = NOBODY_CAME,
    played_on: date,
    now: datetime,
    pin: RulesPin | None = None,
    occasion: Occasion = COMPETITION,
    ending: Ending = PLAYED,
    in_its_place: bool = False,
) -> Match:
    """Report touchdowns and FAME; each side goes through its post-match once it is confirmed.

    Without a `pin` it is played by the season's present rules. `in_its_place` puts it in before
    what was played since.
    """
    with transaction.atomic():
        play, act = met(
            actor=actor,
            league=league,
            teams={"home": home, "away": away},
            played_on=played_on,
            now=now,
            pin=pin,
            occasion=occasion,
            by_score=True,
            in_its_place=in_its_place,
        )
        seat = seat_in(actor, play)
        reasons = [
            *pitch.faults(touchdowns),
            *untold_faults(play.match.pin, seat, fame, stands=NOBODY_CAME),
        ]
        if ending.how == "penalties" and not may_type_shots(play, seat):
            reasons.append(not_theirs_to_tell("ending"))
        if reasons:
            raise Refused(*reasons)
        field.kick_off(play, now=now)
        data = pitch.by_score(
            touchdowns=touchdowns,
            fame=fame if has_crowd(play.match.pin) else None,
            on=field.field_of(play),
            ending=ending,
            **field.occasion(play.match),
        )
        put_in(play, data, seat, act=act, now=now)
    return play.match
