"""When rounds are played: cadence, holidays, and deadlines that keep the clock on the wall."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from competition.scheduling.complaints import Unworkable, about_number, refuse
from rules.engine.rulings import Reason

ROUNDS_AT_MOST = 1000
DAYS_AT_MOST = 366
HOLIDAYS_AT_MOST = 100


@dataclass(frozen=True, slots=True)
class Holiday:
    """Days without rounds, the last included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Cadence:
    """Every so many days, or every so many weeks on a day of the week (Monday is 0)."""

    every: int = 1
    unit: Literal["days", "weeks"] = "weeks"
    weekday: int | None = None

    @property
    def days(self) -> int:
        return self.every * self._unit_days

    @property
    def pause(self) -> timedelta:
        """By how much something is put off: weeks keep their weekday."""
        return timedelta(days=self._unit_days)

    @property
    def _unit_days(self) -> int:
        return 7 if self.unit == "weeks" else 1


@dataclass(frozen=True, slots=True)
class RoundDates:
    number: int
    starts_at: datetime
    deadline_at: datetime


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise Unworkable(Reason("no-such-zone", "zone", {"zone": name})) from None


def wall_time(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """The moment when the clocks of the zone show this time, the first of two.

    The hour that daylight saving skips is refused, with the time that the clocks show instead.
    """
    shown = datetime.combine(day, clock.replace(tzinfo=None, fold=0), tzinfo=zone)
    back = shown.astimezone(UTC).astimezone(zone)
    if back.replace(tzinfo=None) == shown.replace(tzinfo=None):
        return shown
    params = {"date": day, "time": clock, "zone": zone.key, "instead": back.time()}
    raise Unworkable(Reason("clocks-skip-it", "time", params))


def day_begins(day: date, zone: ZoneInfo) -> datetime:
    """The first moment of a day, which is not midnight where daylight saving skips that."""
    midnight = datetime.combine(day, time(0, 0), tzinfo=zone)
    return midnight.astimezone(UTC).astimezone(zone)


def one_round(
    number: int,
    *,
    start: date,
    starts: time | None,
    end: date,
    deadline: time,
    zone: ZoneInfo,
) -> RoundDates:
    """The dates of one round, refused if a time does not exist or the end comes first."""
    reasons: list[Reason] = []
    moments: list[datetime] = []
    for subject, day, clock in (("starts_at", start, starts), ("deadline_at", end, deadline)):
        try:
            moments.append(day_begins(day, zone) if clock is None else wall_time(day, clock, zone))
        except Unworkable as unworkable:
            reasons += [
                Reason(each.code, subject, {"round": number, **each.params})
                for each in unworkable.reasons
            ]
    if (end, deadline) <= (start, starts or time(0, 0)):
        params = {"round": number, "start": start, "end": end}
        reasons.append(Reason("deadline-before-start", "deadline_at", params))
    refuse(reasons)
    return RoundDates(number, *moments)


def round_dates(
    *,
    rounds: int,
    first: date,
    cadence: Cadence,
    zone: str,
    starts: time | None = None,
    deadline: time = time(23, 59),
    days_to_play: int | None = None,
    holidays: Sequence[Holiday] = (),
    first_number: int = 1,
) -> tuple[RoundDates, ...]:
    """Start and deadline of each round, the first on or after a date.

    Rounds begin with their day unless a time is given. A deadline is so many days after the start,
    by default on the day before the next one. What falls into holidays is put off until they are
    over, and no round starts before the last one's deadline unless they were meant to overlap.
    """
    days = cadence.days - 1 if days_to_play is None else days_to_play
    refuse(_about_plan(rounds, cadence, days, holidays))
    clocks = zone_of(zone)
    dates = []
    reasons: list[Reason] = []
    try:
        spans = _days(rounds, first, cadence, days, holidays)
        for number, (start, end) in enumerate(spans, first_number):
            try:
                dates.append(
                    one_round(
                        number,
                        start=start,
                        starts=starts,
                        end=end,
                        deadline=deadline,
                        zone=clocks,
                    )
                )
            except Unworkable as unworkable:
                reasons += unworkable.reasons
    except OverflowError:
        reasons.append(Reason("beyond-the-calendar", "first", {"first": first}))
    refuse(reasons)
    return tuple(dates)


def _about_plan(
    rounds: int, cadence: Cadence, days: int, holidays: Sequence[Holiday]
) -> list[Reason]:
    reasons = [
        *about_number("rounds", rounds, at_least=1, at_most=ROUNDS_AT_MOST),
        *about_number("every", cadence.every, at_least=1, at_most=DAYS_AT_MOST),
        *about_number("days_to_play", days, at_least=0, at_most=DAYS_AT_MOST),
    ]
    if cadence.weekday is not None:
        reasons += about_number("weekday", cadence.weekday, at_least=0, at_most=6)
        if cadence.unit == "days":
            reasons.append(Reason("weekday-needs-weeks", "weekday", {"every": cadence.every}))
    return [*reasons, *_about_holidays(holidays)]


def _about_holidays(holidays: Sequence[Holiday]) -> Iterator[Reason]:
    if len(holidays) > HOLIDAYS_AT_MOST:
        params = {"count": len(holidays), "at_most": HOLIDAYS_AT_MOST}
        yield Reason("too-many-holidays", "holidays", params)
    for each in holidays:
        stretch = {"first": each.first, "last": each.last}
        if each.last < each.first:
            yield Reason("holiday-ends-before-it-begins", "holidays", stretch)
        elif (each.last - each.first).days >= DAYS_AT_MOST:
            yield Reason("holiday-too-long", "holidays", {**stretch, "at_most": DAYS_AT_MOST})


def _days(
    rounds: int, first: date, cadence: Cadence, days: int, holidays: Sequence[Holiday]
) -> Iterator[tuple[date, date]]:
    """The first and the last day of each round."""

    def put_off(day: date) -> date:
        while any(each.first <= day <= each.last for each in holidays):
            day += cadence.pause
        return day

    start = first
    if cadence.weekday is not None:
        start += timedelta(days=(cadence.weekday - first.weekday()) % 7)
    for _ in range(rounds):
        start = put_off(start)
        end = put_off(start + timedelta(days=days))
        yield start, end
        start += timedelta(days=cadence.days)
        while days < cadence.days and start <= end:
            start += cadence.pause
