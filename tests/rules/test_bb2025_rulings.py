"""Rulings of Blood Bowl 2025: worked examples, edges, all reasons of a refusal, and a pre-match."""

import pytest

from rules.book import Book
from rules.editions.bb2020.draft import Draft
from rules.editions.bb2020.fortune import Following, Mvp
from rules.editions.bb2020.injury import Casualty
from rules.editions.bb2025.beforehand import PRE_MATCH
from rules.editions.bb2025.draft import draft
from rules.editions.bb2025.house import KNOBS
from rules.editions.bb2025.inducements import BoughtPrayers, inducement_budget, prayers
from rules.editions.bb2025.questions import question
from rules.engine import effects as e
from rules.engine.circumstances import InducementBudget, OfTeam, Purse
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.match import Match
from rules.engine.rulings import Allowed, total
from rules.engine.state import Player, Team
from rules.house import House
from rules.loading import load
from tests.rules.answering import reasons
from tests.rules.evening import Played, Quiet
from tests.rules.playing import play_through

pytestmark = pytest.mark.pure

BOOK = Book(load("bb2025"), House(KNOBS))


def ask(name, at, answers=None):
    return question[name].ask(BOOK, at, answers or {})


def squad(name, position, race, **fields):
    """Eleven of one position whose ids begin with the team's name."""
    cost = BOOK.position(race, position).cost
    players = [Player(id=f"{name}{n}", position=position, cost=cost) for n in range(1, 12)]
    fields.setdefault("fan_factor", 2)
    return Team(race=race, players={each.id: each for each in players}, **fields)


# --- the draft


def test_a_draft_to_the_last_gold_piece():
    wish = Draft(
        "human",
        {"human-lineman": 7, "human-blitzer": 2, "human-thrower": 1, "human-catcher": 1},
        rerolls=3,
        fan_factor=2,
        staff={"apothecary": 1, "cheerleader": 6, "assistant-coach": 6},
    )
    ruling = ask("draft", wish)
    # 350 + 170 + 75 + 75 + 150 + 10 + 50 + 60 + 60 thousand.
    assert isinstance(ruling, Allowed)
    assert total(ruling.because) == 0
    team = fold(Team("human"), ruling.effects)
    assert (team.fan_factor, team.staff["cheerleader"], len(team.players)) == (3, 6, 11)


def test_every_broken_rule_is_told_at_once():
    wish = Draft(
        "snotling",
        {"snotling-lineman": 7, "pump-wagon": 2, "trained-troll": 3},
        rerolls=9,
        fan_factor=3,
        staff={"cheerleader": 7},
    )
    assert reasons(ask("draft", wish)) == [
        ("too-many-of-position", "players.trained-troll"),
        ("too-many-rerolls", "rerolls"),
        ("too-many-staff", "staff.cheerleader"),
        ("too-many-fans", "fan_factor"),
        ("over-budget", "treasury"),
        ("too-many-together", "players.snotling-lineman"),
    ]


@pytest.mark.parametrize(("snotlings", "is_fine"), [(5, True), (6, True), (7, False)])
def test_no_more_of_the_insignificant_than_of_the_others(snotlings, is_fine):
    others = {"fun-hoppa": 2, "stilty-runna": 2, "fungus-flinga": 2}
    wish = Draft("snotling", {"snotling-lineman": snotlings, **others})
    ruling = draft(BOOK, wish)
    assert isinstance(ruling, Allowed) == is_fine
    if not is_fine:
        (reason,) = ruling.reasons
        assert (reason.code, reason.params["count"], reason.params["at_most"]) == (
            "too-many-together",
            7,
            6,
        )
        # A commissioner may let them be.
        assert len(fold(Team("snotling"), ruling.although().effects).players) == 13


def test_a_wish_that_cannot_be_counted_is_refused_as_before():
    assert reasons(draft(BOOK, Draft("nobody", {"anybody": 1}))) == [("no-such-race", "race")]
    assert reasons(draft(BOOK, Draft("snotling", {"troll": 1}))) == [
        ("no-such-position", "players.troll")
    ]


def test_the_linemen_of_some_cost_nothing_in_the_value():
    team = squad("s", "snotling-lineman", "snotling", rerolls=1)
    ruling = ask("team-value", OfTeam(team))
    assert total(ruling.because) == 70_000


# --- petty cash


def gold(effects):
    return {(each.side, each.effect.what): each.effect.value for each in effects if has_side(each)}


def has_side(effect):
    return isinstance(effect, e.To)


@pytest.mark.parametrize(
    ("treasury", "adds"), [(0, 0), (10_000, 10_000), (50_000, 50_000), (80_000, 50_000)]
)
def test_the_lower_side_adds_fifty_thousand_at_most(treasury, adds):
    at = InducementBudget(Purse(1_240_000, 90_000), Purse(1_160_000, treasury))
    assert gold(inducement_budget(BOOK, at).effects) == {
        ("home", "inducement-gold"): 0,
        ("home", "inducement-treasury"): 90_000,
        ("away", "inducement-gold"): 80_000,
        ("away", "inducement-treasury"): adds,
    }


def test_level_sides_buy_nothing():
    level = InducementBudget(Purse(1_000_000, 90_000), Purse(1_000_000, 90_000))
    assert set(gold(inducement_budget(BOOK, level).effects).values()) == {0}


def test_a_purse_that_is_none_is_refused():
    at = InducementBudget(Purse(-1, 0), Purse(0, -1))
    assert reasons(inducement_budget(BOOK, at)) == [
        ("negative", "home.value"),
        ("negative", "away.treasury"),
    ]


