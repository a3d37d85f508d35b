"""Rounds on the calendar and on the clocks."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.scheduling.complaints import Unworkable
from competition.scheduling.dates import (
    Cadence,
    Holiday,
    day_begins,
    one_round,
    round_dates,
    wall_time,
)

pytestmark = pytest.mark.pure

BERLIN = ZoneInfo("Europe/Berlin")
MONDAYS = Cadence(every=1, unit="weeks", weekday=0)
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "UTC"]
dates = st.dates(date(2000, 1, 1), date(2037, 12, 31))


def test_weekly_rounds_start_on_their_weekday_and_end_on_the_evening_before_the_next():
    rounds = round_dates(rounds=3, first=date(2026, 3, 18), cadence=MONDAYS, zone="Europe/Berlin")
    assert [each.starts_at.date() for each in rounds] == [
        date(2026, 3, 23),
        date(2026, 3, 30),
        date(2026, 4, 6),
    ]
    assert [each.deadline_at.isoformat() for each in rounds] == [
        "2026-03-29T23:59:00+02:00",
        "2026-04-05T23:59:00+02:00",
        "2026-04-12T23:59:00+02:00",
    ]
    assert rounds[0].starts_at.isoformat() == "2026-03-23T00:00:00+01:00"


@given(dates, st.times(), st.sampled_from(ZONES))
def test_a_deadline_shows_the_time_on_the_wall_or_is_refused(day, clock, name):
    zone = ZoneInfo(name)
    clock = clock.replace(second=0, microsecond=0)
    try:
        moment = wall_time(day, clock, zone)
    except Unworkable as refusal:
        (reason,) = refusal.reasons
        assert reason.code == "clocks-skip-it"
        offsets = {
            (datetime.combine(day, clock, tzinfo=UTC) + timedelta(hours=away))
            .astimezone(zone)
            .utcoffset()
            for away in (-26, 26)
        }
        assert len(offsets) == 2
    else:
        shown = moment.astimezone(UTC).astimezone(zone)
        assert (shown.date(), shown.time()) == (day, clock)


def test_the_hour_that_daylight_saving_skips_is_refused_with_what_comes_instead():
    with pytest.raises(Unworkable) as refusal:
        wall_time(date(2026, 3, 29), time(2, 30), BERLIN)
    (reason,) = refusal.value.reasons
    assert reason.code == "clocks-skip-it"
    assert reason.params["instead"] == time(3, 30)


def test_of_an_hour_that_comes_twice_the_first_counts():
    moment = wall_time(date(2026, 10, 25), time(2, 30), BERLIN)
    assert moment.astimezone(UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_day_without_midnight_begins_when_its_clocks_do():
    cairo = ZoneInfo("Africa/Cairo")
    assert day_begins(date(2026, 4, 24), cairo).time() == time(1, 0)
    rounds = round_dates(
        rounds=1, first=date(2026, 4, 24), cadence=Cadence(weekday=4), zone="Africa/Cairo"
    )
    assert rounds[0].starts_at == datetime(2026, 4, 23, 22, 0, tzinfo=UTC)


@given(
    dates,
    st.builds(Cadence, st.integers(1, 4), st.sampled_from(["days", "weeks"])),
    st.integers(1, 12),
    st.lists(st.tuples(st.integers(0, 90), st.integers(0, 20)), max_size=3),
    st.sampled_from(ZONES),
)
def test_nothing_begins_or_ends_in_holidays_and_rounds_follow_each_other(
    first, cadence, count, breaks, zone
):
    holidays = [
        Holiday(first + timedelta(days=begin), first + timedelta(days=begin + length))
        for begin, length in breaks
    ]
    rounds = round_dates(
        rounds=count,
        first=first,
        cadence=cadence,
        zone=zone,
        deadline=time(20, 0),
        holidays=holidays,
    )
    assert [each.number for each in rounds] == list(range(1, count + 1))
    for each in rounds:
        assert each.deadline_at.time() == time(20, 0)
        assert each.starts_at < each.deadline_at
        for moment in (each.starts_at, each.deadline_at):
            assert not any(off.first <= moment.date() <= off.last for off in holidays)
        if cadence.unit == "weeks":
            assert each.starts_at.weekday() == first.weekday()
    for one, following in pairwise(rounds):
        assert one.deadline_at < following.starts_at
        apart = following.starts_at.date() - one.starts_at.date()
        assert apart >= timedelta(days=cadence.days)


def test_a_winter_break_puts_rounds_off_by_whole_weeks():
    rounds = round_dates(
        rounds=3,
        first=date(2026, 12, 7),
        cadence=MONDAYS,
        zone="Europe/Berlin",
        holidays=[Holiday(date(2026, 12, 19), date(2027, 1, 3))],
    )
    assert [(each.starts_at.date(), each.deadline_at.date()) for each in rounds] == [
        (date(2026, 12, 7), date(2026, 12, 13)),
        (date(2026, 12, 14), date(2027, 1, 10)),
        (date(2027, 1, 11), date(2027, 1, 17)),
    ]


def test_rounds_may_be_meant_to_overlap():
    rounds = round_dates(
        rounds=2, first=date(2026, 6, 1), cadence=MONDAYS, zone="UTC", days_to_play=20
    )
    assert rounds[1].starts_at < rounds[0].deadline_at


def test_a_deadline_before_the_start_is_refused():
    with pytest.raises(Unworkable) as refusal:
        one_round(
            4,
            start=date(2026, 6, 2),
            starts=time(18, 0),
            end=date(2026, 6, 2),
            deadline=time(18, 0),
            zone=BERLIN,
        )
    (reason,) = refusal.value.reasons
    assert (reason.code, reason.params["round"]) == ("deadline-before-start", 4)


def test_every_round_whose_deadline_does_not_exist_is_named():
    with pytest.raises(Unworkable) as refusal:
        round_dates(
            rounds=60,
            first=date(2026, 3, 1),
            cadence=Cadence(weekday=6),
            zone="Europe/Berlin",
            deadline=time(2, 30),
            days_to_play=0,
        )
    assert [(each.code, each.params["round"]) for each in refusal.value.reasons] == [
        ("clocks-skip-it", 5),
        ("clocks-skip-it", 57),
    ]


def test_a_plan_that_cannot_be_is_refused_with_every_reason():
    with pytest.raises(Unworkable) as refusal:
        round_dates(
            rounds=0,
            first=date(2026, 6, 1),
            cadence=Cadence(every=0, unit="days", weekday=7),
            zone="UTC",
            days_to_play=-1,
            holidays=[Holiday(date(2026, 6, 2), date(2026, 6, 1))],
        )
    assert [each.subject for each in refusal.value.reasons] == [
        "rounds",
        "every",
        "days_to_play",
        "weekday",
        "weekday",
        "holidays",
    ]


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../etc/passwd", "", "Europe"])
def test_a_zone_that_nobody_lives_in_is_refused(zone):
    with pytest.raises(Unworkable) as refusal:
        round_dates(rounds=1, first=date(2026, 6, 1), cadence=MONDAYS, zone=zone)
    assert [each.code for each in refusal.value.reasons] == ["no-such-zone"]


def test_the_calendar_has_an_end():
    with pytest.raises(Unworkable) as refusal:
        round_dates(rounds=60, first=date(9999, 6, 1), cadence=MONDAYS, zone="UTC")
    assert [each.code for each in refusal.value.reasons] == ["beyond-the-calendar"]
