"""What happened on the pitch, put together from the taps.

Taps say what was seen, in the order in which it was entered. The report is what the rulebook reads
of them: input, never consequence.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeGuard

from django.utils.translation import gettext as _

from acts.failures import Reason
from rules.engine.lineup import CROWD, Crowd, LineupPlayer, WithoutRoll
from rules.engine.match import SIDES, TREATMENTS, Facts, Hurt, Report, Side, other

MOST_SCORED = 99
DEEDS = ("touchdown", "completion", "interception")
ENDINGS = ("played", "overtime", "penalties", "conceded", "called", "mercy")

# Taps about a side and nobody on it.
COUNT, MARK = "count", "mark"

Told = Mapping[str, int]

# As long as nobody has reported anything.
NOTHING: Mapping[str, Any] = {
    "score": dict.fromkeys(SIDES, 0),
    "sat_out": {side: [] for side in SIDES},
}


@dataclass(frozen=True, slots=True)
class StandingTap:
    """A tap that stands, as far as the report is concerned."""

    uuid: str
    number: int
    kind: str
    side: Side | None
    data: Mapping[str, Any]

    @property
    def player(self) -> str:
        return str(self.data.get("player", ""))


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """How a match came to its end, as whoever submits the report says."""

    how: str = "played"
    # Who won after extra time, or who conceded.
    side: str = ""
    before_set_up: bool = False
    could_field: int = 11
    # Penalties: the dice of each round, the re-rolls left, whether the server throws what is open.
    shots: tuple[Mapping[str, int], ...] = ()
    # How many of the rounds were shot on the table; the server threw the others.
    at_the_table: int = 0
    rerolls: Mapping[str, int] = field(default_factory=dict)
    throw: bool = False

    def as_data(self) -> dict[str, Any]:
        conceded = self.how == "conceded"
        return {
            **(self._shot() if self.shots or self._is_shot_later else {}),
            "ending": self.how,
            "decided_for": self.side if self.how in ("overtime", "penalties") else "",
            "conceded_by": self.side if conceded else "",
            "conceded_before_set_up": conceded and self.before_set_up,
            "could_field": self.could_field,
        }

    @property
    def _is_shot_later(self) -> bool:
        """Whether nothing is known of its penalties but which re-rolls are left."""
        return self.how == "penalties" and bool(self.rerolls)

    def _shot(self) -> dict[str, Any]:
        return {
            "shots": list(self.shots),
            "shots_at_the_table": self.at_the_table,
            "rerolls": dict(self.rerolls),
        }

    def says_the_same(self, before: "MatchEnding") -> bool:
        """Whether it tells nothing else; who threw the dice is no matter here."""
        return self._said() == before._said()

    def _said(self) -> tuple[Any, ...]:
        conceded = (self.before_set_up, self.could_field) if self.how == "conceded" else ()
        rerolls = [self.rerolls.get(side, 0) for side in SIDES] if self.shots else []
        return self.how, self.side, conceded, [dict(shot) for shot in self.shots], rerolls

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "MatchEnding":
        """The ending that a report tells of."""
        return cls(
            how=data.get("ending", "played"),
            side=data.get("decided_for") or data.get("conceded_by") or "",
            before_set_up=data.get("conceded_before_set_up", False),
            could_field=data.get("could_field", 11),
            shots=tuple(data.get("shots", ())),
            at_the_table=data.get("shots_at_the_table", len(data.get("shots", ()))),
            rerolls=data.get("rerolls", {}),
        )


@dataclass(frozen=True, slots=True)
class Lineup:
    """Both sides as they kicked off, with whoever joined them since."""

    people: Mapping[Side, Mapping[str, LineupPlayer]]
    treatments: Mapping[Side, Mapping[str, int]] = field(default_factory=dict)
    credited: frozenset[str] = frozenset({"block"})
    # The sides that have what brings back somebody who was out of the match.
    can_bring_back: frozenset[Side] = frozenset()
    # Injuries for which nobody rolls.
    without_roll: tuple[WithoutRoll, ...] = ()
    # Whoever treats casualties and may be used up on a knock-out instead.
    treats_knock_outs: frozenset[str] = frozenset()

    def who(self, side: Side, key: str) -> LineupPlayer | None:
        return self.people[side].get(key)

    def unrolled(self, side: Side) -> list[WithoutRoll]:
        """Injuries without a roll for which a side has somebody."""
        people = self.people[side].values()
        return [each for each in self.without_roll if any(map(each.befalls, people))]

    def treat_knock_outs(self, side: Side) -> list[str]:
        """Whom a side has for it."""
        has = self.treatments.get(side, {})
        return sorted(key for key, most in has.items() if most and key in self.treats_knock_outs)


def as_data(
    taps: Sequence[StandingTap], on: Lineup, ending: MatchEnding, **about: Any
) -> dict[str, Any]:
    """A report to be kept. `about` is what kind of match it was."""
    crowd = [tap.data for tap in taps if tap.kind == CROWD]
    return {
        "score": score_of(taps),
        "deeds": {side: _deeds(taps, on, side) for side in SIDES},
        "casualties": list(hurts(taps, on)),
        "sat_out": {
            side: [key for key, each in on.people[side].items() if each.absent] for side in SIDES
        },
        "hired": {
            side: [key for key, each in on.people[side].items() if each.is_hired] for side in SIDES
        },
        **({CROWD: {side: crowd[-1][side] for side in SIDES}} if crowd else {}),
        **({"cards": cards} if any((cards := _cards(taps)).values()) else {}),
        **side_counts(taps),
        **ending.as_data(),
        **about,
    }


def _cards(taps: Iterable[StandingTap]) -> dict[str, list[str]]:
    """The special plays that each side has played."""
    played = [tap for tap in taps if tap.kind == "card"]
    return {side: [tap.data["card"] for tap in played if tap.side == side] for side in SIDES}


def side_counts(taps: Sequence[StandingTap]) -> dict[str, Any]:
    """What was counted for each side as such, and the marks that it used; nothing where a game has
    none."""
    counts = {
        side: Counter(tap.data["what"] for tap in taps if tap.kind == COUNT and tap.side == side)
        for side in SIDES
    }
    used = used_marks(taps)
    return {
        **(
            {"counts": {side: dict(each) for side, each in counts.items()}}
            if any(counts.values())
            else {}
        ),
        **({"used": used} if any(used.values()) else {}),
    }


def used_marks(taps: Iterable[StandingTap]) -> dict[str, list[str]]:
    """The marks that each side has used, by themselves or on something that was counted."""
    known = [tap for tap in taps if tap.kind in (COUNT, MARK) and tap.data.get("mark")]
    return {side: [tap.data["mark"] for tap in known if tap.side == side] for side in SIDES}


def score_of(taps: Sequence[StandingTap]) -> dict[str, int]:
    return {side: sum(points_of(tap) for tap in taps if tap.side == side) for side in SIDES}


class Scoring(Protocol):
    """A tap, or a row of one."""

    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Mapping[str, Any]: ...


def points_of(tap: Scoring) -> int:
    """What a tap adds to the score of its side."""
    if tap.kind in (COUNT, MARK):
        return int(tap.data.get("points") or 0)
    return int(tap.kind == "touchdown")


def count_of(taps: Iterable[StandingTap], kind: str, side: Side) -> int:
    return sum(tap.kind == kind and tap.side == side for tap in taps)


def _deeds(taps: Iterable[StandingTap], on: Lineup, side: Side) -> dict[str, dict[str, int]]:
    """What each player did; a scorer whom nobody remembers has no deeds."""
    found: dict[str, Counter[str]] = {}
    for tap in taps:
        if tap.kind in DEEDS and tap.side == side and tap.player:
            found.setdefault(tap.player, Counter())[tap.kind] += 1
        elif tap.kind == "casualty" and tap.side == other(side) and _is_credited(tap, on):
            found.setdefault(tap.data["by"], Counter())["casualty"] += 1
    return {player: dict(deeds) for player, deeds in found.items()}


def _is_credited(tap: StandingTap, on: Lineup) -> bool:
    return bool(tap.data.get("by")) and tap.data.get("how") in on.credited


def hurts(taps: Sequence[StandingTap], on: Lineup) -> Iterator[dict[str, Any]]:
    """The casualties in their order, with what the rulebook wants to know of those involved."""
    times: Counter[tuple[Side, str]] = Counter()
    treated, again = treatments_of(taps), seen_again(taps)
    for tap in taps:
        if tap.kind != "casualty" or tap.side is None:
            continue
        times[tap.side, tap.player] += 1
        nth = times[tap.side, tap.player]
        yield {
            "tap": tap.uuid,
            **_hurt(tap, tap.side, nth, on, treated.get(tap.uuid, "")),
            "seen_again": tap.uuid in again,
            "could_return": tap.side in on.can_bring_back,
        }


def involved(tap: StandingTap) -> Iterator[tuple[Side, str]]:
    """Whom a tap speaks of."""
    side = tap.side
    if side is None:
        return
    if tap.kind in (*DEEDS, "casualty", "sent-off", "knock-out") and tap.player:
        yield side, tap.player
    if tap.kind == "casualty" and tap.data.get("by"):
        yield other(side), tap.data["by"]


def seen_again(taps: Sequence[StandingTap]) -> dict[str, StandingTap]:
    """By casualty, the next thing that its victim was seen doing or suffering on the pitch.

    Whoever is sent off may be in any box of the dugout; two who went down together, and a bomb,
    may hurt each other in either order.
    """
    standing_taps: dict[str, StandingTap] = {}
    last: dict[tuple[Side, str], StandingTap] = {}
    for tap in taps:
        for side, key in involved(tap):
            before = last.get((side, key))
            if before and tap.kind != "sent-off" and not _at_once(before, tap, key):
                standing_taps.setdefault(before.uuid, tap)
        if tap.kind == "casualty" and tap.side:
            last[tap.side, tap.player] = tap
    return standing_taps


def _at_once(before: StandingTap, tap: StandingTap, key: str) -> bool:
    """Whether somebody hurt another in the moment of being hurt."""
    if tap.kind != "casualty" or tap.data.get("by") != key or tap.side == before.side:
        return False
    return tap.data.get("how") == "bomb" or before.data.get("by") == tap.player


def treatments_of(taps: Iterable[StandingTap]) -> dict[str, str]:
    """Who treated which casualty, by its tap: said with it, or once its dice had fallen."""
    return {
        tap.data.get("of", tap.uuid): tap.data["treated"]
        for tap in taps
        if tap.kind in ("casualty", "dice") and tap.data.get("treated")
    }


def _hurt(tap: StandingTap, side: Side, nth: int, on: Lineup, treated: str) -> dict[str, Any]:
    victim = on.who(side, tap.player)
    by = on.who(other(side), tap.data.get("by", ""))
    how = tap.data.get("how", "unknown")
    hired = victim is not None and victim.is_hired
    skills = by.skills if by else ()
    return {
        "side": side,
        "player": tap.player,
        "nth": nth,
        "how": how,
        "cause": how if how in ("block", "foul") else "other",
        "by": tap.data.get("by", ""),
        "hired": _hired_as(victim) if hired else "",
        "skills": list(victim.skills) if victim and hired else [],
        "strength": victim.profile.get("st", 3) if victim else 3,
        **{each: treated == each for each in TREATMENTS},
        "weeping_dagger": how == "block" and "weeping-dagger" in skills,
        "killer_skills": list(skills),
        "injury": tap.data.get("injury") or "",
    }


def _hired_as(victim: LineupPlayer | None) -> str:
    return "star" if victim and victim.standing == "star" else "mercenary"


def by_score(
    *,
    score: Told,
    crowd: Told | None,
    on: Lineup,
    ending: MatchEnding,
    counts: Mapping[Side, Told] | None = None,
    **about: Any,
) -> dict[str, Any]:
    """A report of which nothing but the score, the crowd and how it ended is known, and what was
    counted for each side."""
    return {
        **as_data([], on, ending, **about),
        "score": {side: score[side] for side in SIDES},
        **({"counts": {side: dict(each) for side, each in counts.items()}} if counts else {}),
        **({CROWD: {side: crowd[side] for side in SIDES}} if crowd else {}),
    }


# --- what the rulebook reads


def report_of(data: Mapping[str, Any]) -> Report:
    values = {key: data[key] for key in _TOLD if key in data}
    return Report(
        score=data["score"],
        deeds={side: _in_order(deeds) for side, deeds in data.get("deeds", {}).items()},
        casualties=tuple(hurt_of(each) for each in data.get("casualties", ())),
        sat_out={side: tuple(players) for side, players in data["sat_out"].items()},
        hired={side: tuple(keys) for side, keys in data.get("hired", {}).items()},
        cards={side: tuple(keys) for side, keys in data.get("cards", {}).items()},
        counts={side: dict(sorted(each.items())) for side, each in data.get("counts", {}).items()},
        used={side: tuple(marks) for side, marks in data.get("used", {}).items()},
        **values,
    )


_TOLD = (
    *(
        "friendly",
        "play_off",
        "semi_final",
        "final",
        "decided_for",
        "conceded_by",
        "conceded_before_set_up",
    ),
    "could_field",
)


def _in_order(deeds: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """A database may keep the keys of what it is given in an order of its own."""
    return {player: dict(sorted(deeds[player].items())) for player in sorted(deeds)}


def hurt_of(data: Mapping[str, Any]) -> Hurt:
    known: dict[str, Any] = {
        name: data[name]
        for name in (
            *("side", "player", "nth", "cause", "by", "hired", "strength"),
            *(*TREATMENTS, "weeping_dagger"),
        )
    }
    known |= {name: data[name] for name in _HURT_LATER if name in data}
    return Hurt(**known, skills=tuple(data["skills"]), killer_skills=tuple(data["killer_skills"]))


# What a casualty may say besides; reports of old do not say all of it.
_HURT_LATER = ("how", "injury", "seen_again", "could_return")


def facts_of(data: Mapping[str, Any], side: str, crowd: Crowd | None) -> Facts:
    """What the pitch made of facts that stood before it."""
    return {crowd.fact: (data[CROWD][side],)} if crowd and CROWD in data else {}


def dice_of(taps: Iterable[StandingTap]) -> dict[str, dict[str, Any]]:
    """The dice of casualties, by the casualty's tap and then by what follows its ask's key."""
    found: dict[str, dict[str, Any]] = {}
    for tap in taps:
        if tap.kind in ("casualty", "dice"):
            treated = tap.data.get("treated")
            implied = {treated: True} if treated else {}
            of = tap.data.get("of", tap.uuid)
            found.setdefault(of, {}).update(implied | tap.data.get("answers", {}))
    return found


def casualty_key(hurt: Mapping[str, Any], rest: str = "") -> str:
    """The key of a casualty's ask."""
    key = f"casualty/{hurt['side']}/{hurt['player']}/{hurt['nth']}"
    return f"{key}/{rest}" if rest else key


# --- what cannot be in a score


def faults(score: Told) -> list[Reason]:
    """Everything that cannot be in a score."""
    about = {"least": 0, "most": MOST_SCORED}
    sentence = _("A whole number from %(least)d to %(most)d.") % about
    return [
        Reason("score_out_of_range", sentence, f"score_{side}")
        for side in SIDES
        if not is_count(score.get(side), MOST_SCORED)
    ]


def is_count(value: object, most: int) -> bool:
    return is_whole(value) and value in range(most + 1)


def is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def called(who: LineupPlayer) -> str:
    if who.name and who.number:
        return f"{who.number} {who.name}"
    return who.name or who.position
