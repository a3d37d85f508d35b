"""Names and colours for whoever has not thought of any."""

import pytest

from rules.loading import load
from teams.suggestions import NICKNAMES, suggest_kits, suggest_name, suggest_team_name
from web.crests import LEAST_CONTRAST, contrast
from web.lines import what_is_wrong_with

RACES = sorted(load("bb2016").races)
pytestmark = pytest.mark.pure


def test_every_race_calls_its_teams_by_names_of_its_own():
    assert sorted(NICKNAMES) == RACES
    assert len({*NICKNAMES.values()}) == len(RACES)


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize("suggest", [suggest_name, suggest_team_name])
def test_names_fit_differ_and_come_again(race, suggest):
    names = [suggest(race, str(seed)) for seed in range(30)]
    assert names == [suggest(race, str(seed)) for seed in range(30)]
    assert len({*names}) > 20
    assert not any(what_is_wrong_with(name, subject="", at_most=60) for name in names)


@pytest.mark.parametrize("suggest", [suggest_name, suggest_team_name])
def test_a_name_that_is_taken_is_not_suggested(suggest):
    first = suggest("orc", "seed")
    assert suggest("orc", "seed", {first}) != first


def test_a_trim_is_seen_on_its_shirt():
    for seed in range(100):
        assert contrast(*suggest_kits(str(seed))) >= LEAST_CONTRAST
