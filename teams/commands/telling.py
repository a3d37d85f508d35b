"""Telling coaches by mail that a team has changed hands."""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from jobs.outbox import enqueue
from league.models import Membership
from teams.models import Tenure

MAIL_COACH = "teams.mail_coach"
MAIL_TURNED_DOWN = "teams.mail_turned_down"


def tell_of_coach(
    tenure: Tenure, places: Iterable[Membership | None], *, but: User, now: datetime
) -> None:
    """Owe a mail to the accounts of these places: who coaches a team from now on, or does so no
    longer, and by whose word."""
    told = "over" if tenure.is_past(now) else f"made/{tenure.since.isoformat()}"
    people = {place.user_id for place in places if place} - {None, but.pk}
    for person in sorted(filter(None, people)):
        enqueue(
            MAIL_COACH,
            now=now,
            key=f"coach/{tenure.uuid}/{told}/{person}",
            tenure=str(tenure.uuid),
            person=person,
            by=but.pk,
        )


def tell_turned_down(planned: Tenure, *, by: User, now: datetime) -> None:
    """Owe a mail to whoever planned that another coaches a team: its coach has turned it down, and
    the plan is gone."""
    if planned.made_by_id is None:
        return
    enqueue(
        MAIL_TURNED_DOWN,
        now=now,
        key=f"coach/{planned.uuid}/turned-down",
        team=planned.team_id,
        coach=planned.coach_id,
        person=planned.made_by_id,
        by=by.pk,
    )
