"""The rulebook as one league reads it, and the questions that it answers."""

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, TypeVar

from rules.catalogue import Catalogue, Position, Race
from rules.engine.asks import Answers, Step
from rules.engine.drive import Asks, drive
from rules.engine.rulings import Allowed, Refused, Ruling
from rules.house import House

Answering = TypeVar("Answering", bound=Callable[..., Step | Ruling])


@dataclass(frozen=True)
class Book:
    """An edition's catalogue under a league's house rules."""

    catalogue: Catalogue
    house: House

    def figure(self, table: str, key: str) -> int:
        return self.catalogue.figure(table, key)

    def race(self, key: str) -> Race:
        return self.catalogue.races[key]

    def position(self, race: str, position: str) -> Position:
        return self.catalogue.races[race].positions[position]


def _named(name: str, answer: Answering) -> Answering:
    """The same answer, which says what it is the answer to."""

    @wraps(answer)
    def answering(book: Book, at: Any) -> Step | Ruling:
        answered = answer(book, at)
        if isinstance(answered, Allowed | Refused):
            return _under(name, answered)
        return _named_step(name, answered)

    return typing.cast("Answering", answering)


def _named_step(name: str, step: Step) -> Step:
    return _under(name, (yield from step))


def _under(name: str, ruling: Ruling) -> Ruling:
    return replace(ruling, name=name) if isinstance(ruling, Allowed) else ruling


@dataclass(frozen=True)
class Question:
    """A ruling that anybody may ask for: what it is about, and the circumstances it needs."""

    name: str
    sentence: str
    circumstances: type
    answer: Callable[[Book, Any], Step | Ruling]

    def ask(self, book: Book, at: Any, answers: Answers) -> Asks | Allowed | Refused:
        return drive(lambda circumstances: self.answer(book, circumstances), at, answers)


class Questions(Mapping[str, Question]):
    """An edition's questions by name. An overlay edition starts with those of its base."""

    def __init__(
        self, base: Mapping[str, Question] | None = None, *, without: Iterable[str] = ()
    ) -> None:
        self._questions = dict(base or {})
        for name in without:
            del self._questions[name]

    def __call__(self, name: str, sentence: str) -> Callable[[Answering], Answering]:
        """Registers a function of a book and its circumstances as the answer to a question."""

        def register(answer: Answering) -> Answering:
            hints = typing.get_type_hints(answer)
            circumstances = next(
                hint for key, hint in hints.items() if key not in ("book", "return")
            )
            named = _named(name, answer)
            self._questions[name] = Question(name, sentence, circumstances, named)
            return named

        return register

    def __getitem__(self, name: str) -> Question:
        return self._questions[name]

    def __iter__(self) -> Iterator[str]:
        """By name: which module was imported first must not show in the API."""
        return iter(sorted(self._questions))

    def __len__(self) -> int:
        return len(self._questions)
