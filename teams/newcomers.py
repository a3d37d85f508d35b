"""What players are called and wear: what the coach says, or what is suggested."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from acts.failures import Reason
from teams.models import HIGHEST_NUMBER, LONGEST_NAME
from teams.numbers import free_numbers
from teams.suggestions import suggest_name
from web.lines import what_is_wrong_with


@dataclass(frozen=True, slots=True)
class Person:
    """What a coach calls somebody who joins, and their shirt; what is empty is suggested."""

    name: str = ""
    number: int = 0


def named(
    keys: Iterable[str],
    people: Mapping[str, Person],
    *,
    race: str,
    seed: str,
    names: Collection[str],
    numbers: Collection[int],
) -> dict[str, Person]:
    """Each newcomer with a name and a number; the same for the same team, as often as asked.

    `names` and `numbers` belong to those who stay.
    """
    keys = list(keys)
    asked = {key: people.get(key, Person()) for key in keys}
    free = free_numbers(taken=numbers, wanted=[person.number for person in asked.values()])
    taken = {*names, *(person.name for person in asked.values())}
    found = {}
    for key, person in asked.items():
        name = person.name or suggest_name(race, f"{seed} {key}", taken)
        taken.add(name)
        found[key] = Person(name, person.number or next(free))
    return found


def faults(people: Mapping[str, Person], worn: Mapping[int, str]) -> list[Reason]:
    """Everything wrong with these names and numbers; `worn` says who has which shirt already."""
    reasons: list[Reason] = []
    worn = dict(worn)
    for key, person in people.items():
        subject = f"people.{key}"
        if person.name:
            reasons += what_is_wrong_with(
                person.name, subject=f"{subject}.name", at_most=LONGEST_NAME
            )
        if not person.number:
            continue
        if not 1 <= person.number <= HIGHEST_NUMBER:
            sentence = _("A shirt number is from 1 to %(most)d.") % {"most": HIGHEST_NUMBER}
            reasons.append(Reason("number_out_of_range", sentence, f"{subject}.number"))
        elif person.number in worn:
            taken = _("Number %(number)d is on another shirt already: %(name)s.")
            sentence = taken % {"number": person.number, "name": worn[person.number]}
            reasons.append(Reason("number_taken", sentence, f"{subject}.number"))
        else:
            worn[person.number] = person.name or _("somebody who joins")
    return reasons
