"""Many hands at one moment: the last gold and the last place go once, and nothing is lost."""

from collections import Counter
from threading import Barrier, Event, Thread
from time import sleep

import pytest
from django.db import connection, transaction
from django.utils import timezone

from acts.failures import Failure
from league.models import Season
from teams import ledger
from teams.commands.drafting import begin_draft, change_draft, finish_draft
from teams.commands.hiring import Word, change_basket, finish_hiring
from teams.commands.names import rename_players
from teams.commands.windows import open_window, open_windows
from teams.models import Draft, Team
from teams.newcomers import Person
from teams.verifying import differences
from tests.conftest import A_TEAM

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 20
# Fifteen players and gold in plenty: one place is left.
FIFTEEN = {"players": {"lineman": 15}, "rerolls": 0, "staff": {}, "fan_factor": 0}


def at_once(*calls):
    """Every call in a thread of its own, all let go together: what each gave, or how it failed."""
    together = Barrier(len(calls))
    outcomes = []

    def run(call):
        together.wait()
        try:
            call()
            outcomes.append("done")
        except Failure as failure:
            outcomes.append(",".join(reason.code for reason in failure.reasons))
        except Exception as error:
            outcomes.append(repr(error))
        finally:
            connection.close()

    threads = [Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(outcomes)


def buying(actor, team, basket, reason=""):
    def buy():
        stale = Team.objects.select_related("league").get(pk=team.pk)
        word = Word(reason)
        finish_hiring(actor=actor, team=stale, basket=basket, word=word, now=timezone.now())

    return buy


def test_the_last_gold_is_spent_once(reivers, marta):
    """Fifty thousand in the treasury, and a lineman costs as much."""
    calls = [buying(marta, reivers, {"hire/lineman": 1}, "At once")] * HANDS
    assert at_once(*calls) == {"done": 1, "cannot-afford": HANDS - 1}
    reivers.refresh_from_db()
    assert (reivers.treasury, reivers.contracts.filter(until=None).count()) == (0, 12)
    assert reivers.events.count() == 2
    assert [*differences(reivers)] == []


def test_the_last_place_is_taken_once(draft_team, marta):
    crowd = draft_team("Crowd", wish=FIFTEEN)
    calls = [buying(marta, crowd, {"hire/thrower": 1}, "At once")] * HANDS
    assert at_once(*calls) == {"done": 1, "too-many-players": HANDS - 1}
    crowd.refresh_from_db()
    assert crowd.contracts.filter(until=None).count() == 16
    assert crowd.treasury == 250_000 - 70_000
    assert [*differences(crowd)] == []


def test_a_coach_who_presses_often_finishes_once(reivers, window, bram):
    calls = [buying(bram, reivers, {"staff/cheerleader": 1})] * HANDS
    assert at_once(*calls) == {"done": 1, "window_closed": HANDS - 1}
    reivers.refresh_from_db()
    assert (reivers.treasury, reivers.staff["cheerleader"]) == (40_000, 1)
    assert [*differences(reivers)] == []


def test_different_purchases_all_count(reivers, marta):
    """Five cheerleaders for ten thousand each: whoever comes sixth is told."""
    calls = [buying(marta, reivers, {"staff/cheerleader": 1}, "One each")] * HANDS
    assert at_once(*calls) == {"done": 5, "cannot-afford": HANDS - 5}
    reivers.refresh_from_db()
    assert (reivers.treasury, reivers.staff["cheerleader"]) == (0, 5)
    assert reivers.revision == reivers.events.count() == 6
    assert [*differences(reivers)] == []


def test_one_window_opens_however_many_open_it(reivers, league, marta):
    calls = [
        lambda: open_window(actor=marta, team=reivers, now=timezone.now()),
        lambda: open_windows(actor=marta, league=league, now=timezone.now()),
    ]
    assert at_once(*calls * 5) == {"done": 10}
    assert reivers.windows.count() == 1


def test_one_of_two_baskets_is_told_of_the_other(reivers, window, bram):
    def change():
        change_basket(actor=bram, team=reivers, now=timezone.now(), basket={}, revision=0)

    assert at_once(change, change, change, change) == {"done": 1, "basket_moved": 3}


def test_a_shirt_is_given_once(reivers, bram):
    players = [contract.player.uuid for contract in reivers.contracts.all()[:5]]

    def wear(player):
        people = {player: Person("", 99)}
        return lambda: rename_players(actor=bram, team=reivers, people=people, now=timezone.now())

    assert at_once(*map(wear, players)) == {"done": 1, "number_taken": 4}
    assert reivers.contracts.filter(number=99).count() == 1


def test_two_teams_in_one_hand_and_one_of_them_in_another_all_get_through(reivers, draft_team):
    """A result holds two teams, one after the other, while a coach buys for the second."""
    crowd = draft_team("Crowd")
    first_is_held = Event()

    def record_a_result():
        with transaction.atomic():
            ledger.lock(reivers)
            first_is_held.set()
            sleep(0.5)
            ledger.lock(crowd)

    def buy():
        first_is_held.wait()
        with transaction.atomic():
            ledger.lock(crowd)

    assert at_once(record_a_result, buy) == {"done": 2}


def test_a_draft_that_was_waited_for_is_ruled_as_its_season_stands_by_then(season, bram, place):
    draft = begin_draft(actor=bram, season=season, race="human", now=timezone.now())
    draft = change_draft(actor=bram, draft=draft, wish=A_TEAM, now=timezone.now())
    draft_is_held = Event()

    def end_the_season():
        with transaction.atomic():
            Draft.objects.select_for_update(no_key=True).get(pk=draft.pk)
            draft_is_held.set()
            sleep(0.5)
            Season.objects.update(state=Season.State.OVER)

    def finish():
        draft_is_held.wait()
        finish_draft(actor=bram, draft=draft, now=timezone.now())

    assert at_once(end_the_season, finish) == {"done": 1, "season_over": 1}
