"""The editions: what each adds to its data, and how to get hold of one."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from rules.answers import EditionAnswers, faults_of
from rules.book import Book, Questions
from rules.catalogue import Catalogue, Traits
from rules.engine.lineup import Pitch
from rules.engine.season_awards import LeagueAward
from rules.engine.sequence import SequenceStep
from rules.glossary import Word
from rules.house import House, Knobs
from rules.knobs import Choice
from rules.loading import editions, load, outside
from rules.reading import DATA, BadRules
from rules.team_sheet import TeamSheet

Example = dict[str, Any]


@dataclass(frozen=True)
class Examples:
    """Circumstances of each question, for the API's documentation and to begin a form with; and
    the house rules of a league that asks it."""

    circumstances: Mapping[str, Example] = field(default_factory=dict)
    house: Mapping[str, Example] = field(default_factory=dict)


@dataclass(frozen=True)
class Edition:
    """Data, what it answers and leaves to leagues, the steps around a match, what is between them.

    `questions` are all that anybody may ask; `answers` those that the product itself asks. `data`
    is the folder that holds the edition's own folder of facts.
    """

    key: str
    questions: Questions
    sheet: TeamSheet
    answers: EditionAnswers
    knobs: Knobs
    pre_match: tuple[SequenceStep, ...]
    post_match: tuple[SequenceStep, ...]
    data: Path = DATA
    pitch: Pitch = Pitch()  # noqa: RUF009
    examples: Examples = Examples()
    # What is given at the end of a league; None gives what is given for touchdowns and casualties.
    awards: tuple[LeagueAward, ...] | None = None
    # What coaches of this game say, by the key that pages name it by.
    glossary: Mapping[str, Word] = field(default_factory=dict)
    # What a simulated coach drafts, by race and variant; the smallest squad where nothing is said.
    plausible_wish: Callable[[Book, str, int], dict[str, Any]] | None = None

    def __post_init__(self) -> None:
        """Raises BadRules for an edition that is not whole."""
        faults = faults_of(self.answers)
        if (self.sheet.strength is None) != (self.answers.strength is None):
            faults.append("the sheet and “strength” do not agree whether teams are measured")
        if self.knobs.edition != self.key:
            faults.append(f"its knobs are those of {self.knobs.edition}")
        faults += self._undecided()
        if faults:
            raise BadRules(f"{self.key}/edition.py", "answers", "; ".join(faults))

    def _undecided(self) -> list[str]:
        """Ways to find a winner that are offered and answered by nobody."""
        drawn = self.knobs["knock-out.drawn"]
        overtime = self.answers.overtime
        answers = {"overtime": overtime, "replay": overtime, "penalties": self.answers.penalties}
        ways = drawn.options if isinstance(drawn, Choice) else ()
        return [
            f"a drawn knock-out match may end by {way}, which nothing answers"
            for way, answer in answers.items()
            if way in ways and answer is None
        ]

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
        return Book(self.catalogue, House(self.knobs, turned))

    def example(self, name: str) -> Example:
        """Circumstances and house rules under which a ruling answers."""
        house = self.examples.house.get(name, {})
        return {
            "circumstances": self.examples.circumstances.get(name, {}),
            "house": {key: value for key, value in house.items() if key in self.knobs},
        }


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


def award_declared(key: str) -> LeagueAward | None:
    """An award that some edition declares, by its key."""
    declared = (each for name in editions() for each in edition(name).awards or ())
    return next((each for each in declared if each.key == key), None)


_outside: dict[str, Edition] = {}


@contextmanager
def beside(another: Edition) -> Iterator[None]:
    """Play an edition that is not the product's own beside those that are."""
    _outside[another.key], outside[another.key] = another, another.data
    try:
        yield
    finally:
        del _outside[another.key], outside[another.key]
