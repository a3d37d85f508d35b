"""Answers that follow their player from one match to another.

A correction may move an improvement to an earlier match, to a later one, or to one that is yet to
be played: the dice that were rolled for it hold there.
"""

from collections.abc import Collection, Mapping

from django.db.models import F, QuerySet

from matches.asked import open_asks
from matches.models import Answer, Match, StepRun
from matches.reading import side_of
from matches.record import MatchRecord
from rules.engine.asks import Ask, Roll
from rules.engine.drive import Driven
from rules.engine.match import Side
from rules.engine.replaying import follow_player
from rules.engine.visibility import answerer


def rolls_that_wait(record: MatchRecord, run: StepRun, driven: Driven) -> list[Answer]:
    """Of the dice that are open, those that were rolled in another match and count there no more,
    as answers of this step. One statement for a step that asks for such dice."""
    if not run.side or not any(ask.is_chance for ask in _following(driven)):
        return []
    where = (run.side, run.step)
    if where not in record.rolls_that_wait:
        rolled = _given_elsewhere(record, side_of(run.side)).exclude(dice="")
        record.rolls_that_wait[where] = {each.key: each for each in rolled if not _counts(each)}
    return followed(record, run, driven, record.rolls_that_wait[where])


def given_elsewhere(record: MatchRecord, side: Side, driven: Driven) -> dict[str, Answer]:
    """What was answered in other matches to the asks that are open, and may follow its player; what
    counts there before what does not. One statement where there is such an ask."""
    keys = [ask.key for ask in _following(driven)]
    if not keys:
        return {}
    given = sorted(_given_elsewhere(record, side).filter(key__in=keys), key=_counts)
    return {answer.key: answer for answer in given}


def followed(
    record: MatchRecord, run: StepRun, driven: Driven, elsewhere: Mapping[str, Answer]
) -> list[Answer]:
    """Of what is open, what follows its player here, as answers of this step."""
    values = {key: answer.value for key, answer in elsewhere.items()}
    asks = {ask.key: ask for ask in _following(driven)}
    return [_here(record, run, asks[key], elsewhere[key]) for key in follow_player(driven, values)]


def _following(driven: Driven) -> Collection[Ask]:
    return [ask for ask in open_asks(driven) if ask.follows_player]


def _given_elsewhere(record: MatchRecord, side: Side) -> QuerySet[Answer]:
    """What was answered for a side's team in its other matches, the latest last."""
    sides = {"run__match__sides__team": record.sides[side].team_id}
    given = Answer.objects.filter(**sides, run__side=F("run__match__sides__side"))
    given = given.exclude(run__match=record.match).exclude(run__match__state=Match.State.CALLED_OFF)
    told_at_length = ("run__facts", "run__because")
    return given.select_related("run").defer(*told_at_length).order_by("pk")


def _counts(answer: Answer) -> bool:
    """Whether a step rests on it; of one that is not over nobody knows yet."""
    return answer.run.finished_at is None or answer.key in answer.run.asked


def _here(record: MatchRecord, run: StepRun, ask: Ask, answer: Answer) -> Answer:
    before = record.answers_to(run).get(ask.key)
    return Answer(
        run=run,
        key=ask.key,
        version=before.version + 1 if before else 1,
        value=answer.value,
        dice=ask.dice if isinstance(ask, Roll) else "",
        source=answer.source,
        actor_id=answer.actor_id,
        visible=ask.visible,
        whose=answerer(ask, side_of(run.side)) or "",
    )
