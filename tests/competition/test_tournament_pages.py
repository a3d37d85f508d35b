"""Pages of a tournament's day."""

import io
import zipfile

import pytest
from django.urls import reverse

from competition.commands.tournament import paste_entrants
from competition.commands.tournament_rounds import start_round, start_tournament
from competition.models import Entry, Fixture, Round, Stage
from competition.sheets import csv_of
from tests.conftest import NOW


@pytest.fixture
def stage(plan):
    return plan("Kettle Cup", "swiss", swiss_rounds=2)


@pytest.fixture
def people(marta, season):
    def people(count):
        text = "\n".join(f"Player {n:02},Club {n % 5},orc" for n in range(1, count + 1))
        return paste_entrants(actor=marta, season=season, text=text, now=NOW)

    return people


@pytest.fixture
def signed_in(client, marta):
    client.force_login(marta)
    return client


@pytest.fixture
def begun(marta, stage, people):
    """The first round of six is paired."""
    people(6)
    return start_tournament(actor=marta, stage=stage, now=NOW)


@pytest.fixture
def running(marta, begun):
    return start_round(actor=marta, of=begun, minutes=120, now=NOW)


@pytest.fixture
def begin(marta, stage, people):
    """So many people, and their first round is being played."""

    def begin(count):
        people(count)
        first = start_tournament(actor=marta, stage=stage, now=NOW)
        return start_round(actor=marta, of=first, minutes=0, now=NOW)

    return begin


def at(name, stage):
    return reverse(f"competition:{name}", args=[stage.uuid])


def test_the_leagues_address_leads_to_its_swiss(client, league, stage):
    page = client.get(f"/leagues/{league.uuid}/tournament/")
    assert page.url == at("tournament", stage)


def test_the_leagues_home_sends_whoever_runs_it_to_the_desk(client, signed_in, league, stage):
    home = f"/leagues/{league.uuid}/"
    assert "Go to the tournament desk" in signed_in.get(home).content.decode()
    assert "Change the rounds" in signed_in.get(at("tournament", stage)).content.decode()
    client.logout()
    assert "Go to the tournament desk" not in client.get(home).content.decode()


def test_a_league_without_a_swiss_has_no_tournament(client, league, plan):
    stage = plan()
    assert client.get(f"/leagues/{league.uuid}/tournament/").status_code == 404
    assert client.get(at("tournament", stage)).status_code == 404


@pytest.mark.parametrize("name", ["tournament", "pairings", "ranking", "tournament-files"])
def test_a_private_tournament_is_not_there_for_others(client, league, begun, name):
    league.is_public = False
    league.save()
    assert client.get(at(name, begun.stage)).status_code == 404


@pytest.mark.parametrize("name", ["entrants", "check-in", "add-entrant", "score-grid"])
def test_what_is_the_commissioners_is_refused_to_others(client, make_user, begun, name):
    assert client.get(at(name, begun.stage)).status_code == 302
    client.force_login(make_user("Otto"))
    assert client.get(at(name, begun.stage)).status_code == 403


class TestEntrants:
    def post(self, client, stage, text, do="look"):
        return client.post(at("entrants", stage), {"text": text, "do": do})

    def test_are_looked_at_first(self, signed_in, stage):
        page = self.post(signed_in, stage, "Anna,Kettle,orcs\nBert")
        assert page.status_code == 200
        assert "Enter these 2" in page.content.decode()
        assert not Entry.objects.exists()

    def test_are_entered(self, signed_in, stage):
        page = self.post(signed_in, stage, "Anna,Kettle,orcs\nBert", do="enter")
        assert page.url == at("check-in", stage)
        assert Entry.objects.count() == 2

    def test_come_back_with_every_fault(self, signed_in, stage):
        page = self.post(signed_in, stage, "Anna,,x\nanna", do="enter")
        assert page.status_code == 422
        text = page.content.decode()
        assert "There is no race “x”." in text
        assert "anna stands in line 1 already." in text
        assert not Entry.objects.exists()

    def test_of_nobody_is_said_at_the_field(self, signed_in, stage):
        page = self.post(signed_in, stage, " ")
        assert page.status_code == 422
        assert "There is nobody on this list." in page.content.decode()


