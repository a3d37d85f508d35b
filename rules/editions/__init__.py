"""The editions: what each adds to its data, and how to get hold of one."""

from collections.abc import Iterator
from contextlib import contextmanager
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
from rules.loading import editions, load, outside
from rules.reading import DATA, BadRules
from rules.team_sheet import TeamSheet


@dataclass(frozen=True)
class Edition:
    """Data, what it answers, the steps before and after a match, and what is between them.

    `questions` are all that anybody may ask; `answers` those that the product itself asks. `data`
    is the folder that holds the edition's own folder of facts.
    """

    key: str
    questions: Questions
    sheet: TeamSheet
    answers: EditionAnswers
    pre_match: tuple[SequenceStep, ...]
    post_match: tuple[SequenceStep, ...]
    data: Path = DATA
    pitch: Pitch = Pitch()  # noqa: RUF009

    def __post_init__(self) -> None:
        """Raises BadRules for an edition that is not whole."""
        faults = faults_of(self.answers)
        if (self.sheet.strength is None) != (self.answers.strength is None):
            faults.append("the sheet and “strength” do not agree whether teams are measured")
        if faults:
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


def edition(key: str) -> Edition:
    """An edition by its key. Raises NoSuchEdition."""
    return _outside[key] if key in _outside else _own(key)


@cache
def _own(key: str) -> Edition:
    if key not in editions():
        raise NoSuchEdition(key)
    own: Edition = import_module(f"rules.editions.{key}.edition").EDITION
    return own


_outside: dict[str, Edition] = {}


@contextmanager
def beside(another: Edition) -> Iterator[None]:
    """Play an edition that is not the product's own beside those that are."""
    _outside[another.key], outside[another.key] = another, another.data
    try:
        yield
    finally:
        del _outside[another.key], outside[another.key]
