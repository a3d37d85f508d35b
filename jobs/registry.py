"""Which function does which kind of job. Every app's `tasks` module is read when Django starts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

TRIES = 8


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job. An `atomic` one shares a transaction with the note that it is done, so its
    effect happens once; it has to be short. Any other commits in steps of its own, or reaches
    outside the database. `given_up` puts things straight for whoever waits for it, in the
    transaction that gives it up or discards it."""

    name: str
    title: str | Promise
    run: Callable[..., Any]
    atomic: bool
    tries: int
    given_up: Callable[..., None] | None = None


class UnknownKind(LookupError):
    """No function does this; an older or a newer version of the program may know one."""


_kinds: dict[str, Kind] = {}


def job(
    name: str,
    *,
    title: str | Promise = "",
    atomic: bool = True,
    tries: int = TRIES,
    given_up: Callable[..., None] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function under a job's kind; it is called with the run and the job's payload."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if name in _kinds:
            raise ValueError(f"two functions want to do {name!r}")
        _kinds[name] = Kind(name, title or name, function, atomic, tries, given_up)
        return function

    return register


def kind_named(name: str) -> Kind:
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(f"nobody here does {name!r}") from None


def give_up(name: str, payload: dict[str, Any]) -> None:
    """Tell whoever waits for a job that it will not be done."""
    if name in _kinds and (given_up := _kinds[name].given_up) is not None:
        given_up(**payload)


def tries_of(name: str) -> int:
    return _kinds[name].tries if name in _kinds else TRIES


def title_of(name: str) -> str:
    return str(_kinds[name].title) if name in _kinds else name
