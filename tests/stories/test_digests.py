"""Leagues out of known seeds come out as they did when their digests were written down.

A change that is meant to alter no number is proved by this; one that is meant to writes the file
anew: `SOAK_DIGESTS=write .venv/bin/pytest tests/stories/test_digests.py`.
"""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from simulator.digests import digest
from simulator.leagues import Simulation
from simulator.settings import Setting

RECORD = Path(__file__).with_name("digests.json")
UNTIL = datetime(2026, 11, 1, 18, tzinfo=UTC)
TEAMS = 4  # the fewest that play a final
# What every test run plays; the soak plays all of them.
QUICK = ("bb2016 everything 7", "crp core 7")
ALL = tuple(
    f"{edition} {rules} {seed}"
    for edition in ("bb2016", "crp")
    for rules in ("core", "everything")
    for seed in (7, 8, 11, 23, 42)
)
SOAK = os.environ.get("SOAK_DIGESTS", "")


@pytest.mark.pure
@pytest.mark.parametrize("league", ALL if SOAK else QUICK)
def test_a_league_comes_out_as_it_did(marta, league):
    edition, rules, seed = league.split()
    setting = Setting(int(seed), UNTIL, edition=edition, rules=rules, teams=TEAMS, seasons=1)
    played = digest(Simulation(setting, marta).run())
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    if SOAK == "write":
        RECORD.write_text(json.dumps(recorded | {league: played}, indent=1, sort_keys=True) + "\n")
        return
    assert played == recorded[league]
