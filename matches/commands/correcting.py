"""Correcting a match that was entered wrongly: looked at first, then applied as it was seen."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.models import Act
from acts.recording import record_act
from league.permissions import must_be_open, must_run
from matches import reading, running
from matches.asked import asks_of, same
from matches.commands.tapping import keep
from matches.deciding import you_play_in_it
from matches.dice import reserved_dice
from matches.dice.reserved_dice import Reserve
from matches.hooks import ResultChanged, ResultChanging
from matches.models import Answer, Match, MatchReport, Proposal
from matches.permissions import access_in
from matches.reading import side_of
from matches.record import MatchRecord
from matches.replay.correction import Correction, work_out
from matches.replay.edited_reports import Wish
from matches.replay.replaying import Edits, Replay, Rerun, Rewriting
from matches.replay.server_dice import dice_faults
from matches.replay.walls import next_matches
from matches.running import note_outcome
from rules.engine.asks import Roll
from rules.engine.match import SIDES
from rules.engine.visibility import answerer
from teams import ledger
from web.lines import tidied, what_is_wrong_with

LONGEST_REASON = 300
BOTH_AGREE = gettext_lazy(
    "Propose the correction: it holds once the other coach agrees. Or somebody else who runs the "
    "league applies it."
)


def look_at_correction(*, actor: User, match: Match, **wish: Any) -> Correction:
    """What a correction would change. For coaches too, who may propose it.

    Nothing is written but new dice that only the server rolls: they are kept before they are shown.
    """
    wished, record = Wish(**wish), reading.load(reading.matches().get(pk=match.pk))
    keeps = wished != Wish() and not match.league.closed_at
    try:
        correction = looked(actor, record, wished)
    except Refused:
        # It may lack nothing but dice.
        if not (record.reserve.lacks and keeps):
            raise
    else:
        if not (record.reserve.lacks and keeps):
            return correction
    with transaction.atomic():
        record = reading.load(reading.held(match))
        record.reserve = Reserve(record.match, throws=True)
        correction = looked(actor, record, wished)
        reserved_dice.keep(record.match, record.reserve)
    return correction


def looked(actor: User, record: MatchRecord, wish: Wish) -> Correction:
    """A correction as this person sees it."""
    match, access = record.match, access_in(actor, record)
    if not access.may_record:
        raise Forbidden.because(
            "not_your_match", _("This is for the two coaches and the commissioner.")
        )
    if match.confirmed_at is None:
        sentence = _("Nothing is confirmed yet. Change it where it is entered.")
        raise Conflict.because("not_confirmed", sentence)
    edits = wish.edits(record, actor=actor, access=access, now=match.confirmed_at)
    correction = work_out(record, edits, access)
    _must_see(correction)
    if faults := dice_faults(correction):
        raise Refused(*faults)
    return correction


def _must_see(correction: Correction) -> None:
    """What only a side may see, only its coaches tell otherwise."""
    edits, access = correction.replay.edits, correction.access
    for rerun in correction.replay.reruns:
        changed = edits.answers.get((rerun.run.side, rerun.run.step), {})
        side = reading.side_of(rerun.run.side) if rerun.run.side else None
        for key, ask in asks_of(rerun.driven).items():
            if key in changed and not access.may_see(ask, side):
                raise Forbidden.because(
                    "not_yours_to_answer", _("This is for the other side to answer."), key
                )


def correct_match(
    *, actor: User, match: Match, seen: str, reason: str, now: datetime, **wish: Any
) -> Match:
    """Apply a correction that was looked at, with a reason that stays on record.

    Raises Conflict if anything moved since, and Refused with every conflict.
    """
    must_run(actor, match.league)
    with transaction.atomic():
        record = lock_record(match)
        if not access_in(actor, record).decides:
            raise you_play_in_it(BOTH_AGREE)
        correction = looked(actor, record, Wish(**wish))
        apply(record, correction, actor=actor, seen=seen, reason=reason, now=now)
    return record.match


def lock_record(match: Match) -> MatchRecord:
    """The match with all that a correction writes, held: those since, in which improvements may
    move along, too."""
    ResultChanging(match).send()
    later = {row.match_id for row in next_matches(reading.load(match))}
    record = reading.load(reading.held_with(match, later))
    reading.lock_teams(record)
    if {row.match_id for row in next_matches(record)} - later:
        raise _moved()
    return record


def apply(
    record: MatchRecord,
    correction: Correction,
    *,
    actor: User,
    seen: str,
    reason: str,
    now: datetime,
    agreed_with: User | None = None,
) -> None:
    """Write a correction that is as it was seen. All is held."""
    must_be_open(record.match.league)
    must_stand(correction, seen=seen, reason=reason)
    edits, match = correction.replay.edits, record.match
    act = record_act(
        "matches.correct_match",
        actor=actor,
        now=now,
        on_behalf_of=agreed_with,
        reason=tidied(reason),
        match=str(match.uuid),
        report=bool(edits.report),
        taps=[str(tap.uuid) for tap in edits.taps],
        answers=["/".join(place) for place in edits.answers],
    )
    _put_in(record, edits, act=act, now=now)
    for replay in (correction.replay, *correction.later):
        _put_in_reruns(replay, actor=actor, now=now)
        _rewrite(replay, act=act, now=now)
    _carry_into_open(record, edits, actor=actor, now=now)
    _refold(correction, now=now)
    record.reserve.spend()
    reserved_dice.keep(match, record.reserve)
    team_ids = {record.sides[side].team_id for side in SIDES}
    for replay in (correction.replay, *correction.later):
        _close_proposals(replay.record.match, now=now)
        _go_on(replay.record.match, team_ids, act=act, now=now)
    latest = match.reports.order_by("-version").first()
    ResultChanged(match, latest, act, now).send()


def must_stand(correction: Correction, *, seen: str, reason: str) -> None:
    """Raises Conflict if anything moved since it was looked at, and Refused with every conflict."""
    if correction.seen != seen:
        raise _moved()
    reasons = [
        *what_is_wrong_with(tidied(reason), subject="reason", at_most=LONGEST_REASON),
        *correction.conflicts,
    ]
    if not correction.changes:
        reasons.append(Reason("nothing_to_correct", _("Nothing is different from before.")))
    if reasons:
        raise Refused(*reasons)


def _moved() -> Conflict:
    sentence = _("Something moved since you looked. Look again before you apply.")
    return Conflict.because("correction_moved", sentence)


def _close_proposals(match: Match, *, now: datetime) -> None:
    """Whatever else was proposed rests on what stood before."""
    match.proposals.filter(settled_at=None).update(
        settled_at=now, outcome=Proposal.Outcome.OVERTAKEN
    )


def _put_in(record: MatchRecord, edits: Edits, *, act: Act, now: datetime) -> None:
    """What is told otherwise of the pitch."""
    for tap in edits.taps:
        tap.at = now
    keep(edits.taps)
    if edits.report is not None:
        MatchReport.objects.create(
            match=record.match,
            version=record.report.version + 1 if record.report else 1,
            data=edits.report,
            act=act,
            at=now,
        )


def _put_in_reruns(replay: Replay, *, actor: User, now: datetime) -> None:
    """New versions of what was answered otherwise."""
    record = replay.record
    for rerun in replay.reruns:
        if rerun.run.pk is None:
            rerun.run.finished_at = now
            rerun.run.save()
            record.runs[rerun.run.side, rerun.run.step] = rerun.run
        _put_in_answers(record, replay.edits, rerun, actor=actor, now=now)


def _put_in_answers(
    record: MatchRecord, edits: Edits, rerun: Rerun, *, actor: User, now: datetime
) -> None:
    """Of each ask the answer that led on, where it is not the one that stands."""
    here = (rerun.run.side, rerun.run.step)
    before, carried = record.answers_to(rerun.run), edits.carried.get(here, {})
    for ask in rerun.driven.answered:
        stands, value = before.get(ask.key), rerun.given[ask.key]
        if stands is not None and same(stands.value, value):
            continue
        known = carried.get(ask.key) or rerun.followed.get(ask.key)
        moved = None if ask.key in edits.answers.get(here, {}) else known
        source = moved.source if moved else Answer.Source.TABLE
        Answer.objects.create(
            run=rerun.run,
            key=ask.key,
            version=stands.version + 1 if stands else 1,
            value=value,
            dice=ask.dice if isinstance(ask, Roll) else "",
            source=Answer.Source.SERVER if ask.key in rerun.thrown else source,
            actor=actor,
            visible=ask.visible,
            whose=answerer(ask, side_of(rerun.run.side) if rerun.run.side else None) or "",
            at=now,
        )


def _carry_into_open(record: MatchRecord, edits: Edits, *, actor: User, now: datetime) -> None:
    """Dice follow their casualty also where nobody has answered the rest yet."""
    for place, carried in edits.carried.items():
        run = record.runs.get(place)
        if run is None or run.finished_at:
            continue
        before = record.answers_to(run)
        for key, moved in carried.items():
            stands = before.get(key)
            if moved is None or (stands and same(stands.value, moved.value)):
                continue
            Answer.objects.create(
                run=run,
                key=key,
                version=stands.version + 1 if stands else 1,
                value=moved.value,
                dice=moved.dice,
                source=moved.source,
                actor=actor,
                at=now,
            )


def _rewrite(replay: Replay, *, act: Act, now: datetime) -> None:
    """Take back what differs and write what holds instead at its place."""
    for rewriting in replay.rewritings:
        _rewrite_step(replay.record, rewriting, act=act, now=now)
    for rerun in replay.reruns:
        if rerun.found is not None:
            note_outcome(rerun.run, rerun.driven, rerun.found)
    for run in replay.gone:
        run.asked, run.facts, run.because = [], [], []
    for run in replay.record.runs.values():
        run.revision += 1
        run.save(update_fields=["revision", "asked", "facts", "because"])
    match = replay.record.match
    match.revision += 1
    match.save(update_fields=["revision"])


def _refold(correction: Correction, *, now: datetime) -> None:
    record = correction.replay.record
    for side in {rewriting.side for rewriting in correction.replay.rewritings}:
        ledger.refold(record.team(side), pin=record.match.pin, now=now)


def _rewrite_step(record: MatchRecord, rewriting: Rewriting, *, act: Act, now: datetime) -> None:
    team, pin = record.team(rewriting.side), record.match.pin
    chapter = record.sides[rewriting.side].chapter
    for slot in rewriting.slots:
        if slot.stays:
            continue
        if slot.event and slot.entry:
            ledger.replace(team, slot.event, slot.entry, act=act, pin=pin, now=now)
        elif slot.event:
            ledger.reverse(team, [slot.event], act=act, now=now)
        elif slot.entry:
            ledger.put_in(
                team, slot.entry, act=act, chapter=chapter, pin=pin, now=now, ordinal=slot.ordinal
            )


def _go_on(match: Match, team_ids: Collection[int], *, act: Act, now: datetime) -> None:
    """A side that is still at it may find that nothing more is asked of it."""
    record = reading.load(match)
    mine = [side for side in SIDES if record.sides[side].team_id in team_ids]
    still = [side for side in mine if record.sides[side].through_at is None]
    if still:
        reading.lock_teams(record, mine)
        running.advance(record, still, act=act, now=now)
        match.save(update_fields=["state"])
