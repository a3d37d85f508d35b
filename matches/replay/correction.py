"""What a correction would change, worked out before anything is."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acts.failures import Reason
from league.rulebook import team_sheet_of
from matches.permissions import NOBODY, MatchAccess
from matches.pitch.reports import MatchEnding
from matches.record import MatchRecord
from matches.replay.history_items import Life, life_of, present_of
from matches.replay.later import ruled_along
from matches.replay.replaying import Edits, Replay
from matches.replay.walls import fielded_otherwise, later_matches, next_matches, out_of_reach, walls
from rules.engine import state
from rules.engine.match import SIDES, Side
from teams import ledger
from teams.figures import TeamFigure, figures_now
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Balance:
    """A team before and after; what is not possible has no after."""

    side: Side
    team: Team
    # None in an edition without gold.
    gold: int | None
    before: tuple[TeamFigure, ...]
    after: tuple[TeamFigure, ...] | None

    @property
    def figures(self) -> list[tuple[TeamFigure, TeamFigure]]:
        """Each figure before and after."""
        return [*zip(self.before, self.after or (), strict=False)]


@dataclass(frozen=True, slots=True)
class Correction:
    """The exact difference. `seen` names it: what is applied must be what was looked at."""

    replay: Replay
    balances: Sequence[Balance]
    conflicts: Sequence[Reason]
    seen: str
    access: MatchAccess = NOBODY
    # Matches since, in which improvements move along.
    later: Sequence[Replay] = ()

    @property
    def changes(self) -> bool:
        return self.replay.changes or self.tells_otherwise

    @property
    def shots_thrown(self) -> list[tuple[int, Mapping[str, int]]]:
        """Rounds of a shoot-out that the server throws for it, by their numbers."""
        if self.replay.edits.report is None:
            return []
        match_ending, before = (
            MatchEnding.of(self.replay.edits.report),
            MatchEnding.of(self.replay.record.told),
        )
        return [
            (number, shot)
            for number, shot in enumerate(match_ending.shots, 1)
            if number > max(match_ending.at_the_table, len(before.shots))
        ]

    @property
    def tells_otherwise(self) -> bool:
        """Whether something was put in otherwise, even if nothing comes of it."""
        record, edits = self.replay.record, self.replay.edits
        report = edits.report is not None and edits.report != record.told
        return report or bool(edits.taps) or any(edits.answers.values())


def work_out(record: MatchRecord, edits: Edits, access: MatchAccess = NOBODY) -> Correction:
    """Play the match again with these edits. Whoever runs the league and does not play in it has
    later ones ruled along in which only improvements move. Raises Refused where an edit fits no
    ask."""
    lives: dict[int, Life] = {record.team(side).pk: life_of(record.team(side)) for side in SIDES}
    replay = Replay(record, edits, lives, record.reserve, access).run()
    later = ruled_along(replay) if access.runs_from_outside else None
    conflicts = list(replay.conflicts)
    balances = []
    for side in SIDES:
        team = record.team(side)
        present = present_of(team, replay.past.lives[team.pk])
        if isinstance(present, Reason):
            conflicts.append(present)
        elif any(rewriting.side == side for rewriting in replay.rewritings):
            conflicts += out_of_reach(replay, side)
        balances.append(_balance(replay, side, present))
    if not conflicts:
        conflicts += fielded_otherwise(replay)
    if replay.changes and not conflicts and later is None:
        conflicts += later_matches(replay)
    if not conflicts and (replay.changes or edits.report is not None):
        conflicts += walls(replay, next_matches(record))
    return Correction(replay, balances, conflicts, _seen(replay, later or ()), access, later or ())


def _balance(replay: Replay, side: Side, present: state.Team | Reason) -> Balance:
    team = replay.record.team(side)
    slots = [slot for each in replay.rewritings if each.side == side for slot in each.slots]
    gold = sum(
        (slot.entry.gold if slot.entry else 0) - (slot.event.gold if slot.event else 0)
        for slot in slots
        if not slot.stays
    )
    book = replay.record.book
    before = figures_now(book, team, strength=team.value)
    moved = gold if team_sheet_of(book).has_gold else None
    if isinstance(present, Reason):
        return Balance(side, team, moved, before, None)
    after = figures_now(book, present, strength=ledger.strength(book, present))
    return Balance(side, team, moved, before, after)


def _seen(replay: Replay, later: Sequence[Replay]) -> str:
    """What was looked at: the revisions of matches and teams, the edits, and dice thrown for
    them."""
    record, edits = replay.record, replay.edits
    revisions = [record.match.revision, *(record.team(side).revision for side in SIDES)]
    thrown = [[each.run.side, each.run.step, each.thrown] for each in replay.reruns if each.thrown]
    along = [each.record.match.revision for each in later]
    payload = json.dumps([revisions, edits.as_data(), thrown, *along], sort_keys=True)
    return hashlib.sha256(payload.encode()).hexdigest()[:32]
