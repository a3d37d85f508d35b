"""Sentences with gaps: which of several ways to say a thing fits what is known of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

GAP = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True, slots=True)
class When:
    """A way to say it that fits only if these parameters have these values."""

    words: str | Promise
    values: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, params: Mapping[str, Any]) -> bool:
        return all(name in params for name in self.gaps()) and all(
            name in params and params[name] == value for name, value in self.values.items()
        )

    def gaps(self) -> set[str]:
        return set(GAP.findall(str(self.words)))


# One way to say it, or several, the most telling first.
Saying = str | Promise | Sequence[str | Promise | When]


def when(words: str | Promise, **values: Any) -> When:
    return When(words, values)


def ways(saying: Saying) -> list[When]:
    if isinstance(saying, str | Promise):
        return [When(saying)]
    return [way if isinstance(way, When) else When(way) for way in saying]


def fitting(saying: Saying, params: Mapping[str, Any]) -> str | None:
    """The first way that these parameters fill; None if there is none."""
    return next((str(way.words) for way in ways(saying) if way.fits(params)), None)
