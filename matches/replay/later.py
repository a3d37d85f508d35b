"""Later matches that a correction rules along: those in which nothing but improvements moves."""

from collections.abc import Iterator

from matches import reading
from matches.models import Match
from matches.replay.event_changes import EventChange
from matches.replay.history_items import life_of
from matches.replay.replaying import Edits, Replay
from matches.replay.walls import next_matches
from rules.engine import effects as e
from teams import ledger

IMPROVEMENTS = (e.ImprovementOwed, e.Improved)
# What goes with them: facts that a match noted, such as what a team was worth after it.
ALONG = (*IMPROVEMENTS, e.Fact)


def ruled_along(replay: Replay) -> list[Replay] | None:
    """Where a correction moves improvements, the later matches of both teams as they would be ruled
    with it, each as it kicked off; `replay` goes on with what they come to. None if any would be
    ruled otherwise in anything else, or needs an answer. Some statements for each later match."""
    if replay.conflicts or not any(_moves(slot) for slot in _changed(replay)):
        return None
    lives = dict(replay.past.lives)
    replays = []
    for match in _in_order(replay):
        record = reading.load(match)
        for row in record.sides.values():
            row.team = replay.team(row.team_id) or row.team
        written = {
            row.team_id: replay.lives.get(row.team_id) or life_of(row.team)
            for row in record.sides.values()
        }
        again = Replay(record, Edits(), written, as_kicked_off=True)
        again.past.lives = {team: lives.get(team, life) for team, life in written.items()}
        again.run()
        if again.conflicts or not all(_goes_along(slot) for slot in _changed(again)):
            return None
        if any(again.record.team(each.side).pk not in lives for each in again.rewritings):
            return None
        lives |= {team: life for team, life in again.past.lives.items() if team in lives}
        if again.rewritings:
            replays.append(again)
    replay.past.lives.update(lives)
    return replays


def _in_order(replay: Replay) -> list[Match]:
    """In which they were played. One statement."""
    later = {row.match_id for row in next_matches(replay.record)}
    return list(reading.matches().filter(pk__in=later).order_by("played_on", "id"))


def _changed(replay: Replay) -> Iterator[EventChange]:
    slots = (slot for each in replay.rewritings for slot in each.slots)
    return (slot for slot in slots if not slot.stays)


def _moves(slot: EventChange) -> bool:
    return any(isinstance(effect, IMPROVEMENTS) for effect in _differing(slot))


def _goes_along(slot: EventChange) -> bool:
    return all(isinstance(effect, ALONG) for effect in _differing(slot))


def _differing(slot: EventChange) -> list[e.Effect]:
    was = ledger.effects_of(slot.event) if slot.event else []
    now = slot.entry.effects if slot.entry else ()
    return [each for each in was if each not in now] + [each for each in now if each not in was]
