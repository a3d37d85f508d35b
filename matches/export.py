"""What matches keep about one person."""

from typing import Any

from accounts.models import User
from matches.models import Answer


def answers_of(user: User) -> list[dict[str, Any]]:
    """What a person answered in matches, every version of it. One statement."""
    answers = Answer.objects.filter(actor=user).select_related("run__match__league")
    return [
        {
            "match": answer.run.match.uuid,
            "league": answer.run.match.league.name,
            "step": answer.run.step,
            "side": answer.run.side,
            "asked": answer.key,
            "answer": answer.value,
            "dice": answer.dice,
            "thrown": answer.source,
            "at": answer.at,
        }
        for answer in answers.order_by("id")
    ]