# --- prayers


def test_each_prayer_is_another_one():
    answers = {"prayers/1": 11, "prayers/2": 11}
    waiting = ask("prayers", BoughtPrayers(3), answers)
    assert isinstance(waiting, Asks)
    assert [each.key for each in waiting.open] == ["prayers/2/2"]
    ruling = ask("prayers", BoughtPrayers(3), answers | {"prayers/2/2": 1, "prayers/3": 16})
    heard = [each.value for each in ruling.effects]
    assert heard == ["dazzling-catching", "treacherous-trapdoor", "intensive-training"]


@pytest.mark.parametrize(
    ("count", "why"), [(4, [("more-than-allowed", "count")]), (-1, [("negative", "count")])]
)
def test_three_are_sold_at_most(count, why):
    assert reasons(ask("prayers", BoughtPrayers(count))) == why
    assert prayers.circumstances is BoughtPrayers


# --- rulings of the base by other figures


@pytest.mark.parametrize(
    ("die", "niggles", "result"),
    [
        (8, 0, "Badly Hurt"),
        (8, 1, "Seriously Hurt"),
        (10, 0, "Seriously Hurt"),
        (11, 0, "Serious Injury"),
        (12, 0, "Serious Injury"),
        (13, 0, "Lasting Injury"),
        (14, 1, "Dead"),
        (16, 2, "Dead"),
    ],
)
def test_the_casualty_table_at_its_edges(die, niggles, result):
    team = squad("h", "human-lineman", "human")
    hurt = Player(id="h1", position="human-lineman", cost=50_000, niggles=niggles)
    team = Team("human", players={**team.players, "h1": hurt})
    answers = {"casualty/h1/1": die, "casualty/h1/1/lasting": 6}
    ruling = ask("casualty", Casualty(team, "h1"), answers)
    fact = next(each for each in ruling.effects if isinstance(each, e.Fact))
    assert fact.value["results"] == [result]
    assert (e.Lowered("h1", "st") in ruling.effects) == (result == "Lasting Injury")


def test_whose_opponents_concede_has_two_most_valuable_players():
    at = Mvp(squad("h", "human-lineman", "human"), conceded="them")
    six = ["h1", "h2", "h3", "h4", "h5", "h6"]
    answers = {"mvp/1/nominees": six, "mvp/1/die": 1, "mvp/2/nominees": six, "mvp/2/die": 6}
    ruling = ask("mvp", at, answers)
    assert [each.player for each in ruling.effects if isinstance(each, e.Earned)] == ["h1", "h6"]


@pytest.mark.parametrize(
    ("result", "fans", "die", "by"),
    [("won", 3, 3, 1), ("won", 4, 3, 0), ("won", 7, 6, 0), ("lost", 3, 2, -1), ("lost", 3, 3, 0)],
)
def test_dedicated_fans(result, fans, die, by):
    team = squad("h", "human-lineman", "human", fan_factor=fans)
    ruling = ask("dedicated-fans", Following(team, result), {"dedicated-fans": die})
    assert fold(team, ruling.effects).fan_factor == fans + by


# --- a pre-match


def before(home, away, **said):
    answer = Quiet(**said)
    match, done = play_through(
        BOOK, PRE_MATCH, Match("m1", {"home": home, "away": away}), {}, answer
    )
    assert set(answer.said) == set(answer.asked)
    return Played(match, {each.place: each.ruling for each in done}, {})


def test_an_underdog_spends_petty_cash_and_some_of_its_own():
    """11 × 50,000 and two re-rolls against 11 × 40,000: 210,000 apart. The richer side buys a keg
    for 50,000, so that the other is given 260,000; it has 305,000 to pay and adds the rest."""
    home = squad("h", "human-lineman", "human", rerolls=2, treasury=60_000)
    away = squad("a", "goblin-lineman", "goblin", treasury=70_000)
    played = before(
        home,
        away,
        **{
            "home: inducements": {"bloodweiser-kegs": 1},
            "away: inducements": {"bribes": 5, "prayers-to-nuffle": 3, "weather-mage": 1},
            "prayers/1": 2,
            "prayers/2": 8,
            "prayers/3": 12,
        },
    )
    assert played.facts("conditions/joint", "team-value") == [650_000, 440_000]
    assert played.because("inducements/home") == [("bloodweiser-kegs", -50_000)]
    price = 5 * 50_000 + 3 * 10_000 + 25_000
    assert sum(amount for _code, amount in played.because("inducements/away")) == 260_000 - price
    assert (played["home"].treasury, played["away"].treasury) == (
        10_000,
        70_000 - (price - 260_000),
    )
    heard = ["friends-with-the-ref", "blessing-of-nuffle", "fan-interaction"]
    assert played.facts("inducements/away", "prayer") == heard


def test_both_sides_may_have_the_same_star():
    star = {"star/akhorne-the-squirrel": 1}
    played = before(
        squad("h", "human-lineman", "human", rerolls=2, treasury=90_000),
        squad("a", "goblin-lineman", "goblin"),
        **{"home: inducements": star, "away: inducements": star},
    )
    hired = [played.facts(f"inducements/{side}", "hired-star") for side in ("home", "away")]
    assert hired == [["akhorne-the-squirrel"]] * 2
    assert played.facts("kick-off/joint", "does-not-play") == []
    assert "double-hire" not in question
