"""What a team of an edition has, declared once: pages, paper and API show these and no others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules.book import Book

Unit = Literal["gold", "points", "count"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number that a team has; sentences are marked here and translated where they are shown."""

    key: str
    label: str
    meaning: str
    unit: Unit = "count"


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How an edition measures a team; `short` is how people abbreviate it."""

    label: str
    short: str
    meaning: str
    unit: Unit = "gold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A team's figures and its strength, if it has one; how many a squad may be, which house rules
    may say; and whether points make levels, lie in a purse to be spent, or are not counted."""

    figures: tuple[Figure, ...]
    strength: Strength | None
    squad: Callable[[Book], range]
    experience: Literal["levels", "purse", "none"]

    @property
    def has_gold(self) -> bool:
        return any(figure.unit == "gold" for figure in self.figures)

    def figure(self, key: str) -> Figure | None:
        return next((figure for figure in self.figures if figure.key == key), None)
