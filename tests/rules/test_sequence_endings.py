"""Whole post-matches of matches that ended unlike others; lines of bb2016-with-death-zones.txt."""

from dataclasses import replace

import pytest

from rules.engine.effects import Earned, FanFactor, Gold, Left
from rules.engine.growth import points
from rules.engine.match import Hurt, Report
from tests.rules.builders import book, player
from tests.rules.evening import after, squad

pytestmark = pytest.mark.pure

VETERAN = {"awards": {"touchdown": 17}, "improvements": 4}  # 51 points
NEARLY = {"awards": {"mvp": 10}, "improvements": 3}  # 50 points
SPONSORS = {"sponsors": True}
SIG = "star-insurance-guild"


def veterans(**fields):
    """Orcs with one player of 51 points and two of 50."""
    return squad(
        "a",
        player("a1", "blitzer", "orc", **VETERAN),
        player("a2", "blitzer", "orc", **NEARLY),
        player("a3", "blitzer", "orc", **NEARLY),
        race="orc",
        **fields,
    )


def given_up(*, by="away", score=None, **more):
    return Report(score or {"home": 0, "away": 2}, conceded_by=by, **more)


# --- punished concession: lines 571, 1116, 1309, 1391-1393


def test_the_winner_is_paid_twice_and_the_conceder_not_at_all():
    """Home (3 + 0 + won 1) x 10,000 and away's (3 + 0 + lost 0) x 10,000 (1302-1309, 1393)."""
    played = after(away=veterans(treasury=20_000), report=given_up())
    assert played["home"].treasury == 70_000
    assert played["away"].treasury == 20_000
    assert played.match.side_fact("away", "winnings-passed-on") == 30_000
    assert "from-conceder" in dict(played.because("fortune/home"))
    assert played.because("fortune/away") == [("conceded", -1)]


def test_the_winner_names_two_most_valuable_players_and_the_conceder_none():
    """1116, 1393: two nominations of three, each with its D3."""
    texts = {"home: mvp/1/die": 1, "home: mvp/2/die": 3, "home: mvp/2/nominees": ["h5", "h6", "h7"]}
    played = after(away=veterans(), report=given_up(), said=texts)
    awarded = [each for each in played.effects("improvements/home") if isinstance(each, Earned)]
    assert awarded == [Earned("h1", "mvp"), Earned("h7", "mvp")]
    assert not [e for e in played.effects("improvements/away") if isinstance(e, Earned)]


def test_the_conceder_loses_one_point_of_fan_factor_once_and_does_not_roll():
    """1393; the winner's 3 + 3 + 3 is more than 6 (1316-1320)."""
    played = after(away=veterans(), report=given_up())
    changes = [
        each
        for place in played.steps
        for each in [*played.effects(place), *played.effects(place, "away")]
        if isinstance(each, FanFactor)
    ]
    assert changes == [FanFactor(1), FanFactor(-1)]
    assert (played["home"].fan_factor, played["away"].fan_factor) == (7, 5)


def test_fans_that_a_conceder_does_not_have_cannot_leave():
    played = after(away=veterans(fan_factor=0), report=given_up())
    assert played["away"].fan_factor == 0


def test_players_of_51_points_after_this_match_leave_on_1_to_3():
    """1393: a1 has 51 and leaves on a 3, a2 reaches 51 today and stays on a 4, a3 has 50."""
    texts = {"concession/a1": 3, "concession/a2": 4}
    report = given_up(deeds={"away": {"a2": {"completion": 1}}})
    played = after(away=veterans(), report=report, said=texts)
    assert Left("a1", "concession") in played.effects("improvements/away")
    assert "a1" not in played["away"].players
    assert {"a2", "a3"} < {*played["away"].players}
    assert "concession/a3" not in played.asks
    assert points(book(), played["away"].players["a2"]) == 51


