"""The most valuable player, by every method."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.book import Book
from rules.editions.bb2016.edition import question
from rules.editions.bb2016.mvp import Mvp
from rules.engine import effects as e
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.growth import rolls_due
from rules.engine.rulings import Allowed, total
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

BOOK = book()
ELEVEN = team()


def ask(at, answers=None, using: Book = BOOK):
    return question["mvp"].ask(using, at, answers or {})


def candidates(at, using: Book = BOOK):
    (only,) = ask(at, using=using).open
    return only.candidates


def named(players, die, award=1):
    return {f"mvp/{award}/nominees": players, f"mvp/{award}/die": die}


@pytest.mark.parametrize(("die", "who"), [(1, "p4"), (2, "p2"), (3, "p9")])
def test_three_are_nominated_and_a_d3_decides_1116(die, who):
    ruling = ask(Mvp(ELEVEN), named(["p4", "p2", "p9"], die))
    assert ruling.effects == (e.Fact("mvp", who), e.Earned(who, "mvp"))
    assert total(ruling.because) == 5


def test_three_means_three():
    at = Mvp(ELEVEN)
    assert [r.code for r in ask(at, {"mvp/1/nominees": ["p1", "p2"]}).reasons] == ["wrong-number"]
    assert [r.code for r in ask(at, named(["p1", "p2", "p3"], 4)).reasons] == ["dice-range"]


def test_two_are_left_to_nominate_and_a_smaller_die_decides():
    at = Mvp(team(player("p1"), player("p2")))
    waiting = ask(at, {"mvp/1/nominees": ["p2", "p1"]})
    assert [(each.key, each.dice) for each in waiting.open] == [("mvp/1/die", "D2")]
    assert ask(at, named(["p2", "p1"], 2)).effects[0] == e.Fact("mvp", "p1")


def test_the_only_one_left_needs_no_die():
    ruling = ask(Mvp(team(player("p1"))), {"mvp/1/nominees": ["p1"]})
    assert ruling.effects == (e.Fact("mvp", "p1"), e.Earned("p1", "mvp"))


def test_nobody_left_is_no_award():
    ruling = ask(Mvp(team(player("p1")), absent=("p1",)))
    assert (ruling.effects, [line.code for line in ruling.because]) == ((), ["nobody-eligible"])


def test_drawn_at_random_among_all_who_could_have_played():
    random = book(mvp="random")
    at = Mvp(ELEVEN, absent=("p3",))
    assert candidates(at, random) == tuple(f"p{n}" for n in range(1, 12) if n != 3)
    ruling = ask(at, {"mvp/1/drawn": ["p7"]}, random)
    assert ruling.effects == (e.Fact("mvp", "p7"), e.Earned("p7", "mvp"))


def test_the_coach_chooses_3439():
    ruling = ask(Mvp(ELEVEN), {"mvp/1/chosen": ["p7"]}, book(mvp="coach"))
    assert ruling.effects == (e.Fact("mvp", "p7"), e.Earned("p7", "mvp"))


def test_the_dead_may_be_named_and_waste_the_points():
    at = Mvp(ELEVEN, dead=("ghost", "p1"))
    for lost in ("ghost", "p1"):
        ruling = ask(at, named([lost, "p2", "p3"], 1))
        assert ruling.effects == (e.Fact("mvp", lost),)
        assert [(x.code, x.amount) for x in ruling.because] == [("points-lost-dead", 0)]


def test_the_dead_stay_out_where_the_league_says_so():
    at = Mvp(ELEVEN, dead=("ghost", "p1"))
    assert "ghost" not in (open_to := candidates(at, book(**{"mvp.dead": False})))
    assert "p1" not in open_to
    assert {"ghost", "p1"} <= set(candidates(at))


def test_hired_stars_and_mercenaries_may_be_named_and_their_points_are_lost_1427_1431():
    at = Mvp(ELEVEN, hired=("griff-oberwald", "mercenary-1"))
    ruling = ask(at, named(["mercenary-1", "p2", "p3"], 1))
    assert ruling.effects == (e.Fact("mvp", "mercenary-1"),)
    assert total(ruling.because) == 0


@pytest.mark.parametrize(("method", "is_in"), [("random", True), ("nominate-three", False)])
def test_a_rostered_star_only_where_chance_decides_and_without_points_1618(method, is_in):
    at = Mvp(team(player("p1"), star="griff-oberwald"))
    assert ("griff-oberwald" in candidates(at, book(mvp=method))) is is_in
    if is_in:
        ruling = ask(at, {"mvp/1/drawn": ["griff-oberwald"]}, book(mvp=method))
        assert ruling.effects == (e.Fact("mvp", "griff-oberwald"),)


def test_a_journeyman_gets_his_points_and_his_roll_before_he_is_hired():
    squad = team(player("j1", journeyman=True, awards={"completion": 1}))
    ruling = ask(Mvp(squad), {"mvp/1/nominees": ["j1"]})
    assert rolls_due(BOOK, fold(squad, ruling.effects).players["j1"]) == 1


@pytest.mark.parametrize("conceded", ["", "us", "them"])
def test_no_award_in_a_friendly_5678(conceded):
    ruling = ask(Mvp(ELEVEN, friendly=True, conceded=conceded))
    assert (ruling.effects, [x.code for x in ruling.because]) == ((), ["friendly"])


def test_who_concedes_gives_his_award_away_1116():
    assert ask(Mvp(ELEVEN, conceded="us")).effects == ()
    at = Mvp(ELEVEN, conceded="them")
    first = named(["p1", "p2", "p3"], 1)
    assert [each.key for each in ask(at, first).open] == ["mvp/2/nominees"]
    ruling = ask(at, first | named(["p1", "p4", "p5"], 1, award=2))
    assert [x for x in ruling.effects if isinstance(x, e.Earned)] == [e.Earned("p1", "mvp")] * 2
    assert total(ruling.because) == 10


def test_every_doubt_about_who_played_is_refused_at_once():
    at = Mvp(
        team(player("p1"), race="human", star="nobody"),
        dead=("p1",),
        absent=("p1", "p9"),
        hired=("p1",),
        conceded="both",
    )
    assert [(r.code, r.subject) for r in ask(at).reasons] == [
        ("no-such-star", "team.star"),
        ("not-an-option", "conceded"),
        ("absent-and-dead", "absent"),
        ("no-such-player", "absent"),
        ("already-on-the-team", "hired"),
    ]


@settings(deadline=None)
@given(
    method=st.sampled_from(["nominate-three", "random", "coach"]),
    dead=st.sets(st.sampled_from(["p1", "p2", "ghost"])),
    absent=st.sets(st.sampled_from(["p3", "p4"])),
    hired=st.sets(st.sampled_from(["star", "mercenary"])),
    data=st.data(),
)
def test_whatever_is_answered_one_player_is_named_and_the_fold_bears_it(
    method, dead, absent, hired, data
):
    using = book(mvp=method)
    squad = team(*(player(f"p{n}") for n in range(1, 6)))
    at = Mvp(squad, tuple(sorted(dead)), tuple(sorted(absent)), tuple(sorted(hired)))
    answers = {}
    while isinstance(step := ask(at, answers, using), Asks):
        (only,) = step.open
        if only.kind == "roll":
            answers[only.key] = data.draw(st.integers(1, int(only.dice[1:])))
        else:
            some = data.draw(st.permutations(only.candidates))
            answers[only.key] = list(some[: only.at_least])
    assert isinstance(step, Allowed)
    assert step.effects[0].value not in absent
    earned = sum(5 for x in step.effects if isinstance(x, e.Earned))
    assert earned == total(step.because)
    assert fold(squad, step.effects)
    assert ask(at, answers, using) == step


# --- Star Ascendant: line 2725


def test_star_ascendant_is_one_award_more_for_whoever_was_there_at_the_end_2725():
    at = Mvp(ELEVEN, ascendant=True)
    waiting = ask(at, named(["p1", "p2", "p3"], 1))
    (rising,) = waiting.open
    assert (rising.key, rising.at_least, rising.at_most) == ("mvp/star-ascendant", 0, 1)
    ruling = ask(at, {**named(["p1", "p2", "p3"], 1), "mvp/star-ascendant": ["p1"]})
    assert ruling.effects == (
        e.Fact("mvp", "p1"),
        e.Earned("p1", "mvp"),
        e.Fact("mvp", "p1"),
        e.Earned("p1", "mvp"),
    )
    assert total(ruling.because) == 10
    gone = ask(at, {**named(["p1", "p2", "p3"], 1), "mvp/star-ascendant": []})
    assert total(gone.because) == 5


def test_star_ascendant_counts_in_a_friendly_and_never_for_the_dead_2725():
    at = Mvp(ELEVEN, dead=("p1",), friendly=True, ascendant=True)
    assert "p1" not in candidates(at)
    assert total(ask(at, {"mvp/star-ascendant": ["p2"]}).because) == 5
