"""Where a match stands for those who play it: its phases, and what is to do now."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.pins import edition_of
from league.rulebook import team_sheet_of
from league.wall_time import said_in
from matches.lendings import lending_faults, lent_before, lent_now
from matches.models import Match, Tap
from matches.permissions import may_agree_for, may_call_off
from matches.pitch import lineups, reports
from matches.pitch.crowd import crowd_of
from matches.pitch.reports import MatchEnding
from matches.presentation.telling import crowd_words
from matches.queries import OpenStep, Viewed
from matches.queries.reported import ON_THE_PITCH, ReportView, report_view
from matches.queries.step_lines import ENDED, State, StepLine, step_lines
from matches.record import MatchRecord
from matches.steps import Steps
from matches.unscheduled import lapses_at, yet_to_agree
from rules.book import Book
from rules.engine import effects as e
from rules.engine import state
from rules.engine.lineup import CROWD, Crowd
from rules.engine.match import SIDES, Side, other
from rules.team_sheet import Figure, Strength
from teams import ledger
from teams.crests import crest_of
from teams.figures import figures_of
from teams.models import Team, Tenure
from web.crests import Crest


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a match: over, at hand or to come."""

    title: str
    is_done: bool
    is_current: bool


def phases(match: Match) -> list[Phase]:
    """The way of a match, as far as it goes; what was told by its score alone begins there."""
    titles = [_("Pre-match"), _("Match"), _("Report"), _("Post-match")]
    at = _PHASE_OF[State(match.state)]
    if match.state == State.CALLED_OFF:
        at = 0 if match.kicked_off_at is None else 1
    first = 0
    if match.by_score:
        first = 1 if match.state in ON_THE_PITCH else 2
    return [
        Phase(title, place < at, place == at and match.state not in ENDED)
        for place, title in enumerate(titles)
        if place >= first
    ]


_PHASE_OF: Mapping[State, int] = {
    State.PRE_MATCH: 0,
    State.PLAYING: 1,
    State.INTERRUPTED: 1,
    State.REPORTED: 2,
    State.DISPUTED: 2,
    State.POST_MATCH: 3,
    State.OVER: 4,
    State.CALLED_OFF: 4,
}


@dataclass(frozen=True, slots=True)
class SideView:
    side: Side
    team: Team
    crest: Crest
    coaches: str
    coached_by: Sequence[Tenure]
    score: int
    crowd: int | None
    is_mine: bool
    may_act: bool
    is_through: bool
    entry_rights: "EntryRights"
    lendings: Sequence[str]
    steps: Sequence[StepLine]
    # As the match left it, whatever came since; nothing before its post-match is over.
    left: "Left | None" = None

    @property
    def current(self) -> StepLine | None:
        return next((step for step in self.steps if step.is_current), None)

    @property
    def has_steps(self) -> bool:
        return any(step.run for step in self.steps)


@dataclass(frozen=True, slots=True)
class Left:
    """What a team had when a match was over for it; `is_past` where something happened since."""

    team: Team | state.Team
    value: int
    book: Book
    is_past: bool = False

    @property
    def figures(self) -> list[tuple[Figure, str]]:
        return figures_of(self.book, self.team)

    @property
    def strength(self) -> Strength | None:
        """What the edition calls a team's value; nothing where it measures none."""
        return team_sheet_of(self.book).strength


