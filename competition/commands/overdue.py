"""Settling a match that was not played in time."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Refused
from competition.commands.dates import extend_deadline
from competition.commands.rulings import rule_fixture
from competition.models import Fixture
from competition.overdue import ENDINGS, Ruling
from league.wall_time import instant_of


def settle_overdue(
    *,
    actor: User,
    fixture: Fixture,
    ruling: str,
    reason: str,
    now: datetime,
    until: datetime | None = None,
) -> None:
    """Confirm what was drafted, or rule otherwise: more time until what the league's clock shows,
    or an end by word."""
    if ruling not in set(Ruling):
        raise Refused.because("no_such_ruling", _("Nobody rules like that."), "ruling")
    if ruling != Ruling.EXTEND:
        ending, at_fault = ENDINGS[Ruling(ruling)]
        rule_fixture(
            actor=actor, fixture=fixture, ending=ending, at_fault=at_fault, reason=reason, now=now
        )
        return
    if until is None:
        raise Refused.because("until_missing", _("Say until when there is more time."), "until")
    at = instant_of(fixture.stage.season.league, until, subject="until")
    extend_deadline(actor=actor, fixture=fixture, until=at, reason=reason, now=now)
