"""Matches played through the commands: said answers where they matter, quiet ones elsewhere."""

from uuid import uuid4

from matches import running
from matches.asked import asks_of
from matches.commands.answering import Given, answer_step
from matches.commands.tapping import NewTap
from matches.models import Match, StepRun
from matches.permissions import seat_in
from matches.running import Past
from rules.engine.drive import Asks
from tests.conftest import NOW
from tests.rules.evening import quiet

MOST_ASKS = 200


def tap(kind, side="", **data):
    return NewTap(uuid4(), kind, side, data)


def keys(match, side):
    """Whoever kicked off for a side."""
    return [each["key"] for each in match.sides.get(side=side).kick_off["people"]]


def open_runs(match):
    return list(StepRun.objects.filter(match=match, finished_at=None).order_by("place", "-side"))


def asked(run):
    """The asks that are open in a step."""
    match = running.matches().get(pk=run.match_id)
    play = running.load(match)
    side = running.side_of(run.side) if run.side else None
    place, step = play.steps[run.step]
    driven, _given = running.put(step, running.chair(Past(play), side, place), play.given(run))
    return list(driven.outcome.open) if isinstance(driven.outcome, Asks) else list(asks_of(driven))


def is_for(run, ask, actor):
    """Whether somebody may answer an ask."""
    play = running.load(running.matches().get(pk=run.match_id))
    side = running.side_of(run.side) if run.side else None
    return seat_in(actor, play).may_answer(ask, side)


def give(run, actor, answers, *, now=NOW):
    side = running.side_of(run.side) if run.side else None
    return answer_step(
        actor=actor,
        match=Match.objects.get(pk=run.match_id),
        side=side,
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
    for _ask in range(MOST_ASKS):
        runs = [run for run in open_runs(match) if run.side in sides and run.step != until]
        if not runs:
            break
        run = runs[0]
        answers = {}
        for ask in asked(run):
            place = f"{run.side or 'joint'}: {ask.key}"
            if is_for(run, ask, actor):
                named = next((key for key in (place, ask.key) if key in said), None)
                answers[ask.key] = said[named] if named else quiet(ask)
                if heard is not None and named:
                    heard.add(named)
        if not answers:
            break
        give(run, actor, answers, now=now)
    else:
        raise AssertionError([(run.side, run.step, asked(run)) for run in open_runs(match)])
    return Match.objects.get(pk=match.pk)
