"""The time zones a person may live in."""

import zoneinfo
from datetime import tzinfo
from functools import cache
from importlib import resources

from django.utils import timezone

AREAS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
    "Indian", "Pacific",
)  # fmt: skip


@cache
def time_zone_choices() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Places by area, as a select shows them, with UTC before all."""
    # The list in the tzdata package is quick to read and the same on every machine.
    names = sorted(resources.files("tzdata").joinpath("zones").read_text().split())
    areas = [
        (area, tuple((n, n.partition("/")[2].replace("_", " ")) for n in names if _in(n, area)))
        for area in AREAS
    ]
    return (("UTC", (("UTC", "UTC"),)), *areas)


def zone_named(name: str) -> tzinfo:
    """The zone of this name, or the site's own where this machine does not know it any more."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return timezone.get_default_timezone()


def _in(name: str, area: str) -> bool:
    return name.startswith(f"{area}/")