def test_who_left_after_a_concession_counts_for_the_insurer():
    """1672: one left, one died, one was fired; a die of 3 brings the bill of 2 + 1 times 10,000."""
    report = given_up(casualties=(Hurt("away", "a9"),))
    texts = {
        "casualty/away/a9/1": 68,
        "concession/a1": 1,
        "away: hire-and-fire": {"fire/a10": 1},
        "away: sig-bill": 3,
        "away: sig-bill/premium": [2, 1],
        "away: sig-bill/pay": "pay",
    }
    played = after(away=veterans(sponsor=SIG), report=report, said=texts, house=SPONSORS)
    # Half of 50,000 is 25,000, to the next 10,000 above: 30,000; and the premium takes it away.
    assert Gold(30_000, "insurance") in played.effects("report/joint", "away")
    assert Gold(-30_000, "insurance-premium") in played.effects("hire-and-fire/away")
    assert played["away"].treasury == 0


def test_the_score_stands_but_the_conceder_has_lost():
    played = after(away=veterans(), report=given_up())
    assert played.facts("points/home", "league-points") == [3]
    assert played.facts("points/away", "league-points") == [0]
    assert played["home"].record == {"played": 1, "won": 1, "touchdowns": 0, "casualties": 0}
    assert played["away"].record == {"played": 1, "lost": 1, "touchdowns": 2, "casualties": 0}


def test_the_league_may_take_points_from_whoever_concedes():
    played = after(away=veterans(), report=given_up(), house={"points.concession": -1})
    assert played.facts("points/away", "league-points") == [-1]


def test_a_home_side_concedes_like_any_other():
    """The mirror image: what passes on goes to the visitors."""
    played = after(report=given_up(by="home", score={"home": 3, "away": 0}))
    assert (played["home"].treasury, played["away"].treasury) == (0, 70_000)
    assert (played["home"].fan_factor, played["away"].fan_factor) == (5, 7)


def test_a_conceded_friendly_has_no_award_to_pass_on():
    """5678: D3 showing 2 for both, no MVP, no points."""
    played = after(away=veterans(), report=given_up(friendly=True))
    assert played["home"].treasury == 20_000 + 10_000 + 20_000
    assert not [e for e in played.effects("improvements/home") if isinstance(e, Earned)]
    assert played.facts("points/home", "league-points") == [0]


# --- concession with too few to set up: lines 1391-1393


def test_with_two_or_fewer_to_field_a_concession_is_an_ordinary_loss():
    report = given_up(conceded_before_set_up=True, could_field=2, score={"home": 0, "away": 0})
    played = after(away=veterans(), report=report)
    assert (played["home"].treasury, played["away"].treasury) == (40_000, 30_000)
    assert (played["home"].fan_factor, played["away"].fan_factor) == (7, 6)
    awarded = [e for e in played.effects("improvements/away") if isinstance(e, Earned)]
    assert awarded == [Earned("a2", "mvp")]
    assert not any(key.startswith("concession/") for key in played.asks)
    assert "a1" in played["away"].players
    assert played.facts("points/home", "league-points") == [3]


def test_with_three_to_field_it_is_punished():
    report = given_up(conceded_before_set_up=True, could_field=3)
    assert after(away=veterans(), report=report)["away"].fan_factor == 5


# --- friendly: lines 5674-5686


def test_a_friendly_has_no_award_no_points_and_a_smaller_die():
    """Home (2 + won 1), away 2, each x 10,000; fan factor, points of players and injuries count."""
    report = Report(
        {"home": 1, "away": 0},
        {"home": {"h1": {"touchdown": 1}, "h2": {"casualty": 1}}},
        (Hurt("away", "a1", by="h2"),),
        friendly=True,
    )
    played = after(report=report, said={"casualty/away/a1/1": 41})
    assert (played["home"].treasury, played["away"].treasury) == (30_000, 20_000)
    assert played.asks["winnings"].dice == "D3"
    assert not any(key.startswith("mvp") for key in played.asks)
    assert played.facts("points/home", "league-points") == [0]
    assert played["home"].record == {"friendlies": 1, "touchdowns": 1, "casualties": 1}
    assert played["away"].record == {"friendlies": 1, "touchdowns": 0, "casualties": 0}
    assert played["home"].fan_factor == 7
    assert points(book(), played["home"].players["h1"]) == 3
    assert played["away"].players["a1"].misses_next


