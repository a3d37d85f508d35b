"""Hire & Fire: a basket until Finish, then all of it or nothing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from rules.engine.effects import Joined
from rules.engine.state import Player
from teams import ledger
from teams.commands.hiring import Word, change_basket, drop_basket, finish_hiring
from teams.commands.windows import close_window, open_window
from teams.models import Contract, Team, Window
from teams.newcomers import Person
from teams.verifying import differences
from tests.teams.changing.conftest import codes
from tests.teams.test_ledger import put

LINEMAN = {"hire/lineman": 1}
CROWD = {
    "players": {"lineman": 15, "blitzer": 1},
    "rerolls": 0,
    "staff": {},
    "fan_factor": 0,
}


def finish(team, actor, basket=None, **options):
    options.setdefault("now", timezone.now())
    word = Word(
        options.pop("reason", ""), options.pop("override", False), options.pop("cover", False)
    )
    events = finish_hiring(actor=actor, team=team, basket=basket, word=word, **options)
    team.refresh_from_db()
    return events


class TestInTheWindow:
    def test_a_coach_hires(self, reivers, window, bram):
        (event,) = finish(reivers, bram, LINEMAN)
        assert (event.kind, event.gold) == ("hire-and-fire", -50_000)
        assert (reivers.treasury, reivers.value) == (0, 1_000_000)
        hired = reivers.contracts.get(key="window/1/lineman/1")
        assert (hired.number, hired.player.position) == (12, "lineman")
        assert hired.player.name
        assert (event.act.actor, event.act.override, event.act.reason) == (bram, False, "")
        assert [*differences(reivers)] == []

    def test_fires_drops_and_buys_in_one_go(self, reivers, window, bram):
        fired = reivers.contracts.get(number=3)
        basket = {
            f"fire/{fired.key}": 1,
            "drop-reroll": 2,
            "drop-staff/apothecary": 1,
            "staff/cheerleader": 3,
            "hire/lineman": 0,
        }
        finish(reivers, bram, basket)
        fired.refresh_from_db()
        assert fired.ended == "fired"
        assert (reivers.treasury, reivers.rerolls) == (20_000, 1)
        assert reivers.staff == {"apothecary": 0, "cheerleader": 3}
        assert [*differences(reivers)] == []

    def test_a_shirt_that_becomes_free_can_be_worn_at_once(self, reivers, window, bram):
        leaving = reivers.contracts.get(number=1)
        people = {"window/1/lineman/1": Person("Cob Netter", 1)}
        finish(reivers, bram, {f"fire/{leaving.key}": 1, **LINEMAN}, people=people)
        joined = reivers.contracts.get(number=1, until=None)
        assert joined.player.name == "Cob Netter"

    def test_finishing_closes_it(self, reivers, window, bram):
        finish(reivers, bram, LINEMAN)
        window.refresh_from_db()
        assert window.closed_at is not None
        with pytest.raises(Refused) as refused:
            finish(reivers, bram, {"reroll": 1})
        assert codes(refused) == ["window_closed"]

    def test_an_empty_basket_closes_it_and_writes_no_event(self, reivers, window, bram):
        assert finish(reivers, bram) == []
        assert reivers.events.count() == 1
        assert not reivers.windows.filter(closed_at=None).exists()

    def test_all_or_nothing_with_every_reason(self, reivers, window, bram):
        basket = {"hire/blitzer": 1, "hire/ogre": 1, "staff/apothecary": 1}
        people = {"window/1/blitzer/1": Person("", 1), "window/1/ogre/1": Person("Og\n", 7)}
        with pytest.raises(Refused) as refused:
            finish(reivers, bram, basket, people=people)
        assert codes(refused) == [
            "too-many-of-position",
            "too-many-apothecaries",
            "cannot-afford",
            "number_taken",
            "number_taken",
        ]
        assert reivers.events.count() == 1
        window.refresh_from_db()
        assert window.closed_at is None

    def test_journeymen_stay_if_they_are_signed(self, reivers, window, bram, journeymen):
        signed, going = journeymen
        finish(reivers, bram, {f"sign/{signed.key}": 1})
        signed.refresh_from_db()
        going.refresh_from_db()
        assert (signed.is_journeyman, signed.until) == (False, None)
        assert going.ended == "journeyman"
        assert reivers.treasury == 0
        assert [*differences(reivers)] == []

    @pytest.fixture
    def journeymen(self, reivers, season):
        joined = tuple(
            Joined(Player(f"m1/journeyman/{n}", "lineman", 50_000, journeyman=True)) for n in (1, 2)
        )
        put(reivers, ledger.LedgerEntry("journeymen", joined), season=season)
        return [reivers.contracts.get(key=f"m1/journeyman/{n}") for n in (1, 2)]

    def test_a_second_window_names_its_players_anew(self, reivers, window, bram, marta):
        finish(reivers, bram, {"staff/cheerleader": 1})
        open_window(actor=marta, team=reivers, now=timezone.now())
        finish(reivers, marta, LINEMAN, reason="He is on holiday", cover=True)
        assert reivers.contracts.filter(key="window/2/lineman/1").exists()

    @pytest.mark.parametrize(
        "basket",
        [
            {"hire/lineman": -1},
            {"hire/lineman": 1.5},
            {"hire/lineman": True},
            {"hire/lineman": "1"},
            {"hire/lineman": 10**9},
            {f"hire/{n}": 1 for n in range(300)},
        ],
    )
    def test_a_basket_that_is_none_is_refused(self, reivers, window, bram, basket):
        with pytest.raises(Refused):
            finish(reivers, bram, basket)
        assert reivers.events.count() == 1

    @pytest.mark.parametrize(
        ("offer", "code"),
        [
            ("hire/troll", "not-on-offer"),
            ("fire/nobody", "not-on-offer"),
            ("star/grak", "not-on-offer"),
            ("star/griff-oberwald", "not-in-this-league"),
        ],
    )
    def test_what_is_not_on_offer_is_refused(self, reivers, window, bram, offer, code):
        with pytest.raises(Refused) as refused:
            finish(reivers, bram, {offer: 1})
        assert codes(refused) == [code]

    @pytest.mark.parametrize("number", [0, -1, 100, 999])
    def test_a_number_is_from_1_to_99(self, reivers, window, bram, number):
        people = {"window/1/lineman/1": Person("Cob", number)}
        if number == 0:
            finish(reivers, bram, LINEMAN, people=people)
            assert reivers.contracts.get(player__name="Cob").number == 12
            return
        with pytest.raises(Refused) as refused:
            finish(reivers, bram, LINEMAN, people=people)
        assert codes(refused) == ["number_out_of_range"]

    @pytest.mark.parametrize("name", ["x" * 61, "a\u202eb", "a\nb"])
    def test_a_name_that_no_line_can_hold_is_refused(self, reivers, window, bram, name):
        with pytest.raises(Refused):
            finish(reivers, bram, LINEMAN, people={"window/1/lineman/1": Person(name)})

    @pytest.mark.parametrize("name", ["<b>Bob</b>", "Bob 🏈", "عمر"])
    def test_any_other_name_is_fine(self, reivers, window, bram, name):
        finish(reivers, bram, LINEMAN, people={"window/1/lineman/1": Person(name)})
        assert reivers.contracts.filter(player__name=name).exists()


class TestWhoMay:
    def test_a_coach_not_without_a_window(self, reivers, bram):
        with pytest.raises(Refused) as refused:
            finish(reivers, bram, LINEMAN)
        assert codes(refused) == ["window_closed"]
        with pytest.raises(Refused):
            change_basket(actor=bram, team=reivers, now=timezone.now(), basket=LINEMAN)

    def test_a_coach_not_after_its_time(self, reivers, window, bram):
        late = window.closes_at + timedelta(seconds=1)
        with pytest.raises(Refused) as refused:
            finish(reivers, bram, LINEMAN, now=late)
        assert codes(refused) == ["window_closed"]

    def test_another_coach_never(self, reivers, window, cato):
        with pytest.raises(Forbidden):
            finish(reivers, cato, LINEMAN)

    def test_a_coach_sets_no_rule_aside(self, reivers, window, bram):
        with pytest.raises(Forbidden):
            finish(reivers, bram, LINEMAN, override=True, reason="Please")

    def test_nobody_for_a_retired_team(self, reivers, window, marta):
        Team.objects.filter(pk=reivers.pk).update(state="retired")
        with pytest.raises(Refused) as refused:
            finish(reivers, marta, LINEMAN, reason="Why not")
        assert codes(refused) == ["team_retired"]


class TestTheCommissioner:
    def test_acts_for_a_coach_with_a_reason(self, reivers, window, marta, bram):
        with pytest.raises(Refused) as refused:
            finish(reivers, marta, LINEMAN)
        assert codes(refused) == ["reason_missing"]
        (event,) = finish(reivers, marta, LINEMAN, reason="He rang me")
        act = event.act
        assert (act.actor, act.on_behalf_of, act.reason) == (marta, bram, "He rang me")
        assert act.override is False

    def test_acts_outside_windows_and_it_stays_on_record(self, reivers, marta, bram):
        (event,) = finish(reivers, marta, LINEMAN, reason="The printer was broken")
        assert (event.act.override, event.act.reason) == (True, "The printer was broken")
        assert event.act.on_behalf_of == bram
        assert not reivers.windows.filter(closed_at=None).exists()
        assert [*differences(reivers)] == []

    def test_acts_outside_windows_for_the_own_team_too(self, team, marta):
        with pytest.raises(Refused) as refused:
            finish(team, marta, LINEMAN)
        assert codes(refused) == ["reason_missing"]
        (event,) = finish(team, marta, LINEMAN, reason="Forgotten")
        assert event.act.override is True

    def test_what_he_has_in_hand_is_no_window_for_the_coach(self, reivers, marta, bram):
        change_basket(actor=marta, team=reivers, now=timezone.now(), basket=LINEMAN)
        with pytest.raises(Refused) as refused:
            finish(reivers, bram, LINEMAN)
        assert codes(refused) == ["window_closed"]

    def test_a_window_takes_the_place_of_what_he_had_in_hand(self, reivers, marta, bram):
        change_basket(actor=marta, team=reivers, now=timezone.now(), basket=LINEMAN)
        opened = open_window(actor=marta, team=reivers, now=timezone.now())
        assert (opened.is_for_coach, opened.basket) == (True, {})
        finish(reivers, bram, LINEMAN)
        assert reivers.treasury == 0

    def test_sets_a_rule_aside(self, draft_team, marta):
        crowd = draft_team("Crowd", wish=CROWD)
        with pytest.raises(Refused) as refused:
            finish(crowd, marta, LINEMAN, reason="Twins")
        assert codes(refused) == ["too-many-players"]
        (event,) = finish(crowd, marta, LINEMAN, reason="Twins", override=True)
        assert crowd.contracts.filter(until=None).count() == 17
        assert event.act.override is True
        assert event.because[-1]["code"] == "set-aside"
        assert event.because[-1]["params"]["rule"] == "too-many-players"
        assert [*differences(crowd)] == []

    def test_pays_what_is_missing_by_a_grant(self, reivers, marta):
        given, bought = finish(
            reivers, marta, {"hire/lineman": 2}, reason="Won the raffle", cover=True
        )
        assert (given.kind, given.gold) == ("grant", 50_000)
        assert (bought.kind, bought.gold) == ("hire-and-fire", -100_000)
        assert given.act == bought.act
        assert given.act.override is True
        assert reivers.treasury == 0
        assert [*differences(reivers)] == []

    def test_gives_nothing_where_nothing_is_missing(self, reivers, window, marta):
        (event,) = finish(reivers, marta, LINEMAN, reason="Asked to", cover=True, override=True)
        assert event.kind == "hire-and-fire"
        assert event.act.override is False

    def test_never_overrides_integrity(self, reivers, marta):
        with pytest.raises(Refused) as refused:
            finish(reivers, marta, {"hire/lineman": 2}, reason="Because", override=True)
        assert codes(refused) == ["cannot-afford"]
        with pytest.raises(Refused) as refused:
            finish(reivers, marta, {"hire/troll": 1}, reason="Because", override=True, cover=True)
        assert codes(refused) == ["not-on-offer"]
        people = {"window/1/lineman/1": Person("Cob", 1)}
        with pytest.raises(Refused) as refused:
            finish(reivers, marta, LINEMAN, people=people, reason="Because", override=True)
        assert codes(refused) == ["number_taken"]
        assert reivers.events.count() == 1


class TestTheBasket:
    def test_is_kept_and_taken_up_again(self, reivers, window, bram):
        kept = change_basket(
            actor=bram,
            team=reivers,
            now=timezone.now(),
            basket=LINEMAN,
            people={"window/1/lineman/1": Person("Cob", 44)},
        )
        assert (kept.pk, kept.basket, kept.revision) == (window.pk, LINEMAN, 1)
        finish(reivers, bram)
        assert reivers.contracts.get(number=44).player.name == "Cob"

    def test_another_hand_is_noticed(self, reivers, window, bram):
        change_basket(actor=bram, team=reivers, now=timezone.now(), basket=LINEMAN, revision=0)
        with pytest.raises(Conflict) as moved:
            change_basket(actor=bram, team=reivers, now=timezone.now(), basket={}, revision=0)
        assert codes(moved) == ["basket_moved"]
        with pytest.raises(Conflict):
            finish(reivers, bram, revision=0)

    def test_may_break_every_rule_until_it_is_finished(self, reivers, window, bram):
        kept = change_basket(
            actor=bram, team=reivers, now=timezone.now(), basket={"hire/ogre": 1, "reroll": 8}
        )
        assert kept.basket == {"hire/ogre": 1, "reroll": 8}

    def test_is_emptied(self, reivers, window, bram):
        change_basket(actor=bram, team=reivers, now=timezone.now(), basket=LINEMAN)
        drop_basket(actor=bram, team=reivers, now=timezone.now())
        window.refresh_from_db()
        assert (window.basket, window.closed_at) == ({}, None)

    def test_is_forgotten_with_its_window(self, reivers, window, bram, marta):
        change_basket(actor=bram, team=reivers, now=timezone.now(), basket=LINEMAN)
        close_window(actor=marta, team=reivers, now=timezone.now())
        again = open_window(actor=marta, team=reivers, now=timezone.now())
        assert (again.number, again.basket) == (2, {})

    def test_changing_it_is_no_act(self, reivers, window, bram):
        before = Act.objects.count()
        change_basket(actor=bram, team=reivers, now=timezone.now(), basket=LINEMAN)
        assert Act.objects.count() == before


def test_everything_is_dropped_with_a_refused_finish(reivers, window, bram):
    with pytest.raises(Refused):
        finish(reivers, bram, {"hire/lineman": 5})
    assert Window.objects.get(pk=window.pk).basket == {}
    assert Contract.objects.filter(team=reivers).count() == 11
