"""Skills bought at the draft of a resurrection team."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.bb2016.draft import Draft
from rules.editions.bb2016.redraft import Redraft
from rules.editions.bb2016.training import Skilled
from rules.editions.bb2016.value import team_value
from rules.editions.crp.questions import question as crp_question
from rules.engine.effects import Gold
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, total
from rules.engine.state import Team
from rules.loading import load
from tests.rules.answering import ask, lines, reasons
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

HUMANS = {"lineman": 7, "blitzer": 4}
RESURRECTION = {"resurrection": True, "resurrection.skills": 6}


def drafted(*skilled, players=HUMANS, race="human", **house):
    wish = Draft(race, players, skilled=tuple(Skilled(*each) for each in skilled))
    return ask("draft", wish, **(RESURRECTION | house))


def begun(ruling, race="human"):
    return fold(Team(race), ruling.effects)


def test_a_resurrection_team_buys_skills_from_its_budget():
    """7 × 50,000, 4 × 90,000, a normal skill at 20,000 and one by a double at 30,000."""
    ruling = drafted(("blitzer", ("guard",)), ("lineman", ("dodge",)))
    assert lines(ruling) == [
        ("budget", 1_000_000),
        ("hire", -350_000),
        ("hire", -360_000),
        ("skill", -20_000),
        ("double-skill", -30_000),
    ]
    squad = begun(ruling).players.values()
    assert begun(ruling).treasury == total(ruling.because) == 240_000
    assert [(each.id, each.position, each.skills, each.value) for each in squad if each.skills] == [
        ("draft/1", "lineman", ("dodge",), 80_000),
        ("draft/8", "blitzer", ("guard",), 110_000),
    ]


def test_the_first_of_a_position_have_the_skills_and_keep_their_order():
    ruling = drafted(("blitzer", ("tackle",)), ("lineman", ("block",)), ("blitzer", ("guard",)))
    squad = begun(ruling).players.values()
    assert [each.skills for each in squad if each.position == "blitzer"] == [
        ("tackle",),
        ("guard",),
        (),
        (),
    ]


def test_price_is_the_leagues_and_value_the_tables():
    free = drafted(
        ("blitzer", ("guard", "dodge")),
        **{
            "resurrection.skills-per-player": 2,
            "resurrection.normal-price": 0,
            "resurrection.double-price": 100_000,
        },
    )
    assert lines(free)[3:] == [("skill", 0), ("double-skill", -100_000)]
    assert [each.what for each in free.effects if isinstance(each, Gold)] == [
        "draft",
        "hire",
        "hire",
        "double-skill",
    ]
    assert begun(free).players["draft/8"].value_added == 50_000
    assert team_value(book(), begun(free))[0] == 760_000


def test_skills_may_be_what_breaks_the_budget():
    last_coins = {"draft.treasury": 730_000}
    assert isinstance(drafted(("blitzer", ("guard",)), **last_coins), Allowed)
    assert reasons(drafted(("blitzer", ("dodge",)), **last_coins)) == [("over-budget", "treasury")]


def test_without_resurrection_there_are_no_skills_for_sale():
    ruling = drafted(("blitzer", ("guard",)), resurrection=False)
    assert reasons(ruling) == [("not-in-this-league", "skilled")]
    assert ruling.overridable()


@pytest.mark.parametrize("skilled", [(), (("blitzer", ()),)])
def test_wanting_no_skills_needs_no_resurrection(skilled):
    assert isinstance(drafted(*skilled, resurrection=False), Allowed)


@pytest.mark.parametrize(
    ("skilled", "reason"),
    [
        ((("lineman", ("juggling",)),), ("no-such-skill", "skilled.0")),
        ((("catcher", ("block",)),), ("more-skilled-than-bought", "skilled")),
        ((("gnome", ("block",)),), ("no-such-position", "skilled.0")),
        ((("lineman", ()), ("blitzer", ("block",))), ("has-skill-already", "skilled.1")),
        ((("lineman", ("claws",)),), ("skill-not-open", "skilled.0")),
        ((("lineman", ("loner",)),), ("skill-not-open", "skilled.0")),
        ((("blitzer", ("piling-on",)),), ("not-in-this-league", "skilled.0")),
        ((("lineman", ("block", "dodge")),), ("too-many-skills-for-one", "skilled.0")),
        ((("lineman", ("block",)),) * 7, ("too-many-skills", "skilled")),
    ],
)
def test_each_thing_that_is_wrong_has_its_reason(skilled, reason):
    """A lineman learns G, by a double ASP; nobody learns what is Extraordinary (1149-1153)."""
    assert reasons(drafted(*skilled)) == [reason]


def test_the_same_skill_twice_is_named_twice():
    twice = drafted(("lineman", ("block", "block")), **{"resurrection.skills-per-player": 2})
    assert reasons(twice) == [("named-twice", "skilled.0")]
    assert not twice.overridable()


def test_grab_and_frenzy_are_not_bought_for_one_player_4775():
    both = drafted(("blitzer", ("grab", "frenzy")), **{"resurrection.skills-per-player": 2})
    assert reasons(both) == [("never-together", "skilled.0")]


def test_piling_on_may_be_bought_where_it_may_be_learnt():
    assert isinstance(drafted(("blitzer", ("piling-on",)), **{"piling-on": True}), Allowed)


def test_everything_that_is_wrong_is_said_at_once():
    ruling = drafted(
        ("blitzer", ("block", "juggling")),
        ("blitzer", ("guard",)),
        ("lineman", ("loner",)),
        players={"lineman": 9, "blitzer": 1},
        **{"resurrection.skills": 3, "draft.treasury": 540_000},
    )
    assert reasons(ruling) == [
        ("too-few-players", "players"),
        ("too-many-skills", "skilled"),
        ("too-many-skills-for-one", "skilled.0"),
        ("more-skilled-than-bought", "skilled"),
        ("has-skill-already", "skilled.0"),
        ("no-such-skill", "skilled.0"),
        ("skill-not-open", "skilled.2"),
        ("over-budget", "treasury"),
    ]


def test_the_re_draft_sells_skills_to_new_players_only():
    veteran = player("v", "blitzer", skills=("guard",), value_added=20_000)
    wish = Draft("", {"lineman": 10}, skilled=(Skilled("lineman", ("block",)),))
    at = Redraft(team(veteran), "s2", ("v",), wish)
    ruling = ask("redraft", at, **RESURRECTION)
    after = fold(at.team, ruling.effects)
    assert after.players["s2/lineman/1"].skills == ("block",)
    assert after.players["s2/lineman/2"].skills == ()
    assert after.players["v"].skills == ("guard",)
    # The agent has 20,000 for the season that is over.
    assert after.treasury == 1_000_000 - 110_000 - 20_000 - 10 * 50_000 - 20_000
    again = Redraft(team(veteran), "s2", ("v",), Draft("", {"lineman": 10}, 0, 0, {}, 0, "",
                    (Skilled("blitzer", ("tackle",)),)))  # fmt: skip
    assert reasons(ask("redraft", again, **RESURRECTION)) == [
        ("more-skilled-than-bought", "skilled")
    ]


def test_the_competition_rules_sell_skills_too():
    """Piling On is no house rule there."""
    wish = Draft("human", HUMANS, skilled=(Skilled("blitzer", ("piling-on",)),))
    ruling = crp_question["draft"].ask(book("crp", **RESURRECTION), wish, {})
    assert begun(ruling).players["draft/8"].skills == ("piling-on",)


# --- properties

CATALOGUE = load("bb2016")
PRICE = st.integers(0, 20).map(lambda steps: steps * 5_000)


@st.composite
def trainings(draw):
    """Wishes that mostly keep to a player's columns, and houses that mostly allow for them."""
    race = CATALOGUE.races[draw(st.sampled_from(sorted(CATALOGUE.races)))]
    players = {key: min(1, each.max) for key, each in race.positions.items()}
    players[race.journeymen[0]] = draw(st.integers(8, 9))
    anything = draw(st.sampled_from([False, False, False, True]))
    skilled = []
    for key in draw(st.lists(st.sampled_from(sorted(players)), max_size=4, unique=True)):
        position = race.positions[key]
        columns = CATALOGUE.skills_in(position.normal + position.double)
        sold = [skill.key for skill in columns if skill.key not in (*position.skills, "piling-on")]
        some = st.sampled_from(sorted(CATALOGUE.skills) if anything else sold)
        skilled.append(Skilled(key, tuple(draw(st.lists(some, max_size=2, unique=True)))))
    house = {
        "resurrection": draw(st.sampled_from([True, True, True, False])),
        "resurrection.skills": draw(st.integers(4, 8)),
        "resurrection.skills-per-player": draw(st.sampled_from([1, 2, 2])),
        "resurrection.normal-price": draw(PRICE),
        "resurrection.double-price": draw(PRICE),
        "draft.treasury": draw(st.sampled_from([1_000_000, 3_000_000])),
    }
    return Draft(race.key, players, skilled=tuple(skilled)), house


