"""How far the values of circumstances may go: what is counted, unless a field says otherwise."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LONGEST_TEXT = 100
MOST_ENTRIES = 100


def short(name: str) -> str:
    """A stranger's name for something, at a length that an answer can repeat."""
    return name if len(name) <= LONGEST_TEXT else f"{name[:LONGEST_TEXT]}…"


@dataclass(frozen=True, slots=True)
class Bounds:
    at_least: int = 0
    at_most: int = 1_000_000_000

    def hold(self, number: int) -> bool:
        return self.at_least <= number <= self.at_most


COUNTED = Bounds()


def within(at_least: int, at_most: int, *, default: int = 0) -> Any:
    """A field of circumstances with bounds of its own."""
    return dataclasses.field(
        default=default, metadata={"bounds": Bounds(at_least=at_least, at_most=at_most)}
    )


def counts_within(at_least: int, at_most: int) -> Any:
    """The same for a field that holds a number for each of several names; empty to begin with."""
    return dataclasses.field(
        default_factory=dict, metadata={"bounds": Bounds(at_least=at_least, at_most=at_most)}
    )


def bounds_of(metadata: Mapping[str, Any]) -> Bounds:
    bounds: Bounds = metadata.get("bounds", COUNTED)
    return bounds
