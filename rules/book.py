"""The rulebook as one league reads it, and the questions that it answers."""

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, cast

from rules.catalogue import Catalogue, Position, Race
from rules.engine.asks import Answers, Step
from rules.engine.drive import Asks, Driven, follow
from rules.engine.rulings import Allowed, Refused, Ruling
from rules.house import House

At = TypeVar("At")
Answer_co = TypeVar("Answer_co", bound=Step | Ruling, covariant=True)


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


@dataclass(frozen=True)
class Question(Generic[At, Answer_co]):
    """A ruling that anybody may ask for: what it is about, and the circumstances it needs.

    Called with a book and its circumstances it is the answer itself, which says what it is the
    answer to; `ask` drives it with what is answered so far.
    """

    name: str
    sentence: str
    circumstances: type[At]
    answer: Callable[[Book, At], Answer_co]

    def __call__(self, book: Book, at: At) -> Answer_co:
        answered: Any = self.answer(book, at)
        if isinstance(answered, Allowed | Refused):
            return cast("Answer_co", _under(self.name, answered))
        return cast("Answer_co", _named_step(self.name, answered))

    def ask(self, book: Book, at: At, answers: Answers) -> Asks | Allowed | Refused:
        return self.follow(book, at, answers).outcome

    def follow(self, book: Book, at: At, answers: Answers) -> Driven:
        """Like `ask`, and says more about what was asked and which answers do not fit."""
        return follow(lambda circumstances: self(book, circumstances), at, answers)


def _named_step(name: str, step: Step) -> Step:
    return _under(name, (yield from step))


def _under(name: str, ruling: Ruling) -> Ruling:
    return replace(ruling, name=name) if isinstance(ruling, Allowed) else ruling


AnyQuestion = Question[Any, Step | Ruling]


class Questions(Mapping[str, AnyQuestion]):
    """An edition's questions by name. An overlay edition starts with those of its base."""

    def __init__(
        self, base: Mapping[str, AnyQuestion] | None = None, *, without: Iterable[str] = ()
    ) -> None:
        self._questions = dict(base or {})
        for name in without:
            del self._questions[name]

    def __call__(
        self, name: str, sentence: str
    ) -> Callable[[Callable[[Book, At], Answer_co]], Question[At, Answer_co]]:
        """Makes a question of a function that answers it out of a book and its circumstances."""

        def register(answer: Callable[[Book, At], Answer_co]) -> Question[At, Answer_co]:
            hints = typing.get_type_hints(answer)
            circumstances = next(
                hint for key, hint in hints.items() if key not in ("book", "return")
            )
            made = Question(name, sentence, circumstances, answer)
            self._questions[name] = made
            return made

        return register

    def __getitem__(self, name: str) -> AnyQuestion:
        return self._questions[name]

    def __iter__(self) -> Iterator[str]:
        """By name: which module was imported first must not show in the API."""
        return iter(sorted(self._questions))

    def __len__(self) -> int:
        return len(self._questions)
