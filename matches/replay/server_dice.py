"""What a correction would do to dice that only the server rolls."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Reason
from matches import running
from matches.asked import asks_of, is_held, same
from matches.models import Answer, StepRun
from matches.pitch.reports import MatchEnding, casualty_key
from matches.reading import side_of
from matches.record import MatchRecord
from matches.replay.correction import Correction
from matches.replay.replaying import Edits, Rerun, step_title
from matches.steps import PENALTIES, only_server_rolls
from rules.engine.asks import Ask
from rules.engine.drive import Driving
from rules.engine.replaying import follow_recorded


def dice_faults(correction: Correction) -> list[Reason]:
    """Dice of the server that are told otherwise, or would count no more: that is for nobody but
    whoever runs the league and does not play in the match, not for two coaches who agree."""
    if correction.access.runs_from_outside or not correction.tells_otherwise:
        return []
    return [
        *_told_otherwise(correction),
        *_chosen_otherwise(correction),
        *_taken_away(correction),
    ]


def _told_otherwise(correction: Correction) -> Iterator[Reason]:
    sentence = _(
        "In this league the server rolls these dice. Only who runs the league, and does not play "
        "in this match, tells them otherwise."
    )
    for rerun in _by_server(correction):
        changed = correction.replay.edits.answers.get((rerun.run.side, rerun.run.step), {})
        asks = asks_of(rerun.driven)
        for key in changed:
            if key in asks and asks[key].is_chance:
                yield Reason("server_rolls", sentence, key)


def _chosen_otherwise(correction: Correction) -> Iterator[Reason]:
    """Choices on the strength of which the server rolled, and those that would have it roll again:
    whoever knows the dice chooses by them."""
    sentence = _(
        "The server has rolled on this choice. Only who runs the league, and does not play in this "
        "match, changes it."
    )
    for rerun in _by_server(correction):
        changed = correction.replay.edits.answers.get((rerun.run.side, rerun.run.step), {})
        for ask in asks_of(rerun.driven).values():
            if ask.is_chance or ask.key not in changed or ask.key not in rerun.stands:
                continue
            if rerun.thrown or _was_held(correction.replay.record, rerun.run, ask):
                yield Reason("rolled_by_server", sentence, ask.key)


def _was_held(record: MatchRecord, run: StepRun, ask: Ask) -> bool:
    """Whether dice fell behind a choice, as the step was gone through."""
    _place, step = record.steps[run.step]
    side = side_of(run.side) if run.side else None
    driving = Driving(step.run, running.context(running.History(record), side, run.place))
    driven, given = follow_recorded(driving, record.given(run))
    return is_held(ask, driven, driving, given=given, stored=record.answers_to(run))


def _taken_away(correction: Correction) -> Iterator[Reason]:
    sentence = _(
        "%(step)s: the server has rolled, and its roll would count no more. Only who runs the "
        "league, and does not play in this match, takes it away."
    )
    record, edits = correction.replay.record, correction.replay.edits
    for run, key in _lost(correction):
        if key not in edits.answers.get((run.side, run.step), {}):
            about = {"step": step_title(record, run)}
            yield Reason("rolled_by_server", sentence % about, key)
    if edits.report and only_server_rolls(record.book, PENALTIES):
        before = MatchEnding.of(record.told)
        thrown = before.at_the_table < len(before.shots)
        if thrown and MatchEnding.of(edits.report).how != before.how:
            about = {"step": _("Penalties")}
            yield Reason("rolled_by_server", sentence % about, "ending")


def _by_server(correction: Correction) -> Iterator[Rerun]:
    book = correction.replay.record.book
    return (each for each in correction.replay.reruns if only_server_rolls(book, each.run.step))


def _lost(correction: Correction) -> Iterator[tuple[StepRun, str]]:
    """Of each step the first die that counts, and would not. A step that waits for an answer is
    not applied, so it has lost nothing yet."""
    replay, record = correction.replay, correction.replay.record
    still = {
        (each.run.side, each.run.step): {
            ask.key: each.given[ask.key] for ask in each.driven.answered
        }
        for each in replay.reruns
        if each.found is not None
    }
    still |= {(run.side, run.step): {} for run in replay.gone}
    first = record.run(None, next(iter(record.sequence.after)))
    if first and not first.finished_at and replay.edits.report:
        still["", first.step] = _still_casualties(record, replay.edits)
    for place, answers in still.items():
        run = record.runs.get(place)
        if run is None or not only_server_rolls(record.book, run.step):
            continue
        carried = replay.edits.carried.get(place, {})
        kept = {answer.pk for key, answer in carried.items() if answer and key in answers}
        kept |= {
            answer.pk
            for key, answer in record.answers_to(run).items()
            if key not in carried and key in answers and same(answers[key], answer.value)
        }
        for key, answer in record.answers_to(run).items():
            counts = not run.finished_at or key in run.asked
            if counts and answer.source == Answer.Source.SERVER and answer.pk not in kept:
                yield run, key
                break


def _still_casualties(record: MatchRecord, edits: Edits) -> dict[str, Any]:
    """What was answered of casualties that still need dice, where their step is not over."""
    report, place = edits.report or {}, ("", next(iter(record.sequence.after)))
    bases = [casualty_key(hurt) for hurt in report["casualties"] if not hurt.get("injury")]
    return {
        key: value
        for key, value in edits.standing(place, record.given(record.runs[place])).items()
        if any(key == base or key.startswith(f"{base}/") for base in bases)
    }
