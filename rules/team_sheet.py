"""What a team of an edition has, declared once: pages, paper and API show these and no others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules.book import Book

Unit = Literal["gold", "count"]


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
class TeamSheet:
    """A team's figures and who may be on its staff; its strength, if it is measured; and how many a
    squad may be, which house rules may say."""

    figures: tuple[Figure, ...]
    staff: tuple[str, ...]
    strength: Strength | None
    squad: Callable[[Book], range]
    prizes: tuple[PrizePart, ...] = ()
    # What a team that is adopted may have besides, and things of which it has one or none.
    brings: tuple[Figure, ...] = ()
    belongings: tuple[str, ...] = ()

    def most_players(self, book: Book) -> int:
        return self.squad(book)[-1]

    @property
    def has_gold(self) -> bool:
        return any(figure.unit == "gold" for figure in self.figures)
