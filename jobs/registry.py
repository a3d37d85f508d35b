"""Which function does which kind of job."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.module_loading import autodiscover_modules


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job. An `atomic` one shares a transaction with the note that it is done, so its
    effect happens once; any other commits in steps of its own, or reaches outside the database."""

    name: str
    run: Callable[..., Any]
    atomic: bool
    tries: int


_kinds: dict[str, Kind] = {}


def job(
    name: str, *, atomic: bool = True, tries: int = 8
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function under a job's kind; it is called with the run and the job's payload."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if name in _kinds:
            raise ValueError(f"two functions want to do {name!r}")
        _kinds[name] = Kind(name=name, run=function, atomic=atomic, tries=tries)
        return function

    return register


def kind_named(name: str) -> Kind:
    autodiscover_modules("tasks")
    return _kinds[name]
