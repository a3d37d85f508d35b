"""What a team would buy, as it is kept and as the rulebook sees it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from django.utils.translation import gettext as _

from acts.failures import Conflict, Forbidden, Reason, Refused
from league.rulebook import said
from rules.book import Book
from rules.engine import rulings, state
from rules.engine.effects import Joined
from rules.engine.fold import fold
from rules.engine.rulings import Allowed
from rules.words import name as name_of
from teams import ledger
from teams.newcomers import Person, faults, named
from teams.overriding import Overridable
from teams.projection import Roster
from web.lines import tidied

MOST_ENTRIES = 200


class KeptBasket(Protocol):
    """A row that keeps what a coach wants. `people` says what they call whoever joins."""

    people: Any
    revision: int


@dataclass(frozen=True, slots=True)
class Word:
    """A commissioner's word: why they act, and what they let pass.

    `override` sets aside the rules that say no; `cover` gives the gold that is missing.
    """

    reason: str = ""
    override: bool = False
    cover: bool = False

    @property
    def bends(self) -> bool:
        return self.override or self.cover


def may_bend(word: Word, *, runs_league: bool) -> None:
    """Raises Forbidden where somebody else than a commissioner sets rules aside."""
    if word.bends and not runs_league:
        raise Forbidden.because(
            "not_commissioner", _("Only the commissioner and the deputies set rules aside.")
        )


def must_stand_at(kept: KeptBasket, revision: int | None, code: str, sentence: str) -> None:
    """Raises Conflict where another hand has changed it since `revision`."""
    if revision is not None and revision != kept.revision:
        raise Conflict.because(code, sentence)


def people_of(kept: KeptBasket) -> dict[str, Person]:
    return {key: Person(name, number) for key, (name, number) in kept.people.items()}


def as_kept(people: Mapping[str, Person]) -> dict[str, list[Any]]:
    """Names and numbers as a basket keeps them. Raises Refused."""
    if len(people) > MOST_ENTRIES:
        raise Refused(too_many_entries("people"))
    return {key: [tidied(person.name), person.number] for key, person in people.items()}


def too_many_entries(subject: str) -> Reason:
    many = _("%(most)d entries at most.") % {"most": MOST_ENTRIES}
    return Reason("too_many_entries", many, subject)


@dataclass(frozen=True)
class Purchase(Overridable, ABC):
    """A wish with its ruling. `left` is what the team would have then; below zero it is `short`."""

    book: Book
    present: state.Team
    ruling: rulings.Ruling

    @property
    @abstractmethod
    def price(self) -> int: ...

    @property
    @abstractmethod
    def left(self) -> int: ...

    @property
    def would_be(self) -> Allowed | None:
        """What it comes to, whatever the rules say; None if it makes no sense."""
        return self.ruling.otherwise if isinstance(self.ruling, rulings.Refused) else self.ruling

    @property
    def reasons(self) -> list[Reason]:
        if isinstance(self.ruling, rulings.Refused):
            return said(self.ruling.reasons, self.book.catalogue)
        return []

    @property
    def short(self) -> int:
        return max(0, -self.left)

    @cached_property
    def after(self) -> state.Team:
        """The team as it would be, if somebody paid what is missing."""
        if self.would_be is None:
            return self.present
        paid = replace(self.present, treasury=self.present.treasury + self.short)
        return fold(paid, self.would_be.effects)

    @cached_property
    def value(self) -> int:
        return ledger.strength(self.book, self.after)

    @property
    def joining(self) -> list[state.Player]:
        effects = self.would_be.effects if self.would_be else ()
        return [effect.player for effect in effects if isinstance(effect, Joined)]


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who would join, for a page that asks what they are called."""

    key: str
    position: str
    person: Person


def newcomers(roster: Roster, purchase: Purchase, people: Mapping[str, Person]) -> list[Newcomer]:
    """Everybody who would join, with name and number as asked for or suggested."""
    worn = _worn(roster, purchase)
    called = named(
        [player.id for player in purchase.joining],
        people,
        race=roster.team.race,
        seed=str(roster.team.uuid),
        names=worn.values(),
        numbers=worn.keys(),
    )
    catalogue = purchase.book.catalogue
    return [
        Newcomer(player.id, name_of(catalogue, player.position), called[player.id])
        for player in purchase.joining
    ]


def shirt_faults(roster: Roster, purchase: Purchase, people: Mapping[str, Person]) -> list[Reason]:
    """Everything wrong with the names and numbers that were asked for."""
    asked = {player.id: people[player.id] for player in purchase.joining if player.id in people}
    return faults(asked, _worn(roster, purchase))


def _worn(roster: Roster, purchase: Purchase) -> dict[int, str]:
    """The shirts of those who stay."""
    return {
        each.number: each.player.name
        for key, each in roster.contracts.items()
        if key in purchase.after.players
    }
