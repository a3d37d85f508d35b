"""The toy edition: loaded, asked and played through by what all editions share."""

from dataclasses import replace
from pathlib import Path

import pytest

import rules
from rules.engine import effects as e
from rules.engine.asks import Choose, Confirm, Roll
from rules.engine.dice import dice
from rules.engine.fold import fold
from rules.engine.match import Hurt, Match, Report
from rules.engine.rulings import Allowed, Refused
from rules.engine.state import Player, Team
from rules.house import House, faults
from rules.loading import editions, load
from rules.reading import BadRules
from tests.rules.playing import StepRefused, as_it_was, changed, play_through
from tests.rules.toy.edition import EDITION, Bump, Lesson, characteristic, purse

pytestmark = pytest.mark.pure

BOOK = EDITION.book()


def rovers(name, **fields):
    squad = {f"{name}{n}": Player(f"{name}{n}", "kid", 2) for n in (1, 2)}
    squad |= {f"{name}3": Player(f"{name}3", "big-kid", 7)}
    return Team("rovers", players=squad, **fields)


def test_it_is_found_beside_the_products_own_editions():
    assert editions(EDITION.data) == ["toy"]
    assert "toy" not in editions()
    assert EDITION.title == "Sandlot"
    assert load("toy", EDITION.data).digest != load("bb2016").digest


def test_its_characteristics_are_its_own_and_written_its_own_way():
    catalogue = EDITION.catalogue
    assert EDITION.characteristics == ("ma", "st", "ag", "pa", "av")
    profile = catalogue.races["rovers"].positions["big-kid"].profile
    written = [catalogue.said(name, value) for name, value in profile.items()]
    assert written == ["4", "5", "5+", "–", "10+"]
    assert load("bb2016").said("ag", 3) == "3"


def test_its_letters_are_its_own():
    assert [skill.key for skill in EDITION.catalogue.skills_in("BT")] == ["shove", "feint"]
    assert EDITION.catalogue.skills_in("") == []


def test_a_list_may_have_no_rerolls_no_journeymen_and_prices_of_its_own():
    strays = EDITION.catalogue.races["strays"]
    assert (strays.reroll_max, strays.reroll_cost, strays.journeymen) == (0, 0, ())
    assert strays.positions["stray"].cost == 0


def test_its_traits_tell_it_from_bb2016():
    theirs = load("bb2016").traits
    mine = EDITION.traits
    assert (mine.spp, mine.strength, mine.injury_dice) == ("spent", "none", "D16")
    assert (theirs.spp, theirs.strength, theirs.injury_dice) == ("collected", "team-value", "D68")


@pytest.mark.parametrize("rolled", range(1, 17))
def test_every_face_of_the_d16_is_answered(rolled):
    ruling = EDITION.questions["bump"].ask(BOOK, Bump("a1"), {"bump/a1": rolled})
    assert isinstance(ruling, Allowed)
    assert bool(ruling.effects) == (rolled > 8)


def test_a_d16_is_not_a_d68():
    assert isinstance(EDITION.questions["bump"].ask(BOOK, Bump("a1"), {"bump/a1": 38}), Refused)


def test_points_are_spent_and_a_target_number_falls():
    team = rovers("a")
    hero = replace(team.players["a1"], awards={"touchdown": 3})
    team = replace(team, players=team.players | {"a1": hero})
    ask = EDITION.questions["lesson"].ask
    ruling = ask(BOOK, Lesson(team, "a1"), {"lesson/a1/1": "ag"})
    after = fold(team, ruling.effects)
    assert characteristic(BOOK, after, after.players["a1"], "ag") == 2
    assert (purse(BOOK, hero), purse(BOOK, after.players["a1"])) == (9, 3)
    refused = ask(BOOK, Lesson(after, "a1"), {"lesson/a1/2": "pa"})
    assert [(r.code, r.params) for r in refused.reasons] == [("too-few-points", {"short": 3})]


def spend(ask, chair):
    """Says yes to everything, learns skills, and rolls a 14."""
    match ask:
        case Roll():
            return 14
        case Confirm():
            return True
        case Choose():
            return ask.options[0]
    raise AssertionError(ask)


def test_a_match_is_played_through_by_the_same_engine():
    match = Match("m", {"home": rovers("a"), "away": rovers("b")})
    match, before = play_through(BOOK, EDITION.pre_match, match, {}, spend)
    assert [done.place for done in before] == ["coin/joint", "wish/home", "wish/away"]
    report = Report(
        {"home": 1, "away": 0},
        {"home": {"a1": {"touchdown": 1}}},
        (Hurt("away", "b1"),),
    )
    answers = {}
    played, after = play_through(
        BOOK, EDITION.post_match, replace(match, report=report), answers, spend
    )
    assert [done.place for done in after] == ["bandages/joint", "lessons/home", "lessons/away"]
    home, away = played.teams["home"], played.teams["away"]
    assert (home.players["a1"].skills, home.players["a1"].spent) == (("shove",), 3)
    assert characteristic(BOOK, away, away.players["b1"], "pa") == 5
    assert e.To("away", e.Lowered("b1", "pa")) in after[0].ruling.effects
    assert as_it_was(replace(match, report=report), after).teams == played.teams

    fewer = replace(report, deeds={})
    _, again = play_through(BOOK, EDITION.post_match, replace(match, report=fewer), answers, spend)
    assert [place for place, _, _ in changed(after, again)] == ["bandages/joint", "lessons/home"]


def test_a_refused_step_is_a_conflict_here_too():
    match = Match("m", {"home": rovers("a"), "away": rovers("b")})
    report = Report({"home": 1, "away": 0}, {"home": {"a1": {"touchdown": 1}}})

    def greedy(ask, chair):
        return "st" if ask.key == "lesson/a1/1" else spend(ask, chair)

    with pytest.raises(StepRefused, match="too-few-points"):
        play_through(BOOK, EDITION.post_match, replace(match, report=report), {}, greedy)


def test_an_edition_has_the_knobs_that_it_lists_and_no_others():
    knobs = EDITION.knobs
    assert House(knobs)["points.win"] == 3
    assert House(knobs, {"points.win": 2})["points.win"] == 2
    assert faults(knobs, {"points.win": 2, "nap-time": True}) == []
    turned = {"draft.treasury": 1_000_000, "dice.money": "server"}
    assert [(fault.code, fault.subject) for fault in faults(knobs, turned)] == [
        ("no-such-rule", "draft.treasury"),
        ("not-in-this-edition", "dice.money"),
    ]
    assert House(knobs, turned).get("dice.money") is None


def test_all_results_of_its_dice_fit_its_table():
    table = EDITION.catalogue.tables["casualty"]
    assert {table.row(face).name for face in dice("D16").results()} == {
        row.name for row in table.rows
    }


SHARED = [
    path
    for folder in ("engine", "house")
    for path in (Path(rules.__file__).parent / folder).glob("*.py")
] + [
    Path(rules.__file__).parent / f"{name}.py"
    for name in ("book", "catalogue", "knobs", "loading", "overlay", "reading")
]


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.name)
def test_what_editions_share_knows_none_of_them(path):
    source = path.read_text()
    assert "rules.editions" not in source
    assert "bb2016" not in source


def test_an_edition_that_answers_too_little_does_not_start():
    with pytest.raises(BadRules, match=r"toy/edition\.py, answers: nothing answers “entrance”"):
        replace(EDITION, answers=replace(EDITION.answers, entrance=None))
