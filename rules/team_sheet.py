"""What a team of an edition has, declared once: pages, paper and API show these and no others."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from rules.book import Book
from rules.catalogue import Race

Unit = Literal["gold", "count"]
# What of a player has fields of its own where it is changed by hand.
PlayerPart = Literal["awards", "skills", "characteristics", "misses-next"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number that a team has; sentences are marked here and translated where they are shown."""

    key: str
    label: str
    # The word of the glossary that explains it.
    word: str
    unit: Unit = "count"
    # The most of it that a team may bring along from elsewhere.
    at_most: int = 999


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How an edition measures a team, and the word of the glossary that explains it."""

    label: str
    word: str
    unit: Unit = "gold"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePart:
    """What an award may bring a team, by its name in a prize, and how much of it."""

    key: str
    label: str
    at_most: int
    step: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerByHand:
    """What a commissioner may change of one player: numbers by their name in the ruling on it, of
    their experience and of their body, and what is more than a number."""

    experience: tuple[Figure, ...] = ()
    body: tuple[Figure, ...] = ()
    parts: tuple[PlayerPart, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkShelf:
    """Marks that a team gathers, by what their keys begin with: the table that explains each, and
    the value of one that is used up until the next match."""

    prefix: str
    label: str
    table: str
    used: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSheet:
    """A team's figures and who may be on its staff; its strength, if it is measured; and how many a
    squad may be, which house rules may say."""

    figures: tuple[Figure, ...]
    staff: tuple[str, ...]
    strength: Strength | None
    squad: Callable[[Book], range]
    prizes: tuple[PrizePart, ...] = ()
    # What a team may have besides, and things of which it has one or none.
    brings: tuple[Figure, ...] = ()
    belongings: tuple[str, ...] = ()
    player_by_hand: PlayerByHand = PlayerByHand()
    # Whether nobody is under contract: the list's own players play, and the roster is the coach's,
    # match by match.
    plays_cards: bool = False
    marks: MarkShelf | None = None
    # What is said of a team list to who chooses one, each with the gold in it, if any.
    race_notes: Callable[[Race], Iterable[tuple[str, int | None]]] = lambda _race: ()

    @property
    def own_figures(self) -> tuple[Figure, ...]:
        """What a team is adopted with, and what of it is changed by hand."""
        return (*self.figures, *self.brings)

    def most_players(self, book: Book) -> int:
        return self.squad(book)[-1]

    @property
    def purse(self) -> Figure | None:
        """The figure that is its gold."""
        return next((figure for figure in self.figures if figure.unit == "gold"), None)

    @property
    def has_gold(self) -> bool:
        return self.purse is not None
