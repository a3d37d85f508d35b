"""Three rounds of four teams in plain values; then one touchdown of the first is changed.

The riskiest idea of the design, proved without a database: answers are found again under their
keys, only what really differs is different, and a replay without a change changes nothing.
"""

import random
from dataclasses import replace

import pytest

from rules.editions.bb2016.beforehand import PRE_MATCH
from rules.editions.bb2016.draft import Draft, draft
from rules.editions.bb2016.postmatch import POST_MATCH
from rules.engine.effects import Earned, Fact, Gold, To
from rules.engine.fold import fold
from rules.engine.growth import points
from rules.engine.match import SIDES, Hurt, Match, Report
from rules.engine.state import Team
from tests.rules.answering import Seeded
from tests.rules.builders import book
from tests.rules.playing import as_it_was, changed, play_through, told_in

pytestmark = pytest.mark.pure

WISHES = {
    "greywater": Draft(
        "human", {"lineman": 7, "blitzer": 4, "thrower": 1}, 3, 2, {"apothecary": 1}
    ),
    "ashgate": Draft("orc", {"lineman": 6, "blitzer": 4, "black-orc": 2}, 2, 3),
    "palefield": Draft(
        "undead", {"skeleton": 4, "zombie": 3, "ghoul": 2, "wight": 2, "mummy": 2}, 2
    ),
    "underquay": Draft("skaven", {"lineman": 8, "gutter-runner": 4}, 3, 2, {"apothecary": 1}),
}
ROUNDS = [
    [("greywater", "ashgate"), ("palefield", "underquay")],
    [("ashgate", "palefield"), ("underquay", "greywater")],
    [("greywater", "palefield"), ("ashgate", "underquay")],
]
HOUSE = {"stadiums": True, "sponsors": True, "referees": True, "plays": False}


def pitch(match, seed):
    """What happened on the pitch: goals, passes and hurt players, from a seed."""
    pen = random.Random(f"{seed}/{match.id}/pitch")
    deeds = {side: {} for side in SIDES}
    touchdowns = {side: pen.randint(0, 3) for side in SIDES}
    casualties = []
    for side in SIDES:
        able = [player.id for player in match.teams[side].available]
        for _ in range(touchdowns[side]):
            scorer = pen.choice(able)
            count = deeds[side].setdefault(scorer, {})
            count["touchdown"] = count.get("touchdown", 0) + 1
        hurt = pen.choice(able)
        helped = bool(match.teams[side].staff.get("apothecary")) and pen.random() < 0.5
        casualties.append(Hurt(side, hurt, apothecary=helped))
    sat_out = {
        side: tuple(p.id for p in match.teams[side].players.values() if p.misses_next)
        for side in SIDES
    }
    return Report(touchdowns, deeds, tuple(casualties), sat_out)


def play_season(rules, answers, reports, *, answer, seed=7, kick_offs=None, elsewhere=None):
    """All rounds from the draft on. Reports and answers that are there are used, others made.

    With `kick_offs` it is a replay: every pre-match stands as it was.
    """
    teams = {
        name: fold(Team(wish.race), draft(rules, replace(wish, window=name)).effects)
        for name, wish in WISHES.items()
    }
    done = {}
    for number, pairs in enumerate(ROUNDS, start=1):
        for home, away in pairs:
            id_ = f"r{number}-{home}"
            given = answers.setdefault(id_, {})
            match = Match(id_, {"home": teams[home], "away": teams[away]})
            if kick_offs:
                before, match = kick_offs[id_], as_it_was(match, kick_offs[id_])
            else:
                match, before = play_through(rules, PRE_MATCH, match, given, answer)
            report = reports.setdefault(id_, pitch(match, seed))
            match, after = play_through(
                rules,
                POST_MATCH,
                replace(match, report=report),
                given,
                answer,
                elsewhere=elsewhere,
            )
            done[id_] = (before, after)
            teams[home], teams[away] = match.teams["home"], match.teams["away"]
    return teams, done


@pytest.fixture(scope="module")
def season():
    rules, answers, reports = book(**HOUSE), {}, {}
    teams, done = play_season(rules, answers, reports, answer=Seeded(7))
    return rules, answers, reports, teams, done


def replay(season, *, answers=None, reports=None, answer=None):
    """The season again with some answers or reports edited: teams, and what differs by place."""
    rules, old_answers, old_reports, _, done = season
    kick_offs = {id_: before for id_, (before, _) in done.items()}
    teams, again = play_season(
        rules,
        copied(answers or old_answers),
        dict(reports or old_reports),
        answer=answer or nobody,
        kick_offs=kick_offs,
        elsewhere=told_in(old_answers),
    )
    difference = {
        f"{id_}: {place}": (was, now)
        for id_, (_, after) in done.items()
        for place, was, now in changed(after, again[id_][1])
    }
    return teams, difference


