"""A word of a game, and what it means; both are marked here and translated where they are shown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """`said` is what stands on the page, `meaning` what it opens to."""

    said: str
    meaning: str
