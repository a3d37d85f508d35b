"""The answers that a trade can be given, under the words that pages and programs use."""

from datetime import datetime

from accounts.models import User
from competition.commands.trades import (
    accept_trade,
    approve_trade,
    decline_trade,
    refuse_trade,
    withdraw_trade,
)
from competition.models import Trade


def answer_trade(
    *,
    actor: User,
    trade: Trade,
    answer: str,
    now: datetime,
    reason: str = "",
    override: bool = False,
) -> Trade:
    """Carry out the one of the five that the word names; a reason is the commissioner's."""
    match answer:
        case "accept":
            return accept_trade(actor=actor, trade=trade, now=now)
        case "decline":
            return decline_trade(actor=actor, trade=trade, now=now)
        case "withdraw":
            return withdraw_trade(actor=actor, trade=trade, now=now)
        case "refuse":
            return refuse_trade(actor=actor, trade=trade, reason=reason, now=now)
        case _:
            return approve_trade(
                actor=actor, trade=trade, reason=reason, override=override, now=now
            )
