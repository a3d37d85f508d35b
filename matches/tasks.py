"""What a match owes to nobody's presence: a report that nobody answers confirms itself."""

from datetime import timedelta

from django.utils.translation import gettext_lazy

from jobs import timetable
from jobs.registry import job
from jobs.runner import Run
from matches.commands.reporting import confirm_unanswered
from matches.commands.waiting import CONFIRM, owe_confirmations
from matches.models import Match


@job("matches.look_for_reports", title=gettext_lazy("Looking for reports that nobody answered"))
def look_for_reports(run: Run) -> dict[str, int]:
    return {"matches": owe_confirmations(now=run.now)}


@job(CONFIRM, title=gettext_lazy("Confirming a report that nobody answered"))
def confirm(run: Run, *, match: int) -> dict[str, bool]:
    """Unless somebody has confirmed, disputed or withdrawn it meanwhile."""
    return {"confirmed": confirm_unanswered(match=Match.objects.get(pk=match), now=run.now)}


timetable.add("matches.look_for_reports", every=timedelta(minutes=10))
