"""What pages and API need to know of matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.failures import Missing, Reason, Refused
from league.models import League, Membership
from league.permissions import may_coach
from matches import running
from matches.asked import asks_of
from matches.coached import coached_in
from matches.entries import line_of
from matches.models import Answer, Match, MatchReport, MatchSide, StepRun
from matches.permissions import Seat, must_see_match, seat_at, tenures_of
from matches.pitch import NOTHING
from matches.running import Past, Play
from matches.steps import only_server_rolls
from matches.telling import Ruled, Said, Teller, faces_of, names_at_kick_off, thrown
from rules import ask_steps
from rules.engine import rulings
from rules.engine.asks import Ask, Roll
from rules.engine.drive import Driven
from rules.engine.match import SIDES, Side
from rules.words import ask_words, line_words, reason_words
from teams.crests import crest_of
from teams.models import Team, Tenure
from teams.permissions import holding
from web.crests import Crest
from web.dice import Die

JOINT = "joint"


# --- a match and who looks at it


@dataclass(frozen=True, slots=True)
class Viewed:
    """A match as one person sees it."""

    play: Play
    seat: Seat
    tenures: Sequence[Tenure]

    @property
    def match(self) -> Match:
        return self.play.match

    def coaches(self, side: Side) -> str:
        """Whoever coaches a side now, by name."""
        now = timezone.now()
        return " & ".join(str(each.coach) for each in self._tenures(side) if each.holds(now))

    def coached_by(self, side: Side) -> list[Tenure]:
        """Whoever coached a side in this match."""
        return coached_in(self.match, self._tenures(side))

    def _tenures(self, side: Side) -> list[Tenure]:
        team = self.play.team(side)
        return [each for each in self.tenures if each.team_id == team.pk]


def match_for(person: Any, uuid: UUID) -> tuple[Match, Membership | None]:
    """A match, and the person's place in its league. Raises Missing. Two statements at most."""
    return must_see_match(person, running.matches().filter(uuid=uuid).first())


def view_match(person: Any, uuid: UUID) -> Viewed:
    """Raises Missing. Eight statements at most."""
    match, membership = match_for(person, uuid)
    play = running.load(match)
    teams = {side: play.team(side) for side in SIDES}
    tenures = tenures_of(teams.values())
    return Viewed(play, seat_at(membership, teams, tenures, play.sides), tenures)


# --- a step that is open


@dataclass(frozen=True, slots=True)
class Asked:
    """An ask as it stands: its words, what was answered, and whether this person may answer."""

    ask: Ask
    sentence: str
    field: ask_steps.Step
    answer: Answer | None
    may_answer: bool
    is_rolled: bool
    only_rolled: bool
    faces: Sequence[Die] = ()

    @property
    def can_be_rolled(self) -> bool:
        return isinstance(self.ask, Roll) and self.answer is None and self.may_answer


@dataclass(frozen=True, slots=True)
class OpenStep:
    """A step that waits for answers, as one person sees it."""

    run: StepRun
    driven: Driven
    asked: Sequence[Asked]
    refused: Sequence[str] = ()

    @property
    def open(self) -> list[Asked]:
        return [each for each in self.asked if each.answer is None]

    @property
    def is_rolling(self) -> bool:
        """Whether dice are what is wanted next."""
        return any(isinstance(each.ask, Roll) for each in self.open)


