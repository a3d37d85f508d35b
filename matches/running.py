"""Driving the steps of a match: from what was put in to what is ruled, and on to the ledgers.

A side's step sees its own team as it stands before the step, and the other as it stood after the
last step that both settled together: whoever is slower or faster changes nothing.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from functools import partial
from typing import Any

from acts.failures import Reason, Refused
from acts.models import Act
from league.pins import edition_of
from matches.asked import server_asks
from matches.dice.called_off import decided_by_server
from matches.entries import LedgerEntries, written
from matches.following import rolls_that_wait
from matches.models import Answer, Match, StepRun
from matches.pitch import reports
from matches.reading import side_of
from matches.record import MatchRecord, Pending
from matches.replay.history_items import life_of, present_of
from rules.book import Book
from rules.engine import effects as e
from rules.engine import match as engine
from rules.engine import state
from rules.engine.asks import Roll
from rules.engine.drive import Driven, Driving
from rules.engine.match import SIDES, Side
from rules.engine.replaying import follow_recorded
from rules.engine.rulings import Allowed
from rules.engine.sequence import SequenceStep, StepContext
from teams import ledger
from teams.ledger import LedgerEntry, PendingEvents

# --- what a step is put from


class History:
    """What came before a step, as it is written."""

    def __init__(self, record: MatchRecord) -> None:
        self.record = record

    def report(self) -> Mapping[str, Any] | None:
        return self.record.report.data if self.record.report else None

    def state(self, side: Side, place: int) -> state.Team:
        """The side's team before a step; read from its rows where nothing came after."""
        record = self.record
        if record.is_latest(side) and all(event.step < place for event in record.events[side]):
            return record.roster(side).state
        flush(record)
        return ledger.state_before(record.team(side), record.sides[side].chapter, place)

    def effects(self, side: Side, since: int, until: int) -> list[e.Effect]:
        """What this match did to the side from a step on and before another."""
        events = (event for event in self.record.events[side] if since <= event.step < until)
        return [effect for event in events for effect in self.record.effects_of(event)]

    def facts(self, place: int) -> list[e.Effect]:
        """What was settled for the match as a whole before a step."""
        earlier = (run for run in self.record.runs.values() if run.place < place)
        return [e.from_data(data) for run in earlier for data in run.facts]


def context(past: History, side: Side | None, place: int) -> StepContext[Book]:
    """Where a step is put from.

    Before the match a side sees all that the other has done by then; after it only what both
    settled together, so that it never matters who is quicker.
    """
    record = past.record
    kick_off = record.sequence.kick_off
    together = [at + 1 for at, each in record.steps.values() if each.joint and at < place]
    shared = place + 1 if place < kick_off else max(together, default=0)
    teams: dict[str, state.Team] = {}
    side_facts: dict[str, engine.Facts] = {}
    told = past.report() if place >= kick_off else None
    crowd = edition_of(record.match.pin).pitch.crowd
    if side is None:
        record.read_rosters()
    for each in SIDES:
        own = side is None or each == side
        until = place if own else shared
        before = past.effects(each, 0, min(until, kick_off))
        after = past.effects(each, kick_off, until)
        arrived = record.sides[each].arrived
        facts = _noted({record.book.catalogue.traits.strength: (arrived["value"],)}, before)
        facts = {**facts, **reports.facts_of(told, each, crowd)} if told else facts
        side_facts[each] = _noted(facts, after)
        if own:
            teams[each] = past.state(each, place)
        else:
            teams[each] = record.seen_from_outside(each, [*before, *after])
    match = engine.Match(
        id=str(record.match.uuid),
        teams=teams,
        report=reports.report_of(told) if told else _beforehand(record.match),
        facts=_noted({}, past.facts(place)),
        side_facts=side_facts,
        rostered_elsewhere=tuple(record.match.claims.get("stars", ())),
    )
    return StepContext(record.book, match, side)


def _beforehand(match: Match) -> engine.Report:
    """What is known of a match that is not played yet: what it is played for."""
    return engine.Report(
        friendly=match.is_friendly, play_off=match.is_play_off, final=match.is_final
    )


def _noted(facts: engine.Facts, effects: Iterable[e.Effect]) -> engine.Facts:
    noted = dict(facts)
    for effect in effects:
        if isinstance(effect, e.Fact):
            noted[effect.what] = (*noted.get(effect.what, ()), effect.value)
    return noted


def driving(record: MatchRecord, run: StepRun) -> Driving:
    """An open step, put from where it is put: until a step is over nothing changes what it sees."""
    where = (run.side, run.step)
    if where not in record.waiting:
        side = side_of(run.side) if run.side else None
        _place, step = record.steps[run.step]
        record.waiting[where] = Driving(step.run, context(History(record), side, run.place))
    return record.waiting[where]


# --- carrying on


def advance(record: MatchRecord, sides: Collection[Side], *, act: Act, now: datetime) -> bool:
    """Finish every step that needs nobody's answer, and begin the next one of each of these sides;
    then write down what came of them.

    Match and teams are held. Whether all steps that the match is at are over. Raises Refused where
    a team does not bear what was ruled.
    """
    is_over = go_through(record, sides, act=act, now=now)
    flush(record)
    return is_over


