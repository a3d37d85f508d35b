"""Matches played through the commands: said answers where they matter, quiet ones elsewhere."""

from uuid import uuid4

from matches import reading, running
from matches.asked import asks_of
from matches.commands.agreeing import agree_to_match
from matches.commands.answering import Given, answer_step, match_session
from matches.commands.beginning import begin_match
from matches.commands.tapping import NewTap
from matches.models import Match, StepRun
from rules.engine.drive import Asks
from rules.engine.replaying import follow_recorded
from teams.permissions import head_coach
from tests.conftest import NOW
from tests.rules.evening import quiet

MOST_ASKS = 200


def agreed(match, *, now=NOW):
    """The coach who was asked to play has agreed."""
    for side in match.sides.filter(agreed_at=None):
        coach = head_coach(side.team).coach.user
        agree_to_match(actor=coach, match=match, now=now)
    return Match.objects.get(pk=match.pk)


def begin_and_agree(**about):
    """Two coaches begin a match off the schedule: one asks, the other agrees."""
    return agreed(begin_match(**about), now=about["now"])


def tap(kind, side="", **data):
    return NewTap(uuid4(), kind, side, data)


def keys(match, side):
    """Whoever kicked off for a side."""
    return [each["key"] for each in match.sides.get(side=side).kick_off["people"]]


def open_runs(match):
    return list(StepRun.objects.filter(match=match, finished_at=None).order_by("place", "-side"))


def asked(run):
    """The asks that are open in a step."""
    return asked_in(reading.load(reading.matches().get(pk=run.match_id)), run)


def asked_in(record, run):
    driven, _given = follow_recorded(running.driving(record, run), record.given(run))
    return list(driven.outcome.open) if isinstance(driven.outcome, Asks) else list(asks_of(driven))


def side_of(run):
    return reading.side_of(run.side) if run.side else None


def give(run, actor, answers, *, now=NOW):
    return answer_step(
        actor=actor,
        match=Match.objects.get(pk=run.match_id),
        side=side_of(run),
        step=run.step,
        revision=StepRun.objects.get(pk=run.pk).revision,
        answers=[Given(key, value) for key, value in answers.items()],
        now=now,
    )


def play_on(
    match, actor, *, said=None, heard=None, until=None, sides=("", "home", "away"), now=NOW
):
    """Answer whatever is open, quietly unless it is `said` by key or by side and key; not beyond
    a step that is named `until`. What was said is `heard`."""
    said = said or {}
    with match_session(actor=actor, match=match.uuid, side=None) as seated:
        for _ask in range(MOST_ASKS):
            run = next(
                (
                    run
                    for run in to_answer(seated.record)
                    if run.side in sides and run.step != until
                ),
                None,
            )
            answers = {}
            for ask in asked_in(seated.record, run) if run else ():
                place = f"{run.side or 'joint'}: {ask.key}"
                if seated.access.may_answer(ask, side_of(run)):
                    named = next((key for key in (place, ask.key) if key in said), None)
                    answers[ask.key] = said[named] if named else quiet(ask)
                    if heard is not None and named:
                        heard.add(named)
            if not answers:
                break
            given = [Given(key, value) for key, value in answers.items()]
            seated.answer(side_of(run), run.step, run.revision, given, now=now)
        else:
            raise AssertionError([(run.side, run.step) for run in to_answer(seated.record)])
    return Match.objects.get(pk=match.pk)


def to_answer(record):
    """Steps that wait, in their order, the home side's first."""
    waiting = [run for run in record.runs.values() if run.finished_at is None]
    return sorted(waiting, key=lambda run: (run.place, run.side != "home"))
