"""The time zones a person may live in."""

import zoneinfo
from datetime import tzinfo
from functools import cache
from importlib import resources

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AREAS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
    "Indian", "Pacific",
)  # fmt: skip

# What an account has until somebody says otherwise.
NEVER_CHOSEN = "UTC"
# Where a machine is before anybody has said where; no place that anybody lives in.
NO_PLACE = "Factory"

Group = tuple[str | Promise, tuple[tuple[str, str], ...]]


@cache
def time_zones() -> frozenset[str]:
    """Every zone that a person may choose, by page or by API."""
    # The list in the tzdata package is quick to read and the same on every machine.
    names = resources.files("tzdata").joinpath("zones").read_text().split()
    return frozenset(names) - {NO_PLACE}


@cache
def time_zone_choices() -> tuple[Group, ...]:
    """The same as a select shows them: UTC, places by area, and names that are no place."""
    names = sorted(time_zones())
    areas = [
        (area, tuple((n, n.partition("/")[2].replace("_", " ")) for n in names if _in(n, area)))
        for area in AREAS
    ]
    placed = {"UTC"}.union(name for _area, places in areas for name, _label in places)
    others = tuple((n, n.replace("_", " ")) for n in names if n not in placed)
    return (("UTC", (("UTC", "UTC"),)), *areas, (_("Other"), others))


def zone_named(name: str) -> tzinfo:
    """The zone of this name, or the site's own where this machine does not know it any more."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return timezone.get_default_timezone()


def _in(name: str, area: str) -> bool:
    return name.startswith(f"{area}/")
