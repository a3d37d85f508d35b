"""What a basket of Hire & Fire comes to: its price, what is left, and every rule it breaks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from jobs.failures import Reason, Refused
from league.rulebook import asks, rule, said
from rules.book import Book
from rules.editions import edition
from rules.engine import rulings, state
from rules.engine.asks import Offer, Shop
from rules.engine.effects import Joined
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, total
from teams import ledger
from teams.newcomers import Person, named
from teams.newcomers import faults as shirts_faults
from teams.overriding import Overridable
from teams.projection import Roster

QUESTION = "hire-and-fire"
MOST_ENTRIES = 200
MOST_OF_ONE = 999

Basket = Mapping[str, int]


@dataclass(frozen=True)
class Reckoned(Overridable):
    """A basket as the rulebook sees it. `short` is the gold that is missing."""

    book: Book
    present: state.Team
    basket: Basket
    ruling: rulings.Ruling

    @property
    def would_be(self) -> Allowed | None:
        """What the basket holds, whatever the rules say; None if it makes no sense."""
        match self.ruling:
            case rulings.Refused(otherwise=otherwise):
                return otherwise
            case bought:
                return bought

    @property
    def reasons(self) -> list[Reason]:
        if isinstance(self.ruling, rulings.Refused):
            return said(self.ruling.reasons, self.book.catalogue)
        return []

    @property
    def price(self) -> int:
        return -total(self.would_be.because) if self.would_be else 0

    @property
    def left(self) -> int:
        return self.present.treasury - self.price

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
    def newcomers(self) -> list[state.Player]:
        effects = self.would_be.effects if self.would_be else ()
        return [effect.player for effect in effects if isinstance(effect, Joined)]


def offers(book: Book, present: state.Team, window: str) -> tuple[Offer, ...]:
    """Everything that the team could put into its basket. Raises Refused."""
    for ask in asks(book, QUESTION, circumstances_of(book, present, window)):
        if isinstance(ask, Shop) and ask.key == QUESTION:
            return ask.offers
    return ()


def reckon(book: Book, present: state.Team, window: str, basket: Basket) -> Reckoned:
    """Ask the rulebook about a basket. Raises Refused where the edition has no Hire & Fire."""
    at = circumstances_of(book, present, window)
    return Reckoned(book, present, basket, rule(book, QUESTION, at, {QUESTION: dict(basket)}))


def circumstances_of(book: Book, present: state.Team, window: str) -> object:
    question = edition(book.house.edition).questions.get(QUESTION)
    if question is None:
        raise Refused.because("no_hire_and_fire", _("This edition has no Hire & Fire."))
    return question.circumstances(present, window)


def basket_faults(basket: Mapping[str, object]) -> list[Reason]:
    """What no basket may be, whatever is on offer."""
    if len(basket) > MOST_ENTRIES:
        many = _("%(most)d entries at most.") % {"most": MOST_ENTRIES}
        return [Reason("too_many_entries", many, "basket")]
    return [
        Reason("not_a_count", _("A whole number, and not below zero."), f"basket.{key[:60]}")
        for key, count in basket.items()
        if type(count) is not int or not 0 <= count <= MOST_OF_ONE
    ]


def joining(roster: Roster, reckoned: Reckoned, people: Mapping[str, Person]) -> dict[str, Person]:
    """Everybody who would join, with name and number as asked for or suggested."""
    staying = [each for key, each in roster.contracts.items() if key in reckoned.after.players]
    return named(
        [player.id for player in reckoned.newcomers],
        people,
        race=roster.team.race,
        seed=str(roster.team.uuid),
        names={contract.player.name for contract in staying},
        numbers={contract.number for contract in staying},
    )


def shirt_faults(roster: Roster, reckoned: Reckoned, people: Mapping[str, Person]) -> list[Reason]:
    """Everything wrong with the names and numbers that were asked for."""
    worn = {
        each.number: each.player.name
        for key, each in roster.contracts.items()
        if key in reckoned.after.players
    }
    asked = {player.id: people[player.id] for player in reckoned.newcomers if player.id in people}
    return shirts_faults(asked, worn)
