"""What a match is worth in the standings: points by how it ended, and bonuses beside them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from rules.engine.faults import negative_faults, one_of_faults, result_faults
from rules.engine.rulings import Line, Reason

Result = Literal["won", "drawn", "lost"]
How = Literal[
    "played", "overtime", "penalties", "conceded", "walkover", "forfeit", "ruled", "void", "bye"
]

# Which knob gives the points of a side that won, drew or lost like this; "" gives none.
POINTS: Mapping[str, Mapping[str, str]] = {
    "played": {"won": "points.win", "drawn": "points.draw", "lost": "points.loss"},
    "overtime": {"won": "points.overtime-win", "lost": "points.overtime-loss"},
    "penalties": {"won": "points.overtime-win", "lost": "points.overtime-loss"},
    "conceded": {"won": "points.win", "lost": "points.concession"},
    "walkover": {"won": "points.win", "lost": "points.forfeit"},
    "forfeit": {"won": "points.win", "lost": "points.forfeit"},
    "ruled": {"won": "points.win", "drawn": "points.draw", "lost": "points.loss"},
    "void": {"won": "", "drawn": "", "lost": ""},
    "bye": {"won": "points.bye", "drawn": "points.bye", "lost": "points.bye"},
}
NOBODY_PLAYED = frozenset({"walkover", "forfeit", "ruled", "void", "bye"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """One side's match in the table; `conceded` is the punished kind.

    Casualties are those that the league counts in its standings.
    """

    result: Result
    how: How = "played"
    touchdowns: int = 0
    opponent_touchdowns: int = 0
    casualties: int = 0
    friendly: bool = False


class Bonus(Protocol):
    """What brings points beside the result: when it is earned, and with which results."""

    @property
    def results(self) -> frozenset[Result]: ...

    def earned(self, at: Outcome) -> bool: ...


ANY_RESULT: frozenset[Result] = frozenset({"won", "drawn", "lost"})


@dataclass(frozen=True, slots=True)
class TouchdownsScored:
    at_least: int
    results: frozenset[Result] = ANY_RESULT

    def earned(self, at: Outcome) -> bool:
        return at.touchdowns >= self.at_least


@dataclass(frozen=True, slots=True)
class CasualtiesCaused:
    at_least: int
    results: frozenset[Result] = ANY_RESULT

    def earned(self, at: Outcome) -> bool:
        return at.casualties >= self.at_least


@dataclass(frozen=True, slots=True)
class CleanSheet:
    """Also for whoever loses on penalties after a match without touchdowns."""

    results: frozenset[Result] = ANY_RESULT

    def earned(self, at: Outcome) -> bool:
        return at.opponent_touchdowns == 0


@dataclass(frozen=True, slots=True)
class LostBy:
    exactly: int
    results: frozenset[Result] = frozenset({"lost"})

    def earned(self, at: Outcome) -> bool:
        behind = at.opponent_touchdowns - at.touchdowns
        return at.result == "lost" and behind == self.exactly


# What the options of the knob `points.bonuses` mean.
BONUSES: Mapping[str, Bonus] = {
    "td-2": TouchdownsScored(2),
    "td-3": TouchdownsScored(3),
    "td-4": TouchdownsScored(4),
    "td-5": TouchdownsScored(5),
    "cas-2": CasualtiesCaused(2),
    "cas-3": CasualtiesCaused(3),
    "cas-4": CasualtiesCaused(4),
    "cas-5": CasualtiesCaused(5),
    "clean-sheet": CleanSheet(),
    "lost-by-one": LostBy(1),
}


def outcome_faults(at: Outcome) -> list[Reason]:
    """What no match could have ended like."""
    faults = [
        *result_faults(at.result),
        *one_of_faults("how", at.how, POINTS),
        *negative_faults(
            touchdowns=at.touchdowns,
            opponent_touchdowns=at.opponent_touchdowns,
            casualties=at.casualties,
        ),
    ]
    if not faults and at.result not in POINTS[at.how]:
        faults.append(Reason("cannot-be-drawn", "result", {"how": at.how}, integrity=True))
    return faults


class Choices(Protocol):
    """House rules, asked by the knob's key."""

    def __getitem__(self, key: str, /) -> Any: ...
    def get(self, key: str, otherwise: Any, /) -> Any: ...


def point_lines(house: Choices, at: Outcome) -> list[Line]:
    """The arithmetic of one side's points: the result, then a line for each bonus."""
    knob = POINTS[at.how][at.result]
    worth = house[knob] if knob else 0
    lines = [Line("result", worth, {"result": at.result, "how": at.how})]
    if bonuses_count(at.how, at.result):
        lines += [
            Line("bonus", worth, {"bonus": key})
            for key, worth in bonus_worths(house).items()
            if BONUSES[key].earned(at)
        ]
    return lines


def bonus_worths(house: Choices) -> dict[str, int]:
    """What each bonus of the league is worth, in the order in which they are declared."""
    chosen = house.get("points.bonuses", {})
    return {key: chosen[key] for key in BONUSES if key in chosen}


def bonuses_count(how: str, result: str) -> bool:
    """Only for those who played the match to its end."""
    return how not in NOBODY_PLAYED and not (how == "conceded" and result == "lost")


def least_and_most(house: Choices) -> tuple[int, int]:
    """The fewest and the most points that a match can bring a side, every bonus included."""
    worths = list(_worths(house))
    return min(least for least, _ in worths), max(most for _, most in worths)


def _worths(house: Choices) -> Iterator[tuple[int, int]]:
    for how, knobs in POINTS.items():
        if how == "bye":
            continue
        for result, knob in knobs.items():
            worth = house[knob] if knob else 0
            extra = sum(
                worth
                for key, worth in bonus_worths(house).items()
                if result in BONUSES[key].results
            )
            yield worth, worth + (extra if bonuses_count(how, result) else 0)