@given(trainings())
def test_budget_prices_and_values_add_up(case):
    wish, house = case
    ruling = ask("draft", wish, **house)
    assert ruling == ask("draft", wish, **house)
    if not isinstance(ruling, Allowed):
        assert ruling.reasons
        return
    after = begun(ruling, wish.race)
    assert after.treasury == total(ruling.because) >= 0
    priced = [line for line in ruling.because if line.code in ("skill", "double-skill")]
    wanted = [skill for each in wish.skilled for skill in each.skills]
    assert sorted(line.params["skill"] for line in priced) == sorted(wanted)
    assert sorted(skill for each in after.players.values() for skill in each.skills) == sorted(
        wanted
    )
    spent = house["draft.treasury"] - after.treasury
    value = team_value(book(**house), after)[0]
    worth = {"skill": 20_000, "double-skill": 30_000}
    assert value - spent == sum(worth[line.code] + line.amount for line in priced)


@given(trainings())
def test_no_player_has_more_than_the_league_allows(case):
    wish, house = case
    ruling = ask("draft", wish, **house)
    if isinstance(ruling, Allowed):
        after = begun(ruling, wish.race)
        counts = [len(each.skills) for each in after.players.values()]
        assert max(counts) <= house["resurrection.skills-per-player"]
        assert sum(counts) <= (house["resurrection.skills"] if house["resurrection"] else 0)
        for each in after.players.values():
            assert not {*each.skills} & {
                *CATALOGUE.races[wish.race].positions[each.position].skills
            }
