"""The dates of a stage: of all its rounds at once, and of a single one."""

from dataclasses import replace
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason, Refused
from acts.recording import record_act
from competition.commands.rounds import lock_round, lock_stage
from competition.models import Round, Stage
from competition.scheduling.complaints import Unworkable
from competition.scheduling.dates import RoundDates
from competition.standings_words import complaints_said
from competition.timetables import WALL, Timetable, rounds_to_date, write_dates
from league.permissions import must_run
from league.wall_time import instant_of

LONGEST_NOTICE = 60
# Where a schedule speaks of a moment, the form has the field that it comes from.
FIELDS = {"starts_at": "first", "deadline_at": "deadline", "rounds": "first"}


def look_at_dates(*, actor: User, stage: Stage, timetable: Timetable) -> tuple[RoundDates, ...]:
    """What a timetable would come to, round by round. Nothing is written."""
    must_run(actor, stage.season.league)
    return _dates(stage, timetable)


def set_dates(
    *,
    actor: User,
    stage: Stage,
    timetable: Timetable,
    now: datetime,
    remind_days: int | None = None,
) -> tuple[RoundDates, ...]:
    """Give every round of which nothing is played its start and its deadline, and keep the
    timetable for those that are still to be made."""
    must_run(actor, stage.season.league)
    with transaction.atomic():
        stage = lock_stage(stage)
        dates = _dates(stage, timetable, remind_days)
        by_number = {each.number: each for each in dates}
        for each in stage.rounds.filter(number__in=by_number):
            write_dates(each, by_number[each.number])
        stage.timetable = replace(timetable, from_round=dates[0].number).as_kept()
        if remind_days is not None:
            stage.remind_days = remind_days
        stage.version += 1
        stage.save(update_fields=["timetable", "remind_days", "version"])
        record_act(
            "competition.set_dates",
            actor=actor,
            now=now,
            stage=str(stage.uuid),
            remind_days=stage.remind_days,
            **stage.timetable,
        )
    return dates


def set_round_dates(
    *, actor: User, of: Round, starts_on: date | None, due: datetime | None, now: datetime
) -> Round:
    """Give one round other dates; `due` is what the league's clock shows at its deadline."""
    must_run(actor, of.stage.season.league)
    with transaction.atomic():
        stage, of = lock_round(of)
        due_at = instant_of(stage.season.league, due, subject="due") if due else None
        if reasons := _why_not_dated(of, starts_on, due):
            raise Refused(*reasons)
        of.starts_on, of.due_at = starts_on, due_at
        of.due_wall = f"{due:{WALL}}" if due else ""
        of.save(update_fields=["starts_on", "due_wall", "due_at"])
        stage.version += 1
        stage.save(update_fields=["version"])
        record_act(
            "competition.set_round_dates",
            actor=actor,
            now=now,
            stage=str(stage.uuid),
            round=of.number,
            starts_on=str(starts_on or ""),
            due=of.due_wall,
        )
    return of


def _dates(
    stage: Stage, timetable: Timetable, remind_days: int | None = None
) -> tuple[RoundDates, ...]:
    """Raises Refused with every reason at its field."""
    numbers = rounds_to_date(stage)
    if not numbers or stage.state == Stage.State.OVER:
        raise Refused.because("no_round_to_come", _("No round of this stage is to come."))
    reasons: list[Reason] = []
    if remind_days is not None and not 0 <= remind_days <= LONGEST_NOTICE:
        sentence = _("A whole number from 0 to %(most)d.") % {"most": LONGEST_NOTICE}
        reasons.append(Reason("out_of_range", sentence, "remind_days"))
    dates: tuple[RoundDates, ...] = ()
    try:
        dates = replace(timetable, from_round=numbers[0]).dates(
            rounds=len(numbers), zone=stage.season.league.time_zone
        )
    except Unworkable as unworkable:
        reasons += [
            each.at(FIELDS.get(each.subject, each.subject))
            for each in complaints_said(unworkable.reasons, {})
        ]
    if reasons:
        raise Refused(*reasons)
    return dates


def _why_not_dated(of: Round, starts_on: date | None, due: datetime | None) -> list[Reason]:
    if of.state == Round.State.CLOSED:
        return [Reason("round_closed", _("This round is over."))]
    if starts_on and due and due <= datetime.combine(starts_on, datetime.min.time()):
        sentence = _("The round would be over before it begins.")
        return [Reason("deadline_before_start", sentence, "due")]
    return []
