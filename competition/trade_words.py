"""Trades in words: how one stands."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competition.models import Trade

State = Trade.State

STANDS: Mapping[str, str | Promise] = {
    State.OFFERED: _("This trade is offered, and waits for the other coach."),
    State.ACCEPTED: _("This trade is accepted, and waits for the commissioner."),
    State.DECLINED: _("This trade was declined."),
    State.WITHDRAWN: _("This trade was withdrawn."),
    State.APPROVED: _("This trade is done: everybody is where they were traded to."),
    State.REFUSED: _("The commissioner has refused this trade."),
}
