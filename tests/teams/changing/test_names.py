"""Names and numbers of players, and the events that remember them."""

from uuid import uuid4

import pytest
from django.utils import timezone

from acts.failures import Forbidden, Missing, Refused
from rules.engine.effects import Left
from teams import ledger
from teams.commands.names import rename_players
from teams.newcomers import Person
from teams.verifying import differences
from tests.teams.changing.conftest import codes
from tests.teams.test_ledger import put, take_back


@pytest.fixture
def rename(reivers, bram):
    def rename(people, actor=bram):
        return rename_players(actor=actor, team=reivers, people=people, now=timezone.now())

    return rename


def wearing(team, number):
    return team.contracts.select_related("player").get(number=number, until=None).player


def test_a_player_is_renamed_and_it_is_remembered(reivers, rename, bram):
    player = wearing(reivers, 4)
    before = player.name
    rename({player.uuid: Person("Cob Netter")})
    player.refresh_from_db()
    assert player.name == "Cob Netter"
    event = reivers.events.get(kind="player-renamed")
    assert (event.player, event.words.text) == (player, f"{before} → Cob Netter")
    assert event.effects == []
    reivers.refresh_from_db()
    assert [*differences(reivers)] == []


def test_two_shirts_are_swapped_in_one_go(reivers, rename):
    one, other = wearing(reivers, 1), wearing(reivers, 2)
    rename({one.uuid: Person(number=2), other.uuid: Person(number=1)})
    assert (wearing(reivers, 1), wearing(reivers, 2)) == (other, one)
    words = [event.words.text for event in reivers.events.filter(kind="player-renumbered")]
    assert words == ["1 → 2", "2 → 1"]


def test_shirts_go_round(reivers, rename):
    players = [wearing(reivers, number) for number in range(1, 12)]
    wanted = {
        player.uuid: Person(number=number % 11 + 1) for number, player in enumerate(players, 1)
    }
    rename(wanted)
    assert [wearing(reivers, number) for number in range(1, 12)] == [players[-1], *players[:-1]]


def test_a_shirt_that_another_wears_is_refused(reivers, rename):
    with pytest.raises(Refused) as refused:
        rename({wearing(reivers, 1).uuid: Person(number=2)})
    assert codes(refused) == ["number_taken"]
    assert reivers.events.count() == 1


def test_every_reason_is_told(reivers, rename):
    with pytest.raises(Refused) as refused:
        rename(
            {
                wearing(reivers, 1).uuid: Person("x" * 500, 100),
                wearing(reivers, 2).uuid: Person("a\tb", 50),
                wearing(reivers, 3).uuid: Person("Fine", 50),
            }
        )
    assert codes(refused) == ["too_long", "number_out_of_range", "not_one_line", "number_taken"]


def test_what_stays_as_it_is_writes_nothing(reivers, rename):
    player = wearing(reivers, 1)
    rename({player.uuid: Person(player.name, 1)})
    rename({})
    assert reivers.events.count() == 1


def test_the_commissioner_may_and_others_may_not(reivers, rename, marta, cato):
    player = wearing(reivers, 1)
    rename({player.uuid: Person("Cob")}, actor=marta)
    assert reivers.events.get(kind="player-renamed").act.actor == marta
    with pytest.raises(Forbidden):
        rename({player.uuid: Person("Dob")}, actor=cato)


def test_only_those_under_contract_here(reivers, rename, team):
    for stranger in (uuid4(), wearing(team, 1).uuid):
        with pytest.raises(Missing):
            rename({stranger: Person("Cob")})


def test_whoever_comes_back_has_his_own_shirt_again(reivers, rename, season):
    player = wearing(reivers, 2)
    rename({player.uuid: Person("Cob", 77)})
    key = reivers.contracts.get(number=77).key
    reivers.refresh_from_db()
    (fired,) = put(
        reivers, ledger.LedgerEntry("hire-and-fire", (Left(key, "fired"),)), season=season
    )
    take_back(reivers, fired, season=season)
    assert wearing(reivers, 77) == player
    assert wearing(reivers, 77).name == "Cob"
