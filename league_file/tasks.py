"""Jobs about everything at once."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy

from jobs import timetable
from jobs.registry import job
from jobs.runner import Run
from league_file import arrivals


# Twice: a file that ends its process once may have had bad luck.
@job(
    arrivals.KIND,
    title=gettext_lazy("Bringing a league in"),
    atomic=False,
    tries=2,
    given_up=arrivals.throw_away,
)
def import_league(run: Run, *, upload: str) -> dict[str, Any]:
    return arrivals.bring_in(run, upload=upload)


@job("league_file.sweep_arrivals", title=gettext_lazy("Sweeping out files that nobody waits for"))
def sweep_arrivals(run: Run) -> int:
    return arrivals.sweep(now=run.now)


timetable.add("league_file.sweep_arrivals", every=timedelta(days=1))