# --- which casualties count in the standings is the league's choice

CASUALTIES = (
    Hurt("away", "a1", by="h2"),
    Hurt("away", "a2", cause="foul", by="h3"),
    Hurt("away", "a3", cause="other", by="h4"),
    Hurt("away", "a4", cause="other"),
    Hurt("home", "h5", by="a5"),
)


@pytest.mark.parametrize(
    ("counted", "bonuses"),
    [
        ("spp", []),
        ("inflicted", ["cas-2", "cas-3"]),
        ("suffered", ["cas-2", "cas-3", "cas-4"]),
    ],
)
def test_the_casualties_that_the_league_counts_bring_the_bonus(counted, bonuses):
    """One block, one foul, one push into the crowd, and one who broke a neck unaided."""
    house = {"standings.casualties": counted, "points.bonus": [f"cas-{n}" for n in range(2, 6)]}
    report = Report(
        {"home": 1, "away": 0}, deeds={"home": {"h2": {"casualty": 1}}}, casualties=CASUALTIES
    )
    played = after(report=report, house=house)
    assert played.facts("points/home", "league-points") == [3 + len(bonuses)]


# --- won on penalties: lines 547; rulings: counts as won in every step


def test_a_final_won_on_penalties_counts_as_won_everywhere():
    """Winnings 3 + 1, three dice for the fans, and the sponsors' +2, +3, +2 (1326-1340)."""
    report = Report({"home": 1, "away": 1}, decided_for="away", play_off=True, final=True)
    texts = {"away: sponsor-search/wanted": True, "away: sponsor-search": 3}
    played = after(report=report, said=texts, house=SPONSORS | {"points.overtime-win": 2})
    assert (played["home"].treasury, played["away"].treasury) == (30_000, 40_000)
    assert (played["home"].fan_factor, played["away"].fan_factor) == (6, 7)
    lines = played.because("fortune/away")
    assert lines[-5:] == [
        ("die", 3),
        ("fan-factor", 7),
        ("win", 2),
        ("play-off", 3),
        ("final", 2),
    ]
    assert played.facts("points/away", "league-points") == [2]
    assert played["away"].record["won"] == played["home"].record["lost"] == 1


def test_a_final_is_a_play_off_even_if_the_report_does_not_say_so():
    report = Report({"home": 1, "away": 0}, final=True)
    played = after(report=report, said={"home: sponsor-search/wanted": True}, house=SPONSORS)
    assert ("play-off", 3) in played.because("fortune/home")


# --- gold at the end


def test_a_catastrophe_leaves_two_dice_of_ten_thousands():
    """290,000 and 40,000 won are 330,000; a 1 there is a catastrophe: 3 + 4 remain (1395-1411)."""
    texts = {"home: expensive-mistakes": 1, "home: expensive-mistakes/catastrophe": [3, 4]}
    played = after(squad("h", treasury=290_000), said=texts)
    assert Gold(-260_000, "expensive-mistakes") in played.effects("next-match/home")
    assert played["home"].treasury == 70_000


# --- resurrection play: no post-match, the roster as drafted


def test_in_resurrection_play_only_the_result_is_carried_away():
    home = squad("h", treasury=30_000, fan_factor=4)
    report = Report(
        {"home": 2, "away": 0},
        deeds={"home": {"h1": {"touchdown": 2}}},
        casualties=(Hurt("away", "a1", by="h2"),),
    )
    played = after(home=home, report=report, house={"resurrection": True})
    assert [*played.steps] == ["report/joint", "points/home", "points/away"]
    assert played["home"].record == {"played": 1, "won": 1, "touchdowns": 2, "casualties": 0}
    assert replace(played["home"], record={}) == home
    assert played["away"].players == squad("a", race="orc").players