class TestTheBoard:
    def test_ticks_people(self, signed_in, stage, people):
        anna, bert = people(2)
        signed_in.post(at("check-in", stage), {"here": str(anna.uuid)})
        page = signed_in.get(at("check-in", stage)).content.decode()
        assert "1 of 2 are here." in page
        signed_in.post(at("check-in", stage), {"gone": str(anna.uuid)})
        signed_in.post(at("check-in", stage), {"here": "everybody"})
        bert.refresh_from_db()
        assert bert.checked_in_at is not None

    def test_answers_a_tap_with_the_board_alone(self, signed_in, stage, people):
        (anna,) = people(1)
        headers = {"HX-Request": "true", "HX-Target": "board"}
        page = signed_in.post(at("check-in", stage), {"here": str(anna.uuid)}, headers=headers)
        text = page.content.decode()
        assert 'aria-pressed="true"' in text
        assert "<html" not in text

    def test_knows_nobody_else(self, signed_in, stage, people):
        people(1)
        assert signed_in.post(at("check-in", stage), {"here": "x"}).status_code == 404

    def test_takes_somebody_who_stands_at_the_desk(self, signed_in, begun):
        stage = begun.stage
        page = signed_in.post(at("add-entrant", stage), {"name": "player 01", "number": "x"})
        assert page.status_code == 422
        page = signed_in.post(at("add-entrant", stage), {"name": "Greta", "race": "orc"})
        assert page.url == at("check-in", stage)
        text = signed_in.get(at("pairings", stage)).content.decode()
        assert "Here, but not paired: Greta." in text
        assert "Paired, but not here" not in text
        assert Entry.objects.get(name="Greta").checked_in_at is not None


class TestTheDesk:
    def test_leads_through_the_day(self, signed_in, stage, people):
        people(4)
        desk = at("tournament", stage)
        for do in ("start", "pair", "begin"):
            values = {"do": do, "minutes": "90", "form_key": do}
            page = signed_in.post(desk, values, follow=True)
            assert page.status_code == 200
        assert "2 results of 2 are missing" in page.content.decode()
        assert Round.objects.get().clock_minutes == 90
        for number in (1, 2):
            self.enter_all(signed_in, stage)
            page = signed_in.get(desk).content.decode()
            if number == 1:
                assert "Pair round 2" in page
                signed_in.post(desk, {"do": "pair", "form_key": "next"})
                signed_in.post(desk, {"do": "begin", "minutes": "0", "form_key": "second"})
        assert "End the tournament" in page
        signed_in.post(desk, {"do": "end", "form_key": "end"})
        stage.refresh_from_db()
        assert stage.state == Stage.State.OVER
        assert "won it" in signed_in.get(desk).content.decode()

    def enter_all(self, client, stage):
        cells = {}
        for fixture in stage.fixtures.filter(state=Fixture.State.OPEN):
            cells |= {f"score_home.{fixture.uuid}": "1", f"score_away.{fixture.uuid}": "0"}
        assert client.post(at("score-grid", stage), cells).status_code == 302

    def test_a_second_press_is_not_a_second_pairing(self, signed_in, begun):
        for _press in range(2):
            signed_in.post(at("tournament", begun.stage), {"do": "pair", "form_key": "one"})
        once = Stage.objects.get(pk=begun.stage_id).draw
        signed_in.post(at("tournament", begun.stage), {"do": "pair", "form_key": "one"})
        assert Stage.objects.get(pk=begun.stage_id).draw == once

    def test_says_why_not(self, signed_in, stage, people):
        people(1)
        page = signed_in.post(at("tournament", stage), {"do": "start"})
        assert page.status_code == 422
        assert "Too few teams" in page.content.decode()

    def test_is_read_by_everybody_and_pressed_by_few(self, client, make_user, begun):
        assert "Pair anew" not in client.get(at("tournament", begun.stage)).content.decode()
        client.force_login(make_user("Otto"))
        assert client.post(at("tournament", begun.stage), {"do": "pair"}).status_code == 403

    @pytest.mark.parametrize("minutes", ["", "x", "-1", "601"])
    def test_refuses_minutes_that_are_none(self, signed_in, begun, minutes):
        values = {"do": "begin", "minutes": minutes}
        assert signed_in.post(at("tournament", begun.stage), values).status_code == 422
        assert Round.objects.get().state == Round.State.PLANNED


class TestPairings:
    def test_are_listed_by_table_and_by_name(self, client, begun):
        text = client.get(at("pairings", begun.stage)).content.decode()
        assert text.count("Player 01") == 3
        assert text.index('id="by-table"') < text.index('id="by-name"')

    def test_on_the_wall_answer_304_until_something_changes(self, client, marta, begun):
        wall = f"{at('pairings', begun.stage)}?show=projector"
        page = client.get(wall)
        version = page.context["version"]
        assert client.get(wall, headers={"If-None-Match": version}).status_code == 304
        start_round(actor=marta, of=begun, minutes=10, now=NOW)
        assert client.get(wall, headers={"If-None-Match": version}).status_code == 200

    def test_are_swapped_by_hand(self, signed_in, begun):
        one, other = begun.fixtures.order_by("number")[:2]
        values = {"one": str(one.home.uuid), "other": str(other.home.uuid)}
        signed_in.post(at("swap-players", begun.stage), values)
        one.refresh_from_db()
        assert str(one.home.uuid) == values["other"]

    def test_that_cannot_be_swapped_say_so(self, signed_in, begun):
        uuid = str(begun.fixtures.first().home.uuid)
        page = signed_in.post(at("swap-players", begun.stage), {"one": uuid, "other": uuid})
        assert page.status_code == 422
        assert "It takes two" in page.content.decode()

    @pytest.mark.parametrize("number", ["9", "x", "-1", "99999"])
    def test_of_no_round_are_not_there(self, client, begun, number):
        assert client.get(at("pairings", begun.stage), {"round": number}).status_code == 404

    @pytest.mark.parametrize("count", [4, 40])
    def test_take_as_many_statements_for_four_as_for_forty(
        self, client, begin, count, django_assert_num_queries
    ):
        of = begin(count)
        for name, statements in (("pairings", 4), ("ranking", 4), ("tournament", 4)):
            with django_assert_num_queries(statements):
                client.get(at(name, of.stage))


