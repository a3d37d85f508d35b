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


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How an edition measures a team, and the word of the glossary that explains it."""

    label: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSheet:
    """A team's figures and who may be on its staff; its strength, if it is measured; and how many a
    squad may be, which house rules may say."""

    figures: tuple[Figure, ...]
    staff: tuple[str, ...]
    strength: Strength | None
    squad: Callable[[Book], range]

    def most_players(self, book: Book) -> int:
        return self.squad(book)[-1]

    @property
    def has_gold(self) -> bool:
        return any(figure.unit == "gold" for figure in self.figures)
