"""A match as plain values: two teams, the facts so far, and what happened on the pitch."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.engine import effects as e
from rules.engine.fold import fold
from rules.engine.state import Team

Side = Literal["home", "away"]
SIDES: tuple[Side, Side] = ("home", "away")

Facts = Mapping[str, tuple[Any, ...]]
# Who may be had to treat a casualty, as reports call them.
TREATMENTS = ("apothecary", "igor")


def other(side: Side) -> Side:
    return "away" if side == "home" else "home"


@dataclass(frozen=True, slots=True)
class Hurt:
    """A casualty as the pitch saw it. Its dice are answers, not part of the report.

    The cause is a block, a blitz, a foul or other, `how` is what the scoreboard calls it; `by` is
    the opponent who did it. Other and by
    nobody is whatever players do to themselves or meet by chance. `injury` names one of the
    edition's injuries for which nobody rolls. `seen_again` says whether they did something on the
    pitch afterwards, and `could_return` whether their side has what brings somebody back.
    """

    side: Side
    player: str
    nth: int = 1
    cause: str = "block"
    how: str = ""
    by: str = ""
    hired: Literal["", "star", "mercenary"] = ""
    skills: tuple[str, ...] = ()
    strength: int = 3
    apothecary: bool = False
    igor: bool = False
    weeping_dagger: bool = False
    killer_skills: tuple[str, ...] = ()
    injury: str = ""
    seen_again: bool = False
    could_return: bool = False

    @property
    def is_inflicted(self) -> bool:
        return bool(self.by) or self.cause != "other"


@dataclass(frozen=True, slots=True)
class Report:
    """What happened on the pitch: input, never consequence."""

    score: Mapping[str, int] = field(default_factory=lambda: {"home": 0, "away": 0})
    deeds: Mapping[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict)
    casualties: tuple[Hurt, ...] = ()
    sat_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hired: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    friendly: bool = False
    play_off: bool = False
    semi_final: bool = False
    final: bool = False
    decided_for: Literal["", "home", "away"] = ""
    conceded_by: Literal["", "home", "away"] = ""
    conceded_before_set_up: bool = False
    could_field: int = 11
    promo_tour: tuple[str, ...] = ()
    # Special plays that each side has played.
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # What is counted for a side and for nobody on it, and the marks that each side has used.
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    used: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Match:
    """A match between its first and its last step."""

    id: str
    teams: Mapping[str, Team]
    report: Report = field(default_factory=Report)
    facts: Facts = field(default_factory=dict)
    side_facts: Mapping[str, Facts] = field(default_factory=lambda: {"home": {}, "away": {}})
    rostered_elsewhere: tuple[str, ...] = ()

    def fact(self, what: str, default: Any = None) -> Any:
        """What was noted last under a name."""
        return self.facts[what][-1] if what in self.facts else default

    def side_fact(self, side: Side, what: str, default: Any = None) -> Any:
        noted = self.side_facts[side]
        return noted[what][-1] if what in noted else default

    def all_of(self, side: Side, what: str) -> tuple[Any, ...]:
        return self.side_facts[side].get(what, ())

    def result(self, side: Side) -> Literal["won", "drawn", "lost"]:
        """Won, drawn or lost: by concession, after extra time, or by the score."""
        report = self.report
        if report.conceded_by:
            return "lost" if report.conceded_by == side else "won"
        mine, theirs = report.score[side], report.score[other(side)]
        if mine == theirs:
            if not report.decided_for:
                return "drawn"
            return "won" if report.decided_for == side else "lost"
        return "won" if mine > theirs else "lost"


def settle(match: Match, effects: Iterable[e.Effect], *, side: Side | None = None) -> Match:
    """The match after a step: a joint one, or one of a single side's."""
    for effect in effects:
        match = _settle_one(match, effect, side)
    return match


def _settle_one(match: Match, effect: e.Effect, side: Side | None) -> Match:
    if isinstance(effect, e.To):
        return _settle_one(match, effect.effect, "home" if effect.side == "home" else "away")
    if isinstance(effect, e.Fact):
        if side is None:
            return replace(match, facts=_noted(match.facts, effect))
        noted = _noted(match.side_facts[side], effect)
        return replace(match, side_facts={**match.side_facts, side: noted})
    if side is None:
        raise TypeError(f"whose is {effect!r}?")
    return replace(match, teams={**match.teams, side: fold(match.teams[side], [effect])})


def _noted(facts: Facts, effect: e.Fact) -> Facts:
    return {**facts, effect.what: (*facts.get(effect.what, ()), effect.value)}