def open_step(
    viewed: Viewed,
    run: StepRun,
    *,
    typed: Mapping[str, Any] | None = None,
    reasons: Sequence[Reason] = (),
) -> OpenStep:
    """Drive a step as far as its answers lead. One statement, or two if something came since.

    `typed` is what was refused for these `reasons`, to be shown again.
    """
    play, seat = viewed.play, viewed.seat
    side: Side | None = running.side_of(run.side) if run.side else None
    place, step = play.steps[run.step]
    at = running.chair(Past(play), side, place)
    driven, given = running.put(step, at, play.given(run))
    catalogue = play.book.catalogue
    called = names_at_kick_off(play, side) if side else None
    fields = ask_steps.steps_of(catalogue, driven, {**given, **(typed or {})}, called=called)
    by_key = {each.key: each for each in fields}
    stored = play.answers.get(run.pk, {})
    by_server_only = only_server_rolls(play.book, run.step)
    asked = []
    for key, ask in asks_of(driven).items():
        if not seat.may_see(ask, side):
            continue
        answer = stored[key] if key in given else None
        by_key[key].errors.extend(str(each.message) for each in reasons if each.subject == key)
        is_rolled = answer is not None and answer.source == Answer.Source.SERVER
        asked.append(
            Asked(
                ask,
                ask_words(catalogue, ask, called),
                by_key[key],
                answer,
                seat.may_answer(ask, side),
                is_rolled,
                isinstance(ask, Roll) and by_server_only,
                faces_of(answer) if answer and answer.dice else (),
            )
        )
    stopped = driven.outcome.reasons if isinstance(driven.outcome, rulings.Refused) else ()
    homeless = [str(each.message) for each in reasons if each.subject not in by_key]
    refused = [*(reason_words(catalogue, each) for each in stopped), *homeless]
    return OpenStep(run, driven, asked, refused)


def side_named(name: str) -> Side | None:
    """A side by its name; None for what both settle together. Raises Missing."""
    if name not in (*SIDES, JOINT):
        raise Missing.because("no_such_side", _("There is no such side."))
    return None if name == JOINT else running.side_of(name)


def run_for(viewed: Viewed, side: str, step: str) -> StepRun:
    """The run of a step; side is home, away or joint. Raises Missing."""
    run = viewed.play.run(side_named(side), step)
    if run is None or step not in viewed.play.steps:
        raise Missing.because("no_such_step", _("This step has not begun, or does not come up."))
    return run


# --- what a step did


def rulings_of(viewed: Viewed, run: StepRun, side: Side) -> list[Ruled]:
    """What a finished step did to a side, as far as the person may see it."""
    teller = Teller.of(viewed.play, side)
    return [
        teller.event(event)
        for event in viewed.play.events[side]
        if event.step == run.place and viewed.seat.sees(event.visible, side)
    ]


def because_of(viewed: Viewed, run: StepRun) -> list[Said]:
    """All the arithmetic of a finished step."""
    catalogue = viewed.play.book.catalogue
    sides = [running.side_of(run.side)] if run.side else SIDES
    lines = [
        said for side in sides for each in rulings_of(viewed, run, side) for said in each.because
    ]
    kept = (line_of(data) for data in run.because)
    shared = [line for line in kept if line.visible == "public"]
    return [*lines, *(Said(line, line_words(catalogue, line)) for line in shared)]


# --- the page


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step in a side's list: done, current or still to come."""

    key: str
    title: str
    number: int
    run: StepRun | None
    rulings: Sequence[Ruled] = ()
    dice: Sequence[Die] = ()
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
    steps: Sequence[StepLine]


@dataclass(frozen=True, slots=True)
class MatchPage:
    viewed: Viewed
    home: SideView
    away: SideView
    versions: int

    @property
    def match(self) -> Match:
        return self.viewed.match

    @property
    def sides(self) -> tuple[SideView, SideView]:
        return self.home, self.away


def match_page(viewed: Viewed, *, refused: OpenStep | None = None) -> MatchPage:
    """Everything that the page shows; two statements at most, for the steps that are open.

    `refused` is a step as it was sent, with what is wrong with it.
    """
    sides = {side: _side(viewed, side, refused) for side in SIDES}
    return MatchPage(
        viewed,
        sides["home"],
        sides["away"],
        viewed.play.report.version if viewed.play.report else 0,
    )


