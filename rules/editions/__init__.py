"""The editions: what each adds to its data, and how to get hold of one."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from rules.answers import EditionAnswers, faults_of
from rules.book import Book, Questions
from rules.catalogue import Catalogue, Traits
from rules.engine.lineup import Pitch
from rules.engine.sequence import SequenceStep
from rules.house import House
from rules.loading import editions, load
from rules.reading import DATA, BadRules


@dataclass(frozen=True)
class Edition:
    """Data, what it answers, the steps before and after a match, and what is between them.

    `questions` are all that anybody may ask; `answers` those that the product itself asks. `data`
    is the folder that holds the edition's own folder of facts.
    """

    key: str
    questions: Questions
    answers: EditionAnswers
    pre_match: tuple[SequenceStep, ...]
    post_match: tuple[SequenceStep, ...]
    data: Path = DATA
    pitch: Pitch = Pitch()  # noqa: RUF009

    def __post_init__(self) -> None:
        """Raises BadRules for an edition that is not whole."""
        if faults := faults_of(self.answers):
            raise BadRules(f"{self.key}/edition.py", "answers", "; ".join(faults))

    @property
    def catalogue(self) -> Catalogue:
        return load(self.key, self.data)

    @property
    def title(self) -> str:
        return self.catalogue.title

    @property
    def characteristics(self) -> tuple[str, ...]:
        return self.catalogue.characteristics

    @property
    def traits(self) -> Traits:
        """SPP collected or spent, measure of strength, injury dice, and the like."""
        return self.catalogue.traits

    def book(self, **turned: Any) -> Book:
        """The edition's book under house rules, given by their keys."""
        return Book(self.catalogue, House(self.key, turned))


class NoSuchEdition(LookupError):
    """Nobody has written this edition."""


@cache
def edition(key: str) -> Edition:
    """An edition of the product's own, by its key. Raises NoSuchEdition."""
    if key not in editions():
        raise NoSuchEdition(key)
    found: Edition = import_module(f"rules.editions.{key}.edition").EDITION
    return found
