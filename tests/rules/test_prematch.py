"""Weather, stadium, referee, coin and match events."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.prematch import Coin, MatchEvents, Referee, Stadium, Weather
from rules.engine.circumstances import OfTeam
from rules.engine.dice import dice
from rules.engine.drive import Asks
from rules.engine.effects import Fact, Gold, HomeStadium
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Refused, total
from rules.engine.state import Home
from tests.rules.builders import book, team

pytestmark = pytest.mark.pure

BOOK = book(stadiums=True, referees=True, **{"match-events": True})
ICE = Home("ice", "Frostfield")
STUDIO = Home("broadcast-studio", "Cabalvision Dome", owned=True)


def ask(name, at, answers=None, rules=BOOK):
    return question[name].ask(rules, at, answers or {})


def facts(ruling):
    return {effect.what: effect.value for effect in ruling.effects if isinstance(effect, Fact)}


def codes(ruling):
    assert isinstance(ruling, Refused)
    return [(reason.code, reason.subject) for reason in ruling.reasons]


def open_keys(ruling):
    assert isinstance(ruling, Asks)
    return [each.key for each in ruling.open]


# --- weather


@pytest.mark.parametrize(
    ("faces", "weather"),
    [
        ([1, 1], "sweltering-heat"),
        ([1, 2], "very-sunny"),
        ([1, 3], "nice"),
        ([4, 6], "nice"),
        ([5, 6], "pouring-rain"),
        ([6, 6], "blizzard"),
    ],
)
def test_two_dice_bring_the_weather(faces, weather):
    """Lines 699 and 5724-5732."""
    ruling = ask("weather", Weather(), {"weather": faces})
    assert facts(ruling) == {"weather-table": "standard", "weather": weather}
    assert total(ruling.because) == sum(faces)


@pytest.mark.parametrize(
    ("table", "faces", "weather"),
    [
        ("winter", [1, 1], "howling-winds"),
        ("winter", [2, 2], "brisk"),
        ("subterranean", [6, 6], "seismic-activity"),
        ("subterranean", [5, 5], "nice-enough"),
    ],
)
def test_a_league_plays_under_its_own_table(table, faces, weather):
    """Lines 695-721."""
    rules = book(**{"weather.table": table})
    assert facts(ask("weather", Weather(), {"weather": faces}, rules)) == {
        "weather-table": table,
        "weather": weather,
    }


def test_where_the_table_is_open_it_is_asked_for_unless_agreed():
    rules = book(**{"weather.table": "choice"})
    asked = ask("weather", Weather(), {}, rules)
    assert open_keys(asked) == ["weather/table"]
    assert asked.open[0].options == ("standard", "winter", "subterranean")
    answers = {"weather/table": "winter", "weather": [5, 6]}
    assert facts(ask("weather", Weather(), answers, rules))["weather"] == "heavy-snow"
    agreed = ask("weather", Weather("subterranean"), {"weather": [5, 6]}, rules)
    assert facts(agreed)["weather"] == "thermal-geysers"


def test_a_table_nobody_knows_or_the_league_does_not_use_is_refused():
    assert codes(ask("weather", Weather("lunar"))) == [("no-such-table", "table")]
    assert codes(ask("weather", Weather("winter"))) == [("not-in-this-league", "weather.table")]


def test_a_single_die_gives_every_row_a_face_and_nice_weather_two():
    rules = book(**{"weather.dice": "D6"})
    found = [
        facts(ask("weather", Weather(), {"weather": face}, rules))["weather"]
        for face in range(1, 7)
    ]
    assert found == ["sweltering-heat", "very-sunny", "nice", "nice", "pouring-rain", "blizzard"]


@given(st.sampled_from(list(dice("2D6").results())), st.sampled_from(["standard", "winter"]))
def test_every_roll_is_some_weather(faces, table):
    ruling = ask("weather", Weather(), {"weather": faces}, book(**{"weather.table": table}))
    assert isinstance(ruling, Allowed)
    assert ruling == ask("weather", Weather(), {"weather": faces}, book(**{"weather.table": table}))


# --- stadium


@pytest.mark.parametrize(
    ("faces", "first", "last"),
    [
        ([1, 1], "ankle-deep-water", "solid-stone"),
        ([1, 2], "ankle-deep-water", "solid-stone"),
        ([2, 2], "apathetic-officials", "poorly-built-dungeons"),
        ([2, 3], "apathetic-officials", "poorly-built-dungeons"),
        ([3, 6], "integrated-merchandise-stalls", "deluxe-seating"),
        ([5, 5], "integrated-merchandise-stalls", "deluxe-seating"),
        ([5, 6], "ale-fuelled-maniacs", "solemn-and-silent"),
        ([6, 6], "ale-fuelled-maniacs", "solemn-and-silent"),
    ],
)
def test_a_special_stadium_rolls_for_its_attribute(faces, first, last):
    """Lines 1224-1229 and 1695-1738."""
    for face, attribute in ((1, first), (6, last)):
        ruling = ask("stadium", Stadium(), {"stadium": faces, "stadium/attribute": face})
        assert facts(ruling) == {"stadium": attribute, "stadium-name": "", "at-home": ""}


@pytest.mark.parametrize("faces", [[1, 5], [3, 4], [2, 6]])
def test_a_standard_stadium_has_no_attribute_and_cannot_be_replaced(faces):
    """Line 1227; line 1222 lets only other stadiums be replaced."""
    ruling = ask("stadium", Stadium(ICE), {"stadium/drawn": ["home"], "stadium": faces})
    assert facts(ruling) == {"stadium": "", "stadium-name": "", "at-home": ""}


def test_without_homes_there_is_no_lot():
    assert open_keys(ask("stadium", Stadium())) == ["stadium"]
    assert open_keys(ask("stadium", Stadium(away_has=ICE))) == ["stadium/drawn"]


@pytest.mark.parametrize(
    ("at", "drawn", "name"),
    [
        (Stadium(ICE, STUDIO), "home", "Frostfield"),
        (Stadium(ICE, STUDIO), "away", "Cabalvision Dome"),
        (Stadium(None, STUDIO), "away", "Cabalvision Dome"),
    ],
)
def test_the_coach_drawn_by_lot_may_put_his_home_in_place(at, drawn, name):
    """Line 1222."""
    answers = {"stadium/drawn": [drawn], "stadium": [1, 1]}
    assert open_keys(ask("stadium", at, answers)) == ["stadium/use-home"]
    ruling = ask("stadium", at, answers | {"stadium/use-home": True})
    assert facts(ruling)["at-home"] == drawn
    assert facts(ruling)["stadium-name"] == name


def test_a_home_may_be_left_aside():
    answers = {"stadium/drawn": ["home"], "stadium": [6, 6], "stadium/use-home": False}
    assert open_keys(ask("stadium", Stadium(ICE), answers)) == ["stadium/attribute"]
    ruling = ask("stadium", Stadium(ICE), answers | {"stadium/attribute": 2})
    assert facts(ruling) == {"stadium": "boisterous-rabble", "stadium-name": "", "at-home": ""}


def test_the_other_coachs_home_cannot_be_used():
    answers = {"stadium/drawn": ["away"], "stadium": [6, 6]}
    assert open_keys(ask("stadium", Stadium(ICE), answers)) == ["stadium/attribute"]


def test_the_drawn_coach_is_asked_from_the_home_sides_chair():
    for drawn, who in (("home", "side"), ("away", "opponent")):
        answers = {"stadium/drawn": [drawn], "stadium": [1, 1]}
        assert ask("stadium", Stadium(ICE, STUDIO), answers).open[0].who == who


def test_stadiums_nobody_knows_are_refused_all_at_once():
    at = Stadium(Home("lava"), Home(""))
    assert codes(ask("stadium", at)) == [
        ("no-such-stadium", "home_has.attribute"),
        ("no-such-stadium", "away_has.attribute"),
    ]
    assert codes(ask("stadium", Stadium(), rules=book())) == [("not-in-this-league", "stadiums")]


@given(
    faces=st.sampled_from(list(dice("2D6").results())),
    face=st.integers(1, 6),
    home=st.sampled_from([None, ICE, STUDIO]),
    away=st.sampled_from([None, ICE, STUDIO]),
    drawn=st.sampled_from(["home", "away"]),
    use=st.booleans(),
)
def test_a_match_is_always_played_somewhere(*, faces, face, home, away, drawn, use):
    answers = {
        "stadium/drawn": [drawn],
        "stadium": faces,
        "stadium/attribute": face,
        "stadium/use-home": use,
    }
    ruling = ask("stadium", Stadium(home, away), answers)
    assert isinstance(ruling, Allowed)
    at_home = facts(ruling)["at-home"]
    if at_home:
        assert use
        assert at_home == drawn
        assert {"home": home, "away": away}[drawn].attribute == facts(ruling)["stadium"]


# --- giving up a home


@pytest.mark.parametrize("home", [ICE, STUDIO])
def test_a_home_is_given_up_for_fifty_thousand(home):
    """Lines 1299 and 1758."""
    side = team(home=home, treasury=50_000, fund=100_000)
    ruling = ask("give-up-home", OfTeam(side))
    assert ruling.effects == (Gold(-50_000, "give-up-home"), HomeStadium(None))
    after = fold(side, ruling.effects)
    assert (after.home, after.treasury, after.fund) == (None, 0, 100_000)
    assert total(ruling.because) == -50_000


def test_giving_up_a_home_says_everything_that_is_missing():
    ruling = ask("give-up-home", OfTeam(team(treasury=49_999)), rules=book())
    assert codes(ruling) == [
        ("not-in-this-league", "stadiums"),
        ("no-home", "team.home"),
        ("cannot-afford", "treasury"),
    ]
    assert ruling.reasons[2].params["short"] == 1
    assert not ruling.overridable()


# --- referee


@pytest.mark.parametrize(
    ("total_", "league", "famous"),
    [
        (2, "trundlefoot-triplets", "trundlefoot-triplets"),
        (3, "trundlefoot-triplets", "trundlefoot-triplets"),
        (4, "ranulf-red-hokuli", "ranulf-red-hokuli"),
        (5, "ranulf-red-hokuli", "ranulf-red-hokuli"),
        (6, "goblin-referee", "standard"),
        (7, "standard", "standard"),
        (8, "halfling-referee", "standard"),
        (9, "thoron-korensson", "thoron-korensson"),
        (10, "thoron-korensson", "thoron-korensson"),
        (11, "jorm-the-ogre", "jorm-the-ogre"),
        (12, "jorm-the-ogre", "jorm-the-ogre"),
    ],
)
def test_the_dice_send_a_referee(total_, league, famous):
    """Lines 1211-1218 and 881-886."""
    faces = [max(1, total_ - 6), min(6, total_ - 1)]
    assert facts(ask("referee", Referee(), {"referee": faces})) == {"referee": league}
    rules = book(referees=True, **{"referees.table": "famous"})
    assert facts(ask("referee", Referee(), {"referee": faces}, rules)) == {"referee": famous}


def test_the_winner_of_a_roll_off_picks_the_goblin_or_the_halfling():
    """Line 855."""
    rules = book(referees=True, **{"referees.table": "picked"})
    tied = {"referee/roll-off/1/home": 3, "referee/roll-off/1/away": 3}
    assert open_keys(ask("referee", Referee(), tied, rules)) == [
        "referee/roll-off/2/home",
        "referee/roll-off/2/away",
    ]
    won = tied | {"referee/roll-off/2/home": 2, "referee/roll-off/2/away": 5}
    asked = ask("referee", Referee(), won, rules)
    assert asked.open[0].options == ("goblin-referee", "halfling-referee")
    assert asked.open[0].who == "opponent"
    ruling = ask("referee", Referee(), won | {"referee/pick": "halfling-referee"}, rules)
    assert facts(ruling) == {"referee": "halfling-referee"}


def test_referees_are_an_option():
    assert codes(ask("referee", Referee(), rules=book())) == [("not-in-this-league", "referees")]


# --- coin


@pytest.mark.parametrize("winner", ["home", "away"])
@pytest.mark.parametrize(("kicks", "receives"), [("home", "away"), ("away", "home")])
def test_the_winner_of_the_toss_says_who_kicks(winner, kicks, receives):
    """Line 163."""
    asked = ask("coin", Coin(), {"coin/drawn": [winner]})
    assert asked.open[0].who == {"home": "side", "away": "opponent"}[winner]
    ruling = ask("coin", Coin(), {"coin/drawn": [winner], "coin/kicks": kicks})
    assert facts(ruling) == {"kicks-off": kicks, "receives": receives}


def test_overtime_has_a_toss_of_its_own():
    assert open_keys(ask("coin", Coin("overtime"))) == ["coin/overtime/drawn"]
    assert codes(ask("coin", Coin("third half"))) == [("no-such-period", "period")]


# --- match events


@pytest.mark.parametrize(
    ("rolled", "half", "turn"), [(1, 1, 1), (8, 1, 8), (9, 2, 1), (13, 2, 5), (16, 2, 8)]
)
def test_an_event_comes_in_one_of_sixteen_turns(rolled, half, turn):
    """Line 1791."""
    answers = {"match-events/turn": rolled, "match-events/event/drawn": ["pop"]}
    ruling = ask("match-events", MatchEvents("norse"), answers)
    assert facts(ruling) == {
        "match-event": "pop",
        "match-event-half": half,
        "match-event-turn": turn,
    }


@pytest.mark.parametrize(
    ("race", "count", "own"),
    [
        ("norse", 24, None),
        ("orc", 28, "wild-squig"),
        ("savage-orc", 28, "wild-squig"),
        ("human-nobility", 28, "deafening-contraption"),
        ("slayer-hold", 28, "gyrocopter-incoming"),
        ("skaven", 27, "warpstone-meteor"),
    ],
)
def test_some_races_have_events_of_their_own(race, count, own):
    """Lines 1793-1797; the Skaven event without a text (2044-2048) is never drawn."""
    asked = ask("match-events", MatchEvents(race), {"match-events/turn": 1})
    candidates = asked.open[0].candidates
    assert len(candidates) == count
    assert own is None or own in candidates
    assert {each.visible for each in (*asked.open, *asked.answered)} == {"server"}


def test_match_events_are_an_option_and_need_a_race():
    assert codes(ask("match-events", MatchEvents("norse"), rules=book())) == [
        ("not-in-this-league", "match-events")
    ]
    assert codes(ask("match-events", MatchEvents("penguin"))) == [("no-such-race", "race")]
