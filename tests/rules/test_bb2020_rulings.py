"""Rulings of Blood Bowl 2020: worked examples, the edges of its tables, reasons of refusals."""

from dataclasses import replace

import pytest

from rules.editions.bb2020.adoption import Adoptee, Adoption
from rules.editions.bb2020.advancement import Advancement
from rules.editions.bb2020.draft import Draft
from rules.editions.bb2020.fortune import Following, Mistakes, Winnings
from rules.editions.bb2020.injury import Casualty
from rules.editions.bb2020.players import may_fall, may_rise, purse
from rules.engine import effects as e
from rules.engine.circumstances import Experience, HireAndFire, OfTeam, SeasonEnd
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.growth import characteristic
from rules.engine.rulings import Allowed, Refused, total
from rules.engine.state import Team
from rules.words import effect_words
from tests.rules.answering import lines, reasons
from tests.rules.second_season import CATALOGUE, EDITION, ask, player, squad

pytestmark = pytest.mark.pure

BOOK = EDITION.book()


def one(**fields):
    """A team whose first player is what a test is about."""
    return squad("h", player("h1", **fields))


# --- the draft


def test_a_draft_to_the_last_gold_piece():
    wish = Draft(
        "human",
        {"human-lineman": 7, "blitzer": 4, "ogre": 1},
        rerolls=2,
        fan_factor=1,
        staff={"apothecary": 1},
    )
    ruling = ask("draft", wish)
    # 350 + 340 + 140 + 100 + 10 + 50 thousand.
    assert total(ruling.because) == 10_000
    team = fold(Team("human"), ruling.effects)
    assert (team.treasury, team.fan_factor, len(team.players)) == (10_000, 2, 12)


def test_every_broken_rule_is_told_at_once():
    wish = Draft(
        "chaos-chosen",
        {"beastman-runner-lineman": 4, "chaos-troll": 1, "minotaur": 1},
        rerolls=9,
        fan_factor=6,
        staff={"cheerleader": 13, "assistant-coach": 7},
    )
    assert reasons(ask("draft", wish)) == [
        ("too-few-players", "players"),
        ("too-many-together", "players.minotaur"),
        ("too-many-rerolls", "rerolls"),
        ("too-many-staff", "staff.assistant-coach"),
        ("too-many-staff", "staff.cheerleader"),
        ("too-many-fans", "fan_factor"),
        ("choose-one", "rules.favoured-of"),
        ("over-budget", "treasury"),
    ]


# --- what a team is worth


def test_team_value_has_everybody_and_the_current_one_who_can_play():
    people = [player("h1", misses_next=True), player("h2", retired=True)]
    ruling = ask("team-value", OfTeam(squad("h", *people, rerolls=1, staff={"cheerleader": 2})))
    facts = {each.what: each.value for each in ruling.effects}
    assert facts == {"team-value": 620_000, "current-team-value": 520_000}
    assert total(ruling.because) == 520_000


# --- characteristics: a target number gets worse as it rises


@pytest.mark.parametrize(
    ("name", "raised", "lowered", "stands"),
    [("ag", 1, 0, 2), ("ag", 0, 1, 4), ("av", 1, 0, 10), ("av", 0, 2, 7), ("st", 0, 1, 2)],
)
def test_a_characteristic_as_it_stands(name, raised, lowered, stands):
    who = player(raised={name: raised}, lowered={name: lowered})
    assert characteristic(BOOK, "human", who, name) == stands


def test_nobody_goes_beyond_the_span():
    troll = player(position="untrained-troll", race="orc")
    assert characteristic(BOOK, "orc", troll, "ag") == 5
    assert may_fall(BOOK, "orc", troll, "ag")
    assert not may_fall(BOOK, "orc", replace(troll, lowered={"ag": 1}), "ag")
    assert may_rise(BOOK, "orc", replace(troll, raised={"ag": 1}), "ag")
    assert not may_rise(BOOK, "orc", replace(troll, raised={"ag": 2}), "ag")


