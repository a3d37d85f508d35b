"""The toy edition: loaded, asked and played through by what all editions share."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

import rules
from league_file.shapes import must_resemble
from rules.engine import effects as e
from rules.engine.asks import Choose, Confirm, Roll
from rules.engine.circumstances import OfTeam
from rules.engine.dice import dice
from rules.engine.fold import fold
from rules.engine.match import Hurt, Match, Report
from rules.engine.rulings import Allowed, Refused
from rules.engine.state import Player, Team
from rules.house import House, faults
from rules.loading import editions, load, made_from, raw_of
from rules.reading import BadRules
from tests.rules.playing import StepRefused, as_it_was, changed, play_through
from tests.rules.toy.edition import EDITION, Bump, Lesson, Picked, characteristic, purse

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
    assert [skill.key for skill in EDITION.catalogue.skills_in("BT")] == [
        "shove",
        "feint",
        "double-feint",
    ]
    assert EDITION.catalogue.skills_in("") == []


def test_a_list_may_have_no_rerolls_no_journeymen_and_prices_of_its_own():
    strays = EDITION.catalogue.races["strays"]
    assert (strays.reroll_max, strays.apothecary, strays.journeymen) == (0, None, ())
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


def spend(ask, context):
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

    def greedy(ask, context):
        return "st" if ask.key == "lesson/a1/1" else spend(ask, context)

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


def wished(**players):
    counts = {name.replace("_", "-"): count for name, count in players.items()}
    wish = Picked("rovers", counts, {"street": "elm-street"})
    return EDITION.answers.draft.ask(BOOK, wish, {})


def test_a_limit_over_several_positions_is_named_with_its_numbers():
    assert isinstance(wished(kid=5, cousin=1), Allowed)
    refused = wished(kid=4, cousin=1, big_kid=1)
    assert isinstance(refused, Refused)
    assert [(each.code, each.subject, dict(each.params)) for each in refused.reasons] == [
        (
            "too-many-together",
            "players.cousin",
            {
                "limit": "Nearly grown",
                "positions": ["big-kid", "cousin"],
                "count": 2,
                "at_most": 1,
            },
        )
    ]


def test_room_for_a_position_knows_who_is_there():
    race = EDITION.catalogue.races["rovers"]
    assert [race.room_for("cousin", counts) for counts in ({}, {"big-kid": 1}, {"kid": 5})] == [
        1,
        0,
        1,
    ]


def test_a_lesson_says_why_a_skill_is_not_among_them():
    team = rovers("a")
    asked = EDITION.questions["lesson"].ask(BOOK, Lesson(team, "a1"), {})
    (ask,) = asked.open
    assert "double-feint" not in ask.options
    why = ask.withheld["double-feint"]
    assert (why.code, why.params["needs"]) == ("skill-needs", ["feint"])
    knows = replace(team.players["a1"], skills=("feint",))
    team = replace(team, players={**team.players, "a1": knows})
    (ask,) = EDITION.questions["lesson"].ask(BOOK, Lesson(team, "a1"), {}).open
    assert "double-feint" in ask.options


BAD = {
    "a limit over one position": (
        {"positions": ["Kid"], "max": 1},
        "is not over several positions",
    ),
    "a limit over strangers": (
        {"positions": ["Kid", "Uncle"], "max": 1},
        "nothing is called Uncle",
    ),
    "a limit that limits nothing": (
        {"positions": ["Kid", "Cousin"], "max": 6},
        "6 limits nothing",
    ),
    "a limit that leaves too few": (
        {"positions": ["Kid", "Big Kid", "Cousin"], "max": 5},
        "cannot field 6",
    ),
}


@pytest.mark.parametrize(("limit", "reason"), BAD.values(), ids=BAD)
def test_a_limit_that_cannot_be_meant_is_refused(limit, reason):
    raw = deepcopy(raw_of("toy", EDITION.data))
    raw["team"][0]["limit"] = [{"key": "some", "name": "Some"} | limit]
    with pytest.raises(BadRules, match=reason):
        made_from(raw)


@pytest.mark.parametrize("needs", [["flying"], ["double-feint"]])
def test_a_skill_that_needs_no_other_skill_is_refused(needs):
    raw = deepcopy(raw_of("toy", EDITION.data))
    next(each for each in raw["skill"] if each["key"] == "double-feint")["needs"] = needs
    with pytest.raises(BadRules, match="which is no other skill"):
        made_from(raw)


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", 2026])
def test_the_day_of_the_data_is_a_day(day):
    with pytest.raises(BadRules, match="is no day"):
        made_from(raw_of("toy", EDITION.data) | {"dated": day})


def test_lists_state_what_the_edition_says_they_do():
    raw = deepcopy(raw_of("toy", EDITION.data))
    del raw["team"][1]["tier"]
    with pytest.raises(BadRules, match="Strays: tier is missing"):
        made_from(raw)
    raw["lists_say"] = []
    assert made_from(raw).races["strays"].tier is None
    raw["lists_say"] = ["shoe size"]
    with pytest.raises(BadRules, match="shoe size"):
        made_from(raw)


def test_data_kept_before_any_of_this_still_load():
    raw = deepcopy(raw_of("bb2016"))
    del raw["lists_say"]
    must_resemble(raw, raw_of("bb2016"))
    assert made_from(raw).races["human"].reroll_cost == 50_000


@pytest.mark.parametrize(
    ("race", "marks", "stars"),
    [
        ("rovers", {}, ["neighbour"]),
        ("rovers", {"street": "elm-street"}, ["neighbour"]),
        ("rovers", {"street": "mill-lane"}, ["big-sister"]),
        ("strays", {}, ["neighbour"]),
    ],
)
def test_what_a_team_has_chosen_decides_who_comes(race, marks, stars):
    ruling = EDITION.questions["helpers"].ask(BOOK, OfTeam(Team(race, marks=marks)), {})
    assert [fact.value for fact in ruling.effects] == [stars]


def test_a_choice_is_kept_as_a_mark_and_can_be_taken_back():
    ruling = EDITION.answers.draft.ask(
        BOOK, Picked("rovers", {"kid": 5, "cousin": 1}, {"street": "mill-lane"}), {}
    )
    team = fold(Team("rovers"), ruling.effects)
    assert team.marks == {"street": "mill-lane"}
    assert fold(team, [e.Marked("street", "")]).marks == {}


@pytest.mark.parametrize(
    ("chosen", "code", "subject"),
    [
        ({}, "choose-one", "rules.street"),
        ({"street": "downtown"}, "not-an-option", "rules.street"),
        ({"street": "elm-street", "hat": "red"}, "unknown", "rules.hat"),
    ],
)
def test_a_choice_is_made_of_what_there_is(chosen, code, subject):
    wish = Picked("rovers", {"kid": 5, "cousin": 1}, chosen)
    refused = EDITION.answers.draft.ask(BOOK, wish, {})
    assert [(each.code, each.subject) for each in refused.reasons] == [(code, subject)]


BAD_RULES = {
    "a rule that nobody knows": (["team", 0, "rules"], ["Haunted"], "nothing is called Haunted"),
    "a choice of one": (["team", 0, "choice", 0, "rules"], ["Mill Lane"], "is no choice"),
    "what comes along with nothing": (
        ["team", 0, "choice", 0, "brings"],
        {"Muddy": ["Quarrelsome"]},
        "is not among them",
    ),
    "a kind of its own": (["special_rule", 0, "kind"], "habit", "its kind is none of"),
    "a star whom nobody can have": (
        ["star", 0, "never_for"],
        ["Mill Lane"],
        "plays for nobody",
    ),
    "a star for strangers": (["star", 0, "plays_for"], ["Downtown"], "nothing is called Downtown"),
}


@pytest.mark.parametrize(("path", "value", "reason"), BAD_RULES.values(), ids=BAD_RULES)
def test_rules_that_cannot_be_meant_are_refused(path, value, reason):
    raw = deepcopy(raw_of("toy", EDITION.data))
    place = raw
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(BadRules, match=reason):
        made_from(raw)
