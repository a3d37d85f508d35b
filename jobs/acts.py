"""Writing down who did what."""

from datetime import datetime
from typing import Any

import structlog

from jobs.models import Act


def record_act(
    name: str,
    *,
    actor: Any,
    now: datetime,
    on_behalf_of: Any = None,
    reason: str = "",
    override: bool = False,
    **payload: Any,
) -> Act:
    """Note a command inside its own transaction. The payload names things; it holds no secrets."""
    return Act.objects.create(
        name=name,
        payload=payload,
        actor=actor,
        on_behalf_of=on_behalf_of,
        reason=reason,
        override=override,
        request_id=structlog.contextvars.get_contextvars().get("request_id", ""),
        at=now,
    )
