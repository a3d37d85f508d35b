"""Matches, steps and corrections as the API tells them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from matches import queries
from matches.api.correction_shapes import CorrectionProposalSerializer
from matches.api.on_the_day import on_the_day
from matches.api.shapes import (
    ChangeSerializer,
    DriftSerializer,
    LendingSerializer,
    RuledSerializer,
    TeamInMatchSerializer,
)
from matches.commands.proposing import Proposed
from matches.models import Answer, Match, StepRun
from matches.presentation.progress import ToDo, What, crowds_of, in_order, progress_of
from matches.presentation.telling import ask_sentence, names_in
from matches.queries import Viewed
from matches.queries.lists import Result
from matches.reading import side_of
from matches.record import MatchRecord
from matches.replay.correction import Correction
from matches.replay.differences import changes_of, drifts_of
from matches.replay.replaying import step_title
from matches.steps import PENALTIES
from matches.unscheduled import invited_until
from rules.api import LineSerializer
from rules.asking import ask_data
from rules.engine.asks import Ask
from rules.engine.drive import Asks
from rules.engine.match import SIDES, Side
from rules.engine.visibility import answerer, decider
from web.api.errors import ErrorSerializer
from web.api.fields import Instant


def results_data(results: Sequence[Result]) -> list[dict[str, Any]]:
    """One statement at most."""
    crowd = crowds_of(results)
    return [
        result_data(each, {side: crowd[each.match.pk, side] for side in SIDES}, each.score)
        for each in results
    ]


def result_data(
    result: Result, crowd: Mapping[Side, int | None], score: Mapping[Any, int]
) -> dict[str, Any]:
    match = result.match
    return {
        "uuid": str(match.uuid),
        "state": match.state,
        "season": match.season.number,
        "played_on": match.played_on.isoformat(),
        "entered_at": Instant().to_representation(match.entered_at),
        "revision": match.revision,
        **{
            row.side: {
                "team": TeamInMatchSerializer(row.team).data,
                "score": score[row.side],
                **_given(crowd[side_of(row.side)]),
                "is_through": row.through_at is not None,
                "is_lent": row.in_other_hands,
            }
            for row in (result.home, result.away)
        },
    }


def _given(crowd: int | None) -> dict[str, int]:
    return {} if crowd is None else {"crowd": crowd}


def match_data(viewed: Viewed) -> dict[str, Any]:
    """Three statements more while the match is being played, otherwise two."""
    record = viewed.record
    result = Result(viewed.match, record.sides["home"], record.sides["away"], record.report)
    progress = progress_of(viewed)
    told = result_data(result, progress.crowd, progress.score)
    return {
        **told,
        "league": str(viewed.match.league.uuid),
        "sheet": reverse("matches:sheet", args=[viewed.match.uuid]),
        "phase": progress.phase,
        "by_score": viewed.match.by_score,
        "is_friendly": viewed.match.is_friendly,
        "is_scheduled": viewed.match.is_scheduled,
        "reported_by": viewed.match.reported_by,
        **on_the_day(viewed),
        "confirms_at": viewed.match.confirms_at,
        "lapses_at": invited_until(viewed.match, record.sides),
        "confirmed_alone": viewed.match.confirmed_alone,
        "to_do": [to_do_data(viewed, each) for each in progress.to_do],
        "lendings": LendingSerializer(record.lendings, many=True).data,
        "steps": [
            {
                "side": run.side or queries.JOINT,
                "step": run.step,
                "title": step_title(record, run),
                "is_finished": run.finished_at is not None,
                "revision": run.revision,
                "address": step_address(viewed, run),
            }
            for run in in_order(record)
        ],
    }


def to_do_data(viewed: Viewed, each: ToDo) -> dict[str, Any]:
    return {
        "what": each.what,
        "whose": each.whose,
        "is_yours": each.is_yours,
        "step": each.run.step if each.run else None,
        "address": _where_to_do(viewed, each),
    }


# Where what belongs to no step is done.
PLACES = {
    What.PLAY: "api-taps",
    What.CONFIRM: "api-confirm-report",
    What.SETTLE: "api-confirm-report",
    What.AGREE_TO_PLAY: "api-agree-to-match",
    What.AGREE: "api-correction-proposals",
}


def _where_to_do(viewed: Viewed, each: ToDo) -> str:
    if each.run is not None:
        name = "api-witness" if each.what == What.WITNESS else "api-step"
        return step_address(viewed, each.run, name)
    is_broken_off = viewed.match.state == Match.State.INTERRUPTED
    place = "api-resume" if is_broken_off and each.what == What.PLAY else PLACES[each.what]
    return reverse(place, args=[viewed.match.uuid])


def step_address(viewed: Viewed, run: StepRun, name: str = "api-step") -> str:
    return reverse(name, args=[viewed.match.uuid, run.side or queries.JOINT, run.step])


def step_data(viewed: Viewed, run: StepRun) -> dict[str, Any]:
    values: dict[str, Any] = {
        "side": run.side or queries.JOINT,
        "step": run.step,
        "title": step_title(viewed.record, run),
        "is_finished": run.finished_at is not None,
        "revision": run.revision,
    }
    if run.finished_at:
        stored = viewed.record.answers_to(run)
        answers = [stored[key] for key in run.asked if key in stored]
        seen = [each for each in answers if viewed.access.sees_answer(each)]
        lines = LineSerializer(queries.because_of(viewed, run), many=True).data
        answered = [given_data(each, is_held=True) for each in seen]
        rulings = [
            {"side": side, **RuledSerializer(each).data}
            for side in ([side_of(run.side)] if run.side else SIDES)
            for each in queries.rulings_of(viewed, run, side)
        ]
        return values | {"asks": [], "answered": answered, "because": lines, "rulings": rulings}
    step = queries.open_step(viewed, run)
    return values | {
        "asks": [
            asked_data(viewed.record, each.ask, _side(run))
            | {
                "sentence": each.sentence,
                "whose": each.whose or queries.JOINT,
                "may_answer": each.may_answer,
            }
            for each in step.open
        ],
        "answered": [
            given_data(each.answer, is_held=each.stands) for each in step.asked if each.answer
        ],
        "because": [],
        "rulings": [],
    }


def asked_data(record: MatchRecord, ask: Ask, side: Side | None) -> dict[str, Any]:
    """An ask as JSON, its players by their names."""
    whose = answerer(ask, side) or side
    return ask_data(ask, record.book.catalogue, names_in(record, whose))


def given_data(answer: Answer, *, is_held: bool) -> dict[str, Any]:
    return {
        "key": answer.key,
        "value": answer.value,
        "version": answer.version,
        "source": answer.source,
        "dice": answer.dice,
        "is_held": is_held,
    }


def proposed_data(seen: Proposed) -> dict[str, Any]:
    proposal, correction = seen.proposal, seen.correction
    return {
        **CorrectionProposalSerializer(proposal).data,
        "reason": proposal.words.text,
        "may_accept": seen.may_accept,
        "correction": correction_data(correction) if correction else None,
    }


def correction_data(correction: Correction) -> dict[str, Any]:
    return {
        "seen": correction.seen,
        "changes": ChangeSerializer(changes_of(correction), many=True).data,
        "balances": [
            {
                "side": each.side,
                "team": TeamInMatchSerializer(each.team).data,
                **({"gold": each.gold} if each.gold is not None else {}),
                **{figure.key: None for figure in each.before if each.after is None},
                **{figure.key: figure.value for figure in each.after or ()},
            }
            for each in correction.balances
        ],
        "drift": DriftSerializer(drifts_of(correction), many=True).data,
        "conflicts": ErrorSerializer(correction.conflicts, many=True).data,
        "asks": [
            asked_data(correction.replay.record, ask, _side(run))
            | {"sentence": ask_sentence(correction.replay.record, ask, _side(run))}
            | {"whose": decider(ask, _side(run)) or run.side or queries.JOINT}
            | {"side": run.side or queries.JOINT, "step": run.step}
            for run, ask in asked_anew(correction)
        ],
        "thrown": [*_dice_thrown(correction), *_shots_thrown(correction)],
    }


def _dice_thrown(correction: Correction) -> Iterator[dict[str, Any]]:
    record = correction.replay.record
    for rerun in correction.replay.reruns:
        side = _side(rerun.run)
        for ask in rerun.driven.answered:
            if ask.key in rerun.thrown and correction.access.may_see(ask, side):
                yield {
                    "side": rerun.run.side or queries.JOINT,
                    "step": rerun.run.step,
                    "key": ask.key,
                    "value": rerun.thrown[ask.key],
                    "sentence": ask_sentence(record, ask, side),
                }


def _shots_thrown(correction: Correction) -> Iterator[dict[str, Any]]:
    for number, shot in correction.shots_thrown:
        for side in SIDES:
            yield {
                "side": side,
                "step": PENALTIES,
                "key": f"{PENALTIES}/{number}/{side}",
                "value": shot[side],
                "sentence": gettext("Penalties, round %(n)d") % {"n": number},
            }


def asked_anew(correction: Correction) -> list[tuple[StepRun, Ask]]:
    return [
        (rerun.run, ask)
        for rerun in correction.replay.reruns
        if isinstance(rerun.driven.outcome, Asks)
        for ask in rerun.driven.outcome.open
        if correction.access.may_see(ask, _side(rerun.run))
    ]


def _side(run: StepRun) -> Side | None:
    return side_of(run.side) if run.side else None
