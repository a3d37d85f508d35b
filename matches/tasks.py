"""What a match owes to nobody's presence: coaches are told what it waits for, and a report that
nobody answers confirms itself."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.models import User
from acts.failures import Conflict, Refused
from jobs import timetable
from jobs.registry import job
from jobs.runner import Run
from league.wall_time import said_in
from matches.commands.beginning import lapse
from matches.commands.reporting import confirm_unanswered, remind_of_report
from matches.commands.telling import MAIL, still_waits
from matches.commands.waiting import (
    CONFIRM,
    LAPSE,
    REMIND,
    owe_confirmations,
    owe_lapses,
    owe_reminders,
)
from matches.models import Match
from matches.unscheduled import lapses_at
from web.mail import send_mail


@job("matches.look_for_reports", title=gettext_lazy("Looking for reports that nobody answered"))
def look_for_reports(run: Run) -> dict[str, int]:
    return {
        "reminded": owe_reminders(now=run.now),
        "matches": owe_confirmations(now=run.now),
        "lapses": owe_lapses(now=run.now),
    }


@job(REMIND, title=gettext_lazy("Saying again that a report waits"))
def remind(run: Run, *, match: int) -> dict[str, bool]:
    return {"reminded": remind_of_report(match=Match.objects.get(pk=match), now=run.now)}


@job(CONFIRM, title=gettext_lazy("Confirming a report that nobody answered"))
def confirm(run: Run, *, match: int) -> dict[str, bool]:
    """Unless somebody has confirmed, disputed or withdrawn it meanwhile."""
    return {"confirmed": confirm_unanswered(match=Match.objects.get(pk=match), now=run.now)}


@job(LAPSE, title=gettext_lazy("An invitation to play lapses"))
def let_lapse(run: Run, *, match: int) -> dict[str, Any]:
    """Unless somebody has answered it meanwhile."""
    try:
        return {"lapsed": lapse(Match.objects.get(pk=match), now=run.now)}
    except (Refused, Conflict) as failure:
        return {"lapsed": False, "reasons": [reason.code for reason in failure.reasons]}


@job(MAIL, title=gettext_lazy("Word of a match by mail"), atomic=False)
def mail(run: Run, *, match: int, what: str, revision: int, person: int) -> None:
    """Tell somebody what a match waits for, unless it has moved on since."""
    found = Match.objects.select_related("league", "reporter").get(pk=match)
    to = User.objects.filter(pk=person, is_active=True).first()
    if to is None or not to.email or not still_waits(found, what, revision):
        return
    home, away = (side.team for side in found.sides.select_related("team"))
    send_mail(
        template=f"matches/mail/{what}.txt",
        to=to.email,
        job=run.job.uuid,
        person=to,
        match=found,
        home=home,
        away=away,
        report=found.reports.order_by("-version").first(),
        confirms=said_in(found.league, found.confirms_at) if found.confirms_at else "",
        lapses=said_in(found.league, lapses_at(found)),
        link=settings.SITE_ORIGIN + reverse("matches:match", args=[found.uuid]),
    )


timetable.add("matches.look_for_reports", every=timedelta(minutes=10))
