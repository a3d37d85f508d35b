"""Where a match stands for those who play it: its phases, and what is to do now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.rulebook import team_sheet_of
from league.wall_time import said_in
from matches import field, pitch
from matches.commands.agreeing import may_agree_for
from matches.commands.beginning import may_call_off
from matches.entries import line_of
from matches.lendings import lending_sentences
from matches.models import Answer, Match, StepRun, Tap
from matches.pitch import Ending
from matches.play import Play
from matches.queries import OpenStep, Viewed, is_unwitnessed, open_step, rulings_of
from matches.queries.reported import ON_THE_PITCH, ReportView, report_view
from matches.steps import Steps
from matches.telling import Ruled, Said, faces_of, fame_words
from matches.unscheduled import lapses_at, yet_to_agree
from rules.book import Book
from rules.engine import effects as e
from rules.engine import state
from rules.engine.match import SIDES, Side, other
from rules.team_sheet import Figure, Strength
from rules.words import line_words
from teams import ledger
from teams.crests import crest_of
from teams.figures import figures_of
from teams.models import Team, Tenure
from web.crests import Crest
from web.dice import Die

State = Match.State
ENDED = (State.OVER, State.CALLED_OFF)


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
    first = 2 if match.by_score else 0
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


# --- steps


@dataclass(frozen=True, slots=True)
class Share:
    """What a step did to a team; of a joint step also what it settled for no team."""

    team: str
    rulings: Sequence[Ruled]


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step in a list: done, current or still to come."""

    key: str
    title: str
    number: int
    run: StepRun | None
    shares: Sequence[Share] = ()
    dice: Sequence[Die] = ()
    unwitnessed: int = 0
    may_witness: bool = False
    entered_by: Sequence[tuple[str, str]] = ()
    open: OpenStep | None = None

    @property
    def is_done(self) -> bool:
        return self.run is not None and self.run.finished_at is not None

    @property
    def is_current(self) -> bool:
        return self.run is not None and self.run.finished_at is None


@dataclass(frozen=True, slots=True)
class SideView:
    side: Side
    team: Team
    crest: Crest
    coaches: str
    coached_by: Sequence[Tenure]
    touchdowns: int
    fame: int | None
    is_mine: bool
    may_act: bool
    is_through: bool
    hands: "Hands"
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
class Hands:
    """Who enters for a side besides its coach."""

    is_lent: bool
    has_no_account: bool
    may_lend: bool
    may_take_back: bool
    by_password: bool


def _lines(
    viewed: Viewed, steps: Steps, side: Side | None, refused: OpenStep | None
) -> list[StepLine]:
    """The steps of a side, or those that both settle together."""
    play = viewed.play
    ended = play.match.state in ENDED or (side and play.sides[side].through_at)
    found: list[StepLine] = []
    for key, (_place, step) in steps.items():
        if step.joint != (side is None):
            continue
        run = play.run(side, key)
        if run is None and (ended or side is None):
            continue  # it did not come up, or has yet to
        line = StepLine(key, _(step.title), len(found) + 1, run)
        found.append(_filled(viewed, side, line, refused))
    return found


def _filled(
    viewed: Viewed, side: Side | None, line: StepLine, refused: OpenStep | None
) -> StepLine:
    run = line.run
    if run is None:
        return line
    about = (line.key, line.title, line.number, run)
    seen = _seen(viewed, run, side)
    unwitnessed = [each for each in seen if is_unwitnessed(viewed.play, run, each)]
    marks: dict[str, Any] = {
        "unwitnessed": len(unwitnessed),
        "may_witness": any(map(viewed.seat.may_witness, unwitnessed)),
        "entered_by": _entered_by(viewed, side, seen),
    }
    if line.is_done:
        asked = [each for each in seen if each.key in run.asked and each.dice]
        dice = [die for each in asked for die in faces_of(each)]
        return StepLine(*about, _shares(viewed, run, side, line.title), dice, **marks)
    if refused and refused.run == run:
        return StepLine(*about, open=refused, **marks)
    if viewed.seat.may_act_for(side):
        return StepLine(*about, open=open_step(viewed, run), **marks)
    return StepLine(*about, **marks)


