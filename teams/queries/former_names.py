"""What teams were called at a time in the past, as the ledger remembers it."""

from collections.abc import Mapping
from datetime import datetime

from teams.models import TeamEvent
from teams.words import BECAME


def former_names(
    names: Mapping[int, str], *, at: datetime, until: datetime | None = None
) -> dict[int, str]:
    """Teams by id as they were called at a time, told from their names now, or at a later time.

    It walks back from there, since a name may hold whatever stands between two of them. One
    statement.
    """
    then = dict(names)
    renamed = TeamEvent.objects.filter(team__in=names, kind="team-renamed", at__gt=at)
    if until is not None:
        renamed = renamed.filter(at__lte=until)
    renamed = renamed.order_by("-seq")
    for team, words in renamed.values_list("team_id", "words__text"):
        became = BECAME.format("", then[team])
        if words and words.endswith(became):
            then[team] = words.removesuffix(became)
    return then
