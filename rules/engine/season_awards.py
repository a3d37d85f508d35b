"""Awards at a season's end: who played often enough, and what each winner gets of a prize."""

from dataclasses import dataclass, replace

from rules.engine import effects as e
from rules.engine.league_points import Choices

WHOLE_GOLD = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueAward:
    """What an edition gives at the end of a league by its table alone: to whoever has the most, or
    the fewest, of the points or of a tally. `counted` says what that is."""

    key: str
    title: str
    counted: str
    of: str = "points"
    fewest: bool = False


def plays_regularly(played: int, *, most: int) -> bool:
    """Whether somebody played at least half as often as whoever played most."""
    return played > 0 and 2 * played >= most


@dataclass(frozen=True, slots=True)
class Prize:
    """What an award carries into the winner's next season."""

    gold: int = 0
    fan_factor: int = 0
    inducement: str = ""

    @property
    def amounts(self) -> dict[str, int]:
        """What of it is a number, by name."""
        return {"gold": self.gold, "fan_factor": self.fan_factor}

    @property
    def effects(self) -> tuple[e.Effect, ...]:
        found: list[e.Effect] = []
        if self.gold:
            found.append(e.Gold(self.gold, "prize"))
        if self.fan_factor:
            found.append(e.FanFactor(self.fan_factor))
        if self.inducement:
            found.append(e.LastingInducement(self.inducement, 1))
        return tuple(found)


def is_divided(house: Choices, *, sharing: int) -> bool:
    """Whether the gold of a prize is split between those who share it."""
    return sharing > 1 and bool(house.get("prizes.shared", "divided") == "divided")


def each_gets(house: Choices, prize: Prize, *, sharing: int) -> Prize:
    """What everybody gets of a prize that several share: of the gold a part, in whole thousands,
    unless the league gives all of it to each. Nothing else can be divided."""
    if not is_divided(house, sharing=sharing):
        return prize
    return replace(prize, gold=prize.gold // sharing // WHOLE_GOLD * WHOLE_GOLD)