def _side(viewed: Viewed, side: Side, refused: OpenStep | None) -> SideView:
    play, seat = viewed.play, viewed.seat
    team, report = play.team(side), play.told
    return SideView(
        side=side,
        team=team,
        crest=crest_of(team),
        coaches=viewed.coaches(side),
        coached_by=viewed.coached_by(side),
        touchdowns=report["touchdowns"][side],
        fame=report.get("fame", {}).get(side),
        is_mine=side in seat.coaches,
        may_act=seat.may_act_for(side),
        is_through=play.sides[side].through_at is not None,
        steps=list(_steps(viewed, side, refused)),
    )


def _steps(viewed: Viewed, side: Side, refused: OpenStep | None) -> list[StepLine]:
    play = viewed.play
    found: list[StepLine] = []
    through = play.sides[side].through_at is not None
    for key, (_place, step) in play.steps.items():
        run = play.run(None if step.joint else side, key)
        if run is None and through:
            continue  # it did not come up
        line = StepLine(key, _(step.title), len(found) + 1, run)
        found.append(_filled(viewed, side, line, refused))
    return found


def _filled(viewed: Viewed, side: Side, line: StepLine, refused: OpenStep | None) -> StepLine:
    run = line.run
    if run is None:
        return line
    about = (line.key, line.title, line.number, run)
    if line.is_done:
        answers = {
            key: answer
            for key, answer in viewed.play.answers.get(run.pk, {}).items()
            if viewed.seat.sees_answer(answer)
        }
        return StepLine(*about, rulings_of(viewed, run, side), thrown(answers, run.asked))
    if refused and refused.run == run:
        return StepLine(*about, open=refused)
    if viewed.seat.may_act_for(side if run.side else None):
        return StepLine(*about, open=open_step(viewed, run))
    return line


# --- lists


def teams_to_play(league: League) -> QuerySet[Team]:
    """Whoever can play, by name. One statement."""
    return league.teams.filter(state=Team.State.ACTIVE).order_by("name", "id")


def team_of(membership: Membership) -> Team | None:
    """The team that somebody coaches. One statement."""
    coached = Tenure.objects.filter(
        holding(timezone.now()), coach=membership, team__state=Team.State.ACTIVE
    )
    tenure = coached.select_related("team").order_by("id").first()
    return tenure.team if tenure else None


def may_record(membership: Membership | None) -> bool:
    """Whether recording a result is worth offering; the command decides."""
    return may_coach(membership)


def teams_in(league: League, *, home: UUID, away: UUID) -> dict[Side, Team]:
    """The two teams of a result. Raises Refused where one is not of the league. One statement."""
    wanted: dict[Side, UUID] = {"home": home, "away": away}
    known = {team.uuid: team for team in league.teams.filter(uuid__in=wanted.values())}
    none = _("There is no such team in this league.")
    if strangers := [side for side, uuid in wanted.items() if uuid not in known]:
        raise Refused(*(Reason("no_such_team", none, side) for side in strangers))
    return {side: known[uuid] for side, uuid in wanted.items()}


@dataclass(frozen=True, slots=True)
class Result:
    """A match in a list."""

    match: Match
    home: MatchSide
    away: MatchSide
    report: MatchReport | None
    crests: Mapping[Side, Crest] = field(default_factory=dict)

    @property
    def touchdowns(self) -> Mapping[str, int]:
        told: Mapping[str, int] = self.told["touchdowns"]
        return told

    @property
    def told(self) -> Mapping[str, Any]:
        return self.report.data if self.report else NOTHING


def matches_of(league: League) -> QuerySet[Match]:
    """A league's matches, the latest first, with sides and reports. Three statements."""
    sides = MatchSide.objects.select_related("team")
    return (
        league.matches.select_related("season")
        .prefetch_related(Prefetch("sides", sides), "reports")
        .order_by("-played_on", "-id")
    )


def result_of(match: Match) -> Result:
    """A line for a match out of `matches_of`."""
    sides = {running.side_of(row.side): row for row in match.sides.all()}
    report = max(match.reports.all(), key=lambda each: each.version, default=None)
    crests = {side: crest_of(row.team) for side, row in sides.items()}
    return Result(match, sides["home"], sides["away"], report, crests)
