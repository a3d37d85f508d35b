"""House rules as earlier versions told them: pins, files and programs may still hold them so.

Bonuses were a list, and worth alike, before each had points of its own.
"""

from collections.abc import Mapping
from typing import Any

NOW = "points.bonuses"
LISTED = "points.bonus"
EACH = "points.bonus-each"


def told_today(turned: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same choices, each under the key and in the shape that its knob has now."""
    if LISTED not in turned and EACH not in turned:
        return turned
    today = {key: value for key, value in turned.items() if key not in (LISTED, EACH)}
    if NOW not in today and LISTED in turned:
        listed = turned[LISTED]
        is_sound = _is_list_of_names(listed)
        today[NOW] = dict.fromkeys(listed, turned.get(EACH, 1)) if is_sound else listed
    return today


def told_before(bonuses: Mapping[str, int]) -> dict[str, Any]:
    """Bonuses for whoever reads the earlier keys; what is not worth alike stands there with 1."""
    alike = {*bonuses.values()}
    return {LISTED: [*bonuses], EACH: alike.pop() if len(alike) == 1 else 1}


def _is_list_of_names(listed: Any) -> bool:
    return (
        isinstance(listed, list)
        and all(isinstance(each, str) for each in listed)
        and len(set(listed)) == len(listed)
    )
