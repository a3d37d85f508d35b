"""Blitz Bowl: what is printed, with its lines, and what follows from it."""

from dataclasses import replace

import pytest

from rules.editions.blitz.edition import EDITION
from rules.engine import effects as e
from rules.engine.asks import Choose, Roll
from rules.engine.circumstances import OfRace, OfTeam, Overtime
from rules.engine.dice import dice
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.match import SIDES, Match, Report
from rules.engine.rulings import Allowed, Refused
from rules.engine.state import Team
from tests.rules.playing import play_through

pytestmark = pytest.mark.pure

BOOK = EDITION.book()
TRAITS = BOOK.catalogue.tables["coach-traits"]
PRINTED = {  # 2085-2141
    2: "Magical 'Training'",
    3: "Sponsored Kit",
    4: "Threatening Looks",
    5: "Bribe the Ref",
    6: "Last Blast",
    7: "Incentiviser",
    8: "Loud Celebrator",
    9: "Well Prepared",
    10: "Glory Hound",
    11: "Light Fingers",
    12: "Terrifying Reputation",
    13: "Blinding Smile",
    14: "Early Starter",
    15: "Inspiring Presence",
    16: "Outrageous Cheat",
}


def test_the_thirteen_teams_are_those_of_the_box_and_those_named_beside_it():
    """588, 1723-1725."""
    assert [race.name for race in BOOK.catalogue.races.values()] == [
        *("Human", "Dwarf", "Chaos", "Dark Elf", "Elf", "Goblin", "Halfling", "Lizardmen"),
        *("Nurgle", "Orc", "Skaven", "Undead", "Wood Elf"),
    ]


def test_the_two_cards_that_can_be_read_are_certain_and_nothing_else_is():
    """252-281, 420-440; the others are only named (756), or not even that (1719)."""
    certain = {
        (race.key, position.key): dict(position.profile)
        for race in BOOK.catalogue.races.values()
        for position in race.positions.values()
        if position.certain
    }
    assert certain == {
        ("human", "blitzer"): {"move": 6, "throw": 4, "armour": 4},
        ("human", "catcher"): {"move": 7, "throw": 4, "armour": 5},
    }
    named = [[*BOOK.race(key).positions] for key in ("human", "dwarf", "orc")]
    assert named == [
        ["lineman", "blitzer", "thrower", "catcher"],
        ["lineman", "blitzer", "runner", "troll-slayer"],
        ["player"],
    ]
    for race in BOOK.catalogue.races.values():
        assert sum(position.max for position in race.positions.values()) == 6
    profile = BOOK.race("human").positions["thrower"].profile
    assert [BOOK.catalogue.said(*each) for each in profile.items()] == ["–", "–", "–"]


def test_the_table_of_traits_is_as_printed():
    assert {row.low: row.name for row in TRAITS.rows} == PRINTED
    assert all(row.low == row.high for row in TRAITS.rows)


@pytest.mark.parametrize(
    ("count", "mark", "points"),
    [
        ("touchdown", "", 3),  # 1260
        ("touchdown", "trait/loud-celebrator", 4),  # 2112
        ("clean-sweep", "", 2),  # 1540
        ("clean-sweep", "trait/glory-hound", 3),  # 2120
        ("injury", "", 0),
    ],
)
def test_what_is_counted_has_its_worth(count, mark, points):
    assert EDITION.pitch.worth(BOOK, count, "", mark) == points


def test_a_challenge_is_worth_what_stands_on_its_card():
    """39, 59, 1403-1420; of one that the book does not know only the table can tell."""
    worth = {
        card.key: EDITION.pitch.worth(BOOK, "challenge", card.key, "")
        for card in BOOK.catalogue.shelves["challenge"]
    }
    assert worth == {
        "get-the-ball": 1,
        "take-them-down": 1,
        "showboat-for-the-crowd": 1,
        "break-some-bones": 2,
        "make-a-risky-throw": 2,
    }
    assert EDITION.pitch.worth(BOOK, "challenge", "", "") is None


def test_ten_points_ahead_is_a_win_and_eleven_against_a_terrifying_coach():
    """1492, 2126."""
    pitch = EDITION.pitch
    assert [pitch.lead_that_wins(BOOK, {}, side) for side in SIDES] == [10, 10]
    used = {"away": ["trait/terrifying-reputation"]}
    assert [pitch.lead_that_wins(BOOK, used, side) for side in SIDES] == [11, 10]


# --- drafts


def test_a_team_is_taken_as_it_is():
    draft = EDITION.answers.draft
    ruling = draft.ask(BOOK, draft.circumstances("dwarf"), {})
    assert isinstance(ruling, Allowed)
    assert ruling.effects == ()
    assert [line.params["count"] for line in ruling.because] == [3, 1, 1, 1]
    assert isinstance(EDITION.answers.draft_offers.ask(BOOK, OfRace("orc"), {}), Allowed)
    hired = draft.ask(BOOK, draft.circumstances("dwarf", {"runner": 2}), {})
    stranger = draft.ask(BOOK, draft.circumstances("ogre"), {})
    assert [each.code for each in (*hired.reasons, *stranger.reasons)] == [
        "not-on-offer",
        "no-such-race",
    ]
    assert isinstance(EDITION.answers.entrance.ask(BOOK, OfTeam(Team("ogre")), {}), Refused)


# --- traits