def test_who_cannot_pass_loses_nothing_and_learns_it_at_six():
    vargheist = player(position="vargheist", race="vampire")
    assert not may_fall(BOOK, "vampire", vargheist, "pa")
    learnt = replace(vargheist, raised={"pa": 1})
    assert characteristic(BOOK, "vampire", learnt, "pa") == 6


# --- casualties


@pytest.mark.parametrize(
    ("die", "niggles", "result"),
    [
        (6, 0, "Badly Hurt"),
        (6, 1, "Seriously Hurt"),
        (9, 0, "Seriously Hurt"),
        (10, 0, "Serious Injury"),
        (12, 0, "Serious Injury"),
        (13, 0, "Lasting Injury"),
        (14, 1, "Dead"),
        (16, 3, "Dead"),
    ],
)
def test_the_casualty_table_at_its_edges(die, niggles, result):
    answers = {"casualty/h1/1": die, "casualty/h1/1/lasting": 1}
    ruling = ask("casualty", Casualty(one(niggles=niggles), "h1"), answers)
    fact = next(each for each in ruling.effects if isinstance(each, e.Fact))
    assert fact.value["results"] == [result]


def test_a_lasting_injury_is_thrown_again_where_nothing_is_left_to_lose():
    worn = one(lowered={"st": 2})
    answers = {"casualty/h1/1": 13, "casualty/h1/1/lasting": 6}
    waiting = ask("casualty", Casualty(worn, "h1"), answers)
    assert isinstance(waiting, Asks)
    assert [each.key for each in waiting.open] == ["casualty/h1/1/lasting/2"]
    ruling = ask("casualty", Casualty(worn, "h1"), {**answers, "casualty/h1/1/lasting/2": 2})
    assert e.Lowered("h1", "av") in ruling.effects


def test_nobody_but_the_small_is_badly_hurt_without_a_roll():
    refused = ask("casualty", Casualty(one(), "h1", injury="badly-hurt"))
    assert reasons(refused) == [("rolls-for-it", "injury")]


# --- what a match brings


@pytest.mark.parametrize(
    ("ours", "theirs", "scored", "conceded", "gold"),
    [
        (4, 3, 2, "", 55_000),
        (1, 1, 0, "", 10_000),
        (4, 3, 2, "us", 20_000),
        (4, 3, 2, "them", 90_000),
    ],
)
def test_winnings_keep_their_halves(ours, theirs, scored, conceded, gold):
    assert total(ask("winnings", Winnings(ours, theirs, scored, conceded)).because) == gold


@pytest.mark.parametrize(
    ("result", "fans", "die", "by"),
    [
        ("won", 3, 3, 1),
        ("won", 3, 2, 0),
        ("won", 7, 6, 0),
        ("lost", 3, 2, -1),
        ("lost", 3, 3, 0),
        ("lost", 1, 1, 0),
    ],
)
def test_dedicated_fans_come_and_go(result, fans, die, by):
    following = Following(squad("h", fan_factor=fans), result)
    ruling = ask("dedicated-fans", following, {"dedicated-fans": die})
    assert ruling.effects == ((e.FanFactor(by),) if by else ())


@pytest.mark.parametrize(
    ("treasury", "die", "more", "lost"),
    [
        (95_000, None, {}, 0),
        (100_000, 1, {"expensive-mistakes/minor": 3}, 30_000),
        (195_000, 2, {}, 0),
        (295_000, 2, {"expensive-mistakes/minor": 1}, 10_000),
        (305_000, 1, {}, 150_000),
        (500_000, 1, {"expensive-mistakes/catastrophe": [1, 1]}, 480_000),
        (600_000, 6, {"expensive-mistakes/minor": 2}, 20_000),
    ],
)
def test_expensive_mistakes_at_the_edges_of_their_bands(treasury, die, more, lost):
    answers = {**({"expensive-mistakes": die} if die else {}), **more}
    ruling = ask("expensive-mistakes", Mistakes(treasury), answers)
    assert isinstance(ruling, Allowed)
    assert sum(each.amount for each in ruling.effects) == -lost