class TestTheClock:
    def test_is_set_and_stopped(self, signed_in, running):
        clock = at("clock", running.stage)
        signed_in.post(clock, {"do": "add", "minutes": "10"})
        signed_in.post(clock, {"do": "stop"})
        running.refresh_from_db()
        assert running.clock_from is None
        signed_in.post(clock, {"do": "set", "minutes": "45"})
        running.refresh_from_db()
        assert running.clock_minutes == 45

    def test_says_what_it_does_not_take(self, signed_in, running):
        page = signed_in.post(at("clock", running.stage), {"minutes": "x"}, follow=True)
        assert page.context["messages"]


class TestTheGrid:
    def cells(self, fixture, *told, was=None):
        names = ("score_home", "score_away", "cas_home", "cas_away")
        values = [*told, "", "", "", ""][:4]
        cells = {f"{cell}.{fixture.uuid}": v for cell, v in zip(names, values, strict=True)}
        return cells if was is None else cells | {f"was.{fixture.uuid}": was}

    def test_saves_the_rows_that_are_filled(self, signed_in, running):
        one, two, _three = running.fixtures.order_by("number")
        told = self.cells(one, "2", "1", "3", "0") | self.cells(two)
        page = signed_in.post(at("score-grid", running.stage), told, follow=True)
        text = page.content.decode()
        assert "1 result is saved. 2 are missing." in text
        assert text.count("grid-row saved") == 1
        result = running.fixtures.get(pk=one.pk).result
        assert (result.score_home, result.score_away, *result.tallies["cas"]) == (2, 1, 3, 0)

    def test_says_at_each_cell_what_is_wrong_and_saves_nothing(self, signed_in, running):
        one, two, three = running.fixtures.order_by("number")
        told = (
            self.cells(one, "2", "1")
            | self.cells(two, "2", "", "x")
            | self.cells(three, "100", "0", "0", "٣")
        )
        page = signed_in.post(at("score-grid", running.stage), told)
        assert page.status_code == 422
        text = page.content.decode()
        for cell in (f"score_away.{two.uuid}", f"cas_home.{two.uuid}", f"cas_away.{three.uuid}"):
            assert f'id="fault-{cell}"' in text
        assert not running.fixtures.filter(state=Fixture.State.PLAYED).exists()

    def test_leaves_rows_alone_that_were_not_touched(self, signed_in, running):
        """Whoever has an older page open does not undo what another has saved meanwhile."""
        one, two, _three = running.fixtures.order_by("number")
        signed_in.post(at("score-grid", running.stage), self.cells(one, "2", "1"))
        signed_in.post(
            at("score-grid", running.stage), self.cells(one, "3", "1", "0", "0", was="2/1/0/0")
        )
        stale = self.cells(one, "2", "1", "0", "0", was="2/1/0/0") | self.cells(two, "0", "0")
        signed_in.post(at("score-grid", running.stage), stale)
        assert running.fixtures.get(pk=one.pk).result.score_home == 3
        assert running.fixtures.get(pk=two.pk).result.score_home == 0

    def test_waits_for_the_round_to_start(self, signed_in, begun):
        text = signed_in.get(at("score-grid", begun.stage)).content.decode()
        assert "Nothing is being played" in text

    @pytest.mark.parametrize("count", [4, 40])
    def test_takes_as_many_statements_for_four_as_for_forty(
        self, signed_in, begin, count, django_assert_num_queries
    ):
        of = begin(count)
        with django_assert_num_queries(9):
            signed_in.get(at("score-grid", of.stage))


class TestFiles:
    def test_hold_everything(self, client, running):
        page = client.get(at("tournament-files", running.stage))
        archive = zipfile.ZipFile(io.BytesIO(page.content))
        assert archive.namelist() == [
            "entrants.csv",
            "pairings.csv",
            "results.csv",
            "standings.csv",
        ]
        lines = archive.read("pairings.csv").decode("utf-8-sig").splitlines()
        assert len(lines) == 4

    @pytest.mark.pure
    @pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1"])
    def test_carry_no_formulas(self, name):
        assert csv_of(["name", "n"], [(name, -2)]).decode("utf-8-sig").splitlines()[1] == (
            f"'{name},-2"
        )