def ask(team, **answers):
    question = EDITION.questions["coach-trait"]
    told = {key.replace("_", "/").replace("trait", "coach-trait"): v for key, v in answers.items()}
    return question.ask(BOOK, question.circumstances(team), told)


@pytest.mark.parametrize("rolled", [*dice("2D8").results()])
def test_every_roll_gives_the_trait_of_its_row(rolled):
    ruling = ask(Team("orc"), trait=rolled)
    row = TRAITS.row(sum(rolled))
    assert row.low == sum(rolled)
    assert ruling.effects == (e.Marked(f"trait/{row['key']}", "ready"),)


def test_whoever_has_it_already_chooses_any_that_they_lack():
    """1969-1975: not that one, and none of the others that they have."""
    team = Team("orc", marks={"trait/loud-celebrator": "used", "trait/glory-hound": "ready"})
    asked = ask(team, trait=[4, 4])
    assert isinstance(asked, Asks)
    (choice,) = asked.open
    assert isinstance(choice, Choose)
    lacking = {row["key"] for row in TRAITS.rows} - {"loud-celebrator", "glory-hound"}
    assert set(choice.options) == lacking
    assert isinstance(ask(team, trait=[4, 4], trait_chosen="glory-hound"), Refused)
    ruling = ask(team, trait=[4, 4], trait_chosen="last-blast")
    assert fold(team, ruling.effects).marks == {**team.marks, "trait/last-blast": "ready"}
    assert [line.code for line in ruling.because] == ["coach-trait", "chosen-trait"]


def test_whoever_has_all_gains_none_and_rolls_nothing():
    every = Team("orc", marks={f"trait/{row['key']}": "ready" for row in TRAITS.rows})
    ruling = ask(every)
    assert isinstance(ruling, Allowed)
    assert ruling.effects == ()


# --- a match


def eight(ask, context):
    """Always a double four, and the first of what is left."""
    return [4, 4] if isinstance(ask, Roll) else ask.options[0]


def played(teams, report, answer=eight):
    match = Match("m", teams)
    match, before = play_through(BOOK, EDITION.pre_match, match, {}, answer)
    match, after = play_through(BOOK, EDITION.post_match, replace(match, report=report), {}, answer)
    return match.teams, [done.place for done in (*before, *after)]


COUNTS = {"home": {"touchdown": 2, "challenge": 4, "injury": 1}, "away": {"challenge": 2}}


def test_a_match_of_the_league_is_written_down_and_gives_both_a_trait():
    """1786-1820, 1961."""
    ready = {"trait/glory-hound": "ready", "trait/last-blast": "used"}
    teams = {"home": Team("human", marks=ready), "away": Team("dwarf")}
    used = {"home": ("trait/glory-hound",)}
    after, places = played(teams, Report({"home": 11, "away": 4}, counts=COUNTS, used=used))
    assert places == ["ready/joint", "report/joint", "coach-trait/home", "coach-trait/away"]
    assert after["home"].marks == {
        "trait/glory-hound": "used",
        "trait/last-blast": "ready",
        "trait/loud-celebrator": "ready",
    }
    assert after["home"].record == {
        "played": 1,
        "won": 1,
        "scored": 11,
        "conceded": 4,
        "challenge": 4,
        "injury": 1,
    }
    assert after["away"].record["lost"] == 1
    again, _places = played(after, Report({"home": 3, "away": 3}))
    assert again["home"].marks["trait/glory-hound"] == "ready"
    assert (again["home"].record["played"], again["home"].record["drawn"]) == (2, 1)
    assert again["home"].record["challenge"] == 4


@pytest.mark.parametrize("kind", ["play_off", "friendly"])
def test_finals_and_friendlies_leave_nothing_but_used_traits(kind):
    teams = {side: Team("orc", marks={"trait/glory-hound": "ready"}) for side in SIDES}
    used = {"away": ("trait/glory-hound",)}
    report = Report({"home": 9, "away": 3}, counts=COUNTS, used=used, **{kind: True})
    after, places = played(teams, report)
    assert places == ["ready/joint", "report/joint"]
    assert [after[side].record for side in SIDES] == [{}, {}]
    assert after["away"].marks == {"trait/glory-hound": "used"}


def test_a_drawn_final_is_played_on_until_somebody_leads():
    """1894-1902; a match of the league stays drawn."""
    overtime = EDITION.answers.overtime
    won = overtime.ask(BOOK, Overtime(9, 9, scored="away", knock_out=True), {})
    assert e.Fact("winner", "away") in won.effects
    refused = [
        overtime.ask(BOOK, at, {}).reasons[0].code
        for at in (
            Overtime(9, 9, knock_out=True),
            Overtime(9, 9, scored="home", agreed=True),
            Overtime(9, 8, scored="home", knock_out=True),
        )
    ]
    assert refused == ["nobody-leads", "stays-drawn", "not-drawn"]


def test_the_league_is_the_books():
    """1770-1844: points for a result, how many matches, who goes on."""
    house = BOOK.house
    assert [house[f"points.{how}"] for how in ("win", "draw", "loss")] == [3, 1, 0]
    assert house["repeat.everybody-first"] is True
    named = BOOK.catalogue.tables["league"].named
    assert {key: row["value"] for key, row in named.items() if key != "hand"} == {
        "coaches": 3,
        "matches": 10,
        "final": 2,
        "quarter-finals": 8,
    }
