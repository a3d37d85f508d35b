"""The key that somebody meant who wrote something else: a name, or a slip of the pen."""

from collections.abc import Mapping
from difflib import get_close_matches

from rules.catalogue import Catalogue
from rules.describing import PARTS, names_in
from rules.engine.rulings import Reason

UNHEARD_OF = ("no-such-", "unknown", "not-in-the-catalogue")
# What reasons call a thing, and where the catalogue has it.
PARTS_OF_REASONS = {**PARTS, "skill": "skills", "what": "lasting"}


def nearest_key(catalogue: Catalogue, reason: Reason) -> str | None:
    """For a reason that something is not known at all; None if nothing is near."""
    if not reason.code.startswith(UNHEARD_OF):
        return None
    for param, told in reason.params.items():
        if isinstance(told, str) and told:
            known = _keys_by_name(catalogue, reason, param)
            if told in known.values():
                continue
            spelt = {_plain(word): key for name, key in known.items() for word in (key, name)}
            if near := get_close_matches(_plain(told), spelt, n=1):
                return spelt[near[0]]
    return None


def _keys_by_name(catalogue: Catalogue, reason: Reason, param: str) -> Mapping[str, str]:
    race = catalogue.races.get(str(reason.params.get("race", "")))
    if param == "position" and race:
        return {position.name: key for key, position in race.positions.items()}
    if part := PARTS_OF_REASONS.get(param):
        return names_in(catalogue)[part]
    return {entry.name: entry.key for entry in catalogue.shelves.get(param, ())}


def _plain(word: str) -> str:
    return "".join(char for char in word[:60].casefold() if char.isalnum())
