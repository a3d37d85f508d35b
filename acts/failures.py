"""How a command says no. Pages and API turn these into the same sentences and their own status."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong: a code for programs, a sentence for people, what it is about, and
    what the sentence was made of."""

    code: str
    message: str | Promise
    subject: str = ""
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def as_dict(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "message": str(self.message),
            "subject": self.subject,
            "params": dict(self.params),
        }

    def at(self, subject: str) -> Self:
        """The same about something else."""
        return replace(self, subject=subject)


class Failure(Exception):
    """A command did nothing, for these reasons; all of them, never only the first."""

    status = 400

    def __init__(self, *reasons: Reason) -> None:
        self.reasons: Sequence[Reason] = reasons
        super().__init__("; ".join(f"{reason.code}: {reason.message}" for reason in reasons))

    @classmethod
    def because(cls, code: str, message: str | Promise, subject: str = "", **params: Any) -> Self:
        return cls(Reason(code, message, subject, params))

    @property
    def sentences(self) -> list[str]:
        return [str(reason.message) for reason in self.reasons]


class Refused(Failure):
    """The rules, of the game or of the house, say no."""

    status = 422


class Conflict(Failure):
    """Something moved since the caller looked, or the same key came with another body.

    `present` may say how things stand now, as JSON, so that the caller can go on from there.
    """

    status = 409
    present: Any = None


class Forbidden(Failure):
    """Not yours."""

    status = 403


class Missing(Failure):
    """There is no such thing, or none that the caller may see."""

    status = 404


class Later(Failure):
    """Not now; `retry_after` says in how many seconds to come back."""

    def __init__(self, *reasons: Reason, retry_after: int = 60) -> None:
        super().__init__(*reasons)
        self.retry_after = retry_after


class TooMany(Later):
    """Too often."""

    status = 429


class Unavailable(Later):
    """The site itself is in trouble, and it will pass. Nothing was written."""

    status = 503
