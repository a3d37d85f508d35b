"""A season is prepared, then registered for until a deadline on the league's own clock."""

from datetime import UTC, datetime, timedelta

import pytest

from acts.failures import Forbidden, Refused
from acts.models import Act
from league.commands.house_rules import change_house_rules
from league.commands.leagues import create_league
from league.commands.seasons import change_deadline, open_registration
from league.models import Amendment, Season
from league.queries import current_season
from teams.commands.adopting import begin_adoption
from teams.commands.drafting import begin_draft, change_draft, finish_draft
from tests.api.conftest import reasons
from tests.conftest import A_TEAM, NOW
from tests.league.conftest import codes, place_of

WALL = datetime(2026, 3, 20, 20, 0)  # noqa: DTZ001 (a wall has no zone)


@pytest.fixture
def league(marta):
    """A league in Vienna whose first season is still being prepared."""
    return create_league(
        actor=marta,
        name="Kettle & Anchor",
        edition_key="bb2016",
        time_zone="Europe/Vienna",
        opens_registration=False,
        now=NOW,
    )


@pytest.fixture
def page(league):
    return f"/leagues/{league.uuid}/registration/"


@pytest.fixture
def begin(league, jonas):
    """Jonas begins a draft: `begin(now=…)`."""

    def do(now=NOW, **told):
        return begin_draft(
            **{"actor": jonas, "season": current_season(league), "race": "human", "now": now} | told
        )

    return do


class TestPreparing:
    def test_rules_are_free_and_nobody_drafts(self, league, marta, begin):
        assert current_season(league).state == Season.State.PREPARING
        change_house_rules(actor=marta, league=league, house={"plays": True}, now=NOW)
        assert not Amendment.objects.exists()
        for actor in ({}, {"actor": marta}):
            with pytest.raises(Refused, match="has not opened yet") as failure:
                begin(**actor)
            assert codes(failure) == {"": "registration_not_open"}
        with pytest.raises(Refused, match="has not opened yet"):
            begin_adoption(actor=marta, league=league, race="human", coach_name="Old Tom", now=NOW)

    def test_the_home_says_what_comes_next(self, browser, league, marta, jonas):
        home = f"/leagues/{league.uuid}/"
        shown = browser(marta).get(home)
        assert [todo.what for todo in shown.context["home"].todos] == ["open", "rules", "invite"]
        assert "In preparation" in shown.content.decode()
        assert not browser(jonas).get(home).context["home"].may_draft


class TestOpening:
    def test_lets_coaches_draft_and_is_noted(self, league, marta, begin):
        season = open_registration(actor=marta, league=league, now=NOW, until=WALL)
        assert season.state == Season.State.REGISTRATION
        assert season.registration_until == datetime(2026, 3, 20, 19, 0, tzinfo=UTC)
        assert (
            Act.objects.get(name="league.open_registration").payload["until"] == "2026-03-20T20:00"
        )
        begin()

    def test_pins_what_was_chosen(self, league, marta):
        change_house_rules(actor=marta, league=league, house={"plays": True}, now=NOW)
        season = open_registration(actor=marta, league=league, now=NOW)
        assert season.pin.house == {"plays": True}

    def test_happens_once(self, league, marta):
        open_registration(actor=marta, league=league, now=NOW)
        with pytest.raises(Refused) as failure:
            open_registration(actor=marta, league=league, now=NOW)
        assert codes(failure) == {"": "registration_opened"}

    def test_is_for_whoever_runs_the_league(self, league, jonas, deputy):
        with pytest.raises(Forbidden):
            open_registration(actor=jonas, league=league, now=NOW)
        open_registration(actor=deputy, league=league, now=NOW)

    def test_a_page_does_it(self, browser, page, league, marta, jonas):
        assert browser(jonas).get(page).status_code == 403
        client = browser(marta)
        assert "Open registration" in client.get(page).content.decode()
        assert client.post(page, {"until": "2126-03-20T20:00"}).status_code == 302
        shown = client.get(page)
        assert 'value="2126-03-20T20:00"' in shown.content.decode()
        assert (
            "Registration until Wed 20 Mar 2126"
            in browser(marta).get(f"/leagues/{league.uuid}/").content.decode()
        )
        assert client.post(page, {"until": ""}).status_code == 302
        assert current_season(league).registration_until is None