# --- the purse


def test_points_are_spent_and_the_next_advancement_costs_more():
    ruling = ask("experience", Experience({"touchdown": 3, "mvp": 1}, improvements=1, spent=6))
    facts = {each.what: each.value for each in ruling.effects}
    assert facts["points"] == 7
    assert (facts["level"], facts["rolls-due"], facts["to-next-level"]) == ("Experienced", 1, 0)
    assert lines(ruling) == [("touchdown", 9), ("mvp", 4), ("points-spent", -6)]


def test_what_cannot_be_paid_is_withheld_with_what_is_missing():
    asked = ask("advancement", Advancement(one(awards={"touchdown": 2}), "h1"))
    (choice,) = asked.open
    assert choice.options == ("not-now", "chosen-primary", "random-primary", "random-secondary")
    assert choice.withheld["characteristic"].params == {"price": 18, "short": 12}


def test_after_six_there_is_nothing_more():
    done = one(awards={"touchdown": 99}, improvements=6)
    refused = ask("advancement", Advancement(done, "h1"))
    assert isinstance(refused, Refused)
    assert reasons(refused) == [("no-advancement", "player")]


@pytest.mark.parametrize("level", range(6))
def test_each_advancement_has_its_price(level):
    prices = CATALOGUE.tables["advancement-cost"].rows[level].holds
    assert prices["chosen-primary"] == prices["random-secondary"] == 2 * prices["random-primary"]
    rich = one(awards={"touchdown": 99}, improvements=level)
    answers = {
        f"advancement/h1/{level + 1}": "chosen-secondary",
        f"advancement/h1/{level + 1}/skill": "guard",
    }
    ruling = ask("advancement", Advancement(rich, "h1"), answers)
    assert "none" not in effect_words(CATALOGUE, ruling.effects[1])
    after = fold(rich, ruling.effects).players["h1"]
    assert (after.spent, after.value_added) == (prices["chosen-secondary"], 40_000)


# --- hire and fire, adoption, re-draft


def test_only_who_was_hurt_for_good_in_this_match_may_retire():
    hurt = one(lowered={"ma": 1})
    window = HireAndFire(hurt, "w")
    (shop,) = ask("hire-and-fire", window).open
    assert shop.withheld["retire/h1"].code == "retires-after-the-injury"
    ruling = ask(
        "hire-and-fire",
        replace(window, may_retire=("h1",)),
        {"hire-and-fire": {"retire/h1": 1}},
    )
    assert ruling.effects == (e.TemporarilyRetired("h1"),)


def test_what_adopted_players_have_learnt_is_paid_from_their_deeds():
    known = Adoptee("blitzer", ("guard",), awards={"touchdown": 2, "mvp": 1})
    unspent = Adoptee("blitzer", ("guard",), extra=4)
    squad_ = (known, unspent, *(Adoptee("human-lineman") for _ in range(9)))
    ruling = ask("adoption", Adoption("human", squad_))
    team = fold(Team("human"), ruling.effects)
    first, second = (team.players[f"adoption/{n}"] for n in (1, 2))
    assert [purse(BOOK, each) for each in (first, second)] == [4, 4]
    assert [each.value for each in (first, second)] == [105_000, 105_000]


def test_a_winter_heals_and_costs_an_agents_fee():
    team = squad(
        "h",
        player("h1", niggles=1, lowered={"ma": 1}, retired=True, misses_next=True),
        staff={"apothecary": 1},
        treasury=100_000,
        record={"played": 6, "won": 3, "drawn": 1},
    )
    healed = ask(
        "redraft-healing",
        SeasonEnd(team),
        {"redraft-healing/h1/1": 2, "redraft-healing/h1/ma/1": 3},
    )
    assert healed.effects == (e.Lowered("h1", "ma", -1), e.MissesNext("h1", misses=False))
    budget = ask("redraft-budget", SeasonEnd(team))
    # 1,000,000 + 100,000 + 120,000 + 60,000 + 10,000, and not above 1,300,000.
    assert total(budget.because) == 1_290_000
