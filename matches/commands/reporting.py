"""The report of a match: submitted by one coach, confirmed or disputed by the other."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Forbidden, Reason, Refused
from jobs.models import Act
from league.permissions import COACHING, must_be_open, runs
from matches import field, hearing, held_dice, kit, pitch, reading, reserved_dice, running
from matches.commands.agreeing import join_with_report
from matches.commands.tapping import suffering_of
from matches.commands.telling import REMINDED, REPORTED, tell_of
from matches.contradictions import contradictions
from matches.deciding import is_run_from_outside, plays_since, you_play_in_it
from matches.fallen import hurt_before
from matches.models import Answer, Dispute, Match, MatchReport, StepRun, Tap
from matches.permissions import Seat, seat_in, tenures_of
from matches.pitch import Ending, Seen
from matches.play import Play
from matches.reserved_dice import Reserve
from matches.shoot_out import overtime_faults, shoot_out
from matches.steps import only_server_rolls
from matches.unscheduled import yet_to_agree
from rules.book import Book
from rules.engine.asks import Roll
from rules.engine.match import SIDES, Side, other
from rules.house import decider_of
from teams.models import Tenure, Words
from teams.on_record import reason_faults
from teams.permissions import holding
from web.lines import tidied

State, Awaits = Match.State, Match.Awaits
OF_A_REPORT = (
    *("state", "reported_at", "reported_by", "reporter", "awaits"),
    *("confirms_at", "reminded_at"),
)
# Whoever runs the league could make silence count in an hour before they report their own match.
OWN_PATIENCE = timedelta(days=1)
CONFIRMED_BY = gettext_lazy("The other coach confirms it, or somebody else who runs the league.")
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


def submit_report(*, actor: User, match: Match, ending: Ending, now: datetime) -> Match:
    """One coach says that it is over. Whoever speaks for both sides confirms it with that."""
    with transaction.atomic():
        play, seat = _held(actor, match)
        match = play.match
        if match.state != State.PLAYING:
            raise Conflict.because("not_being_played", match.as_it_stands)
        taps = field.seen(match.taps.order_by("number"))
        on = field.field_of(play, taps)
        reasons = [*contradictions(play, taps, on), *kit.contradictions(play, taps)]
        play.reserve = Reserve(match, throws=True)
        ending, faults = decided(play, pitch.score_of(taps), ending, seat)
        if reasons := [*reasons, *faults]:
            raise Refused(*reasons)
        reserved_dice.keep(match, play.reserve)
        data = pitch.as_data(taps, on, ending, **field.occasion(match))
        act = record_act(
            "matches.submit_report",
            actor=actor,
            now=now,
            match=str(match.uuid),
            touchdowns=data["touchdowns"],
            ending=ending.how,
        )
        put_in(play, data, seat, act=act, now=now)
    return match


def put_in(play: Play, data: Mapping[str, Any], seat: Seat, *, act: Act, now: datetime) -> None:
    """Keep a report, and have it confirmed if whoever submits it speaks for both sides."""
    match = play.match
    version = play.report.version + 1 if play.report else 1
    play.report = MatchReport.objects.create(
        match=match, version=version, data=data, act=act, at=now
    )
    match.state, match.reported_at, match.reporter = State.REPORTED, now, act.actor
    match.reported_by = next(iter(seat.coaches), "") if len(seat.coaches) == 1 else ""
    match.awaits = whom_it_awaits(play, seat)
    hours = play.book.house["report.confirms-after"]
    by_silence = hours and match.is_scheduled and match.awaits in SIDES
    patience = max(timedelta(hours=hours), OWN_PATIENCE if runs(seat.membership) else timedelta())
    match.confirms_at = now + patience if by_silence else None
    match.reminded_at = None
    match.revision += 1
    if not match.awaits:
        match.confirmed_alone = bool(seat.played) and _opponent(play, seat) is None
        reading.hold_teams(play)
        confirmed(play, act=act, now=now)
        return
    match.save(update_fields=[*OF_A_REPORT, "revision"])
    tell_of(play, REPORTED, but=act.actor, now=now)
    hearing.tell(match, play.report, act=act, now=now)


def whom_it_awaits(play: Play, seat: Seat) -> str:
    """Whose answer a report needs: the other side's, also where the reporter runs the league; that
    of somebody who runs it and does not play where nobody but the reporter is there to answer.
    Nobody's where the reporter does not play in it, speaks for the other side too, or is the only
    one who could answer."""
    if not seat.played:
        return ""
    if (side := _opponent(play, seat)) is None:
        return Awaits.LEAGUE if seat.opposed - seat.own or _is_run_from_outside(play.match) else ""
    silent = seat.without_account if play.match.is_scheduled else frozenset()
    if side in seat.agrees_for | silent or play.sides[side].in_other_hands:
        return ""
    return Awaits.LEAGUE if side in seat.without_account else str(side)


def _opponent(play: Play, seat: Seat) -> Side | None:
    """The other side of whoever reports a match that they play, if anybody coaches it who may: both
    may be theirs, and a team may have lost its coach. One statement at most."""
    for side in SIDES:
        if seat.own and side not in seat.own:
            team = play.sides[side].team_id
            coaching = Tenure.objects.filter(holding(timezone.now()), team=team)
            return (
                side
                if coaching.filter(coach__until=None, coach__role__in=COACHING).exists()
                else None
            )
    return None


def _is_run_from_outside(match: Match) -> bool:
    """Whether somebody runs the league who plays on neither side. Two statements."""
    tenures = tenures_of(match.sides.values("team"))
    since, now = plays_since(match), timezone.now()
    return is_run_from_outside(match.league, tenures, since=since, now=now)


def confirm_report(*, actor: User, match: Match, now: datetime) -> Match:
    """The other coach, or whoever runs the league, says that it was so. Raises Conflict."""
    with transaction.atomic():
        play, seat = _held(actor, match, and_teams=True)
        match = play.match
        _must_be_reported(match)
        if not may_confirm(match, seat):
            raise _not_theirs_to_confirm(match, seat)
        act = record_act("matches.confirm_report", actor=actor, now=now, match=str(match.uuid))
        match.revision += 1
        confirmed(play, act=act, now=now)
    return match


def _not_theirs_to_confirm(match: Match, seat: Seat) -> Forbidden:
    if seat.is_office_at_play:
        return you_play_in_it(SETTLED_BY if match.state == State.DISPUTED else CONFIRMED_BY)
    sentence = _("A report is confirmed by the other coach.")
    if match.awaits == Awaits.LEAGUE:
        sentence = _("Somebody else who runs the league has to confirm this report.")
    if match.state == State.DISPUTED:
        sentence = _(
            "This report is disputed: the commissioner settles it, or the other coach confirms it "
            "after all."
        )
    return Forbidden.because("not_yours_to_confirm", sentence)


def may_confirm(match: Match, seat: Seat) -> bool:
    """For whoever was asked, also after they disputed it; and for whoever runs the league, by
    nobody who plays in it (`Seat.decides`)."""
    if seat.membership is None:
        return False
    was_asked = match.awaits in seat.hands - seat.without_account
    return was_asked or _came_back(match, seat) or seat.decides


def _came_back(match: Match, seat: Seat) -> bool:
    """Whether the league is asked because the other side had nobody, and now it has them."""
    waits = match.awaits == Awaits.LEAGUE and match.reported_by in SIDES
    return waits and bool(seat.coaches) and match.reported_by not in seat.coaches | seat.played


def may_dispute(match: Match, seat: Seat) -> bool:
    """For the coaches of the side that was asked, and not for those beside the reporter."""
    was_asked = match.awaits in seat.coaches or _came_back(match, seat)
    return match.state == State.REPORTED and was_asked


def may_withdraw(match: Match, seat: Seat) -> bool:
    """For whoever submitted it and their side, and for whoever runs the league."""
    own = seat.membership is not None and match.reporter_id == seat.membership.user_id
    is_theirs = own and bool(seat.coaches or seat.played)
    return is_theirs or match.reported_by in seat.hands or seat.decides


def confirm_unanswered(*, match: Match, now: datetime) -> bool:
    """Confirm a report that nobody answered in time. Whether it was; harmless when run twice."""
    with transaction.atomic():
        hearing.hold(match)
        match = reading.held(match)
        if not is_silent(match, now=now):
            return False
        reading.hold_teams_of(match, SIDES)
        play = reading.load(match)
        act = record_act("matches.confirm_unanswered", actor=None, now=now, match=str(match.uuid))
        match.revision += 1
        confirmed(play, act=act, now=now)
    return True


def remind_of_report(*, match: Match, now: datetime) -> bool:
    """Say again that a report waits, before silence counts; there is time to answer from then on.
    Whether it was said. Harmless when run twice."""
    with transaction.atomic():
        match = reading.held(match)
        waits = match.state == State.REPORTED and match.league.closed_at is None
        if not waits or match.confirms_at is None or match.reminded_at:
            return False
        play = reading.load(match)
        match.reminded_at = now
        match.confirms_at = max(match.confirms_at, now + notice_of(play.book))
        match.save(update_fields=["reminded_at", "confirms_at"])
        tell_of(play, REMINDED, but=None, now=now)
    return True


def notice_of(book: Book) -> timedelta:
    """How long before silence counts it is said again: a day, or half the time if that is less."""
    return min(timedelta(days=1), timedelta(hours=book.house["report.confirms-after"]) / 2)


def is_silent(match: Match, *, now: datetime) -> bool:
    """Whether a report was left unanswered for as long as the league allows, and a reminder too."""
    waits = match.state == State.REPORTED and match.league.closed_at is None
    due = match.confirms_at is not None and match.confirms_at <= now
    return waits and due and match.reminded_at is not None


def confirmed(play: Play, *, act: Act, now: datetime) -> None:
    """The report holds: the post-match begins, with the dice that fell on the pitch. All held."""
    match = play.match
    if asked := yet_to_agree(play.sides):
        state = match.state
        join_with_report(play, asked, act=act, now=now)
        match.state = state
    if match.state == State.DISPUTED:
        match.disputes.filter(settled_at=None).update(settled_at=now)
    match.state, match.confirmed_at = State.POST_MATCH, now
    _bring_dice(play, now=now)
    running.advance(play, SIDES, act=act, now=now)
    match.save()
    hearing.tell(match, play.report, act=act, now=now)


def _bring_dice(play: Play, *, now: datetime) -> None:
    """What was rolled for casualties on the pitch answers the first step after it."""
    rows = list(play.match.taps.order_by("number"))
    by_uuid = {str(tap.uuid): tap for tap in rows}
    taps = field.seen(rows)
    dice = pitch.dice_of(taps)
    held = _held_dice(play, rows)
    hurts = (play.report.data if play.report else {}).get("casualties", ())
    first, (place, _step) = next(iter(play.sequence.after.items()))
    if not any(dice.get(hurt.get("tap", "")) or held.get(hurt.get("tap", "")) for hurt in hurts):
        return
    run = StepRun(match=play.match, side="", step=first, place=place)
    play.runs["", first] = run
    thrown = _dice_asked(play, taps, hurts)
    notes = [
        Answer(
            run=run,
            key=pitch.casualty_key(hurt, rest),
            value=value,
            dice=thrown.get(pitch.casualty_key(hurt, rest), ""),
            source=_source(taps, hurt["tap"], rest),
            actor_id=by_uuid[hurt["tap"]].actor_id,
            at=now,
        )
        for hurt in hurts
        for rest, value in dice.get(hurt.get("tap", ""), {}).items()
    ]
    notes += [
        Answer(
            run=run,
            key=pitch.casualty_key(hurt, rest),
            value=value,
            dice=spec,
            source=Answer.Source.SERVER,
            actor_id=by_uuid[hurt["tap"]].actor_id,
            at=now,
        )
        for hurt in hurts
        for rest, (value, spec) in held.get(hurt.get("tap", ""), {}).items()
        if rest not in dice.get(hurt["tap"], {})
    ]
    play.put_in(run, notes)


def _held_dice(play: Play, rows: Sequence[Tap]) -> dict[str, Mapping[str, tuple[Any, str]]]:
    """By casualty, what the server threw before it was taken back, where nobody else may throw."""
    if not only_server_rolls(play.book, "report"):
        return {}
    known = [*hurt_before(play), *rows]
    specs = {rest: spec for tap in known for rest, spec in tap.data.get("dice", {}).items()}
    return {
        str(tap.uuid): {
            rest: (value, specs.get(rest, ""))
            for rest, value in held_dice.thrown_before(known, tap).items()
        }
        for tap in rows
        if tap.kind == Tap.Kind.CASUALTY
    }


def _dice_asked(play: Play, taps: list[Seen], hurts: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Which dice each answer was rolled with, by its key."""
    found: dict[str, str] = {}
    for hurt in hurts:
        suffering = suffering_of(play, taps, hurt.get("tap", ""))
        driven = suffering.driven if suffering else None
        asks = driven.answered if driven else ()
        found |= {ask.key: ask.dice for ask in asks if isinstance(ask, Roll)}
    return found


