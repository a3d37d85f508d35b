"""The report of a match: submitted by one coach, confirmed or disputed by the other."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.models import Act
from acts.recording import record_act
from league.permissions import must_be_open
from matches import reading, running
from matches.awaiting import (
    can_be_answered,
    disputing_side,
    may_confirm,
    may_dispute,
    may_withdraw,
    opponent_of,
    patience_of,
    time_to_answer,
    whom_it_awaits,
)
from matches.commands.agreeing import join_with_report
from matches.commands.tapping import Entering, NewTap
from matches.commands.telling import REMINDED, REPORTED, tell_of
from matches.deciding import you_play_in_it
from matches.dice import reserved_dice
from matches.dice.reported_dice import bring_dice
from matches.dice.reserved_dice import Reserve
from matches.hooks import ResultChanged, ResultChanging
from matches.models import Dispute, Match, MatchReport, Tap
from matches.permissions import MatchAccess, access_in
from matches.pitch import crowd, lineups, reports, resources, side_counts
from matches.pitch.contradictions import contradictions
from matches.pitch.reports import MatchEnding
from matches.pitch.shoot_out import overtime_faults, shoot_out
from matches.record import MatchRecord
from matches.unscheduled import yet_to_agree
from rules.book import Book
from rules.engine.match import SIDES, Side, other
from rules.house import decider_of
from teams.models import Words
from teams.on_record import reason_faults
from web.lines import tidied

State, Awaits = Match.State, Match.Awaits
OF_A_REPORT = (
    *("state", "reported_at", "reported_by", "reporter", "awaits"),
    *("confirms_at", "reminded_at"),
)
CONFIRMED_BY = gettext_lazy("The other coach confirms it, or somebody else who runs the league.")
OTHERS_CONFIRM = gettext_lazy(
    "One person has both teams, so anybody else who plays in the season confirms this report, or "
    "somebody else who runs the league."
)
SETTLED_BY = gettext_lazy(
    "This report is disputed: whoever was asked confirms it after all, whoever submitted it "
    "withdraws it and it is entered anew, or somebody else who runs the league settles it."
)
WITHDRAWN_BY = gettext_lazy(
    "Whoever submitted the report withdraws it. If it was not so, dispute it, and somebody else "
    "who runs the league settles it."
)
# What a drawn knock-out match still lacks, where the evening itself has to find a winner.
DECIDERS = {
    "overtime": gettext_lazy("Somebody has to go through: overtime decides, and then penalties."),
    "penalties": gettext_lazy("Somebody has to go through: penalties decide."),
}


def submit_report(*, actor: User, match: Match, ending: MatchEnding, now: datetime) -> Match:
    """One coach says that it is over. Whoever speaks for both sides confirms it with that."""
    with transaction.atomic():
        record, access = _held(actor, match)
        match = record.match
        if match.state != State.PLAYING:
            raise Conflict.because("not_being_played", match.as_it_stands)
        taps = lineups.standing_taps(match.taps.order_by("number"))
        on = lineups.field_of(record, taps)
        reasons = [
            *contradictions(record, taps, on),
            *resources.contradictions(record, taps),
            *side_counts.contradictions(taps),
        ]
        record.reserve = Reserve(match, throws=True)
        ending, faults = decided(record, reports.score_of(taps), ending, access)
        if reasons := [*reasons, *faults]:
            raise Refused(*reasons)
        reserved_dice.keep(match, record.reserve)
        data = reports.as_data(taps, on, ending, **lineups.occasion(match))
        if match.by_score:
            data = crowd.told_before(record) | data
        act = record_act(
            "matches.submit_report",
            actor=actor,
            now=now,
            match=str(match.uuid),
            score=data["score"],
            ending=ending.how,
        )
        put_in(record, data, access, act=act, now=now)
    return match


def put_in(
    record: MatchRecord, data: Mapping[str, Any], access: MatchAccess, *, act: Act, now: datetime
) -> None:
    """Keep a report, and have it confirmed if whoever submits it speaks for both sides."""
    match = record.match
    version = record.report.version + 1 if record.report else 1
    record.report = MatchReport.objects.create(
        match=match, version=version, data=data, act=act, at=now
    )
    match.state, match.reported_at, match.reporter = State.REPORTED, now, act.actor
    match.reported_by = next(iter(access.coaches), "") if len(access.coaches) == 1 else ""
    match.awaits = whom_it_awaits(record, access)
    patience = time_to_answer(record, access)
    match.confirms_at = now + patience if patience else None
    match.reminded_at = None
    match.revision += 1
    if not match.awaits:
        match.confirmed_alone = bool(access.played) and opponent_of(record, access) is None
        reading.lock_teams(record)
        confirmed(record, act=act, now=now)
        return
    match.save(update_fields=[*OF_A_REPORT, "revision"])
    tell_of(record, REPORTED, but=act.actor, now=now)
    ResultChanged(match, record.report, act, now).send()


def confirm_report(*, actor: User, match: Match, now: datetime) -> Match:
    """The other coach, or whoever runs the league, says that it was so. Raises Conflict."""
    with transaction.atomic():
        record, access = _held(actor, match, and_teams=True)
        match = record.match
        _must_be_reported(match)
        if not may_confirm(match, access):
            raise _not_theirs_to_confirm(match, access)
        act = record_act("matches.confirm_report", actor=actor, now=now, match=str(match.uuid))
        match.revision += 1
        confirmed(record, act=act, now=now)
    return match


def _not_theirs_to_confirm(match: Match, access: MatchAccess) -> Forbidden:
    if access.is_office_at_play:
        by = OTHERS_CONFIRM if match.awaits == Awaits.OTHERS else CONFIRMED_BY
        return you_play_in_it(SETTLED_BY if match.state == State.DISPUTED else by)
    sentence = _("A report is confirmed by the other coach.")
    if match.awaits == Awaits.OTHERS:
        sentence = str(OTHERS_CONFIRM)
    if match.awaits == Awaits.LEAGUE:
        sentence = _("Somebody else who runs the league has to confirm this report.")
    if match.state == State.DISPUTED:
        sentence = _(
            "This report is disputed: the commissioner settles it, or the other coach confirms it "
            "after all."
        )
    return Forbidden.because("not_yours_to_confirm", sentence)


def confirm_unanswered(*, match: Match, now: datetime) -> bool:
    """Confirm a report that nobody answered in time. Whether it was; harmless when run twice."""
    with transaction.atomic():
        ResultChanging(match).send()
        match = reading.held(match)
        if not is_silent(match, now=now):
            return False
        reading.lock_teams_of(match, SIDES)
        record = reading.load(match)
        if not can_be_answered(record, now=now):
            _leave_to_the_league(record, now=now)
            return False
        act = record_act("matches.confirm_unanswered", actor=None, now=now, match=str(match.uuid))
        match.revision += 1
        confirmed(record, act=act, now=now)
    return True


def _leave_to_the_league(record: MatchRecord, *, now: datetime) -> None:
    """The side that was asked has nobody any more: its silence says nothing."""
    match = record.match
    match.awaits, match.confirms_at, match.reminded_at = Awaits.LEAGUE, None, None
    match.revision += 1
    match.save(update_fields=["awaits", "confirms_at", "reminded_at", "revision"])
    tell_of(record, REPORTED, but=None, now=now)


def remind_of_report(*, match: Match, now: datetime) -> bool:
    """Say again that a report waits, before silence counts; there is time to answer from then on.
    Whether it was said. Harmless when run twice."""
    with transaction.atomic():
        match = reading.held(match)
        waits = match.state == State.REPORTED and match.league.closed_at is None
        if not waits or match.confirms_at is None or match.reminded_at:
            return False
        record = reading.load(match)
        match.reminded_at = now
        match.confirms_at = max(match.confirms_at, now + notice_of(record.book))
        match.save(update_fields=["reminded_at", "confirms_at"])
        tell_of(record, REMINDED, but=None, now=now)
    return True


def notice_of(book: Book) -> timedelta:
    """How long before silence counts it is said again: a day, or half the time if that is less."""
    return min(timedelta(days=1), patience_of(book) / 2)


def is_silent(match: Match, *, now: datetime) -> bool:
    """Whether a report was left unanswered for as long as the league allows, and a reminder too."""
    waits = match.state == State.REPORTED and match.league.closed_at is None
    due = match.confirms_at is not None and match.confirms_at <= now
    return waits and due and match.reminded_at is not None


def confirmed(record: MatchRecord, *, act: Act, now: datetime) -> None:
    """The report holds: the post-match begins, with the dice that fell on the pitch. All held."""
    match = record.match
    if asked := yet_to_agree(record.sides):
        state = match.state
        join_with_report(record, asked, act=act, now=now)
        match.state = state
    if match.state == State.DISPUTED:
        match.disputes.filter(settled_at=None).update(settled_at=now)
    match.state, match.confirmed_at = State.POST_MATCH, now
    bring_dice(record, now=now)
    running.advance(record, SIDES, act=act, now=now)
    match.save()
    ResultChanged(match, record.report, act, now).send()


def dispute_report(*, actor: User, match: Match, reason: str, now: datetime) -> Match:
    """The other coach says that it was not so, and why; whoever runs the league settles it."""
    reason = tidied(reason)
    with transaction.atomic():
        record, access = _held(actor, match)
        match = record.match
        _must_be_reported(match)
        if not may_dispute(match, access):
            raise Forbidden.because(
                "not_yours_to_dispute", _("A report is disputed by the other coach.")
            )
        if faults := reason_faults(reason):
            raise Refused(*faults)
        act = record_act("matches.dispute_report", actor=actor, now=now, match=str(match.uuid))
        words = Words.objects.create(text=reason)
        side = disputing_side(match, access)
        Dispute.objects.create(match=match, side=side, by=actor, words=words, at=now, act=act)
        match.state = State.DISPUTED
        match.confirms_at = None
        match.revision += 1
        match.save(update_fields=["state", "confirms_at", "revision"])
    return match


def withdraw_report(*, actor: User, match: Match, now: datetime) -> Match:
    """Back to the pitch: whoever submitted it, or runs the league, enters it anew."""
    with transaction.atomic():
        record, access = _held(actor, match)
        match = record.match
        _must_be_reported(match)
        if not may_withdraw(match, access):
            if access.is_office_at_play:
                raise you_play_in_it(WITHDRAWN_BY)
            raise Forbidden.because(
                "not_yours_to_withdraw",
                _("A report is withdrawn by whoever submitted it, or by the commissioner."),
            )
        act = record_act("matches.withdraw_report", actor=actor, now=now, match=str(match.uuid))
        match.disputes.filter(settled_at=None).update(settled_at=now)
        match.state, match.reported_at, match.confirms_at = State.PLAYING, None, None
        match.reported_by, match.awaits, match.reporter = "", "", None
        match.revision += 1
        match.save()
        _keep_score(record, access, actor=actor, now=now)
        ResultChanged(match, record.report, act, now).send()
    return match


def _keep_score(record: MatchRecord, access: MatchAccess, *, actor: User, now: datetime) -> None:
    """What was told by its score alone has it on its scoreboard from now on, so that
    whoever enters it anew begins with them."""
    entering = Entering(record, access, actor, now)
    if (
        not record.match.by_score
        or entering.all
        or "touchdown" not in lineups.deeds_of(record.match)
    ):
        return
    scored = record.told["score"]
    sides = [side for side in SIDES for _goal in range(scored[side])]
    entering.take([NewTap(uuid4(), Tap.Kind.TOUCHDOWN, side, {}) for side in sides])


def _held(actor: User, match: Match, *, and_teams: bool = False) -> tuple[MatchRecord, MatchAccess]:
    """The match with all that its result will write, held; teams only for whoever needs them."""
    ResultChanging(match).send()
    match = reading.held(match)
    if and_teams:
        reading.lock_teams_of(match, SIDES)
    record = reading.load(match)
    access = access_in(actor, record)
    if not (access.may_record or access.plays_beside()):
        raise Forbidden.because(
            "not_your_match", _("This is for the two coaches and the commissioner.")
        )
    must_be_open(match.league)
    return record, access


def _must_be_reported(match: Match) -> None:
    if match.state not in (State.REPORTED, State.DISPUTED):
        raise Conflict.because("no_report", match.as_it_stands)


# --- how it ended


def decided(
    record: MatchRecord, score: Mapping[str, int], ending: MatchEnding, access: MatchAccess
) -> tuple[MatchEnding, list[Reason]]:
    """The ending with its winner, and all that is wrong with it; `access` says whose word."""
    level = score["home"] == score["away"]
    reasons: list[Reason] = []
    match ending.how:
        case "conceded":
            if ending.side not in SIDES:
                reasons.append(Reason("who_conceded", _("Say who conceded."), "side"))
            if not 0 <= ending.could_field <= record.book.catalogue.traits.fields:
                most = record.book.catalogue.traits.fields
                sentence = _("A whole number from 0 to %(most)d.") % {"most": most}
                reasons.append(Reason("could_field", sentence, "could_field"))
        case "overtime":
            if (
                ending.side not in SIDES
                or score[_side(ending.side)] <= score[other(_side(ending.side))]
            ):
                sentence = _("Overtime is won by a touchdown; count it, and say who won.")
                reasons.append(Reason("who_won", sentence, "side"))
            else:
                reasons += overtime_faults(record, ending.side)
        case "penalties":
            if not level:
                sentence = _("Penalties are shot when the score is level.")
                reasons.append(Reason("not_level", sentence, "ending"))
            elif not (record.match.by_score and ending.says_the_same(MatchEnding.of(record.told))):
                return shoot_out(record, ending, access)
        case "played" | "called" | "mercy":
            found_by = decider_of(record.book.house, is_replay=record.match.is_replay)
            if level and record.match.is_knock_out and found_by in DECIDERS:
                reasons.append(Reason("needs_a_winner", str(DECIDERS[found_by]), "ending"))
        case _:
            reasons.append(Reason("no_such_ending", _("No match ends like that."), "ending"))
    return ending, reasons


def _side(name: str) -> Side:
    return reading.side_of(name)
