"""The decks of special plays on the table: shuffled once, drawn from the top, returned below."""

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from rules.book import Book
from rules.catalogue import CatalogueItem
from rules.engine.asks import Offer, pick

Hand = list[str]
Dealing = Generator[Any, Any, Hand]


def all_decks(book: Book) -> dict[str, CatalogueItem]:
    """Every deck there is, the old ones too."""
    return {deck.key: deck for deck in book.catalogue.shelves["deck"]}


def playable_decks(book: Book) -> dict[str, CatalogueItem]:
    """The decks that cards are drawn from; one that is too small is left out (5672)."""
    fewest = book.figure("special-play-limits", "deck-min")
    return {
        key: deck
        for key, deck in all_decks(book).items()
        if deck.holds["set"] == "special-plays" and len(deck.entries) >= fewest
    }


class Decks:
    """One set of decks, shared by both coaches (5670). A card is named `<deck>/<card>`.

    Their order is drawn by lot and known to the server alone: what is left in a deck would tell
    a coach what the other one holds.
    """

    def __init__(self, book: Book, key: str) -> None:
        self._key = key
        self._cards = {
            deck.key: [f"{deck.key}/{card.key}" for card in deck.entries]
            for deck in all_decks(book).values()
        }
        self._shuffled: dict[str, list[str]] = {}

    def left(self, deck: str) -> int:
        return len(self._shuffled.get(deck, self._cards[deck]))

    def draw(self, deck: str, count: int) -> Dealing:
        """So many from the top, or all that are left."""
        if deck not in self._shuffled:
            cards = self._cards[deck]
            self._shuffled[deck] = yield from pick(
                f"{self._key}/{deck}/drawn",
                cards,
                at_least=len(cards),
                at_most=len(cards),
                who="either",
                visible="server",
            )
        pile = self._shuffled[deck]
        self._shuffled[deck] = pile[count:]
        return pile[:count]

    def draw_all(self, counts: Mapping[str, int]) -> Dealing:
        hand: Hand = []
        for deck, count in counts.items():
            hand += yield from self.draw(deck, count)
        return hand

    def put_under(self, cards: Hand) -> None:
        for card in cards:
            self._shuffled[deck_of(card)].append(card)

    def offers(self, prices: Mapping[str, int], most: int) -> Iterator[Offer]:
        """How many of each deck may be asked for: no more than lie there."""
        for deck, price in prices.items():
            yield Offer(deck, price, min(most // max(price, 1), self.left(deck)))


def deck_of(card: str) -> str:
    return card.partition("/")[0]


def without(hand: Hand, gone: Hand) -> Hand:
    return [card for card in hand if card not in gone]
