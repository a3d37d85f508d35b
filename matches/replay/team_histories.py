"""A team's life, as it is written and as it would be."""

from collections.abc import Mapping, Sequence
from typing import Any

from matches.record import MatchRecord
from matches.replay.event_changes import EventChange
from matches.replay.history_items import Held, Life
from matches.running import History
from rules.engine import effects as e
from rules.engine import state
from rules.engine.fold import fold
from rules.engine.match import Side
from teams import ledger


def held_by(slot: EventChange, position: int) -> list[Held]:
    """What would hold at a slot."""
    if slot.stays and slot.event:
        effects = tuple(ledger.effects_of(slot.event))
        return [Held(position, slot.event.step, slot.event.kind, effects, slot.event)]
    if slot.entry:
        return [Held(position, slot.entry.step, slot.entry.kind, slot.entry.effects)]
    return []


class HypotheticalHistory(History):
    """What came before a step if teams had lived these lives."""

    def __init__(
        self, record: MatchRecord, lives: dict[int, Life], report: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(record)
        self.lives = lives
        self.told = report or super().report()
        # What each step settled for the match, with its place.
        self.settled = {
            place: (run.place, [e.from_data(fact) for fact in run.facts])
            for place, run in record.runs.items()
        }
        # By team, what was folded last and what it came to.
        self._folded: dict[int, tuple[Life, state.Team]] = {}

    def report(self) -> Mapping[str, Any] | None:
        return self.told

    def state(self, side: Side, place: int) -> state.Team:
        """Folded on from what was asked for last, if that goes before."""
        team = self.record.team(side)
        before = (self._position(side), place)
        earlier = [held for held in self.lives[team.pk] if (held.position, held.step) < before]
        so_far, then = self._folded.get(team.pk, ([], None))
        if then is None or earlier[: len(so_far)] != so_far:
            so_far, then = [], state.Team(race=team.race)
        then = fold(then, (each for held in earlier[len(so_far) :] for each in held.effects))
        self._folded[team.pk] = earlier, then
        return then

    def effects(self, side: Side, since: int, until: int) -> list[e.Effect]:
        return [
            effect
            for held in self.lives[self.record.team(side).pk]
            if held.position == self._position(side) and since <= held.step < until
            for effect in held.effects
        ]

    def facts(self, place: int) -> list[e.Effect]:
        found = sorted(self.settled.values(), key=lambda each: each[0])
        return [fact for at, facts in found if at < place for fact in facts]

    def rewrite(self, side: Side, place: int, slots: Sequence[EventChange]) -> None:
        """Live on with what a step would have done."""
        team, position = self.record.team(side), self._position(side)
        here = (position, place)
        life = self.lives[team.pk]
        self.lives[team.pk] = [
            *(held for held in life if (held.position, held.step) < here),
            *(held for slot in slots for held in held_by(slot, position)),
            *(held for held in life if (held.position, held.step) > here),
        ]

    def _position(self, side: Side) -> int:
        return self.record.sides[side].chapter.position
