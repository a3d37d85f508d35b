"""A team on its way in from elsewhere, and what the rulebook says of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from acts.failures import Reason, Refused
from league.rulebook import answers_of, circumstances, must_have, rule, said
from rules.book import Book
from rules.engine import rulings, state
from rules.engine.fold import fold
from rules.engine.rulings import Allowed
from teams import ledger
from teams.identity import identity_faults
from teams.newcomers import Person, faults
from teams.overriding import Overridable

# Whoever comes along is called by this and their place in the sheet, for life.
WINDOW = "adoption"


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who they are and what they bring: `brings` as the rulebook wants it told, race aside.

    `people` are called in the order of the players; a name or number that is missing is suggested.
    """

    race: str
    name: str
    shirt: str
    trim: str
    brings: Mapping[str, Any]
    people: Sequence[Person] = ()

    @property
    def by_key(self) -> dict[str, Person]:
        return {key_of(index): person for index, person in enumerate(self.people)}


@dataclass(frozen=True)
class Weighed(Overridable):
    """What the rules say of it. `faults` are those that nobody can set aside, `broken` the rules
    that a commissioner may."""

    book: Book
    race: str
    ruling: rulings.Ruling | None
    faults: tuple[Reason, ...]
    broken: tuple[Reason, ...]

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return (*self.faults, *self.broken)

    @property
    def is_sound(self) -> bool:
        return not self.faults

    @cached_property
    def after(self) -> state.Team | None:
        """The team as it would be, whatever the rules say; None if it makes no sense."""
        match self.ruling:
            case rulings.Refused(otherwise=entry) | (Allowed() as entry):
                return fold(state.Team(self.race), entry.effects) if entry else None
        return None

    @cached_property
    def value(self) -> int | None:
        return ledger.strength(self.book, self.after) if self.after else None


def weigh(book: Book, arrival: Arrival, unread: Sequence[Reason] = ()) -> Weighed:
    """Ask the rulebook; `unread` is what could not even be read of what somebody wrote.

    Raises Missing where the edition adopts nobody.
    """
    faults = [
        *identity_faults({"name": arrival.name, "shirt": arrival.shirt, "trim": arrival.trim}),
        *unread,
        *people_faults(arrival),
    ]
    question = must_have(answers_of(book).adopt, "adopt")
    asked = {**arrival.brings, "race": arrival.race, "window": WINDOW}
    try:
        at = circumstances(book, question, asked)
    except Refused as refused:
        unfit = [reason for reason in refused.reasons if not _told(reason, unread)]
        return Weighed(book, arrival.race, None, (*faults, *unfit), ())
    ruling = rule(book, question, at)
    reasons = ruling.reasons if isinstance(ruling, rulings.Refused) else ()
    sound = [reason for reason in reasons if not _told(reason, unread)]
    faults += said([reason for reason in sound if reason.integrity], book.catalogue)
    broken = said([reason for reason in sound if not reason.integrity], book.catalogue)
    return Weighed(book, arrival.race, ruling, tuple(faults), tuple(broken))


def people_faults(arrival: Arrival) -> list[Reason]:
    """Everything wrong with names and shirt numbers, at the player whom it is about."""
    places = {f"people.{key_of(index)}": index for index in range(len(arrival.people))}
    return [
        reason.at(f"players.{places[who]}.{what}")
        for reason in faults(arrival.by_key, {})
        for who, _dot, what in [reason.subject.rpartition(".")]
    ]


def key_of(index: int) -> str:
    """What the rulebook will call the player in this place."""
    return f"{WINDOW}/{index + 1}"


def _told(reason: rulings.Reason | Reason, unread: Sequence[Reason]) -> bool:
    """A position that could not be read is at fault once, and not again for being none."""
    return reason.subject.endswith(".position") and any(
        reason.subject == each.subject for each in unread
    )
