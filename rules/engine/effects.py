"""What a ruling changes, as typed values that can be stored and read back."""

import dataclasses
import re
from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.rulings import Visible
from rules.engine.state import Home, Player


@dataclasses.dataclass(frozen=True, slots=True)
class Effect:
    """One change to a team. Stored under its kind, with its fields as data."""


@dataclasses.dataclass(frozen=True, slots=True)
class Gold(Effect):
    amount: int
    what: str


@dataclasses.dataclass(frozen=True, slots=True)
class Fund(Effect):
    amount: int


@dataclasses.dataclass(frozen=True, slots=True)
class Joined(Effect):
    player: Player


@dataclasses.dataclass(frozen=True, slots=True)
class Left(Effect):
    player: str
    how: str


@dataclasses.dataclass(frozen=True, slots=True)
class Signed(Effect):
    """A journeyman becomes a player of the team."""

    player: str


@dataclasses.dataclass(frozen=True, slots=True)
class Renewed(Effect):
    """Another season for the team; what held the player back in the last one is forgotten."""

    player: str


@dataclasses.dataclass(frozen=True, slots=True)
class Earned(Effect):
    player: str
    award: str
    times: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class PointsGiven(Effect):
    """Star player points that no award stands for; below zero they are taken."""

    player: str
    by: int


@dataclasses.dataclass(frozen=True, slots=True)
class Spent(Effect):
    """Star player points given away, in an edition that spends them."""

    player: str
    points: int


@dataclasses.dataclass(frozen=True, slots=True)
class ImprovementOwed(Effect):
    """Rolled for; which skill or characteristic it becomes is still open."""

    player: str
    level: str
    dice: list[int]


@dataclasses.dataclass(frozen=True, slots=True)
class Improved(Effect):
    player: str
    level: str
    value: int
    skill: str = ""
    characteristic: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class SkillGiven(Effect):
    """A skill that no improvement roll stands for, and what it adds to the player's value."""

    player: str
    skill: str
    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class SkillTaken(Effect):
    """A gained skill is gone, and with it what it had added to the player's value."""

    player: str
    skill: str
    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class Raised(Effect):
    """A characteristic raised without a roll, or below zero a raise taken back.

    `value` is what the player's value changes by, with its sign.
    """

    player: str
    characteristic: str
    by: int
    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class Lent(Effect):
    """Skills that come and go with a contract of the team's."""

    player: str
    skills: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Lowered(Effect):
    """Points of a characteristic lost; below zero they are given back."""

    player: str
    characteristic: str
    by: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Niggled(Effect):
    player: str
    by: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class MissesNext(Effect):
    player: str
    misses: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class TemporarilyRetired(Effect):
    """In no match until the season is over, or back before that."""

    player: str
    retired: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class Rerolls(Effect):
    by: int


@dataclasses.dataclass(frozen=True, slots=True)
class Staff(Effect):
    what: str
    by: int


@dataclasses.dataclass(frozen=True, slots=True)
class LastingInducement(Effect):
    """An inducement that is there in every match of the team's, or more or fewer of it."""

    what: str
    by: int


@dataclasses.dataclass(frozen=True, slots=True)
class FanFactor(Effect):
    by: int


@dataclasses.dataclass(frozen=True, slots=True)
class Sponsor(Effect):
    """The major sponsor from now on; an empty name ends the deal."""

    sponsor: str


@dataclasses.dataclass(frozen=True, slots=True)
class OngoingSponsors(Effect):
    by: int


@dataclasses.dataclass(frozen=True, slots=True)
class Blacklisted(Effect):
    by: str


@dataclasses.dataclass(frozen=True, slots=True)
class HomeStadium(Effect):
    """The home from now on, taken, bought or sold; None is none."""

    home: Home | None


@dataclasses.dataclass(frozen=True, slots=True)
class HomeNamed(Effect):
    """What the home is called from now on; without a home it says nothing, nor of one of another
    kind that came in between by a match which was entered later."""

    name: str
    attribute: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class RosteredStar(Effect):
    star: str


@dataclasses.dataclass(frozen=True, slots=True)
class Marked(Effect):
    """What a team has chosen, by what it was a choice of; an empty value is none any more."""

    mark: str
    value: str


@dataclasses.dataclass(frozen=True, slots=True)
class Recorded(Effect):
    """A match counted: played, won, drawn, lost, and what else the re-draft asks for."""

    counts: Mapping[str, int]


@dataclasses.dataclass(frozen=True, slots=True)
class Fact(Effect):
    """Something that holds for the match, not for a team: the weather, the gate, who kicks.

    Facts alone can be secret; what changes a team is seen by all.
    """

    what: str
    value: Any
    visible: Visible = "public"


@dataclasses.dataclass(frozen=True, slots=True)
class To(Effect):
    """An effect of a joint step, and the side that it befalls."""

    side: str
    effect: Effect


def kind_of(effect: Effect | type[Effect]) -> str:
    """The name that an effect is stored under: `misses-next` for MissesNext."""
    name = (effect if isinstance(effect, type) else type(effect)).__name__
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


KINDS: dict[str, type[Effect]] = {kind_of(kind): kind for kind in Effect.__subclasses__()}

# Fields that are more than JSON can say, and how to read them back.
_READERS: dict[tuple[type[Effect], str], Callable[[Any], Any]] = {
    (Joined, "player"): lambda data: Player(**_with_tuples(data, "skills", "lent")),
    (HomeStadium, "home"): lambda data: Home(**data) if data else None,
    (Lent, "skills"): tuple,
}


def to_data(effect: Effect) -> dict[str, Any]:
    """JSON-ready fields, with the kind."""
    if isinstance(effect, To):
        return {"kind": kind_of(effect), "side": effect.side, "effect": to_data(effect.effect)}
    return {"kind": kind_of(effect), **_plain(dataclasses.asdict(effect))}


def from_data(data: Mapping[str, Any]) -> Effect:
    kind = KINDS[data["kind"]]
    if kind is To:
        return To(data["side"], from_data(data["effect"]))
    fields = {
        name: _READERS[kind, name](value) if (kind, name) in _READERS else value
        for name, value in data.items()
        if name != "kind"
    }
    return kind(**fields)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(below) for name, below in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _with_tuples(data: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: tuple(value) if name in names else value for name, value in data.items()}