@dataclass(frozen=True, slots=True)
class EntryRights:
    """Who enters for a side besides its coach."""

    is_lent: bool
    # By whose word.
    lent: str
    has_no_account: bool
    may_lend: bool
    may_take_back: bool
    by_password: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody who has yet to agree to a match off the schedule."""

    who: str
    is_me: bool
    may_accept: bool
    # Whether the reader asked, and may take it back; until when it can be answered.
    may_withdraw: bool
    lapses: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    viewed: Viewed
    phases: Sequence[Phase]
    home: SideView
    away: SideView
    joint: Sequence[StepLine]
    before: Sequence[StepLine]
    is_corrected: bool
    report: ReportView | None

    @property
    def match(self) -> Match:
        return self.viewed.match

    @property
    def sides(self) -> tuple[SideView, SideView]:
        return self.home, self.away

    @property
    def crowd(self) -> Crowd | None:
        return crowd_of(self.match.pin)

    @property
    def knows_players(self) -> bool:
        """Whether anybody counts what single players do."""
        return edition_of(self.match.pin).pitch.knows_players

    @property
    def crowd_gives(self) -> str:
        """Of both sides, once the fans are in."""
        found = [side.crowd for side in self.sides if side.crowd is not None]
        return crowd_words(*found) if len(found) == len(SIDES) else ""

    @property
    def is_unscored(self) -> bool:
        """Whether there is nothing to put on the scoreboard: nobody kicked off, nobody told."""
        match = self.match
        return match.state == State.PRE_MATCH or (
            match.state == State.CALLED_OFF and not (match.kicked_off_at or match.reported_at)
        )

    @property
    def withdrawn(self) -> MatchEnding | None:
        """How a report told the end that was withdrawn and is to be sent anew."""
        record = self.viewed.record
        is_on = self.match.state == State.PLAYING
        return MatchEnding.of(record.told) if is_on and record.report else None

    @property
    def joint_now(self) -> list[StepLine]:
        if self.match.state == State.CALLED_OFF:
            return []
        return [step for step in self.joint if step.is_current]

    @property
    def settled(self) -> list[StepLine]:
        """What both have settled together, the latest first."""
        return [step for step in (*self.before, *self.joint) if step.is_done][::-1]

    @property
    def just_now(self) -> list[StepLine]:
        """What the last answer settled for both, to be told beside the next question."""
        if self.match.state not in (State.PRE_MATCH, State.PLAYING) and not self.joint_now:
            return []
        given = self.viewed.record.answers.values()
        last = max((answer.at for each in given for answer in each.values()), default=None)
        return [
            step
            for step in reversed(self.settled)
            if (step.shares or step.dice)
            and step.run
            and step.run.finished_at
            and (last is None or step.run.finished_at >= last)
        ]

    @property
    def has_dice_to_see(self) -> bool:
        """Whether dice among what is settled still wait for this viewer to confirm them."""
        return any(step.may_witness for step in self.settled)

    @property
    def has_side_steps(self) -> bool:
        return any(side.has_steps for side in self.sides)

    @property
    def may_call_off(self) -> bool:
        is_open = self.match.confirmed_at is None and self.match.state != State.CALLED_OFF
        return is_open and may_call_off(self.viewed.record, self.viewed.access)

    @property
    def asked(self) -> "Asked | None":
        """Who was asked to play and has not answered; nobody once it is called off."""
        waiting = yet_to_agree(self.viewed.record.sides)
        if not waiting or self.match.state in ENDED or self.match.confirmed_at:
            return None
        names = [side.coaches for side in self.sides if side.side in waiting]
        mine = [side for side in waiting if side in self.viewed.access.coaches]
        may = bool(may_agree_for(self.viewed.record, self.viewed.access))
        asks = bool(self.viewed.access.coaches) and not mine
        invited = self.match.state == State.PRE_MATCH
        lapses = said_in(self.match.league, lapses_at(self.match)) if invited else ""
        return Asked(
            " & ".join(names), bool(mine), may_accept=may, may_withdraw=asks, lapses=lapses
        )


def match_page(viewed: Viewed, *, refused: OpenStep | None = None) -> MatchPage:
    """Everything that the page shows. Three statements at most: for lendings, and for the steps
    that are open, or for the taps and a dispute; and where a side may be lent, what that takes.

    `refused` is a step as it was sent, with what is wrong with it.
    """
    record, match = viewed.record, viewed.match
    is_before = match.state == State.PRE_MATCH or match.kicked_off_at is None
    steps = record.sequence.before if is_before else record.sequence.after
    earlier: Steps = {} if is_before else record.sequence.before
    has_kicked_off = record.sides["home"].kick_off is not None
    is_told = match.confirmed_at is not None  # by its steps, what became of casualties included
    taps = list(match.taps.order_by("number")) if has_kicked_off and not is_told else []
    data = _data(record, taps) if match.state in ON_THE_PITCH else record.told
    unlent = _unlent(viewed)
    sides = {side: _side(viewed, side, steps, data, refused, unlent=unlent) for side in SIDES}
    return MatchPage(
        viewed,
        phases(match),
        sides["home"],
        sides["away"],
        step_lines(viewed, steps, None, refused),
        step_lines(viewed, earlier, None, None),
        _is_corrected(record),
        report_view(viewed, data, taps) if has_kicked_off and "deeds" in data else None,
    )


def _is_corrected(record: MatchRecord) -> bool:
    """Whether something was told otherwise once it was confirmed, or done with.

    A report that was withdrawn and sent again is no correction.
    """
    confirmed_at, report = record.match.confirmed_at, record.report
    if confirmed_at and report and report.at > confirmed_at:
        return True
    return any(
        answer.at > run.finished_at
        for run in record.runs.values()
        if run.finished_at
        for answer in record.answers_to(run).values()
    )


def _data(record: MatchRecord, taps: Sequence[Tap]) -> Mapping[str, Any]:
    seen = lineups.standing_taps(taps)
    return reports.as_data(seen, lineups.field_of(record, seen), MatchEnding())


def _side(
    viewed: Viewed,
    side: Side,
    steps: Steps,
    data: Mapping[str, Any],
    refused: OpenStep | None,
    *,
    unlent: Collection[str],
) -> SideView:
    record, access = viewed.record, viewed.access
    team = record.team(side)
    return SideView(
        side=side,
        team=team,
        crest=crest_of(team),
        coaches=viewed.coaches(side),
        coached_by=viewed.coached_by(side),
        score=data["score"][side],
        crowd=_crowd(record, side, data),
        is_mine=side in access.coaches,
        may_act=access.may_act_for(side),
        is_through=record.sides[side].through_at is not None,
        entry_rights=_entry_rights(viewed, side, unlent),
        lendings=lent_before(record, side),
        steps=step_lines(viewed, steps, side, refused),
        left=left_with(record, side),
    )


# After every step that a match can have.
THE_END = 10_000


def left_with(record: MatchRecord, side: Side) -> Left | None:
    """What a side had once it was through; the present where nothing came after the match,
    otherwise one statement."""
    if record.sides[side].through_at is None:
        return None
    team, chapter = record.team(side), record.sides[side].chapter
    if record.is_latest(side):
        return Left(team, team.value, record.book)
    then = ledger.state_before(team, chapter, THE_END)
    return Left(then, ledger.strength(record.book, then), record.book, is_past=True)


def _crowd(record: MatchRecord, side: Side, data: Mapping[str, Any]) -> int | None:
    """As it was reported, or as the fans made it before the match."""
    if CROWD in data:
        told: int = data[CROWD][side]
        return told
    effects = (effect for event in record.events[side] for effect in ledger.effects_of(event))
    crowd = crowd_of(record.match.pin)
    facts = (each for each in effects if isinstance(each, e.Fact))
    given = [each.value for each in facts if crowd and each.what == crowd.fact]
    return int(given[-1]) if given else None


def _unlent(viewed: Viewed) -> set[str]:
    """The sides that something forbids to lend, asked of those that the viewer could."""
    record, access = viewed.record, viewed.access
    if viewed.match.state in ENDED:
        return set()
    own = SIDES if access.runs_from_outside else tuple(access.coaches)
    free = [side for side in own if not record.sides[side].in_other_hands]
    return {each.subject for each in lending_faults(record, access, *free, tenures=viewed.tenures)}


def _entry_rights(viewed: Viewed, side: Side, unlent: Collection[str]) -> EntryRights:
    record, access = viewed.record, viewed.access
    row = record.sides[side]
    users = [each.coach.user for each in viewed.coaching(side)]
    without = bool(users) and not any(users)
    over = viewed.match.state in ENDED
    is_opponent = other(side) in access.coaches and side not in access.coaches
    own = side in access.coaches or access.runs_from_outside
    open_to_lend = not over and not row.in_other_hands and not without and bool(users)
    lends = open_to_lend and own and len(access.coaches) < len(SIDES)
    asks = open_to_lend and is_opponent
    return EntryRights(
        is_lent=row.in_other_hands,
        lent=lent_now(record, side),
        has_no_account=without,
        may_lend=lends and side not in unlent,
        may_take_back=not over and row.in_other_hands and (own or access.decides),
        by_password=asks and any(user.has_usable_password() for user in users if user),
    )
