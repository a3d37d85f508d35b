"""The dates of a stage: typed, looked at, saved, and given to rounds that come later."""

from datetime import date, datetime, time, timedelta

import pytest
from django.urls import reverse

from acts.failures import Forbidden, Refused
from competition.commands.rounds import open_round, pair_round
from competition.commands.timetables import set_dates, set_round_dates
from competition.models import Round, Stage
from competition.scheduling.dates import HOLIDAYS_AT_MOST, Cadence, Holiday
from competition.timetables import Timetable
from league.commands.leagues import change_league
from tests.conftest import NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

MONDAY = date(2026, 9, 7)
TYPED = {
    "first": "2026-09-07",
    "every": "1",
    "unit": "weeks",
    "weekday": "",
    "days_to_play": "",
    "deadline": "23:59",
    "holidays": "",
    "remind_days": "3",
}


def codes(refused):
    return sorted((reason.code, reason.subject) for reason in refused.value.reasons)


@pytest.fixture
def berlin(marta, league):
    return change_league(actor=marta, league=league, time_zone="Europe/Berlin", now=NOW)


@pytest.fixture
def stage(enter, plan, start):
    enter("Anna", "Bert", "Cleo", "Dirk")
    return start(plan())


@pytest.fixture
def say(marta):
    def say(stage, **about):
        timetable = Timetable(**({"first": MONDAY} | about))
        return set_dates(actor=marta, stage=stage, timetable=timetable, now=NOW)

    return say


class TestTimetables:
    def test_come_back_as_they_were_kept(self, stage, say):
        values = {
            "first": MONDAY,
            "cadence": Cadence(2, "weeks", 3),
            "deadline": time(22, 30),
            "days_to_play": 9,
            "holidays": (Holiday(date(2026, 12, 21), date(2027, 1, 6)),),
        }
        say(stage, **values)
        stage.refresh_from_db()
        assert Timetable.kept_in(stage) == Timetable(**values)

    def test_set_before_the_stage_begins_dates_its_rounds_as_they_are_made(
        self, enter, plan, start, say
    ):
        enter("Anna", "Bert", "Cleo", "Dirk")
        planned = plan()
        assert [each.number for each in say(planned)] == [1, 2, 3]
        stage = start(planned)
        assert [each.starts_on for each in stage.rounds.all()] == [
            MONDAY + timedelta(weeks=week) for week in range(3)
        ]

    def test_of_a_swiss_give_dates_to_rounds_that_are_not_paired_yet(
        self, *, enter, plan, start, say, score, marta
    ):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan(of="swiss", swiss_rounds=3))
        assert len(say(stage)) == 3
        open_round(actor=marta, of=stage.rounds.get(), now=NOW)
        for fixture in stage.fixtures.all():
            score(fixture, 1, 0)
        paired = pair_round(actor=marta, stage=stage, now=NOW)
        assert paired.starts_on == MONDAY + timedelta(weeks=1)

    def test_take_a_round_in_that_is_open_with_nothing_played(self, stage, say):
        say(stage)
        assert stage.rounds.get(number=1).state == Round.State.OPEN
        later = MONDAY + timedelta(days=7)
        assert [each.number for each in say(stage, first=later)] == [1, 2, 3]
        first, second, _third = stage.rounds.all()
        assert (first.starts_on, second.starts_on) == (later, later + timedelta(days=7))
        assert first.due_wall == f"{later + timedelta(days=6)} 23:59"

    def test_leave_rounds_that_have_begun_with_their_dates(self, stage, say, score):
        say(stage)
        score(stage.rounds.get(number=1).fixtures.first(), 1, 0)
        say(stage, first=MONDAY + timedelta(days=30))
        first, second, _third = stage.rounds.all()
        assert (first.starts_on, second.starts_on) == (MONDAY, MONDAY + timedelta(days=30))

    def test_take_a_round_in_that_was_opened_without_dates(self, stage, say, marta):
        open_round(actor=marta, of=stage.rounds.get(number=1), now=NOW)
        say(stage)
        assert stage.rounds.get(number=1).starts_on == MONDAY

    def test_are_for_whoever_runs_the_league(self, stage, make_user):
        with pytest.raises(Forbidden):
            set_dates(
                actor=make_user("Sven"), stage=stage, timetable=Timetable(first=MONDAY), now=NOW
            )

    def test_of_a_stage_that_is_over_are_refused(self, stage, say):
        Round.objects.filter(stage=stage).update(state=Round.State.CLOSED)
        with pytest.raises(Refused):
            say(stage)

    @pytest.mark.parametrize(
        ("about", "wrong"),
        [
            ({"deadline": time(0, 0), "days_to_play": 0}, ("deadline_before_start", "deadline")),
            ({"cadence": Cadence(0)}, ("out_of_range", "every")),
            ({"cadence": Cadence(3, "days", 2)}, ("weekday_needs_weeks", "weekday")),
            (
                {"holidays": (Holiday(date(2027, 1, 6), date(2026, 12, 21)),)},
                ("holiday_ends_before_it_begins", "holidays"),
            ),
            (
                {"holidays": (Holiday(date(2026, 12, 21), date(2096, 12, 21)),)},
                ("holiday_too_long", "holidays"),
            ),
        ],
    )
    def test_that_cannot_be_are_sentences_at_their_fields(self, stage, say, about, wrong):
        with pytest.raises(Refused) as refused:
            say(stage, **about)
        assert wrong in codes(refused)

    def test_holidays_are_so_many_at_most(self, stage, say):
        days = [MONDAY + timedelta(days=2 * n) for n in range(HOLIDAYS_AT_MOST + 1)]
        with pytest.raises(Refused) as refused:
            say(stage, holidays=tuple(Holiday(day, day) for day in days))
        assert codes(refused) == [("too_many_holidays", "holidays")]
        (reason,) = refused.value.reasons
        assert str(reason.message) == "101 stretches of holidays are too many: 100 at most."
        say(stage, holidays=tuple(Holiday(day, day) for day in days[:-1]))

    def test_a_deadline_in_the_hour_that_clocks_skip_is_a_sentence(self, stage, say, berlin):
        with pytest.raises(Refused) as refused:
            say(stage, first=date(2027, 3, 22), deadline=time(2, 30))
        assert codes(refused) == [("clocks_skip_it", "deadline")]


