"""Deadlines as a club says them: what the clock on its wall shows, and which instant that is."""

from datetime import UTC, datetime

from django.utils import dateformat
from django.utils.translation import gettext as _

from accounts.time_zones import zone_named
from acts.failures import Refused
from league.models import League

WALL = "%Y-%m-%dT%H:%M"
YEARS = range(1980, 2200)


def instant_of(league: League, wall: datetime, *, subject: str) -> datetime:
    """The instant at which the league's clock shows this time; of an hour that comes twice, the
    second. Raises Refused where daylight saving skips it."""
    if wall.year not in YEARS:
        raise Refused.because("no_such_time", _("Nobody plays in that year."), subject)
    zone = zone_named(league.time_zone)
    wall = wall.replace(tzinfo=None)
    at = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) != wall:
        params = {"time": dateformat.format(wall, "H:i"), "day": dateformat.format(wall, "D j M Y")}
        skipped = _("There is no %(time)s on %(day)s: the clocks go forward over it.") % params
        raise Refused.because("hour_skipped", skipped, subject)
    return at


def said_in(league: League, at: datetime) -> str:
    """An instant as the league's clock shows it, with its zone."""
    return dateformat.format(at.astimezone(zone_named(league.time_zone)), "D j M Y, H:i T")
