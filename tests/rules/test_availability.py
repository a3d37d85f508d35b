"""Missed matches that are over, and journeymen."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.value import team_value
from rules.engine import effects as e
from rules.engine.availability import Journeymen, MissedMatches
from rules.engine.fold import fold
from rules.engine.rulings import total
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

BOOK = book()


def back(at, using=BOOK):
    return question["missed-matches"].ask(using, at, {})


def fill(squad, basket=None, using=BOOK):
    answers = {} if basket is None else {"journeymen": basket}
    return question["journeymen"].ask(using, Journeymen(squad, "match-3"), answers)


def squad_of(able, missing=0, race="human"):
    position = BOOK.race(race).journeymen[0]
    return team(
        *(player(f"a{n}", position, race) for n in range(able)),
        *(player(f"m{n}", position, race, misses_next=True) for n in range(missing)),
        race=race,
    )


# --- missed matches


def test_who_sat_out_is_back_and_this_matchs_injured_are_not_1096():
    squad = team(player("p1", misses_next=True), player("p2", misses_next=True), player("p3"))
    ruling = back(MissedMatches(squad, ("p1",)))
    assert ruling.effects == (e.MissesNext("p1", misses=False),)
    after = fold(squad, ruling.effects)
    assert [each.id for each in after.available] == ["p1", "p3"]


def test_who_is_able_already_needs_no_clearing():
    assert back(MissedMatches(team(player("p1")), ("p1",))).effects == ()


@pytest.mark.parametrize(
    ("match", "serves"),
    [("played", True), ("walkover", True), ("forfeit", True), ("void", False), ("bye", False)],
)
def test_whether_an_unplayed_match_counts_is_a_house_rule(match, serves):
    at = MissedMatches(team(player("p1", misses_next=True)), ("p1",), match)
    assert bool(back(at).effects) is serves
    if match != "played":
        turned = book(**{f"{match}.serves": not serves})
        assert bool(back(at, turned).effects) is not serves


def test_strangers_and_strange_matches_are_refused():
    at = MissedMatches(team(player("p1")), ("p8", "p9"), "scrimmage")
    assert [(r.code, r.subject) for r in back(at).reasons] == [
        ("not-an-option", "match"),
        ("no-such-player", "sat_out"),
        ("no-such-player", "sat_out"),
    ]


# --- journeymen


@pytest.mark.parametrize("able", [11, 12, 16])
def test_eleven_who_can_play_need_nobody_1387(able):
    ruling = fill(squad_of(able))
    assert (ruling.effects, total(ruling.because)) == ((), 0)


@pytest.mark.parametrize(("able", "missing"), [(10, 0), (9, 4), (0, 1)])
def test_free_journeymen_up_to_eleven_1387(able, missing):
    squad = squad_of(able, missing)
    (asked,) = fill(squad).open
    assert [(x.key, x.price, x.at_most) for x in asked.offers] == [("lineman", 0, 11 - able)]
    ruling = fill(squad, {"lineman": 11 - able})
    after = fold(squad, ruling.effects)
    assert len(after.available) == 11
    assert after.treasury == squad.treasury
    assert total(ruling.because) == 11 - able


def test_they_count_at_rookie_price_and_are_loners_by_their_kind():
    squad = squad_of(10)
    after = fold(squad, fill(squad, {"lineman": 1}).effects)
    assert team_value(BOOK, after)[0] - team_value(BOOK, squad)[0] == 50_000
    assert after.players["match-3/journeyman/1"].journeyman


def test_they_may_take_the_roster_beyond_sixteen():
    squad = squad_of(10, missing=6)
    assert len(fold(squad, fill(squad, {"lineman": 1}).effects).players) == 17


def test_a_team_may_also_play_short():
    ruling = fill(squad_of(8), {"lineman": 2})
    assert len(ruling.effects) == 2
    assert fill(squad_of(8), {}).effects == ()


def test_the_undead_choose_between_skeletons_and_zombies():
    squad = squad_of(8, race="undead")
    assert [x.key for x in fill(squad).open[0].offers] == ["skeleton", "zombie"]
    joined = [x.player.position for x in fill(squad, {"zombie": 2, "skeleton": 1}).effects]
    assert joined == ["skeleton", "zombie", "zombie"]
    assert [r.code for r in fill(squad, {"zombie": 2, "skeleton": 2}).reasons] == [
        "too-many-journeymen"
    ]


def test_renegades_send_humans_from_their_twelve():
    assert [x.key for x in fill(squad_of(8, race="chaos-renegades")).open[0].offers] == [
        "human-renegade"
    ]


def test_a_rostered_star_is_one_who_can_play():
    squad = team(*(player(f"p{n}") for n in range(10)), star="griff-oberwald")
    assert fill(squad).effects == ()
    nine = team(*(player(f"p{n}") for n in range(9)), star="griff-oberwald")
    assert [x.at_most for x in fill(nine).open[0].offers] == [1]


def test_bad_teams_are_refused():
    assert [r.code for r in fill(team(player("p1"), star="nobody")).reasons] == ["no-such-star"]


@settings(deadline=None)
@given(
    race=st.sampled_from(sorted(BOOK.catalogue.races)),
    able=st.integers(0, 16),
    missing=st.integers(0, 5),
    data=st.data(),
)
def test_there_are_never_more_than_eleven_with_journeymen(race, able, missing, data):
    if able + missing == 0:
        return
    squad = squad_of(able, missing, race)
    step = fill(squad)
    basket = {}
    if hasattr(step, "open"):
        left = max(0, 11 - able)
        for offer in step.open[0].offers:
            basket[offer.key] = data.draw(st.integers(0, left))
            left -= basket[offer.key]
        step = fill(squad, basket)
    after = fold(squad, step.effects)
    assert len(after.available) == able + sum(basket.values()) <= max(11, able)
    assert {x.player.position for x in step.effects} <= set(BOOK.race(race).journeymen)
