"""What a basket of Hire & Fire comes to: its price, what is left, and every rule it breaks."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.rulebook import answers_of, asks, must_have, rule
from rules.answers import Ruled
from rules.book import Book, Question
from rules.engine import state
from rules.engine.asks import Shop
from rules.engine.circumstances import HireAndFire
from rules.engine.rulings import total
from teams.purchases import MOST_ENTRIES, Purchase, too_many_entries

MOST_OF_ONE = 999

Basket = Mapping[str, int]


@dataclass(frozen=True)
class Reckoned(Purchase):
    """A basket as the rulebook sees it."""

    @property
    def price(self) -> int:
        return -total(self.would_be.because) if self.would_be else 0

    @property
    def left(self) -> int:
        return self.present.treasury - self.price


def shop(book: Book, present: state.Team, window: str) -> Shop:
    """Everything that the team could put into its basket, and what it could not. Raises Refused."""
    question = hiring(book)
    for ask in asks(book, question, HireAndFire(present, window)):
        if isinstance(ask, Shop) and ask.key == question.name:
            return ask
    return Shop(question.name)


def reckon(book: Book, present: state.Team, window: str, basket: Basket) -> Reckoned:
    """Ask the rulebook about a basket. Raises Missing where the edition has no Hire & Fire."""
    question = hiring(book)
    at = HireAndFire(present, window)
    return Reckoned(book, present, rule(book, question, at, {question.name: dict(basket)}))


def hiring(book: Book) -> Question[HireAndFire, Ruled]:
    return must_have(answers_of(book).hire, "hire")


def basket_faults(basket: Mapping[str, object]) -> list[Reason]:
    """What no basket may be, whatever is on offer."""
    if len(basket) > MOST_ENTRIES:
        return [too_many_entries("basket")]
    return [
        Reason("not_a_count", _("A whole number, and not below zero."), f"basket.{key[:60]}")
        for key, count in basket.items()
        if type(count) is not int or not 0 <= count <= MOST_OF_ONE
    ]