def dispute_report(*, actor: User, match: Match, reason: str, now: datetime) -> Match:
    """The other coach says that it was not so, and why; whoever runs the league settles it."""
    reason = tidied(reason)
    with transaction.atomic():
        play, seat = _held(actor, match)
        match = play.match
        _must_be_reported(match)
        if not may_dispute(match, seat):
            raise Forbidden.because(
                "not_yours_to_dispute", _("A report is disputed by the other coach.")
            )
        if faults := reason_faults(reason):
            raise Refused(*faults)
        act = record_act("matches.dispute_report", actor=actor, now=now, match=str(match.uuid))
        words = Words.objects.create(text=reason)
        side = match.awaits if match.awaits in SIDES else next(iter(seat.coaches))
        Dispute.objects.create(match=match, side=side, by=actor, words=words, at=now, act=act)
        match.state = State.DISPUTED
        match.confirms_at = None
        match.revision += 1
        match.save(update_fields=["state", "confirms_at", "revision"])
    return match


def withdraw_report(*, actor: User, match: Match, now: datetime) -> Match:
    """Back to the pitch: whoever submitted it, or runs the league, enters it anew."""
    with transaction.atomic():
        play, seat = _held(actor, match)
        match = play.match
        _must_be_reported(match)
        if not may_withdraw(match, seat):
            if seat.is_office_at_play:
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
        hearing.tell(match, play.report, act=act, now=now)
    return match


