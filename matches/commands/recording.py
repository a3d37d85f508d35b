"""A match told by its score alone: nobody wrote down what happened before and in it."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType

from django.db import transaction

from accounts.models import User
from acts.failures import Refused
from league.models import League, RulesPin
from matches.commands.beginning import COMPETITION, met
from matches.commands.reporting import put_in
from matches.eligibility import Occasion
from matches.models import Match
from matches.permissions import access_in
from matches.pitch import lineups, reports, side_counts
from matches.pitch.crowd import NOBODY_CAME, crowd_of, untold_faults
from matches.pitch.reports import MatchEnding
from matches.pitch.shoot_out import may_type_shots, not_theirs_to_tell
from teams.models import Team

PLAYED = MatchEnding()
NO_TALLIES: Mapping[str, Sequence[int]] = MappingProxyType({})


def record_result(
    *,
    actor: User,
    league: League,
    home: Team,
    away: Team,
    score: Mapping[str, int],
    crowd: Mapping[str, int] = NOBODY_CAME,
    played_on: date,
    now: datetime,
    pin: RulesPin | None = None,
    occasion: Occasion = COMPETITION,
    ending: MatchEnding = PLAYED,
    tallies: Mapping[str, Sequence[int]] = NO_TALLIES,
    in_its_place: bool = False,
) -> Match:
    """Report the score, the crowd and what is counted of both; each side goes through its
    post-match once it is confirmed.

    Without a `pin` it is played by the season's present rules. `in_its_place` puts it in before
    what was played since.
    """
    with transaction.atomic():
        record, act = met(
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
        access = access_in(actor, record)
        reasons = [
            *reports.faults(score),
            *untold_faults(record.match.pin, access, crowd, stands=NOBODY_CAME),
        ]
        if ending.how == "penalties" and not may_type_shots(record, access):
            reasons.append(not_theirs_to_tell("ending"))
        if reasons:
            raise Refused(*reasons)
        lineups.kick_off(record, now=now)
        data = reports.by_score(
            score=score,
            crowd=crowd if crowd_of(record.match.pin) else None,
            on=lineups.field_of(record),
            ending=ending,
            counts=side_counts.by_side(record.match.pin, tallies),
            **lineups.occasion(record.match),
        )
        put_in(record, data, access, act=act, now=now)
    return record.match
