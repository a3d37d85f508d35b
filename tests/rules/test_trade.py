"""Trades between two teams."""

import pytest

from rules.editions.bb2016.edition import question
from rules.engine.circumstances import Party, Trade
from rules.engine.effects import Gold, Joined, Left, To
from rules.engine.fold import fold
from rules.engine.rulings import Allowed
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure


def squad(position="lineman", count=11, **fields):
    return team(*[player(f"{position}-{n}", position) for n in range(count)], **fields)


def traded(offering, asked, **house):
    at = Trade(
        offering.team,
        asked.team,
        "trade/1",
        offering.gives,
        asked.gives,
        offering.gold,
        asked.gold,
    )
    return question["trade"].ask(book(**house), at, {})


def after(party, ruling, side):
    mine = [each.effect for each in ruling.effects if isinstance(each, To) and each.side == side]
    return fold(party.team, mine)


def codes(ruling):
    return {(reason.subject, reason.code) for reason in ruling.reasons}


def test_players_and_gold_change_hands_both_ways():
    star = player("b", "blitzer", skills=("guard",), value_added=20_000, lent=("bombardier",))
    offering = Party(team(star, *squad().players.values(), treasury=10_000), ("b",))
    asked = Party(squad(treasury=80_000), ("lineman-0",), 60_000)
    ruling = traded(offering, asked)
    ours, theirs = (
        after(offering, ruling, "offering"),
        after(asked, ruling, "asked"),
    )
    assert (ours.treasury, theirs.treasury) == (70_000, 20_000)
    assert "b" not in ours.players
    assert ours.players["trade/1/1"].position == "lineman"
    came = theirs.players["trade/1/1"]
    assert (came.skills, came.value, came.lent) == (("guard",), 110_000, ())
    assert To("offering", Left("b", "traded")) in ruling.effects
    assert To("asked", Gold(-60_000, "trade")) in ruling.effects


def test_everything_wrong_with_both_teams_is_said_at_once():
    full = Party(squad(count=16, treasury=0), (), 50_000)
    rich = Party(squad("blitzer", 4), ("blitzer-0", "nobody", "nobody"))
    assert codes(traded(full, rich)) == {
        ("offering.gold", "cannot-afford"),
        ("asked.gives", "picked-twice"),
        ("asked.gives.nobody", "not-under-contract"),
    }
    assert codes(traded(Party(squad()), Party(squad()))) == {("", "nothing-to-trade")}


def test_the_limits_of_both_rosters_hold():
    full = Party(squad(count=16))
    giver = Party(squad("blitzer", 4), ("blitzer-0",))
    ruling = traded(giver, full)
    assert codes(ruling) == {("asked.players", "too-many-players")}
    assert ruling.overridable()
    four = Party(squad("blitzer", 4), ("blitzer-1",))
    assert codes(traded(giver, Party(squad("blitzer", 4)))) == {
        ("asked.players.blitzer", "too-many-of-position")
    }
    assert isinstance(traded(giver, four), Allowed)


def test_a_player_goes_only_where_his_position_is_on_the_list():
    human = Party(squad(), ("lineman-0",))
    orcs = Party(squad(race="orc", treasury=50_000), (), 10_000)
    ruling = traded(human, orcs)
    assert codes(ruling) == {("asked.gets.lineman-0", "not-on-the-list")}
    assert ruling.although() is None
    undead = Party(team(player("z", "zombie", "undead"), race="undead"), ("z",))
    necromantic = Party(team(race="necromantic"))
    ruling = traded(undead, necromantic)
    assert [each for each in ruling.effects if isinstance(each.effect, Joined)]


def test_journeymen_are_not_traded():
    hired = Party(team(player("j", journeyman=True)), ("j",))
    assert codes(traded(hired, Party(squad()))) == {("offering.gives.j", "not-under-contract")}
