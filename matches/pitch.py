"""What is reported from the pitch: touchdowns and FAME, and whoever had to sit out.

The report is input. Until there is a pre-match, FAME is told with it and not rolled for.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from jobs.failures import Reason
from rules.engine.match import SIDES, Facts, Report
from rules.engine.state import Team

MOST_TOUCHDOWNS = 99
HIGHEST_FAME = 2

Told = Mapping[str, int]


def as_data(*, touchdowns: Told, fame: Told, teams: Mapping[str, Team]) -> dict[str, Any]:
    """A report to be kept; `teams` are the sides as they kicked off."""
    return {
        "touchdowns": {side: touchdowns[side] for side in SIDES},
        "fame": {side: fame[side] for side in SIDES},
        "sat_out": {
            side: [player.id for player in teams[side].players.values() if player.misses_next]
            for side in SIDES
        },
    }


def told_otherwise(data: Mapping[str, Any], *, touchdowns: Told, fame: Told) -> dict[str, Any]:
    """The report with another score or FAME."""
    return {**data, "touchdowns": dict(touchdowns), "fame": dict(fame)}


def report_of(data: Mapping[str, Any]) -> Report:
    sat_out = {side: tuple(players) for side, players in data["sat_out"].items()}
    return Report(touchdowns=data["touchdowns"], sat_out=sat_out)


def facts_of(data: Mapping[str, Any], side: str) -> Facts:
    return {"fame": (data["fame"][side],)}


def faults(*, touchdowns: Told, fame: Told) -> list[Reason]:
    """Everything that cannot be in a report."""
    return [
        *_out_of_range("touchdowns", touchdowns, MOST_TOUCHDOWNS),
        *_out_of_range("fame", fame, HIGHEST_FAME),
    ]


def _out_of_range(what: str, told: Told, most: int) -> list[Reason]:
    sentence = _("A whole number from 0 to %(most)d.") % {"most": most}
    return [
        Reason(f"{what}_out_of_range", sentence, f"{what}_{side}")
        for side in SIDES
        if not _is_count(told.get(side), most)
    ]


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