def _held(actor: User, match: Match, *, and_teams: bool = False) -> tuple[Play, Seat]:
    """The match with all that its result will write, held; teams only for whoever needs them."""
    hearing.hold(match)
    match = reading.held(match)
    if and_teams:
        reading.hold_teams_of(match, SIDES)
    play = reading.load(match)
    seat = seat_in(actor, play)
    if not seat.may_record:
        raise Forbidden.because(
            "not_your_match", _("This is for the two coaches and the commissioner.")
        )
    must_be_open(match.league)
    return play, seat


def _must_be_reported(match: Match) -> None:
    if match.state not in (State.REPORTED, State.DISPUTED):
        raise Conflict.because("no_report", match.as_it_stands)


# --- how it ended


def decided(
    play: Play, score: Mapping[str, int], ending: Ending, seat: Seat
) -> tuple[Ending, list[Reason]]:
    """The ending with its winner, and everything that is wrong with it; `seat` says whose word."""
    level = score["home"] == score["away"]
    reasons: list[Reason] = []
    match ending.how:
        case "conceded":
            if ending.side not in SIDES:
                reasons.append(Reason("who_conceded", _("Say who conceded."), "side"))
            if not 0 <= ending.could_field <= play.book.catalogue.traits.fields:
                most = play.book.catalogue.traits.fields
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
                reasons += overtime_faults(play, ending.side)
        case "penalties":
            if not level:
                sentence = _("Penalties are shot when the score is level.")
                reasons.append(Reason("not_level", sentence, "ending"))
            elif not (play.match.by_score and ending.says_the_same(Ending.of(play.told))):
                return shoot_out(play, ending, seat)
        case "played" | "called" | "mercy":
            found_by = decider_of(play.book.house, is_replay=play.match.is_replay)
            if level and play.match.is_knock_out and found_by in DECIDERS:
                reasons.append(Reason("needs_a_winner", str(DECIDERS[found_by]), "ending"))
        case _:
            reasons.append(Reason("no_such_ending", _("No match ends like that."), "ending"))
    return ending, reasons


def _side(name: str) -> Side:
    return reading.side_of(name)


def _source(taps: list[Seen], casualty: str, rest: str) -> Answer.Source:
    for tap in taps:
        of = tap.uuid if tap.kind == Tap.Kind.CASUALTY else tap.data.get("of")
        if of == casualty and rest in tap.data.get("rolled", ()):
            return Answer.Source.SERVER
    return Answer.Source.TABLE