class TestOneRound:
    def change(self, marta, stage, starts_on, due):
        of = Round.objects.select_related("stage__season__league").get(stage=stage, number=2)
        return set_round_dates(actor=marta, of=of, starts_on=starts_on, due=due, now=NOW)

    def test_is_given_other_dates(self, stage, marta, berlin):
        changed = self.change(marta, stage, MONDAY, datetime(2026, 9, 13, 20, 0))  # noqa: DTZ001
        assert changed.due_wall == "2026-09-13 20:00"
        assert changed.due_at.isoformat() == "2026-09-13T18:00:00+00:00"

    def test_is_not_over_before_it_begins(self, stage, marta):
        with pytest.raises(Refused) as refused:
            self.change(marta, stage, MONDAY, datetime(2026, 9, 6, 20, 0))  # noqa: DTZ001
        assert codes(refused) == [("deadline_before_start", "due")]

    def test_has_no_deadline_in_the_hour_that_clocks_skip(self, stage, marta, berlin):
        with pytest.raises(Refused) as refused:
            self.change(marta, stage, None, datetime(2027, 3, 28, 2, 30))  # noqa: DTZ001
        assert codes(refused) == [("hour_skipped", "due")]


class TestThePage:
    @pytest.fixture
    def page(self, stage):
        return reverse("competition:stage-dates", args=[stage.uuid])

    @pytest.fixture
    def hers(self, client, marta):
        client.force_login(marta)
        return client

    def test_shows_every_round_before_anything_is_saved(self, hers, page, stage):
        shown = hers.post(page, TYPED)
        assert shown.status_code == 200
        assert "21 Sep 2026" in shown.content.decode()
        assert not stage.rounds.exclude(starts_on=None).exists()

    def test_saves_what_was_seen_and_nothing_else(self, hers, page, stage):
        seen = hers.post(page, TYPED).context["form"]["seen"].value()
        other = hers.post(page, {**TYPED, "first": "2026-10-05", "seen": seen, "save": "1"})
        assert "5 Oct 2026" in other.content.decode()
        assert not stage.rounds.exclude(starts_on=None).exists()
        saved = hers.post(page, {**TYPED, "seen": seen, "save": "1", "remind_days": "5"})
        assert saved.status_code == 302
        assert stage.rounds.get(number=3).starts_on == date(2026, 9, 21)
        assert Stage.objects.get(pk=stage.pk).remind_days == 5

    @pytest.mark.parametrize(
        ("field", "typed", "said"),
        [
            ("first", "2027-02-31", "There is no such day."),
            ("deadline", "25:00", "There is no such time."),
            ("holidays", "2026-12-21 – 2026-02-31", "is no stretch of days"),
            ("holidays", "Christmas", "is no stretch of days"),
            ("every", "0", "At least 1."),
        ],
    )
    def test_says_what_cannot_be_at_its_field(self, hers, page, field, typed, said):
        answer = hers.post(page, {**TYPED, field: typed})
        assert answer.status_code == 422
        assert said in str(answer.context["form"].errors[field])

    def test_takes_holidays_a_line_each(self, hers, page):
        lines = "2026-09-14 – 2026-09-20\n\n2026-10-05"
        shown = hers.post(page, {**TYPED, "holidays": lines}).content.decode()
        assert "14 Sep 2026" not in shown
        assert "21 Sep 2026" in shown

    def test_is_for_whoever_runs_the_league(self, client, page, make_user):
        client.force_login(make_user("Sven"))
        assert client.get(page).status_code == 403

    def test_costs_the_same_however_many_rounds(
        self, hers, page, stage, django_assert_max_num_queries
    ):
        with django_assert_max_num_queries(9):
            hers.get(page)

    def test_changes_one_round(self, hers, stage):
        page = reverse("competition:round-dates", args=[stage.uuid, 2])
        assert hers.get(page).status_code == 200
        hers.post(page, {"starts_on": "2026-09-14", "due": "2026-09-20T23:59"})
        assert stage.rounds.get(number=2).due_wall == "2026-09-20 23:59"
        wrong = hers.post(page, {"starts_on": "2026-09-14", "due": "2026-02-31T23:59"})
        assert wrong.status_code == 422


