"""Dice as the books write them: D3, 2D6, D16, and those that read as one number, D66 and D68."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeGuard

Rolled = int | list[int]


@dataclass(frozen=True, slots=True)
class Dice:
    """So many dice of so many sides. `D68` is a D6 for the tens and a D8 for the units, `D66` two
    D6 alike."""

    spec: str
    sides: tuple[int, ...]
    reads_as_one: bool = False

    def fault(self, rolled: object) -> str | None:
        """The code of what is wrong with a typed result, or None."""
        faces = self.faces(rolled)
        if faces is None:
            return "dice-shape"
        if any(not 1 <= face <= sides for face, sides in zip(faces, self.sides, strict=True)):
            return "dice-range"
        return None

    def faces(self, rolled: object) -> tuple[int, ...] | None:
        """The single faces of a result: one number for one die or for two that read as one, a
        list for several."""
        if self.reads_as_one or len(self.sides) == 1:
            if not _whole(rolled):
                return None
            return divmod(rolled, 10) if self.reads_as_one else (rolled,)
        if isinstance(rolled, list) and len(rolled) == len(self.sides) and all(map(_whole, rolled)):
            return tuple(rolled)
        return None

    def results(self) -> Iterator[Rolled]:
        """Everything these dice can show."""
        for faces in product(*(range(1, sides + 1) for sides in self.sides)):
            yield self.rolled(faces)

    def rolled(self, faces: tuple[int, ...]) -> Rolled:
        if self.reads_as_one:
            return faces[0] * 10 + faces[1]
        return faces[0] if len(faces) == 1 else list(faces)


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


@cache
def dice(spec: str) -> Dice:
    """The dice that a spec such as "2D6" names."""
    if spec in ("D66", "D68"):
        return Dice(spec, (6, int(spec[-1])), reads_as_one=True)
    match = re.fullmatch(r"(\d*)D(\d+)", spec)
    if not match:
        raise ValueError(f"no such dice: {spec!r}")
    return Dice(spec, (int(match[2]),) * int(match[1] or 1))


# A die that stands, or is thrown once more in hope of better.
KEEP, AGAIN = "keep", "reroll"
KEEP_FROM = 4  # on a D6; below it a second throw is the better choice


def kept_or_thrown_again(face: int) -> str:
    """What is likely to pay."""
    return KEEP if face >= KEEP_FROM else AGAIN