class TestTheDeadline:
    def test_keeps_coaches_out_and_lets_the_commissioner_act(self, league, marta, jonas, begin):
        open_registration(actor=marta, league=league, now=NOW, until=WALL)
        draft = change_draft(actor=jonas, draft=begin(), wish=A_TEAM, name="Rovers", now=NOW)
        late = datetime(2026, 3, 20, 19, 0, tzinfo=UTC)
        begin(now=late - timedelta(seconds=1))
        with pytest.raises(Refused, match="closed on Fri 20 Mar 2026, 20:00 CET") as failure:
            begin(now=late)
        assert codes(failure) == {"": "registration_closed"}
        with pytest.raises(Refused, match="closed on"):
            finish_draft(actor=jonas, draft=draft, now=late)
        begin(now=late, actor=marta, coach=place_of(jonas, league))
        assert finish_draft(actor=marta, draft=draft, now=late).name == "Rovers"

    def test_can_be_moved_and_lifted(self, league, marta, begin):
        open_registration(actor=marta, league=league, now=NOW, until=WALL)
        late = NOW + timedelta(days=30)
        change_deadline(actor=marta, league=league, now=late, until=WALL.replace(month=5))
        begin(now=late)
        assert change_deadline(actor=marta, league=league, now=late).registration_until is None

    def test_cannot_lie_in_the_past(self, league, marta):
        with pytest.raises(Refused, match="passed already") as failure:
            open_registration(actor=marta, league=league, now=NOW, until=WALL.replace(day=7))
        assert codes(failure) == {"until": "deadline_past"}
        assert current_season(league).state == Season.State.PREPARING

    def test_is_not_in_an_hour_that_there_is_not(self, league, marta):
        skipped = datetime(2026, 3, 29, 2, 30)  # noqa: DTZ001
        with pytest.raises(Refused, match="no 02:30 on Sun 29 Mar 2026") as failure:
            open_registration(actor=marta, league=league, now=NOW, until=skipped)
        assert codes(failure) == {"until": "hour_skipped"}

    def test_of_an_hour_that_comes_twice_the_second_counts(self, league, marta):
        twice = datetime(2026, 10, 25, 2, 30)  # noqa: DTZ001
        season = open_registration(actor=marta, league=league, now=NOW, until=twice)
        assert season.registration_until == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)

    @pytest.mark.parametrize(
        "typed", ["2026-02-31T20:00", "soon", "2026-03-20", "0000-00-00T00:00"]
    )
    def test_that_is_none_is_told_at_its_field(self, browser, page, marta, typed):
        answer = browser(marta).post(page, {"until": typed})
        assert answer.status_code == 422
        assert answer.context["form"].errors["until"] == [
            "There is no such day or time. Write it like 2026-03-28 20:00."
        ]
        assert typed in answer.content.decode()

    @pytest.mark.parametrize("typed", ["0001-01-01T00:00", "9999-12-31T23:59"])
    def test_at_the_ends_of_the_calendar_breaks_nothing(self, browser, page, marta, typed):
        assert browser(marta).post(page, {"until": typed}).status_code == 422

    def test_of_a_season_in_preparation_there_is_none(self, league, marta):
        with pytest.raises(Refused) as failure:
            change_deadline(actor=marta, league=league, now=NOW, until=WALL)
        assert codes(failure) == {"": "registration_not_open"}


class TestTheApi:
    def test_opens_and_moves(self, api, league, marta, jonas):
        address = f"/api/v1/leagues/{league.uuid}/registration/"
        assert api(jonas).post(address, {}).status_code == 403
        client = api(marta)
        opened = client.post(address, {"until": "2126-03-20T20:00"}).json()
        assert (opened["state"], opened["registration_until"]) == (
            "registration",
            "2126-03-20T19:00:00Z",
        )
        answer = client.post(address, {})
        assert (answer.status_code, reasons(answer)) == (422, {"": "registration_opened"})
        assert client.put(address, {"until": None}).json()["registration_until"] is None
        answer = client.put(address, {"until": "2126-02-31T20:00"})
        assert (answer.status_code, reasons(answer)) == (400, {"until": "no_such_time"})
