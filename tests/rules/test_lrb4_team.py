"""Living Rulebook 4: a team from its draft to what it is worth, with the lines of the source."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.lrb4.draft import Draft, draft
from rules.editions.lrb4.drafting import draft_bill, draft_offers
from rules.editions.lrb4.edition import EDITION
from rules.editions.lrb4.entrance import entrance
from rules.editions.lrb4.growth import player_profile, player_value, spp_level
from rules.editions.lrb4.rating import rating, team_rating
from rules.editions.lrb4.trade import trade
from rules.engine import effects as e
from rules.engine.circumstances import Experience, HireAndFire, OfPlayer, OfRace, OfTeam, Trade
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Refused, total
from rules.engine.state import Player, Team
from rules.words import line_words, reason_words

pytestmark = pytest.mark.pure

BOOK = EDITION.book()
HUMANS = Draft(
    "human",
    players={"lineman": 7, "blitzer": 4, "thrower": 1},
    rerolls=2,
    fan_factor=3,
    staff={"apothecary": 1},
)


def drafted(wish: Draft = HUMANS) -> Team:
    ruling = draft(BOOK, wish)
    assert isinstance(ruling, Allowed)
    return fold(Team(wish.race), ruling.effects)


def codes(ruling):
    assert isinstance(ruling, Refused)
    return sorted((reason.code, reason.subject) for reason in ruling.reasons)


def points_of(team: Team, **awards: int) -> Team:
    """The same with one player who has earned something."""
    id_ = next(iter(team.players))
    hero = replace(team.players[id_], awards=awards)
    return replace(team, players={**team.players, id_: hero})


# --- the draft


def test_a_team_is_bought_out_of_one_million_and_keeps_the_rest_1390():
    team = drafted()
    # 7 × 50 + 4 × 90 + 70 = 780; two re-rolls 100, fan factor 30, apothecary 50 (thousands).
    assert team.treasury == 1_000_000 - 780_000 - 100_000 - 30_000 - 50_000
    assert (team.rerolls, team.fan_factor, team.staff) == (2, 3, {"apothecary": 1})
    assert len(team.players) == 12


@pytest.mark.parametrize(
    ("changed", "refusals"),
    [
        ({"players": {"lineman": 10}}, [("too-few-players", "players")]),
        (
            {"players": {"lineman": 12, "thrower": 3}},
            [("too-many-of-position", "players.thrower")],
        ),
        ({"fan_factor": 0}, [("too-little-fan-factor", "fan_factor")]),
        ({"fan_factor": 10}, [("too-much-fan-factor", "fan_factor")]),
        ({"staff": {"apothecary": 2}}, [("too-many-apothecaries", "staff.apothecary")]),
        ({"players": {"lineman": 11, "ogre": 2}}, [("too-many-of-position", "players.ogre")]),
        (
            {"players": {"lineman": 17}},
            [("too-many-of-position", "players.lineman"), ("too-many-players", "players")],
        ),
        ({"staff": {"sponsor": 1}}, [("no-such-staff", "staff.sponsor")]),
        ({"players": {"lineman": -1}}, [("negative", "players.lineman")]),
        ({"players": {"troll": 1}}, [("no-such-position", "players.troll")]),
        ({"race": "slann"}, [("no-such-race", "race")]),
    ],
)
def test_everything_that_is_wrong_with_a_draft_is_said_1406_1424_2618(changed, refusals):
    cheap = replace(HUMANS, players={"lineman": 11}, rerolls=0, staff={})
    ruling = draft(BOOK, replace(cheap, **changed))
    assert codes(ruling) == refusals
    assert all("%(" not in reason_words(BOOK.catalogue, each) for each in ruling.reasons)


@pytest.mark.parametrize(
    ("race", "plain", "allies", "most"),
    [
        ("chaos", "beastman", ("minotaur", "ogre", "troll"), 1),
        ("chaos-dwarf", "hobgoblin", ("minotaur", "troll"), 1),
        ("norse", "lineman", ("minotaur", "ogre"), 1),
        ("skaven", "lineman", ("rat-ogre",), 1),
        ("wood-elf", "lineman", ("treeman",), 1),
        ("halfling", "halfling", ("treeman",), 2),
        ("goblin", "goblin", ("troll",), 2),
    ],
)
def test_a_team_has_one_big_guy_and_halflings_and_goblins_two_2186(race, plain, allies, most):
    house = EDITION.book(**{"draft.treasury": 2_000_000})
    wish = Draft(race, players={plain: 11}, fan_factor=1)
    for ally in allies:
        some = replace(wish, players={plain: 11, ally: most})
        assert isinstance(draft(house, some), Allowed), ally
        assert isinstance(draft(house, replace(some, players={plain: 11, ally: most + 1})), Refused)
    if len(allies) > 1:
        both = replace(wish, players={plain: 11, **dict.fromkeys(allies, 1)})
        assert codes(draft(house, both)) == [("too-many-together", f"players.{allies[-1]}")]


@pytest.mark.parametrize("race", ["khemri", "necromantic", "nurgle", "undead"])
def test_those_who_are_beyond_help_hire_no_apothecary_2604(race):
    plain = next(iter(BOOK.race(race).positions))
    wish = Draft(race, players={plain: 11}, fan_factor=1, staff={"apothecary": 1})
    assert codes(draft(BOOK, wish)) == [("no-apothecary-for-race", "staff.apothecary")]


def test_re_rolls_have_no_maximum():
    goblins = Draft("goblin", players={"goblin": 11}, rerolls=9, fan_factor=1)
    assert drafted(goblins).rerolls == 9


def test_what_is_over_the_budget_is_told_and_may_be_let_be():
    ruling = draft(BOOK, replace(HUMANS, rerolls=3))
    assert codes(ruling) == [("over-budget", "treasury")]
    over = {"price": 1_010_000, "budget": 1_000_000, "over": 10_000}
    assert ruling.reasons[0].params == over
    assert e.Rerolls(3) in ruling.although().effects


@given(
    race=st.sampled_from(sorted(BOOK.catalogue.races)),
    counts=st.lists(st.integers(0, 16), min_size=8, max_size=8),
    rerolls=st.integers(0, 12),
    fan_factor=st.integers(0, 12),
)
def test_a_bill_and_a_draft_agree_and_a_lawful_team_is_rated_100(race, counts, rerolls, fan_factor):
    positions = BOOK.race(race).positions
    players = dict(zip(positions, counts, strict=False))
    wish = Draft(race, players=players, rerolls=rerolls, fan_factor=fan_factor)
    bill, ruling = draft_bill(BOOK, wish), draft(BOOK, wish)
    if sum(players.values()) > 100:
        return
    facts = {each.what: each.value for each in bill.effects if isinstance(each, e.Fact)}
    assert facts["left"] == total(bill.because)
    if isinstance(ruling, Allowed):
        team = fold(Team(race), ruling.effects)
        assert team.treasury == facts["left"] >= 0
        # Whatever a new team buys, it is worth what it began with (4180).
        assert facts["team-rating"] == team_rating(BOOK, team) == 100
        assert isinstance(entrance(BOOK, OfTeam(team)), Allowed)
    else:
        assert ruling.reasons


def test_offers_name_prices_limits_and_what_a_list_may_not_have():
    lines = {line.params["subject"]: line for line in draft_offers(BOOK, OfRace("khemri")).because}
    assert lines["players.mummy"].params["each"] == 110_000
    assert lines["players.mummy"].params["at_most"] == 4
    assert lines["rerolls"].params["later"] == 140_000
    assert (lines["fan_factor"].params["at_least"], lines["fan_factor"].params["at_most"]) == (1, 9)
    assert lines["staff.apothecary"].code == "withheld"
    chaos = {line.params["subject"]: line for line in draft_offers(BOOK, OfRace("chaos")).because}
    assert chaos["players.troll"].params["together"][0]["at_most"] == 1
    assert line_words(BOOK.catalogue, lines["fan_factor"]).endswith("from 1 to 9")


# --- Team Rating


def test_a_new_team_is_rated_100_and_gold_it_earns_counts_at_once_4164():
    team = drafted()
    assert team_rating(BOOK, team) == 100
    assert team_rating(BOOK, replace(team, treasury=team.treasury + 9_999)) == 100
    assert team_rating(BOOK, replace(team, treasury=team.treasury + 10_000)) == 101


@pytest.mark.parametrize(("points", "rated"), [(4, 100), (5, 101), (9, 101), (10, 102), (60, 112)])
def test_five_star_player_points_make_one_point_rounded_down_4172(points, rated):
    assert team_rating(BOOK, points_of(drafted(), completion=points)) == rated


def test_gold_and_points_are_rounded_apart_and_told():
    team = points_of(drafted(), completion=9)
    ruling = rating(BOOK, OfTeam(replace(team, treasury=team.treasury + 9_000)))
    gold, points = ruling.because
    assert (gold.amount, points.amount) == (100, 1)
    assert gold.params["gold"] == 1_009_000
    parts = ("players", "support", "treasury")
    assert sum(gold.params[part] for part in parts) == gold.params["gold"]
    assert line_words(BOOK.catalogue, gold).startswith("Worth 1,009,000")


def test_who_misses_the_next_match_counts_all_the_same_4176():
    team = points_of(drafted(), touchdown=5)
    hurt = {id_: replace(each, misses_next=True) for id_, each in team.players.items()}
    assert team_rating(BOOK, replace(team, players=hurt)) == team_rating(BOOK, team) == 103


def test_a_dear_re_roll_and_free_people_count_as_the_list_has_them_rulings():
    team = drafted()
    bought = fold(team, [e.Gold(-100_000 + 200_000, "x"), e.Rerolls(1)])
    # 100,000 paid for what counts 50,000.
    assert team_rating(BOOK, bought) == 100 + 10 + 5
    coached = fold(team, [e.Staff("assistant-coach", 1), e.FanFactor(2)])
    assert team_rating(BOOK, coached) == 103


# --- a player


def test_a_player_is_worth_their_position_whatever_they_learnt():
    star = Player("p", "blitzer", 90_000, skills=("guard", "tackle"), raised={"st": 1})
    assert total(player_value(BOOK, OfPlayer("human", star)).because) == 90_000
    facts = {
        each.what: each.value for each in player_profile(BOOK, OfPlayer("human", star)).effects
    }
    assert facts["characteristics"] == {"ma": 7, "st": 4, "ag": 3, "av": 8}
    assert facts["skills"] == {"given": ["block"], "gained": ["guard", "tackle"], "lent": []}


@pytest.mark.parametrize(
    ("points", "level", "rolls"),
    [
        (0, "Rookie", 0),
        (5, "Rookie", 0),
        (6, "Experienced", 1),
        (15, "Experienced", 1),
        (16, "Veteran", 2),
        (30, "Veteran", 2),
        (31, "Emerging Star", 3),
        (50, "Emerging Star", 3),
        (51, "Star Player", 4),
        (75, "Star Player", 4),
        (76, "Super-Star", 5),
        (125, "Super-Star", 5),
        (126, "Mega-Star", 6),
        (175, "Mega-Star", 6),
        (176, "Legend", 7),
    ],
)
def test_eight_levels_by_points_4001(points, level, rolls):
    ruling = spp_level(BOOK, Experience({"completion": points}))
    facts = {each.what: each.value for each in ruling.effects}
    assert (facts["points"], facts["level"], facts["rolls"]) == (points, level, rolls)


# --- purchases


def buy(team: Team, basket, *, free=()):
    at = HireAndFire(team, "window", free=free)
    question = EDITION.questions["hire-and-fire"]
    return question.ask(BOOK, at, {"hire-and-fire": basket})


def rich(team: Team, gold: int = 500_000) -> Team:
    return replace(team, treasury=gold)


def test_a_re_roll_costs_double_once_the_league_has_begun_4579():
    ruling = buy(rich(drafted()), {"reroll": 2})
    assert total(ruling.because) == -200_000
    assert fold(rich(drafted()), ruling.effects).rerolls == 4


def test_a_seventeenth_player_needs_one_who_retires_and_stays_as_coach_4582():
    sixteen = replace(HUMANS, players={"lineman": 12, "blitzer": 4}, rerolls=0, staff={})
    full = rich(drafted(sixteen))
    assert len(full.players) == 16
    refused = buy(full, {"hire/catcher": 1})
    assert "too-many-players" in [reason.code for reason in refused.reasons]
    ruling = buy(full, {"hire/catcher": 1, "fire/draft/1": 1})
    after = fold(full, ruling.effects)
    assert len(after.players) == 16
    assert after.staff == {"assistant-coach": 1}
    assert after.treasury == 500_000 - 70_000
    assert e.Left("draft/1", "retired") in ruling.effects


def test_who_retires_without_a_successor_is_a_coach_too_and_staff_goes_without_a_refund_5933():
    team = rich(drafted())
    ruling = buy(team, {"fire/draft/1": 1, "drop-reroll": 1, "drop-staff/apothecary": 1})
    after = fold(team, ruling.effects)
    assert (after.treasury, after.rerolls) == (500_000, 1)
    assert +Counter(after.staff) == {"assistant-coach": 1}
    assert len(after.players) == 11


def test_nobody_buys_what_they_cannot_pay_nor_what_the_list_has_not():
    poor = rich(drafted(), 40_000)
    assert [each.code for each in buy(poor, {"hire/lineman": 1}).reasons] == ["cannot-afford"]
    full = rich(drafted())
    assert ("too-many-of-position", "hire/blitzer") in codes(buy(full, {"hire/blitzer": 1}))
    assert ("too-many-apothecaries", "staff/apothecary") in codes(
        buy(full, {"staff/apothecary": 1})
    )


def test_a_free_rotter_takes_one_of_sixteen_places_and_one_of_four_2312():
    wish = Draft("nurgle", players={"nurgle-beastman": 11, "rotter": 2}, fan_factor=1)
    team = drafted(wish)
    joined = fold(team, buy(team, {"free/1": 1}, free=("rotter",)).effects)
    assert (len(joined.players), joined.treasury) == (14, team.treasury)
    four = fold(rich(team), [e.Joined(Player(f"r{n}", "rotter", 110_000)) for n in (1, 2)])
    assert ("too-many-of-position", "hire/rotter") in codes(
        buy(four, {"free/1": 1}, free=("rotter",))
    )


def test_a_team_that_bought_nothing_goes_on_as_it_was():
    assert buy(drafted(), {}).effects == ()


# --- taking part, and deals


def test_a_team_that_is_short_may_take_part_and_one_that_is_too_many_may_not():
    team = drafted()
    few = replace(team, players=dict(list(team.players.items())[:5]))
    assert isinstance(entrance(BOOK, OfTeam(few)), Allowed)
    more = {f"x{n}": Player(f"x{n}", "lineman", 50_000) for n in range(5)}
    crowd = replace(team, players={**team.players, **more})
    assert ("too-many-players", "players") in codes(entrance(BOOK, OfTeam(crowd)))


def test_two_teams_deal_in_players_and_gold_and_both_keep_to_their_lists_3765():
    ours, theirs = rich(drafted()), rich(drafted(replace(HUMANS, window="other")))
    deal = Trade(ours, theirs, "deal", gives=("draft/1",), gets=("other/2",), pays=30_000)
    ruling = trade(BOOK, deal)
    assert isinstance(ruling, Allowed)
    assert e.To("offering", e.Gold(-30_000, "trade")) in ruling.effects
    orcs = drafted(Draft("orc", players={"lineman": 11}, fan_factor=1))
    wrong = trade(BOOK, Trade(ours, orcs, "deal", gives=("draft/1",)))
    assert ("not-on-the-list", "asked.gets.draft/1") in codes(wrong)
