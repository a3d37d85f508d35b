"""What happens on the pitch, drive by drive: by strength and skill, and by luck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from league.pins import edition_of
from matches.commands.tapping import NewTap
from matches.pitch import reports, resources, side_counts
from matches.pitch.casualties import CasualtyRecord
from matches.pitch.lineups import field_of
from matches.pitch.reports import Lineup, StandingTap, used_marks
from matches.record import MatchRecord
from rules.engine.lineup import LineupPlayer, Pitch
from rules.engine.match import SIDES, Side, other
from rules.engine.rulings import Refused
from simulator.decisions import Decider
from teams import snapshots

HALVES = (1, 2)
OVERTIME = 3
TURNS = 8
COUNTED_AT_MOST = 3  # how often in a half a side may do each of the things that are counted
COUNTED = 0.35
CHANCES = 4  # drives of a side that may end in a touchdown
BLOCKS = 8  # blocks of a side that may end in a casualty
THROWS = 4
HOW = ("block", "block", "block", "block", "crowd", "foul", "weapon", "bomb", "fall", "unknown")
BY_SOMEBODY = ("block", "foul", "weapon", "bomb")
REMEMBERED = 0.97
DICE_AT_THE_PITCH = 0.7
NO_ROLL = 0.4  # of the casualties of small players
EATEN = 0.03  # of the casualties of those who can be thrown


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that will happen in a half."""

    half: int
    turn: int
    what: str
    side: Side


