"""How a league counts: its house rules on points and tie-breakers, and how many results count."""

from dataclasses import dataclass

from rules.editions import edition
from rules.engine.league_points import POINTS, Outcome, least_and_most, point_lines
from rules.engine.rulings import Line
from rules.house import House
from rules.house.standings import SCORES

# A table ranks all of its results by these as they stand now; of the others each match keeps what
# held in its round.
RANKING = ("tie-breakers",)
COUNTING = tuple(
    dict.fromkeys(
        [
            *(knob for worths in POINTS.values() for knob in worths.values() if knob),
            *("points.bonuses", "standings.casualties"),
            *(knob.key for knob in SCORES),
        ]
    )
)


@dataclass(frozen=True, slots=True)
class Scheme:
    """In open play the first `maximum` matches count, and the `best` of those; whoever has played
    fewer than the `minimum` stands below all who have not."""

    house: House
    minimum: int = 0
    maximum: int | None = None
    best: int | None = None

    @property
    def counted(self) -> tuple[str, ...]:
        """Keys of what the edition counts, the score first."""
        return tuple(each.key for each in edition(self.house.edition).pitch.counted)

    def because(self, at: Outcome) -> tuple[Line, ...]:
        """What a match brings a side, line by line."""
        return tuple(point_lines(self.house, at))

    def first_by_points(self) -> bool:
        return bool(self.house["tie-breakers"][:1] == ["points"])

    def least_and_most(self) -> tuple[int, int]:
        """The fewest and the most points that a match can bring; a void one brings none."""
        return least_and_most(self.house)

    def bye(self) -> int:
        points: int = self.house["points.bye"]
        return points

    def limited(self) -> bool:
        return self.maximum is not None or self.best is not None
