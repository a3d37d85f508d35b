"""Writing down who did what."""

from datetime import datetime
from typing import Any

import structlog

from acts.models import Act


def record_act(name: str, *, actor: Any, now: datetime, **about: Any) -> Act:
    """Note a command inside its own transaction. The payload names things; it holds no secrets."""
    act = act_of(name, actor=actor, now=now, **about)
    act.save(force_insert=True)
    return act


def act_of(
    name: str,
    *,
    actor: Any,
    now: datetime,
    on_behalf_of: Any = None,
    reason: str = "",
    override: bool = False,
    **payload: Any,
) -> Act:
    """The same, for whoever writes it down together with what came of it."""
    return Act(
        name=name,
        payload=payload,
        actor=actor,
        on_behalf_of=on_behalf_of,
        reason=reason,
        override=override,
        request_id=structlog.contextvars.get_contextvars().get("request_id", ""),
        at=now,
    )
