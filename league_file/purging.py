"""Taking a whole league out of the database: the one thing that events give way to."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from acts.recording import record_act
from league.models import League
from league_file.rows import rows_of
from teams.models import Picture
from teams.pictures import throw_away

# A statement takes only so many keys.
AT_ONCE = 5000


def purge_league(*, league: League, now: datetime) -> int:
    """Delete a league with everything that ever happened in it; how many rows that were.

    For the console alone. Who played stays a person, and what was done stays noted as acts.
    """
    with transaction.atomic():
        # Held, so that nobody writes into what is going.
        League.objects.select_for_update().get(pk=league.pk)
        list(league.teams.select_for_update().order_by("id").values_list("pk"))
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL touchback.purge = 'on'")
        for picture in Picture.objects.filter(team__league=league).select_related("team"):
            transaction.on_commit(partial(throw_away, picture.team, picture.digest))
        # Gathered before the first goes: what is named through a row is not found once it is gone.
        keys = [(rows.model, list(rows.values_list("pk", flat=True))) for rows in rows_of(league)]
        for model, found in keys:
            for start in range(0, len(found), AT_ONCE):
                # Past the guards of models that are only ever added to, and past PROTECT.
                some: QuerySet[Any] = QuerySet(model).filter(pk__in=found[start : start + AT_ONCE])
                some._raw_delete(using=connection.alias)
        gone = sum(len(found) for _model, found in keys)
        record_act(
            "league_file.purge_league", actor=None, now=now, league=str(league.uuid), rows=gone
        )
    return gone