class TestTheApi:
    @pytest.fixture
    def hers(self, api, marta):
        return api(marta)

    def test_previews_sets_and_shows(self, hers, stage):
        address = f"/api/v1/stages/{stage.uuid}/dates/"
        body = {"first": "2026-09-07", "remind_days": 7}
        preview = hers.post(f"{address}preview/", body)
        assert [each["starts_on"] for each in preview.json()] == [
            "2026-09-07",
            "2026-09-14",
            "2026-09-21",
        ]
        assert not stage.rounds.exclude(starts_on=None).exists()
        put = hers.put(address, body)
        assert put.status_code == 200, put.json()
        assert put.json()["remind_days"] == 7
        assert put.json()["rounds"][0]["due"] == "2026-09-13 23:59"
        assert hers.get(address).json() == put.json()

    def test_changes_one_round(self, hers, stage):
        address = f"/api/v1/stages/{stage.uuid}/dates/2/"
        put = hers.put(address, {"starts_on": "2026-09-14", "due": "2026-09-20T23:59"})
        assert put.json()["due"] == "2026-09-20 23:59"

    def test_says_what_cannot_be(self, hers, stage, berlin):
        body = {"first": "2027-03-22", "deadline": "02:30"}
        answer = hers.put(f"/api/v1/stages/{stage.uuid}/dates/", body)
        assert answer.status_code == 422
        assert [each["code"] for each in answer.json()["errors"]] == ["clocks_skip_it"]

    def test_has_tables_written_anew_and_rounds_paired_by_jobs(
        self, *, hers, enter, plan, start, score, marta, run_jobs
    ):
        enter("Eva", "Fred")
        stage = start(plan(of="swiss", swiss_rounds=2))
        for fixture in stage.fixtures.all():
            open_round(actor=marta, of=fixture.round, now=NOW)
            score(fixture, 1, 0)
        owed = hers.post(f"/api/v1/stages/{stage.uuid}/next-round/")
        again = hers.post(f"/api/v1/stages/{stage.uuid}/next-round/")
        assert (owed.status_code, owed.json()["uuid"]) == (202, again.json()["uuid"])
        stage.standings.update(points=99)
        assert hers.post(f"/api/v1/stages/{stage.uuid}/rebuild/").status_code == 202
        run_jobs()
        assert stage.rounds.count() == 2
        assert 99 not in stage.standings.values_list("points", flat=True)


class TestAStageWithoutDates:
    @pytest.fixture
    def pages(self, league):
        return [f"/leagues/{league.uuid}/", f"/leagues/{league.uuid}/season/"]

    def test_says_so_to_whoever_runs_it_and_leads_to_a_round_a_week(
        self, stage, pages, client, marta
    ):
        client.force_login(marta)
        way = f"/stages/{stage.uuid}/dates/"
        for page in pages:
            shown = client.get(page).content.decode()
            assert "have no dates" in shown
            assert f'href="{way}"' in shown
        fields = {"first": "2026-03-02", "every": 1, "unit": "weeks", "deadline": "23:59"}
        fields |= {"remind_days": 2}
        looked = client.post(way, fields)
        client.post(way, fields | {"save": "", "seen": looked.context["form"].mark()})
        assert stage.rounds.filter(due_at=None).count() == 0
        for page in pages:
            assert "have no dates" not in client.get(page).content.decode()

    def test_is_no_business_of_others(self, stage, pages, client, make_user):
        client.force_login(make_user("Vera"))
        for page in pages:
            assert "have no dates" not in client.get(page).content.decode()