@dataclass
class SimulatedMatch:
    """A match as it is being played: taps in their order, and who is still on the pitch."""

    record: MatchRecord
    decider: Decider
    taps: list[NewTap] = field(default_factory=list)
    seen: list[StandingTap] = field(default_factory=list)
    score: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))

    def __post_init__(self) -> None:
        self.chance = self.decider.chance
        self.field: Lineup = field_of(self.record)
        self.out: set[tuple[Side, str]] = set()
        self.treated: dict[tuple[Side, str], int] = {}
        self.catalogue = self.record.book.catalogue
        self.rules: Pitch = edition_of(self.record.match.pin).pitch

    # --- halves

    def half(self, number: int) -> list[NewTap]:
        """The taps of a half, in the order in which they happen."""
        before = len(self.taps)
        if results := self.rules.kick_offs(self.record.book):
            self._tap("kick-off", result=self.chance.choice(results).key)
        of_side = self._moments if self.rules.knows_players else self._counted
        moments = [each for side in SIDES for each in of_side(number, side)]
        turn: tuple[int, Side] | None = None
        for moment in sorted(moments, key=lambda each: each.turn):
            if (moment.turn, moment.side) != turn and self.rules.counts_turns:
                turn = moment.turn, moment.side
                self._tap("turn", moment.side, half=number, turn=moment.turn)
            self._happen(moment)
        self._now_and_then()
        return self.taps[before:]

    def overtime(self) -> list[NewTap]:
        """Extra time of a knock-out match: perhaps somebody scores."""
        before = len(self.taps)
        side = self.chance.choice(SIDES)
        if self.rules.side_counts:
            # Played on until somebody leads.
            self._count(self.rules.side_counts[0].key, side)
        elif self.chance.random() < 0.6:
            turn = self.chance.randint(1, TURNS)
            self._tap("turn", side, half=OVERTIME, turn=turn)
            self._happen(Moment(OVERTIME, turn, "touchdown", side))
        return self.taps[before:]

    @property
    def leader(self) -> Side | None:
        ahead = self.score["home"] - self.score["away"]
        return None if not ahead else "home" if ahead > 0 else "away"

    def can_field(self, side: Side) -> int:
        return min(self.catalogue.traits.fields, len(self._fit(side)))

    def _moments(self, half: int, side: Side) -> list[Moment]:
        """Roughly what sides of this kind do to each other in a half."""
        own, theirs = self._mean(side), self._mean(other(side))
        edge = (self._value(side) - self._value(other(side))) / 2_000_000
        scores = 0.3 + 0.12 * (own["ag"] - 3) + 0.04 * (own["ma"] - 6) + edge
        hurts = 0.1 + 0.12 * (own["st"] - theirs["st"]) + 0.05 * (9 - theirs["av"]) + edge / 2
        throws = 0.3 + 0.2 * (own["ag"] - 3)
        likely = {
            "touchdown": (CHANCES // 2, scores),
            "casualty": (BLOCKS // 2, hurts),
            "completion": (THROWS // 2, throws),
            "interception": (1, 0.04),
            "sent-off": (1, 0.08),
        }
        return [
            Moment(half, self.chance.randint(1, TURNS), what, side)
            for what, (times, probability) in likely.items()
            if what in (*self.rules.deeds, "casualty", "sent-off")
            for _ in range(times)
            if self.chance.random() < min(max(probability, 0.02), 0.85)
        ]

    def _counted(self, half: int, side: Side) -> list[Moment]:
        """What is counted for a side where nobody knows its players."""
        return [
            Moment(half, self.chance.randint(1, TURNS), each.key, side)
            for each in self.rules.side_counts
            for _time in range(COUNTED_AT_MOST)
            if self.chance.random() < COUNTED
        ]

    def _mean(self, side: Side) -> Mapping[str, float]:
        fit = self._fit(side)
        means = {"ma": 6.0, "st": 3.0, "ag": 3.0, "av": 8.0}
        if not fit:
            return means
        return {
            name: sum(each.profile.get(name, int(usual)) for each in fit) / len(fit)
            for name, usual in means.items()
        }

    def _value(self, side: Side) -> int:
        value: int | None = (self.record.sides[side].kick_off or {})["value"]
        return value or 0

    # --- moments

    def _happen(self, moment: Moment) -> None:
        if not self.rules.knows_players:
            self._count(moment.what, moment.side)
            return
        match moment.what:
            case "casualty":
                self._casualty(other(moment.side))
            case "sent-off":
                if fit := self._fit(moment.side):
                    fouler = self.chance.choice(fit)
                    self._tap("sent-off", moment.side, player=fouler.key)
                    self.out.add((moment.side, fouler.key))
            case deed:
                self._deed(deed, moment.side)

    def _count(self, what: str, side: Side) -> None:
        """With a mark on it as long as there is one, and a name where there are names."""
        count = next(each for each in self.rules.side_counts if each.key == what)
        data: dict[str, Any] = {"what": what}
        if names := side_counts.entries(self.record, count):
            data["named"] = self.chance.choice(names).key
        marks = {each.key for each in side_counts.usable_marks(self.record, side)}
        if count.mark in marks - {*used_marks(self.seen)[side]}:
            data["mark"] = count.mark
        self._tap("count", side, **data)
        mark = data.get("mark", "")
        worth = self.rules.worth(self.record.book, what, data.get("named", ""), mark)
        self.score[side] += worth or 0

    def _deed(self, deed: str, side: Side) -> None:
        fit = self._fit(side)
        if not fit:
            return
        skill = "ag" if deed != "touchdown" else "ma"
        weights = [each.profile.get(skill, 3) ** 3 for each in fit]
        who = self.chance.choices(fit, weights)[0]
        known = {"player": who.key} if self.chance.random() < REMEMBERED else {}
        self._tap(deed, side, **known)
        if deed == "touchdown":
            self.score[side] += 1

    def _casualty(self, side: Side) -> None:
        victims, authors = self._fit(side), self._fit(other(side))
        if not victims or not authors:
            return
        weights = [float(12 - min(each.profile.get("av", 8), 11)) for each in victims]
        victim = self.chance.choices(victims, weights)[0]
        how = self.chance.choice(HOW)
        data: dict[str, Any] = {"player": victim.key, "how": how}
        if how in BY_SOMEBODY and self.chance.random() < REMEMBERED:
            weights = [float(each.profile.get("st", 3)) ** 3 for each in authors]
            data["by"] = self.chance.choices(authors, weights)[0].key
        data = self._without_roll(victim, data)
        uuid = uuid4()
        if data.get("injury") != "eaten":
            data |= self._treatment(side, victim, str(uuid), data)
        hurt = self._hurt(str(uuid), side, data)
        suffering, answers = self._suffered(side, hurt)
        # Whether somebody comes back, or another rises, is known at once.
        at_once = suffering.plays_on or suffering.is_dead
        if answers and (at_once or self.chance.random() < DICE_AT_THE_PITCH):
            treated = data.get("treated")
            data["answers"] = {key: value for key, value in answers.items() if key != treated}
        self._put(NewTap(uuid, "casualty", side, data))
        if not suffering.plays_on:
            self.out.add((side, victim.key))
        if suffering.is_dead:
            self._raise(other(side))

    def _without_roll(self, victim: LineupPlayer, data: dict[str, Any]) -> dict[str, Any]:
        """Now and then somebody small is badly hurt without a roll, or eaten."""
        if victim.standing == "rostered-star":
            return data
        known = {each.key for each in self.field.without_roll}
        if "right-stuff" in victim.skills and self.chance.random() < EATEN and "eaten" in known:
            return {"player": victim.key, "how": "team-mate", "injury": "eaten"}
        is_small = "stunty" in victim.skills and "badly-hurt" in known
        if is_small and self.chance.random() < NO_ROLL:
            return data | {"injury": "badly-hurt"}
        return data

    def _treatment(
        self, side: Side, victim: LineupPlayer, uuid: str, data: Mapping[str, Any]
    ) -> dict[str, str]:
        """Somebody who can help, while there is one, and whoever is not beyond it."""
        there = self.field.treatments.get(side, {})
        wanted = "igor" if "regeneration" in victim.skills else "apothecary"
        used = self.treated.get((side, wanted), 0)
        if victim.standing in ("star", "rostered-star") or used >= there.get(wanted, 0):
            return {}
        treated = {"treated": wanted}
        driven = self._suffering(side, self._hurt(uuid, side, {**data, **treated}), {}).driven
        if driven and isinstance(driven.outcome, Refused):
            return {}
        self.treated[side, wanted] = used + 1
        return treated

    def _hurt(self, uuid: str, side: Side, data: Mapping[str, Any]) -> Mapping[str, Any]:
        tap = StandingTap(uuid, len(self.seen) + 1, "casualty", side, data)
        return list(reports.hurts([*self.seen, tap], self.field))[-1]

    def _suffering(
        self, side: Side, hurt: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> CasualtyRecord:
        frozen = self.record.sides[side].kick_off or {}
        team = snapshots.read_back(frozen["team"])
        return CasualtyRecord(self.record.match, team, hurt, answers)

    def _suffered(
        self, side: Side, hurt: Mapping[str, Any]
    ) -> tuple[CasualtyRecord, Mapping[str, Any]]:
        """Throw the dice, as far as they lead."""
        answers: dict[str, Any] = {}
        suffering = self._suffering(side, hurt, answers)
        while asks := suffering.asks():
            for rest, ask in asks.items():
                answers[rest] = self.decider.suffers(ask)
        return suffering, answers

    def _raise(self, side: Side) -> None:
        """Whoever may join when somebody dies, does."""
        joining = (self.record.sides[side].kick_off or {})["joining"]
        risen = [each["key"] for each in joining if each["profile"]]
        if risen and self.chance.random() < 0.5:
            self._tap("joins", side, who=risen[0])

    def _now_and_then(self) -> None:
        """What is seldom worth a tap."""
        if self.chance.random() < 0.1:
            for table in self.catalogue.shelves.get("weather_table", ())[:1]:
                self._tap("weather", weather=self.chance.choice(table.entries).key)
        if self.chance.random() < 0.1:
            self._tap("note", note="The crowd will talk about this one.")
        for side in SIDES:
            had = [*resources.at_hand(self.record, side, ())]
            if had and self.chance.random() < 0.2:
                self._tap("inducement", side, what=self.chance.choice(had))
        if self.chance.random() < 0.1 and self.rules.deeds:
            deed = "completion" if "completion" in self.rules.deeds else self.rules.deeds[0]
            wrong = self._tap(deed, self.chance.choice(SIDES))
            self._tap("void", of=str(wrong.uuid))

    # --- who and how

    def _fit(self, side: Side) -> Sequence[LineupPlayer]:
        return [
            each
            for each in self.field.people[side].values()
            if not each.absent and (side, each.key) not in self.out
        ]

    def _tap(self, kind: str, side: str = "", *, note: str = "", **data: Any) -> NewTap:
        return self._put(NewTap(uuid4(), kind, side, data, note))

    def _put(self, tap: NewTap) -> NewTap:
        self.taps.append(tap)
        side: Side | None = "home" if tap.side == "home" else "away" if tap.side else None
        self.seen.append(StandingTap(str(tap.uuid), len(self.seen) + 1, tap.kind, side, tap.data))
        return tap