def go_through(record: MatchRecord, sides: Collection[Side], *, act: Act, now: datetime) -> bool:
    """The same without writing it down yet."""
    waiting = {side for side in SIDES if side not in sides and not record.sides[side].through_at}
    for key, (place, step) in record.sequence.phase(record.match).items():
        if step.joint and (record.went_by(None, place) or _is_over(record.run(None, key))):
            continue
        if step.joint and waiting:
            return False
        for side in [None] if step.joint else [each for each in sides if each not in waiting]:
            if not _settle(record, key, side, place, step, act=act, now=now):
                waiting |= set(SIDES) if side is None else {side}
    if record.match.confirmed_at:
        _through(record, [side for side in SIDES if side not in waiting], now=now)
    return not waiting


def _is_over(run: StepRun | None) -> bool:
    return run is not None and run.finished_at is not None


def _settle(
    record: MatchRecord,
    key: str,
    side: Side | None,
    place: int,
    step: SequenceStep,
    *,
    act: Act,
    now: datetime,
) -> bool:
    """Whether a step is over, or does not come up: then the next one follows."""
    run = record.run(side, key)
    if _is_over(run) or (run is None and record.went_by(side, place)):
        return True
    at = context(History(record), side, place)
    if not step.applies(at):
        return True
    if not step.ready(at):
        return False
    driving = Driving(step.run, at)
    if run is None:
        run = StepRun(match=record.match, side=side or "", step=key, place=place)
        record.runs[run.side, run.step] = run
    record.waiting[run.side, run.step] = driving
    supply = partial(_known, record, run, now=now)
    driven, _given = follow_recorded(driving, record.given(run), supply=supply)
    if not isinstance(driven.outcome, Allowed):
        return False
    finish(record, run, driven, driven.outcome, act=act, now=now)
    return True


def _known(record: MatchRecord, run: StepRun, driven: Driven, *, now: datetime) -> dict[str, Any]:
    """Answer what needs nobody: what nobody may see, and dice that follow their player here."""
    fresh = [*_drawn(record, run, driven), *rolls_that_wait(record, run, driven)]
    for answer in fresh:
        answer.at = now
    record.put_in(run, fresh)
    return {answer.key: answer.value for answer in fresh}


def _drawn(record: MatchRecord, run: StepRun, driven: Driven) -> list[Answer]:
    """Have the server answer what nobody may see."""
    noted = record.answers_to(run)
    return [
        Answer(
            run=run,
            key=ask.key,
            version=noted[ask.key].version + 1 if ask.key in noted else 1,
            value=decided_by_server(record, run, ask),
            dice=ask.dice if isinstance(ask, Roll) else "",
            source=Answer.Source.SERVER,
            visible=ask.visible,
        )
        for ask in server_asks(driven)
    ]


def finish(
    record: MatchRecord, run: StepRun, driven: Driven, ruling: Allowed, *, act: Act, now: datetime
) -> None:
    """Note what a step ruled for the ledgers of whom it concerns."""
    side = side_of(run.side) if run.side else None
    found = written(ruling, step=run.step, side=side, place=run.place)
    for each, entries in found.entries.items():
        if entries:
            _record(record, each, entries, act=act, now=now)
    note_outcome(run, driven, found)
    record.waiting.clear()
    run.finished_at = now
    record.unwritten.runs[run.side, run.step] = run


def note_outcome(run: StepRun, driven: Driven, found: LedgerEntries) -> None:
    run.asked = [ask.key for ask in driven.answered]
    run.facts = [e.to_data(fact) for fact in found.facts]
    run.because = [asdict(line) for line in found.because]


def _record(
    record: MatchRecord, side: Side, entries: list[LedgerEntry], *, act: Act, now: datetime
) -> None:
    team, chapter, pin = record.team(side), record.sides[side].chapter, record.match.pin
    if record.is_latest(side):
        drafts = record.unwritten.drafts
        if side in drafts and not drafts[side].bears(entries):
            flush(record)
            drafts = record.unwritten.drafts
        draft = drafts.setdefault(side, PendingEvents(record.roster(side)))
        record.events[side] += draft.add(entries, act=act, chapter=chapter, pin=pin, now=now)
        record.keep_roster(side, draft.after)
        return
    flush(record)
    for entry in entries:
        event = ledger.put_in(team, entry, act=act, chapter=chapter, pin=pin, now=now)
        record.events[side].append(event)
    if isinstance(why_not := present_of(team, life_of(team)), Reason):
        raise Refused(why_not)
    ledger.refold(team, pin=pin, now=now)
    record.keep_roster(side, None)


def flush(record: MatchRecord) -> None:
    """Write what was put in since the last time and what came of it: acts, steps and answers, then
    the ledgers and the teams as they stand."""
    unwritten, record.unwritten = record.unwritten, Pending()
    Act.objects.bulk_create(unwritten.acts)
    for run in unwritten.runs.values():
        if run.pk:
            run.save(update_fields=["revision", "asked", "facts", "because", "finished_at"])
    StepRun.objects.bulk_create(run for run in record.runs.values() if run.pk is None)
    Answer.objects.bulk_create(unwritten.answers)
    if drafts := unwritten.drafts:
        rosters = ledger.flush([*drafts.values()], pin=record.match.pin)
        for side, roster in zip(drafts, rosters, strict=True):
            record.keep_roster(side, roster)


def _through(record: MatchRecord, sides: Iterable[Side], *, now: datetime) -> None:
    """The match itself is saved by whoever holds it."""
    for side in sides:
        row = record.sides[side]
        if row.through_at is None:
            row.through_at = now
            row.save(update_fields=["through_at"])
    if all(row.through_at for row in record.sides.values()):
        record.match.state = Match.State.OVER
