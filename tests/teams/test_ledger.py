"""The ledger: events are only added to, the present follows from them, and nothing disagrees."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from acts.failures import Refused
from acts.recording import record_act
from league.models import NeverChanged
from rules.engine import effects as e
from rules.engine import state
from rules.engine.rulings import Line
from teams import chapters, ledger
from teams.models import Player, Team, TeamEvent
from teams.verifying import differences
from tests.conftest import NOW


def put(team, *entries, season):
    with transaction.atomic():
        locked = ledger.lock(team)
        act = record_act("tests.put", actor=None, now=NOW)
        chapter = chapters.chapter_in_between(locked, season=season, now=NOW)
        events = ledger.record(locked, entries, act=act, chapter=chapter, pin=season.pin, now=NOW)
    team.refresh_from_db()
    return events


def take_back(team, *events, season):
    with transaction.atomic():
        locked = ledger.lock(team)
        act = record_act("tests.take_back", actor=None, now=NOW)
        ledger.reverse(locked, events, act=act, now=NOW)
        ledger.refold(locked, pin=season.pin, now=NOW)
    team.refresh_from_db()


def player(key):
    return state.Player(id=key, position="lineman", cost=50_000)


def gold(amount):
    return ledger.LedgerEntry("gold", (e.Gold(amount, "tests"),), (Line("tests", amount),))


class TestTheDraft:
    def test_is_the_first_event_and_makes_the_present(self, team):
        assert team.treasury == 50_000
        assert team.rerolls == 3
        assert team.staff == {"apothecary": 1}
        assert team.value == 950_000
        assert team.contracts.count() == 11
        assert [contract.number for contract in team.contracts.all()] == [*range(1, 12)]
        (event,) = team.events.all()
        assert (event.kind, event.gold, event.seq) == ("draft", 50_000, 1)
        assert event.because[0] == {
            "code": "budget",
            "amount": 1_000_000,
            "params": {},
            "visible": "public",
        }

    def test_everybody_has_a_name_of_his_own(self, team):
        names = [contract.player.name for contract in team.contracts.select_related("player")]
        assert len(set(names)) == 11
        assert all(names)

    def test_verifies(self, team):
        assert [*differences(team)] == []


class TestRecording:
    def test_changes_the_present(self, team, season):
        put(team, gold(30_000), season=season)
        assert team.treasury == 80_000
        assert team.revision == 2
        assert [*differences(team)] == []

    def test_refuses_what_the_team_does_not_bear_and_writes_nothing(self, team, season):
        with pytest.raises(Refused, match="treasury"):
            put(team, gold(-60_000), season=season)
        assert team.events.count() == 1
        assert Team.objects.get(pk=team.pk).treasury == 50_000

    def test_the_database_refuses_debts_too(self, team):
        with pytest.raises(DatabaseError), transaction.atomic():
            Team.objects.filter(pk=team.pk).update(treasury=-1)


class TestReversal:
    def test_takes_the_effect_back_and_keeps_both_events(self, team, season):
        (paid,) = put(team, gold(30_000), season=season)
        take_back(team, paid, season=season)
        assert team.treasury == 50_000
        assert [event.kind for event in team.events.all()] == ["draft", "gold", "reversal"]
        assert [*differences(team)] == []

    def test_is_refused_where_something_later_rests_on_it(self, team, season):
        (earned,) = put(team, gold(30_000), season=season)
        put(team, gold(-70_000), season=season)
        with pytest.raises(Refused, match="treasury"):
            take_back(team, earned, season=season)
        team.refresh_from_db()
        assert team.treasury == 10_000
        assert [*differences(team)] == []

    def test_happens_once_to_an_event(self, team, season):
        (paid,) = put(team, gold(30_000), season=season)
        take_back(team, paid, season=season)
        with pytest.raises(DatabaseError), transaction.atomic():
            take_back(team, paid, season=season)

    def test_gives_a_player_his_shirt_back(self, team, season):
        contract = team.contracts.get(number=4)
        (fired,) = put(
            team,
            ledger.LedgerEntry("hire-and-fire", (e.Left(contract.key, "fired"),)),
            season=season,
        )
        contract.refresh_from_db()
        assert (contract.ended, contract.until) == ("fired", NOW)
        take_back(team, fired, season=season)
        contract.refresh_from_db()
        assert (contract.ended, contract.until, contract.number) == ("", None, 4)
        assert [*differences(team)] == []


class TestWhoeverHasLeft:
    """Their rows stay, and say what the events say of them until they left."""

    @pytest.fixture
    def contract(self, team):
        return team.contracts.select_related("player").get(number=4)

    def earned(self, contract):
        return ledger.LedgerEntry("adjustment", (e.Earned(contract.key, "touchdown", 3),))

    def left(self, contract, how="fired"):
        return ledger.LedgerEntry("hire-and-fire", (e.Left(contract.key, how),))

    def said(self, contract):
        contract.refresh_from_db()
        contract.player.refresh_from_db()
        return contract.ended, contract.player.awards

    def test_loses_what_is_taken_back_after_he_left(self, team, season, contract, client):
        (earned,) = put(team, self.earned(contract), season=season)
        put(team, self.left(contract), season=season)
        take_back(team, earned, season=season)
        assert self.said(contract) == ("fired", {})
        told = client.get(f"/api/v1/players/{contract.player.uuid}/").json()
        assert {tally["count"] for tally in told["tallies"]} == {0}
        assert [*differences(team)] == []

    def test_keeps_what_he_earned_on_his_last_evening(self, team, season, contract):
        put(team, self.earned(contract), self.left(contract, "dead"), season=season)
        assert self.said(contract) == ("dead", {"touchdown": 3})
        assert [*differences(team)] == []

    def test_left_otherwise_by_a_correction(self, team, season, contract):
        (fired,) = put(team, self.left(contract), season=season)
        with transaction.atomic():
            locked = ledger.lock(team)
            act = record_act("tests.correct", actor=None, now=NOW)
            dead = self.left(contract, "dead")
            ledger.replace(locked, fired, dead, act=act, pin=season.pin, now=NOW)
            ledger.refold(locked, pin=season.pin, now=NOW)
        assert self.said(contract) == ("dead", {})
        assert [*differences(locked)] == []

    def test_was_never_there_if_his_coming_is_taken_back_with_his_going(self, team, season):
        joined = ledger.LedgerEntry("hire-and-fire", (e.Joined(player("late")),))
        events = put(team, joined, season=season)
        contract = team.contracts.get(key="late")
        events += put(team, self.left(contract), season=season)
        take_back(team, *events, season=season)
        assert self.said(contract) == ("voided", {})
        assert [*differences(team)] == []

    def test_is_compared_too(self, team, season, contract):
        put(team, self.left(contract), season=season)
        Player.objects.filter(pk=contract.player_id).update(niggles=2)
        team.contracts.filter(pk=contract.pk).update(ended="dead")
        assert [difference.what for difference in differences(team)] == [
            "player draft/4, how they left",
            "player draft/4, niggles",
        ]


class TestEventsStay:
    def test_the_model_refuses(self, team):
        event = team.events.get()
        with pytest.raises(NeverChanged):
            event.save()
        with pytest.raises(NeverChanged):
            event.delete()
        with pytest.raises(NeverChanged):
            TeamEvent.objects.update(gold=0)
        with pytest.raises(NeverChanged):
            TeamEvent.objects.all().delete()

    def test_postgresql_refuses(self, team):
        if connection.vendor != "postgresql":
            pytest.skip("only PostgreSQL has the trigger")
        for statement in ("UPDATE teams_teamevent SET gold = 0", "DELETE FROM teams_teamevent"):
            with (
                pytest.raises(DatabaseError, match="never changed"),
                transaction.atomic(),
                connection.cursor() as cursor,
            ):
                cursor.execute(statement)


class TestVerifyLedger:
    def test_finds_no_difference(self, team):
        said = StringIO()
        call_command("verify_ledger", stdout=said)
        assert said.getvalue() == "1 team verified, no difference.\n"

    @pytest.mark.parametrize(
        ("change", "what"),
        [
            ({"treasury": 60_000}, "treasury"),
            ({"rerolls": 4}, "rerolls"),
            ({"value": 1}, "the value"),
            ({"revision": 7}, "the revision"),
            ({"staff": {"cheerleader": 1}}, "staff"),
        ],
    )
    def test_finds_a_team_that_was_tampered_with(self, team, change, what):
        Team.objects.filter(pk=team.pk).update(**change)
        said = StringIO()
        with pytest.raises(SystemExit):
            call_command("verify_ledger", stdout=said)
        assert what in said.getvalue()

    def test_finds_a_player_that_was_tampered_with(self, team):
        player = team.contracts.get(number=1).player
        player.skills = ["block"]
        player.save()
        assert [difference.what for difference in differences(team)] == ["player draft/1, skills"]