def nobody(ask, context):
    raise AssertionError(f"nothing new should be asked: {ask}")


def copied(answers):
    return {id_: {place: dict(given) for place, given in of.items()} for id_, of in answers.items()}


def with_fewer_touchdowns(report):
    """The report without the first touchdown of the home side, and who had scored it."""
    scorer, deeds = next(iter(report.deeds["home"].items()))
    fewer = {scorer: {"touchdown": deeds["touchdown"] - 1}}
    edited = replace(
        report,
        score=report.score | {"home": report.score["home"] - 1},
        deeds=report.deeds | {"home": report.deeds["home"] | fewer},
    )
    return edited, scorer


def test_a_season_plays_out_and_means_something(season):
    rules, _, _, teams, done = season
    before, after = done["r1-greywater"]
    assert [each.place for each in before] == [
        "conditions/joint",
        "inducement-gold/joint",
        "inducements/home",
        "inducements/away",
        "kick-off/joint",
    ]
    places = [each.place for each in after if "settlement" not in each.place]
    assert places[:3] == ["report/joint", "improvements/home", "improvements/away"]
    assert places[-2:] == ["next-match/home", "next-match/away"]
    assert sum(team.record["played"] for team in teams.values()) == 12
    assert any(team.treasury for team in teams.values())
    assert any(points(rules, p) >= 6 for team in teams.values() for p in team.players.values())


def test_replaying_without_a_change_gives_identical_effects(season):
    teams, difference = replay(season)
    assert difference == {}
    assert teams == season[3]


def test_taking_back_one_touchdown_changes_just_what_rests_on_it(season):
    _, _, reports, teams, _ = season
    edited, scorer = with_fewer_touchdowns(reports["r1-greywater"])
    asked = []

    def ask_the_coach(ask, context):
        asked.append((context.match.id, ask.key))
        return Seeded(8)(ask, context)

    new_teams, difference = replay(
        season,
        reports=reports | {"r1-greywater": edited},
        answer=ask_the_coach,
    )
    for place, (was, now) in difference.items():
        print(place, "\n  was", was, "\n  now", now)
    print("asked anew:", asked)
    was, now = difference["r1-greywater: report/joint"]
    assert To("home", Earned(scorer, "touchdown", 1)) in was
    assert To("home", Earned(scorer, "touchdown", 1)) not in now
    assert Fact("league-points", 3) in difference["r1-greywater: points/home"][0]
    assert Fact("league-points", 1) in difference["r1-greywater: points/home"][1]
    record = teams["greywater"].record, new_teams["greywater"].record
    assert [r["touchdowns"] for r in record] == [
        record[0]["touchdowns"],
        record[0]["touchdowns"] - 1,
    ]
    assert {key for _, key in asked} <= {"fan-factor", "winnings/again"}
    assert not any("palefield" in place and place.startswith("r1") for place in difference)


def test_an_improvement_that_is_no_longer_earned_is_gone_with_its_skill(season):
    """The scorer reached six points in round three; without the touchdown they do not."""
    _, _, reports, teams, _ = season
    edited, scorer = with_fewer_touchdowns(reports["r1-greywater"])
    new_teams, _ = replay(season, reports=reports | {"r1-greywater": edited}, answer=Seeded(8))
    before, after = teams["greywater"].players[scorer], new_teams["greywater"].players[scorer]
    assert (len(before.skills), len(after.skills)) == (1, 0)
    assert before.value - after.value == before.value_added


def test_what_a_change_does_not_reach_stays_as_it_was(season):
    """A changed die for gold in round three leaves everything else alone."""
    edited = copied(season[1])
    winnings = edited["r3-ashgate"]["fortune/home"]
    die = "winnings/second" if "winnings/second" in winnings else "winnings"
    winnings[die] = winnings[die] % 6 + 1
    _, difference = replay(season, answers=edited)
    (was, now) = difference.pop("r3-ashgate: fortune/home")
    assert {type(a) for a, b in zip(was, now, strict=True) if a != b} == {Gold}
    assert set(difference) <= {"r3-ashgate: next-match/home"}


def test_facts_of_a_match_are_kept_apart_from_its_teams(season):
    before = [each for of_match, _ in season[4].values() for each in of_match]
    facts = {e.what for each in before for e in each.ruling.effects if isinstance(e, Fact)}
    assert {"weather", "stadium", "referee", "gate", "kicks-off"} <= facts
