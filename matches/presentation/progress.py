"""How far a match is: its score as far as it is known, and who is to do what next."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from league.models import RulesPin
from matches import running
from matches.asked import open_asks
from matches.awaiting import may_confirm
from matches.models import Match, StepRun
from matches.permissions import MatchAccess
from matches.pitch import lineups
from matches.pitch.crowd import crowd_of
from matches.pitch.reports import StandingTap
from matches.queries import JOINT, Viewed, is_unwitnessed
from matches.queries.lists import Result
from matches.reading import side_of
from matches.record import MatchRecord
from matches.steps import dice_rule
from matches.unscheduled import yet_to_agree
from rules.editions import edition
from rules.engine.effects import Fact
from rules.engine.lineup import CROWD
from rules.engine.match import SIDES, Side, other
from rules.engine.replaying import follow_recorded
from rules.engine.visibility import decider
from rules.loading import editions
from teams import ledger
from teams.models import TeamEvent

State = Match.State


class Phase(TextChoices):
    PRE_MATCH = "pre-match", _("pre-match")
    PITCH = "pitch", _("on the pitch")
    REPORT = "report", _("report")
    POST_MATCH = "post-match", _("post-match")
    OVER = "over", _("over")


PHASES: Mapping[str, Phase] = {
    State.PRE_MATCH: Phase.PRE_MATCH,
    State.PLAYING: Phase.PITCH,
    State.INTERRUPTED: Phase.PITCH,
    State.REPORTED: Phase.REPORT,
    State.DISPUTED: Phase.REPORT,
    State.POST_MATCH: Phase.POST_MATCH,
    State.OVER: Phase.OVER,
    State.CALLED_OFF: Phase.OVER,
}


class What(TextChoices):
    AGREE_TO_PLAY = "agree-to-play", _("agree to a match off the schedule, or call it off")
    ANSWER = "answer", _("answer what a step asks")
    PLAY = "play", _("enter what happens, then submit the report")
    CONFIRM = "confirm", _("confirm or dispute the report")
    SETTLE = "settle", _("settle the dispute")
    WITNESS = "witness", _("say that one saw dice that were typed")
    AGREE = "agree", _("agree to a proposed correction, or drop it")


LEAGUE = "league"


@dataclass(frozen=True, slots=True)
class ToDo:
    """Something that a match waits for; `whose` is home, away, joint, league or others."""

    what: What
    whose: str
    is_yours: bool
    run: StepRun | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    phase: Phase
    score: Mapping[Side, int]
    # None in a game without a crowd.
    crowd: Mapping[Side, int | None]
    to_do: tuple[ToDo, ...]


def progress_of(viewed: Viewed) -> Progress:
    """One statement while the match is being played, one where dice want a witness."""
    record, access, match = viewed.record, viewed.access, viewed.match
    phase = PHASES[match.state]
    taps = lineups.standing_taps(match.taps.all()) if phase == Phase.PITCH else []
    score = _counted(taps) if phase == Phase.PITCH else record.told["score"]
    to_do = (*_next(record, access, phase), *_to_witness(record, access), *_to_agree(viewed))
    return Progress(phase, score, {side: _crowd(record, taps, side) for side in SIDES}, to_do)


def _counted(taps: list[StandingTap]) -> dict[Side, int]:
    return {side: sum(t.kind == "touchdown" and t.side == side for t in taps) for side in SIDES}


def _crowd(record: MatchRecord, taps: list[StandingTap], side: Side) -> int | None:
    """As it stands now: what was rolled beforehand, and what became of it since."""
    if not crowd_of(record.match.pin):
        return None
    told = [tap.data[side] for tap in taps if tap.kind == CROWD]
    if CROWD in record.told:
        told.append(record.told[CROWD][side])
    if told:
        return int(told[-1])
    return crowd_before(record.match.pin, record.events[side])


def crowd_before(pin: RulesPin, events: Iterable[TeamEvent]) -> int:
    """What the crowd gave as the pre-match left it."""
    crowd = crowd_of(pin)
    effects = (each for event in events for each in ledger.effects_of(event))
    facts = (each for each in effects if isinstance(each, Fact))
    noted = [each.value for each in facts if crowd and each.what == crowd.fact]
    return int(noted[-1]) if noted else 0


def crowds_of(results: Sequence[Result]) -> dict[tuple[int, str], int | None]:
    """What the crowd gave at the end of matches, by match and side, None where no crowd matters;
    one statement where reports leave it to what was rolled beforehand."""
    found: dict[tuple[int, str], int | None] = {
        (result.match.pk, side): 0 if crowd_of(result.match.pin) else None
        for result in results
        for side in SIDES
    }
    values = {
        (result.match.pk, side): int(given)
        for result in results
        for side, given in result.told.get(CROWD, {}).items()
    }
    found |= values
    rows = [row for result in results for row in (result.home, result.away)]
    chapters = {row.chapter_id: row for row in rows if (row.match_id, row.side) not in values}
    if chapters:
        crowds = (edition(key).pitch.crowd for key in editions())
        rulings = {crowd.ruling for crowd in crowds if crowd}
        pins = {result.match.pk: result.match.pin for result in results}
        standing = TeamEvent.objects.filter(
            chapter__in=chapters,
            kind__in=rulings,
            reverses=None,
            reversed_by=None,
        )
        for event in standing.order_by("step", "ordinal", "seq"):
            row = chapters[event.chapter_id]
            found[row.match_id, row.side] = crowd_before(pins[row.match_id], [event])
    return found


def _next(record: MatchRecord, access: MatchAccess, phase: Phase) -> Iterator[ToDo]:
    """Without which the match does not go on."""
    match = record.match
    if phase == Phase.OVER:
        return
    if match.state == State.PRE_MATCH and (asked := yet_to_agree(record.sides)):
        for each in asked:
            whose = LEAGUE if each in access.without_account else each
            yield ToDo(What.AGREE_TO_PLAY, whose, each in access.agrees_for)
    elif phase == Phase.PITCH:
        yield ToDo(What.PLAY, JOINT, access.may_record)
    elif match.state == State.DISPUTED:
        yield ToDo(What.SETTLE, LEAGUE, may_confirm(match, access))
    elif phase == Phase.REPORT:
        yield ToDo(What.CONFIRM, match.awaits or JOINT, may_confirm(match, access))
    else:
        for run in in_order(record):
            if run.finished_at is None:
                yield _to_answer(record, access, run)


def _to_answer(record: MatchRecord, access: MatchAccess, run: StepRun) -> ToDo:
    """A step that waits; a joint one waits for one side where nothing but its choice is open."""
    if run.side:
        return ToDo(What.ANSWER, run.side, access.may_act_for(side_of(run.side)), run)
    driven, _given = follow_recorded(running.driving(record, run), record.given(run))
    asks = open_asks(driven)
    sides = {decider(ask, None) for ask in asks}
    whose = sides.pop() if len(sides) == 1 else None
    is_yours = access.may_record and any(access.may_answer(ask, None) for ask in asks)
    return ToDo(What.ANSWER, whose or JOINT, is_yours, run)


def _to_witness(record: MatchRecord, access: MatchAccess) -> Iterator[ToDo]:
    """Steps with dice that nobody else has seen, as far as the person may see them."""
    for run in in_order(record):
        if dice_rule(record.book, run.step) == "witnessed":
            answers = record.answers_to(run).values()
            waiting = [
                a for a in answers if is_unwitnessed(record, run, a) and access.sees_answer(a)
            ]
            if waiting:
                yield ToDo(What.WITNESS, JOINT, any(map(access.may_witness, waiting)), run)


def _to_agree(viewed: Viewed) -> Iterator[ToDo]:
    if viewed.proposed_by:
        whose = other(side_of(viewed.proposed_by))
        yield ToDo(What.AGREE, whose, whose in viewed.access.coaches)


def in_order(record: MatchRecord) -> list[StepRun]:
    return sorted(record.runs.values(), key=lambda run: (run.place, run.pk))