def _seen(viewed: Viewed, run: StepRun, side: Side | None) -> list[Answer]:
    answers = viewed.play.answers_to(run).values()
    if side is None:
        return [each for each in answers if each.visible == "public"]
    return [each for each in answers if viewed.seat.sees_answer(each)]


def _entered_by(
    viewed: Viewed, side: Side | None, answers: Sequence[Answer]
) -> list[tuple[str, str]]:
    """Who entered something for a team that they do not coach; of a joint step, who chose."""
    found: set[tuple[str, str]] = set()
    for whose in [side] if side else SIDES:
        own = {each.coach.user_id for each in viewed.coached_by(whose)}
        own |= {each.coach.user_id for each in viewed.coaching(whose)}
        found |= {
            (str(each.actor), str(viewed.play.team(whose)))
            for each in answers
            if each.actor and each.actor_id not in own and (side or _chosen_by(each, whose))
        }
    return sorted(found)


def _chosen_by(answer: Answer, side: Side) -> bool:
    """Whether this was the side's choice; dice of a joint step anybody enters."""
    return answer.whose == side and not answer.dice


def _shares(viewed: Viewed, run: StepRun, side: Side | None, title: str) -> list[Share]:
    if side:
        return [Share("", rulings_of(viewed, run, side))]
    catalogue = viewed.play.book.catalogue
    lines = [line_of(data) for data in run.because]
    told = tuple(Said(line, line_words(catalogue, line)) for line in lines)
    shared = [Ruled(run.step, title, 0, False, (), told)] if told else []
    shares = [
        Share("", shared),
        *(Share(str(viewed.play.team(each)), rulings_of(viewed, run, each)) for each in SIDES),
    ]
    return [share for share in shares if share.rulings]


# --- the page


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
    def fame(self) -> str:
        """Of both sides, once the fans are in."""
        found = [side.fame for side in self.sides if side.fame is not None]
        return fame_words(*found) if len(found) == len(SIDES) else ""

    @property
    def is_unscored(self) -> bool:
        """Whether there is nothing to put on the scoreboard: nobody kicked off, nobody told."""
        match = self.match
        return match.state == State.PRE_MATCH or (
            match.state == State.CALLED_OFF and not (match.kicked_off_at or match.reported_at)
        )

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
    def has_dice_to_see(self) -> bool:
        """Whether dice among what is settled still wait for this viewer to confirm them."""
        return any(step.may_witness for step in self.settled)

    @property
    def has_side_steps(self) -> bool:
        return any(side.has_steps for side in self.sides)

    @property
    def may_call_off(self) -> bool:
        is_open = self.match.confirmed_at is None and self.match.state != State.CALLED_OFF
        return is_open and may_call_off(self.viewed.play, self.viewed.seat)

    @property
    def asked(self) -> "Asked | None":
        """Who was asked to play and has not answered; nobody once it is called off."""
        waiting = yet_to_agree(self.viewed.play.sides)
        if not waiting or self.match.state in ENDED or self.match.confirmed_at:
            return None
        names = [side.coaches for side in self.sides if side.side in waiting]
        mine = [side for side in waiting if side in self.viewed.seat.coaches]
        may = bool(may_agree_for(self.viewed.play, self.viewed.seat))
        asks = bool(self.viewed.seat.coaches) and not mine
        invited = self.match.state == State.PRE_MATCH
        lapses = said_in(self.match.league, lapses_at(self.match)) if invited else ""
        return Asked(
            " & ".join(names), bool(mine), may_accept=may, may_withdraw=asks, lapses=lapses
        )


