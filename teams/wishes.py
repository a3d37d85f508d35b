"""What a coach wishes for at the draft, changed a tap at a time. Plain values, nothing is kept."""

from collections.abc import Mapping
from typing import Any

Wish = Mapping[str, Any]


def count_of(wish: Wish, subject: str) -> int:
    """How many of something are wished for: `players.lineman`, or `rerolls`."""
    field, _, key = subject.partition(".")
    found = wish.get(field, 0)
    if key:
        found = found.get(key, 0) if isinstance(found, Mapping) else 0
    return found if isinstance(found, int) else 0


def with_count(wish: Wish, subject: str, count: int) -> dict[str, Any]:
    """The wish with so many of it; players who are no longer on it lose their lessons."""
    field, _, key = subject.partition(".")
    changed = {**wish, field: {**wish.get(field, {}), key: count} if key else count}
    if field != "players":
        return changed
    lessons = lessons_in(wish)
    return with_lessons(changed, {**lessons, key: lessons.get(key, [])[:count]})


def lessons_in(wish: Wish) -> dict[str, list[list[str]]]:
    """The skills bought, by position: those of its first player, of its second, and so on."""
    found: dict[str, list[list[str]]] = {}
    for each in wish.get("skilled", ()):
        found.setdefault(each["position"], []).append([*each.get("skills", ())])
    return found


def with_lessons(wish: Wish, lessons: Mapping[str, list[list[str]]]) -> dict[str, Any]:
    skilled = [
        {"position": position, "skills": skills}
        for position, each in lessons.items()
        for skills in _up_to_the_last(each)
    ]
    return {**wish, "skilled": skilled}


def with_skill(wish: Wish, slot: str, skill: str) -> dict[str, Any]:
    """One more skill for the player at this place among those of one position: `lineman/2`."""
    position, number = slot_parts(slot)
    lessons = lessons_in(wish)
    taught = lessons.get(position, [])
    taught += [[] for _ in range(number - len(taught))]
    taught[number - 1].append(skill)
    return with_lessons(wish, {**lessons, position: taught})


def without_skill(wish: Wish, slot: str, skill: str) -> dict[str, Any]:
    position, number = slot_parts(slot)
    lessons = lessons_in(wish)
    taught = lessons.get(position, [])
    if number <= len(taught):
        taught[number - 1] = [each for each in taught[number - 1] if each != skill]
    return with_lessons(wish, {**lessons, position: taught})


def slot_of(position: str, number: int) -> str:
    """A player's place among those of the same position; other positions do not move it."""
    return f"{position}/{number}"


def slot_parts(slot: str) -> tuple[str, int]:
    """The position and the number; what is no slot has the number 0."""
    position, _, number = slot.rpartition("/")
    return position, int(number) if number.isdecimal() and len(number) < 4 else 0


def _up_to_the_last(taught: list[list[str]]) -> list[list[str]]:
    """Without those at the end who learnt nothing."""
    last = max((number for number, skills in enumerate(taught, start=1) if skills), default=0)
    return taught[:last]
