"""Reasons that stay on record where somebody's word changes a team."""

from django.utils.translation import gettext as _

from acts.failures import Reason
from web.lines import tidied, what_is_wrong_with

LONGEST_REASON = 300


def reason_faults(reason: str, *, wanted: bool = True) -> list[Reason]:
    """Everything wrong with a reason; none at all is wrong only where one is wanted."""
    reason = tidied(reason)
    if not reason:
        missing = Reason("reason_missing", _("Say why: it stays on record."), "reason")
        return [missing] if wanted else []
    return what_is_wrong_with(reason, subject="reason", at_most=LONGEST_REASON)