def match_page(viewed: Viewed, *, refused: OpenStep | None = None) -> MatchPage:
    """Everything that the page shows. Three statements at most: for lendings, and for the steps
    that are open, or for the taps and a dispute.

    `refused` is a step as it was sent, with what is wrong with it.
    """
    play, match = viewed.play, viewed.match
    is_before = match.state == State.PRE_MATCH or match.kicked_off_at is None
    steps = play.sequence.before if is_before else play.sequence.after
    earlier: Steps = {} if is_before else play.sequence.before
    has_kicked_off = play.sides["home"].kick_off is not None
    is_told = match.confirmed_at is not None  # by its steps, what became of casualties included
    taps = list(match.taps.order_by("number")) if has_kicked_off and not is_told else []
    data = _data(play, taps) if match.state in ON_THE_PITCH else play.told
    sides = {side: _side(viewed, side, steps, data, refused) for side in SIDES}
    return MatchPage(
        viewed,
        phases(match),
        sides["home"],
        sides["away"],
        _lines(viewed, steps, None, refused),
        _lines(viewed, earlier, None, None),
        _is_corrected(play),
        report_view(viewed, data, taps) if has_kicked_off and "deeds" in data else None,
    )


def _is_corrected(play: Play) -> bool:
    """Whether something was told otherwise once it was confirmed, or done with.

    A report that was withdrawn and sent again is no correction.
    """
    confirmed_at, report = play.match.confirmed_at, play.report
    if confirmed_at and report and report.at > confirmed_at:
        return True
    return any(
        answer.at > run.finished_at
        for run in play.runs.values()
        if run.finished_at
        for answer in play.answers_to(run).values()
    )


def _data(play: Play, taps: Sequence[Tap]) -> Mapping[str, Any]:
    seen = field.seen(taps)
    return pitch.as_data(seen, field.field_of(play, seen), Ending())


def _side(
    viewed: Viewed,
    side: Side,
    steps: Steps,
    data: Mapping[str, Any],
    refused: OpenStep | None,
) -> SideView:
    play, seat = viewed.play, viewed.seat
    team = play.team(side)
    return SideView(
        side=side,
        team=team,
        crest=crest_of(team),
        coaches=viewed.coaches(side),
        coached_by=viewed.coached_by(side),
        touchdowns=data["touchdowns"][side],
        fame=_fame(play, side, data),
        is_mine=side in seat.coaches,
        may_act=seat.may_act_for(side),
        is_through=play.sides[side].through_at is not None,
        hands=_hands(viewed, side),
        lendings=lending_sentences(play, side),
        steps=_lines(viewed, steps, side, refused),
        left=left_with(play, side),
    )


# After every step that a match can have.
THE_END = 10_000


def left_with(play: Play, side: Side) -> Left | None:
    """What a side had once it was through; the present where nothing came after the match,
    otherwise one statement."""
    if play.sides[side].through_at is None:
        return None
    team, chapter = play.team(side), play.sides[side].chapter
    if play.is_latest(side):
        return Left(team, team.value, play.book)
    then = ledger.state_before(team, chapter, THE_END)
    return Left(then, ledger.strength(play.book, then), play.book, is_past=True)


def _fame(play: Play, side: Side, data: Mapping[str, Any]) -> int | None:
    """As it was reported, or as the fans made it before the match."""
    if "fame" in data:
        told: int = data["fame"][side]
        return told
    effects = (effect for event in play.events[side] for effect in ledger.effects_of(event))
    facts = [each.value for each in effects if isinstance(each, e.Fact) and each.what == "fame"]
    return int(facts[-1]) if facts else None


def _hands(viewed: Viewed, side: Side) -> Hands:
    row, seat = viewed.play.sides[side], viewed.seat
    users = [each.coach.user for each in viewed.coaching(side)]
    without = bool(users) and not any(users)
    over = viewed.match.state in ENDED
    is_opponent = other(side) in seat.coaches and side not in seat.coaches
    own = side in seat.coaches or seat.runs_from_outside
    open_to_lend = not over and not row.in_other_hands and not without and bool(users)
    asks = open_to_lend and is_opponent
    return Hands(
        is_lent=row.in_other_hands,
        has_no_account=without,
        may_lend=open_to_lend and own and len(seat.coaches) < len(SIDES),
        may_take_back=not over and row.in_other_hands and (own or seat.decides),
        by_password=asks and any(user.has_usable_password() for user in users if user),
    )
