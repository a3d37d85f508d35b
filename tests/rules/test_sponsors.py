"""Sponsors: the search, the deals, and their ends."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.sponsors import OfSponsors, Signing, SponsorEnding, SponsorSearch
from rules.engine import effects as e
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Refused, total
from rules.engine.state import Home
from rules.loading import load
from tests.rules.answering import ask, keys, lines, play_out, reasons
from tests.rules.builders import player, team

pytestmark = pytest.mark.pure

ON = {"sponsors": True}
MCMURTY, FARBLAST, SIG, STEELHELM = (
    "mcmurtys-burger-emporium",
    "farblast-and-sons",
    "star-insurance-guild",
    "steelhelms-sporting-emporium",
)
BOMBARDIER = ("bombardier", "loner", "secret-weapon")


def search(answers, squad=None, result="lost", **fields):
    return ask("sponsor-search", SponsorSearch(squad or team(), result, **fields), answers, **ON)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, []),
        ({"result": "won"}, [("win", 2)]),
        ({"result": "drawn"}, []),
        ({"touchdowns": 2, "opponent_touchdowns": 1}, []),
        ({"touchdowns": 3, "opponent_touchdowns": 1}, [("two-touchdowns", 1)]),
        ({"casualties": 2}, []),
        ({"casualties": 3}, [("three-casualties", 2)]),
        ({"casualties": 4}, [("three-casualties", 2)]),
        ({"casualties": 5}, [("three-casualties", 2), ("five-casualties", 1)]),
        ({"play_off": True}, [("play-off", 3)]),
        ({"play_off": True, "final": True}, [("play-off", 3), ("final", 2)]),
        ({"squad": team(home=Home("ice", owned=True))}, [("owner", 2)]),
        ({"squad": team(home=Home("ice"))}, []),
    ],
)
def test_each_modifier_of_lines_1328_to_1335(fields, expected):
    outcome = search({"sponsor-search": 1}, **fields)
    assert lines(outcome) == [("die", 1), ("fan-factor", 0), *expected]
    assert outcome.effects == ()


def test_all_modifiers_add_up():
    outcome = search(
        {"sponsor-search": 1, "sponsor-search/deal": "none"},
        team(fan_factor=9, home=Home("ice", owned=True)),
        "won",
        touchdowns=4,
        opponent_touchdowns=2,
        casualties=6,
        play_off=True,
        final=True,
    )
    assert total(outcome.because) == 1 + 9 + 2 + 2 + 1 + 2 + 1 + 3 + 2


@pytest.mark.parametrize(
    ("die", "deals"),
    [
        (9, None),
        (10, ("one-time", "ongoing", "none")),
        (14, ("one-time", "ongoing", "none")),
        (15, ("one-time", "ongoing", "major", "none")),
    ],
)
def test_deals_begin_at_20_and_major_ones_at_25(die, deals):
    """1337-1340; rulings.md: with 25 the lesser deal may be taken."""
    outcome = search({"sponsor-search": die}, team(fan_factor=10))
    if deals is None:
        assert isinstance(outcome, Allowed)
    else:
        assert outcome.open[0].options == deals


def test_an_ongoing_deal_is_noted_and_pays_nothing_yet():
    outcome = search({"sponsor-search": 16, "sponsor-search/deal": "ongoing"}, team(fan_factor=4))
    assert outcome.effects == (e.OngoingSponsors(1),)


def test_a_one_time_deal_is_paid_in_the_same_search():
    answers = {
        "sponsor-search": 16,
        "sponsor-search/deal": "one-time",
        "one-time-sponsorship": 2,
        "one-time-sponsorship/mishap": 6,
    }
    assert search(answers, team(fan_factor=4)).effects == (e.Gold(120_000, "one-time-sponsorship"),)


def test_a_major_deal_is_signed_in_the_same_search():
    answers = {"sponsor-search": 16, "sponsor-search/deal": "major"}
    asks = search(answers, team(fan_factor=9))
    assert asks.open[0].options == (MCMURTY, FARBLAST, SIG, STEELHELM)
    outcome = search(answers | {"sponsor-search/sponsor": STEELHELM}, team(fan_factor=9))
    assert outcome.effects == (e.Sponsor(STEELHELM),)


@pytest.mark.parametrize(
    ("squad", "names"),
    [
        (team(race="wood-elf", fan_factor=20), (MCMURTY, SIG, STEELHELM)),
        (team(fan_factor=20, blacklisted_by=frozenset({SIG})), (MCMURTY, FARBLAST, STEELHELM)),
        (team(fan_factor=20, sponsor=MCMURTY), (FARBLAST, SIG, STEELHELM)),
    ],
)
def test_only_willing_sponsors_are_offered(squad, names):
    answers = {"sponsor-search": 16, "sponsor-search/deal": "major"}
    assert search(answers, squad).open[0].options == names


def test_a_team_bound_to_the_guild_finds_only_smaller_deals():
    asks = search({"sponsor-search": 16}, team(fan_factor=20, sponsor=SIG))
    assert asks.open[0].options == ("one-time", "ongoing", "none")


def test_a_bad_search_hears_every_reason():
    at = SponsorSearch(
        team(fan_factor=-1),
        "wins",
        touchdowns=-1,
        opponent_touchdowns=-1,
        casualties=-1,
        final=True,
    )
    assert reasons(ask("sponsor-search", at)) == [
        ("not-in-this-league", "sponsors"),
        ("negative", "team.fan_factor"),
        ("not-an-option", "result"),
        ("negative", "touchdowns"),
        ("negative", "opponent_touchdowns"),
        ("negative", "casualties"),
        ("final-is-a-play-off", "final"),
    ]


@settings(deadline=None, max_examples=60)
@given(
    data=st.data(),
    fans=st.integers(0, 20),
    race=st.sampled_from(["human", "dark-elf", "undead"]),
    sponsor=st.sampled_from(["", MCMURTY, FARBLAST, SIG]),
)
def test_every_search_ends_and_never_costs_gold(data, fans, race, sponsor):
    at = SponsorSearch(team(race=race, fan_factor=fans, sponsor=sponsor), "won")
    outcome, answers = play_out(data, "sponsor-search", at, **ON)
    after = fold(at.team, outcome.effects)
    assert after.treasury >= 0
    assert after.ongoing_sponsors <= 1
    deal = answers.get("sponsor-search/deal", "none")
    reached = answers["sponsor-search"] + fans + 2
    assert deal == "none" or reached >= (25 if deal == "major" else 20)
    assert (after.sponsor != sponsor) == (deal == "major")
    assert ask("sponsor-search", at, answers, **ON) == outcome


# --- smaller deals


@pytest.mark.parametrize("die", [1, 6])
def test_a_one_time_sponsor_pays_60000_a_point(die):
    """1640."""
    answers = {"one-time-sponsorship": die, "one-time-sponsorship/mishap": 2}
    outcome = ask("one-time-sponsorship", OfSponsors(team()), answers, **ON)
    assert outcome.effects == (e.Gold(die * 60_000, "one-time-sponsorship"),)
    assert total(outcome.because) == die * 60_000


def test_a_league_may_bring_the_one_time_sponsor_down():
    answers = {"one-time-sponsorship": 3, "one-time-sponsorship/mishap": 2}
    house = ON | {"sponsors.one-time": 10_000}
    outcome = ask("one-time-sponsorship", OfSponsors(team()), answers, **house)
    assert total(outcome.because) == 30_000


def test_a_second_die_of_1_takes_a_random_player_under_contract():
    squad = team(
        player("p1"),
        player("p2", misses_next=True),
        player("p3", journeyman=True),
        star="griff-oberwald",
    )
    answers = {"one-time-sponsorship": 1, "one-time-sponsorship/mishap": 1}
    asks = ask("one-time-sponsorship", OfSponsors(squad), answers, **ON)
    assert (keys(asks), asks.open[0].candidates) == (
        ["one-time-sponsorship/drawn"],
        ("p1", "p2"),
    )
    drawn = ask(
        "one-time-sponsorship",
        OfSponsors(squad),
        answers | {"one-time-sponsorship/drawn": ["p1"]},
        **ON,
    )
    assert drawn.effects[1:] == (e.MissesNext("p1"),)
    anyway = ask(
        "one-time-sponsorship",
        OfSponsors(squad),
        answers | {"one-time-sponsorship/drawn": ["p2"]},
        **ON,
    )
    assert anyway.effects[1:] == ()
    assert anyway.because[-1].params == {"player": "p2", "anyway": True}


def test_a_team_of_journeymen_has_nobody_to_spare():
    squad = team(player("p1", journeyman=True))
    answers = {"one-time-sponsorship": 1, "one-time-sponsorship/mishap": 1}
    outcome = ask("one-time-sponsorship", OfSponsors(squad), answers, **ON)
    assert outcome.effects == (e.Gold(60_000, "one-time-sponsorship"),)


def test_each_ongoing_deal_pays_and_risks_a_player():
    """1644-1646."""
    squad = team(ongoing_sponsors=3)
    answers = {
        "ongoing-sponsorship/1": 3,
        "ongoing-sponsorship/1/mishap": 1,
        "ongoing-sponsorship/1/drawn": ["p4"],
        "ongoing-sponsorship/2": 1,
        "ongoing-sponsorship/2/mishap": 1,
        "ongoing-sponsorship/2/drawn": ["p4"],
        "ongoing-sponsorship/3": 2,
        "ongoing-sponsorship/3/mishap": 2,
    }
    outcome = ask("ongoing-sponsorship", OfSponsors(squad), answers, **ON)
    assert outcome.effects == (
        e.Gold(30_000, "ongoing-sponsorship"),
        e.MissesNext("p4"),
        e.Gold(10_000, "ongoing-sponsorship"),
        e.Gold(20_000, "ongoing-sponsorship"),
    )
    assert total(outcome.because) == 60_000


def test_no_ongoing_deal_pays_nothing():
    assert ask("ongoing-sponsorship", OfSponsors(team()), **ON) == Allowed()
    assert reasons(ask("ongoing-sponsorship", OfSponsors(team(ongoing_sponsors=-1)), **ON)) == [
        ("negative", "team.ongoing_sponsors")
    ]


@pytest.mark.parametrize("name", ["one-time-sponsorship", "ongoing-sponsorship", "bombardier"])
def test_leagues_without_sponsors_refuse(name):
    outcome = ask(name, OfSponsors(team(ongoing_sponsors=1, sponsor=FARBLAST)))
    assert reasons(outcome) == [("not-in-this-league", "sponsors")]


@settings(deadline=None, max_examples=40)
@given(data=st.data(), deals=st.integers(0, 4))
def test_ongoing_deals_pay_10000_to_30000_each(data, deals):
    at = OfSponsors(team(ongoing_sponsors=deals))
    outcome, answers = play_out(data, "ongoing-sponsorship", at, **ON)
    assert 10_000 * deals <= total(outcome.because) <= 30_000 * deals
    after = fold(at.team, outcome.effects)
    assert after.treasury == total(outcome.because)
    mishaps = [key for key, value in answers.items() if key.endswith("/mishap") and value == 1]
    away = [each for each in after.players.values() if each.misses_next]
    assert len(away) <= len(mishaps)
    assert bool(away) == bool(mishaps)


# --- major sponsors


def sign(name, squad=None, answers=None):
    return ask("major-sponsor", Signing(squad or team(), name), answers, **ON)


@pytest.mark.parametrize("name", [MCMURTY, SIG, STEELHELM])
def test_signing_needs_no_more_than_a_name(name):
    assert sign(name).effects == (e.Sponsor(name),)


@pytest.mark.parametrize("race", ["dark-elf", "elf-union", "high-elf", "wood-elf"])
def test_farblast_does_not_sponsor_elves(race):
    """1662."""
    assert reasons(sign(FARBLAST, team(race=race))) == [("race-not-sponsored", "sponsor")]
    assert isinstance(sign(MCMURTY, team(race=race)), Allowed)


def test_farblast_equips_a_line_player():
    """1664: only positions of which a list has 12 or 16, only players under contract."""
    squad = team(player("p1"), player("p2", "blitzer"), player("p3"), player("p4", journeyman=True))
    asks = sign(FARBLAST, squad)
    assert (keys(asks), asks.open[0].candidates) == (["major-sponsor/bombardier"], ("p1", "p3"))
    outcome = sign(FARBLAST, squad, {"major-sponsor/bombardier": ["p3"]})
    after = fold(squad, outcome.effects)
    assert after.sponsor == FARBLAST
    assert after.players["p3"].lent == BOMBARDIER
    assert after.players["p3"].value == squad.players["p3"].value


def test_farblast_without_line_players_equips_nobody():
    squad = team(player("p2", "blitzer"))
    assert sign(FARBLAST, squad).effects == (e.Sponsor(FARBLAST),)


@pytest.mark.parametrize("race", sorted(load("bb2016").races))
def test_every_race_that_farblast_sponsors_has_a_line(race):
    outcome = sign(FARBLAST, team(race=race))
    elves = race in ("dark-elf", "elf-union", "high-elf", "wood-elf")
    assert isinstance(outcome, Refused if elves else Asks)


def test_signing_ends_the_deal_that_there_was():
    squad = team(player("p1", lent=BOMBARDIER), player("p2"), sponsor=FARBLAST)
    outcome = sign(STEELHELM, squad)
    assert outcome.effects == (e.Lent("p1", ()), e.Sponsor(""), e.Sponsor(STEELHELM))
    assert fold(squad, outcome.effects).sponsor == STEELHELM


@pytest.mark.parametrize(
    ("name", "fields", "expected"),
    [
        ("acme", {}, [("no-such-sponsor", "sponsor")]),
        (MCMURTY, {"sponsor": MCMURTY}, [("sponsored-already", "sponsor")]),
        (MCMURTY, {"sponsor": SIG}, [("ends-only-at-the-end", "team.sponsor")]),
        (SIG, {"blacklisted_by": frozenset({SIG})}, [("blacklisted", "sponsor")]),
        (
            FARBLAST,
            {"race": "wood-elf", "sponsor": SIG, "blacklisted_by": frozenset({FARBLAST})},
            [
                ("race-not-sponsored", "sponsor"),
                ("blacklisted", "sponsor"),
                ("ends-only-at-the-end", "team.sponsor"),
            ],
        ),
    ],
)
def test_why_a_deal_does_not_come_about(name, fields, expected):
    assert reasons(sign(name, team(**fields))) == expected


def test_unknown_races_and_positions_are_named():
    squad = team(player("p1", cost=1))
    stranger = replace(squad, race="martian")
    assert reasons(sign(FARBLAST, stranger)) == [("no-such-race", "team.race")]
    odd = replace(squad, players={"p1": replace(squad.players["p1"], position="juggler")})
    assert reasons(sign(FARBLAST, odd)) == [("no-such-position", "team.players.p1.position")]


def test_another_bombardier_is_named_once_the_first_has_gone():
    squad = team(sponsor=FARBLAST)
    outcome = ask("bombardier", OfSponsors(squad), {"bombardier": ["p2"]}, **ON)
    assert outcome.effects == (e.Lent("p2", BOMBARDIER),)
    armed = fold(squad, outcome.effects)
    assert reasons(ask("bombardier", OfSponsors(armed), **ON)) == [
        ("has-a-bombardier", "team.players")
    ]
    assert reasons(ask("bombardier", OfSponsors(team(sponsor=SIG)), **ON)) == [
        ("sponsor-equips-nobody", "team.sponsor")
    ]


# --- ending deals


def end(squad, ended, *, at_the_end=False):
    at = SponsorEnding(squad, at_the_end=at_the_end)
    return ask("end-sponsorship", at, {"end-sponsorship": ended}, **ON)


def test_any_deal_may_be_ended_for_nothing():
    """1342, 1648."""
    squad = team(player("p1", lent=BOMBARDIER), player("p2"), sponsor=FARBLAST, ongoing_sponsors=3)
    outcome = end(squad, ["ongoing/1", FARBLAST, "ongoing/3"])
    after = fold(squad, outcome.effects)
    assert (after.sponsor, after.ongoing_sponsors, after.players["p1"].lent) == ("", 1, ())
    assert after.treasury == squad.treasury
    assert fold(squad, end(squad, []).effects) == squad


def test_the_guild_lets_go_only_at_the_very_end():
    """1342, 1381, 1674."""
    squad = team(sponsor=SIG, ongoing_sponsors=1)
    assert reasons(end(squad, [SIG])) == [("not-a-candidate", "end-sponsorship")]
    kept = end(squad, ["ongoing/1"])
    assert [line.code for line in kept.because] == ["ended", "ends-only-at-the-end"]
    assert fold(squad, kept.effects).sponsor == SIG
    outcome = end(squad, [SIG], at_the_end=True)
    assert fold(squad, outcome.effects).sponsor == ""
    assert outcome.effects == (e.Sponsor(""),)


def test_at_the_very_end_nobody_but_the_guild_lets_go():
    squad = team(sponsor=MCMURTY, ongoing_sponsors=1)
    assert end(squad, [MCMURTY], at_the_end=True) == Allowed()


def test_there_may_be_nothing_to_end():
    assert ask("end-sponsorship", SponsorEnding(team()), **ON) == Allowed()
    alone = ask("end-sponsorship", SponsorEnding(team(sponsor=SIG)), **ON)
    assert [line.code for line in alone.because] == ["ends-only-at-the-end"]
