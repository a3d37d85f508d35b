"""Whole seasons out of seeds, under every preset and some house rules: what must always hold.

`SOAK_SEASONS=200 pytest tests/rules/test_seasons.py` plays so many of each kind.
"""

import json
import os
from dataclasses import replace

import pytest

from rules.editions import edition
from rules.editions.bb2016.value import team_value
from rules.engine.effects import Effect, Fact, To, from_data, to_data
from rules.engine.fold import fold
from rules.engine.match import SIDES, Match, other
from rules.engine.rulings import total
from rules.engine.visibility import decider
from tests.rules.playing import play_through
from tests.rules.seasons import play_season

pytestmark = pytest.mark.pure

SEASONS = int(os.environ.get("SOAK_SEASONS", "1"))


def presets(key):
    return {name: preset.turned for name, preset in edition(key).knobs.presets.items()}


EVERYTHING = presets("bb2016")["everything"]
VARIATIONS = {
    "points": EVERYTHING | {"plays.variant": "points", "mvp": "coach", "mvp.dead": False},
    "drafted cards": EVERYTHING | {"plays.variant": "draft", "mvp": "random"},
    "one deck": EVERYTHING | {"plays.variant": "one-deck", "expenses.spiralling": True},
    "round robin": EVERYTHING | {"plays.variant": "round-robin", "winnings.short-league": "both"},
    "cards on the table": {"plays": True, "plays.physical": True, "fan-factor.free": True},
    "old cards": {"plays.lrb6": "allowance", "stars.injuries": True, "weather.dice": "D8"},
    "old cards only": {"plays.lrb6": "instead", "points.bonus": ["td-3", "lost-by-one"]},
    "no stars": EVERYTHING | {"stars": False, "mistakes": False, "referees.table": "picked"},
    "twelve": {"draft.players-at-most": 12, "standings.casualties": "suffered"},
}
OF_CRP = {
    "three named": {"mvp": "nominate-three", "mistakes": True},
    "old cards": {"plays.lrb6": "allowance"},
}
KINDS = [
    *(("bb2016", name, turned) for name, turned in (presets("bb2016") | VARIATIONS).items()),
    *(("crp", name, turned) for name, turned in (presets("crp") | OF_CRP).items()),
]


@pytest.fixture(
    scope="module",
    params=[(*kind, seed) for kind in KINDS for seed in range(SEASONS)],
    ids=lambda each: f"{each[0]}, {each[1]}, seed {each[3]}",
)
def season(request):
    edition, _, turned, seed = request.param
    teams = 4 + 2 * (seed % 2)
    return play_season(f"{edition}-{seed}", in_edition=edition, teams=teams, **turned)


def steps(season):
    """Every step of every match, with the match's id."""
    for id_, both in season.done.items():
        for done in both:
            for each in done:
                yield id_, each


def teams_of(season, id_):
    """The two names of a match such as `r1-t2-t4`."""
    return dict(zip(SIDES, id_.split("-")[1:], strict=True))


def test_teams_stay_within_the_rules(season):
    """Gold, places and positions, after every match of theirs."""
    most = season.rules.house["draft.players-at-most"]
    for match in season.matches.values():
        for side in SIDES:
            team = match.teams[side]
            assert team.treasury >= 0
            assert team.fan_factor >= 0
            assert len(team.contracted) + bool(team.star) <= most
            for key, position in season.rules.race(team.race).positions.items():
                assert team.position_count(key) <= position.max
            assert not any(player.owed for player in team.players.values())


def test_team_value_is_the_sum_of_its_lines(season):
    for match in season.matches.values():
        for side in SIDES:
            team = match.teams[side]
            worth, lines = team_value(season.rules, team)
            assert worth == total(lines)
            assert worth >= sum(player.value for player in team.available)


def test_playing_again_changes_nothing(season):
    """Every answer is found again under its key, and every effect is the same."""
    teams = dict(season.drafted)
    pre_match, post_match = season.steps
    for id_, report in season.reports.items():
        names = teams_of(season, id_)
        elsewhere = tuple(t.star for n, t in teams.items() if n not in names.values() and t.star)
        match = Match(id_, {s: teams[n] for s, n in names.items()}, rostered_elsewhere=elsewhere)
        match, before = play_through(season.rules, pre_match, match, season.answers[id_], nobody)
        match = replace(match, report=report)
        match, after = play_through(season.rules, post_match, match, season.answers[id_], nobody)
        assert (before, after) == season.done[id_]
        teams |= {names[side]: match.teams[side] for side in SIDES}
    assert teams == season.teams


def nobody(ask, context):
    raise AssertionError(f"nothing new should be asked: {ask}")


def test_stored_and_read_back_the_effects_make_the_same_teams(season):
    """Through JSON and the fold alone: what the ledger will do."""
    teams = dict(season.drafted)
    for id_, done in steps(season):
        names = teams_of(season, id_)
        for effect in done.ruling.effects:
            stored = from_data(json.loads(json.dumps(to_data(effect))))
            assert stored == effect
            side, befalls = _addressed(done.side, stored)
            if side:
                teams[names[side]] = fold(teams[names[side]], [befalls])
    assert teams == season.teams


def _addressed(side, effect):
    return (effect.side, effect.effect) if isinstance(effect, To) else (side, effect)


def test_a_joint_step_says_whose_every_change_is(season):
    for id_, done in steps(season):
        for effect in done.ruling.effects:
            assert isinstance(effect, Effect)
            if done.side is None and not isinstance(effect, To):
                assert isinstance(effect, Fact), (id_, done.place, effect)
            if done.side is not None:
                assert not isinstance(effect, To), (id_, done.place, effect)


def test_answers_are_plain_enough_to_be_stored(season):
    assert json.loads(json.dumps(season.answers)) == season.answers


def test_every_choice_that_both_come_to_together_is_one_sides(season):
    """A key that names a side is that side's to answer, but the dead are raised by their killers;
    where it names none, the dice have said whose it is."""
    for ask in season.joint_asks:
        if ask.is_chance:
            continue
        whose = decider(ask, None)
        assert whose in SIDES, ask
        first, *parts = ask.key.split("/")
        named = next((part for part in parts if part in SIDES), None)
        if named:
            assert whose == (other(named) if first == "raise-dead" else named), ask
