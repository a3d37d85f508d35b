"""The steps of a match as its page lists them: what each did, what it asks, who entered it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from matches.entries import line_of
from matches.models import Answer, Match, StepRun
from matches.presentation.telling import Ruled, TapText, faces_of
from matches.queries import OpenStep, Viewed, is_unwitnessed, open_step, rulings_of
from matches.steps import Steps
from rules.engine.match import SIDES, Side
from rules.words import line_words
from web.dice import Die

State = Match.State
ENDED = (State.OVER, State.CALLED_OFF)


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


def step_lines(
    viewed: Viewed, steps: Steps, side: Side | None, refused: OpenStep | None
) -> list[StepLine]:
    """The steps of a side, or those that both settle together."""
    record = viewed.record
    ended = record.match.state in ENDED or (side and record.sides[side].through_at)
    found: list[StepLine] = []
    for key, (_place, step) in steps.items():
        if step.joint != (side is None):
            continue
        run = record.run(side, key)
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
    unwitnessed = [each for each in seen if is_unwitnessed(viewed.record, run, each)]
    marks: dict[str, Any] = {
        "unwitnessed": len(unwitnessed),
        "may_witness": any(map(viewed.access.may_witness, unwitnessed)),
        "entered_by": _entered_by(viewed, side, seen),
    }
    if line.is_done:
        asked = [each for each in seen if each.key in run.asked and each.dice]
        dice = [die for each in asked for die in faces_of(each)]
        return StepLine(*about, _shares(viewed, run, side, line.title), dice, **marks)
    if refused and refused.run == run:
        return StepLine(*about, open=refused, **marks)
    if viewed.access.may_act_for(side):
        return StepLine(*about, open=open_step(viewed, run), **marks)
    return StepLine(*about, **marks)


def _seen(viewed: Viewed, run: StepRun, side: Side | None) -> list[Answer]:
    answers = viewed.record.answers_to(run).values()
    if side is None:
        return [each for each in answers if each.visible == "public"]
    return [each for each in answers if viewed.access.sees_answer(each)]


def _entered_by(
    viewed: Viewed, side: Side | None, answers: Sequence[Answer]
) -> list[tuple[str, str]]:
    """Who entered something for a team that they do not coach; of a joint step, who chose."""
    found: set[tuple[str, str]] = set()
    for whose in [side] if side else SIDES:
        own = {each.coach.user_id for each in viewed.coached_by(whose)}
        own |= {each.coach.user_id for each in viewed.coaching(whose)}
        found |= {
            (str(each.actor), str(viewed.record.team(whose)))
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
    catalogue = viewed.record.book.catalogue
    lines = [line_of(data) for data in run.because]
    tap_texts = tuple(TapText(line, line_words(catalogue, line)) for line in lines)
    shared = [Ruled(run.step, title, 0, False, (), tap_texts)] if tap_texts else []
    shares = [
        Share("", shared),
        *(Share(str(viewed.record.team(each)), rulings_of(viewed, run, each)) for each in SIDES),
    ]
    return [share for share in shares if share.rulings]
