"""Correcting a match that was entered wrongly: looked at first, then applied as it was seen."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Reason, Refused
from jobs.models import Act
from league.permissions import must_run
from matches import hearing, pitch, running
from matches.asked import same
from matches.correction import Correction, work_out
from matches.models import Answer, Match, MatchReport
from matches.replaying import Edits, Rewriting
from matches.running import Play, note_outcome, side_of
from rules.engine.asks import Roll
from rules.engine.match import SIDES
from rules.engine.visibility import answerer
from teams import ledger
from web.lines import tidied, what_is_wrong_with

LONGEST_REASON = 300

Told = Mapping[str, int]


def edits_of(
    play: Play,
    *,
    touchdowns: Told | None = None,
    fame: Told | None = None,
    answers: Mapping[tuple[str, str], Mapping[str, Any]] | None = None,
) -> Edits:
    """What is really to be changed. Raises Refused where it cannot be in a report."""
    data = play.told
    told = {
        "touchdowns": touchdowns or data["touchdowns"],
        "fame": fame or data.get("fame") or dict.fromkeys(SIDES, 0),
    }
    if reasons := pitch.faults(**told):
        raise Refused(*reasons)
    report = pitch.told_otherwise(data, **told)
    changed = {}
    for (side, step), given in (answers or {}).items():
        run = play.runs.get((side, step))
        if run is None or run.finished_at is None:
            sentence = _("This step is not finished. Answer it, there is nothing to correct yet.")
            raise Refused.because("step_open", sentence, f"{side or 'joint'}/{step}")
        stands = play.given(run)
        changed[side, step] = {
            key: value
            for key, value in given.items()
            if key not in stands or not same(stands[key], value)
        }
    return Edits(report if report != data else None, changed)


def look_at_correction(*, actor: User, match: Match, **edits: Any) -> Correction:
    """What a correction would change; nothing is written."""
    must_run(actor, match.league)
    play = running.load(running.matches().get(pk=match.pk))
    return work_out(play, edits_of(play, **edits))


def correct_match(
    *, actor: User, match: Match, seen: str, reason: str, now: datetime, **edits: Any
) -> Match:
    """Apply a correction that was looked at, with a reason that stays on record.

    Raises Conflict if anything moved since, and Refused with every conflict.
    """
    must_run(actor, match.league)
    with transaction.atomic():
        match = running.held(match)
        hearing.hold(match)
        play = running.load(match)
        running.hold_teams(play)
        correction = work_out(play, edits_of(play, **edits))
        if correction.seen != seen:
            raise Conflict.because(
                "correction_moved",
                _("Something moved since you looked. Look again before you apply."),
            )
        reason = tidied(reason)
        reasons = [
            *what_is_wrong_with(reason, subject="reason", at_most=LONGEST_REASON),
            *correction.conflicts,
        ]
        if not correction.changes:
            reasons.append(Reason("nothing_to_correct", _("Nothing is different from before.")))
        if reasons:
            raise Refused(*reasons)
        act = record_act(
            "matches.correct_match",
            actor=actor,
            now=now,
            reason=reason,
            match=str(match.uuid),
            report=bool(correction.replay.edits.report),
            answers=["/".join(place) for place in correction.replay.edits.answers],
        )
        _put_in(play, correction, actor=actor, act=act, now=now)
        _rewrite(play, correction, act=act, now=now)
        match.revision += 1
        match.save(update_fields=["revision"])
        _go_on(match, act=act, now=now)
        hearing.tell(match, act=act, now=now)
    return match


def _put_in(play: Play, correction: Correction, *, actor: User, act: Act, now: datetime) -> None:
    """New versions of what was told otherwise."""
    edits = correction.replay.edits
    if edits.report is not None:
        MatchReport.objects.create(
            match=play.match,
            version=play.report.version + 1 if play.report else 1,
            data=edits.report,
            act=act,
            at=now,
        )
    for rerun in correction.replay.reruns:
        changed = edits.answers.get((rerun.run.side, rerun.run.step), {})
        before = play.answers.get(rerun.run.pk, {})
        for ask in rerun.driven.answered:
            if ask.key in changed:
                Answer.objects.create(
                    run=rerun.run,
                    key=ask.key,
                    version=before[ask.key].version + 1 if ask.key in before else 1,
                    value=changed[ask.key],
                    dice=ask.dice if isinstance(ask, Roll) else "",
                    actor=actor,
                    visible=ask.visible,
                    whose=answerer(ask, side_of(rerun.run.side) if rerun.run.side else None) or "",
                    at=now,
                )


def _rewrite(play: Play, correction: Correction, *, act: Act, now: datetime) -> None:
    """Take back what differs, write what holds instead at its place, and fold anew."""
    for rewriting in correction.replay.rewritings:
        _rewrite_step(play, rewriting, act=act, now=now)
    for side in {rewriting.side for rewriting in correction.replay.rewritings}:
        ledger.refold(play.team(side), pin=play.match.pin, now=now)
    for rerun in correction.replay.reruns:
        if rerun.found is not None:
            note_outcome(rerun.run, rerun.driven, rerun.found)
    for run in play.runs.values():
        run.revision += 1
        run.save(update_fields=["revision", "asked", "facts", "because"])


def _rewrite_step(play: Play, rewriting: Rewriting, *, act: Act, now: datetime) -> None:
    team, pin = play.team(rewriting.side), play.match.pin
    chapter = play.sides[rewriting.side].chapter
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


def _go_on(match: Match, *, act: Act, now: datetime) -> None:
    """A side that is still at it may find that nothing more is asked of it."""
    play = running.load(match)
    still = [side for side in SIDES if play.sides[side].through_at is None]
    if still:
        running.hold_teams(play)
        running.advance(play, still, act=act, now=now)
