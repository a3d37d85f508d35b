"""The rulebook as one league reads it: an edition's catalogue under a league's house rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.catalogue import Catalogue, Position, Race
from rules.engine.asks import Step
from rules.engine.rulings import Ruling
from rules.house import House


@dataclass(frozen=True)
class Book:
    catalogue: Catalogue
    house: House

    def figure(self, table: str, key: str) -> int:
        return self.catalogue.figure(table, key)

    def race(self, key: str) -> Race:
        return self.catalogue.races[key]

    def position(self, race: str, position: str) -> Position:
        return self.catalogue.races[race].positions[position]


@dataclass(frozen=True)
class Question:
    """A ruling that anybody may ask for: its name, the circumstances it needs, and who answers."""

    name: str
    circumstances: type
    answer: Callable[[Book, Any], Step | Ruling]
    sentence: str


@dataclass(frozen=True)
class Edition:
    """An edition: how it reads its catalogue, its rulings, and its two sequences of steps."""

    key: str
    questions: Mapping[str, Question]
    pre_match: tuple[Any, ...] = ()
    post_match: tuple[Any, ...] = ()
    traits: Mapping[str, Any] = field(default_factory=dict)
