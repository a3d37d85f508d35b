"""Whole matches through the real commands: how many a second, and where the time goes."""

import cProfile
import os
import pstats
import time
from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from bench.measuring import Measured, record
from simulator.leagues import Simulation
from simulator.people import somebody
from simulator.settings import Setting

TEAMS = 4  # the least that there are play-offs for
WHOLE_LEAGUE = 20  # as many as the command makes if nobody says how many
# The parts of an evening, and what all of them spend on the database; file and function.
PARTS: Mapping[str, tuple[str, str]] = {
    "beginning": ("match_day.py", "begin_fixture"),
    "answering steps": ("answering.py", "answer"),
    "sitting down: locks, reading": ("running.py", "load"),
    "taps": ("tapping.py", "enter_taps"),
    "report": ("reporting.py", "submit_report"),
    "confirmation": ("reporting.py", "confirm_report"),
    "deciding what to answer": ("meetings.py", "think"),
    "asking the rulebook, in all of these": ("drive.py", "_hear"),
    "statements, in all of these": ("compiler.py", "execute_sql"),
    "making SQL, in all of these": ("compiler.py", "as_sql"),
}


def played(rules: str, teams: int = TEAMS) -> tuple[int, float]:
    """A season, how many matches it had, and the processor's time; taken back afterwards."""
    with transaction.atomic():
        now = timezone.now()
        setting = Setting(seed=7, until=now, teams=teams, seasons=1, rules=rules)
        simulation = Simulation(setting, somebody("Bench", now=now))
        started = time.process_time()
        simulation.run()
        taken = time.process_time() - started
        transaction.set_rollback(True)
    return simulation.played, taken


def statements() -> Measured:
    """How often a match asks the database, which is the same however busy the machine is."""
    asked = 0

    def count(execute: Callable[..., Any], *statement: Any) -> Any:
        nonlocal asked
        asked += 1
        return execute(*statement)

    with connection.execute_wrapper(count):
        matches, _seconds = played("everything")
    return Measured("statements, everything rules", f"{asked / matches:.0f} a match")


def shares() -> list[Measured]:
    profile = cProfile.Profile()
    profile.runcall(played, "everything")
    stats: Mapping[tuple[str, int, str], tuple[int, int, float, float, object]]
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    whole = max(each[3] for each in stats.values())
    found = []
    for part, (file, function) in PARTS.items():
        spent = sum(
            each[3]
            for (where, _line, name), each in stats.items()
            if where.endswith(file) and name == function
        )
        found.append(Measured(part, f"{100 * spent / whole:.0f} %"))
    return found


def run() -> None:
    measured = []
    for rules in ("core", "everything"):
        matches, seconds = played(rules)
        told = f"complete matches, {rules} rules"
        measured.append(Measured(told, f"{matches / seconds:.1f} a second", "3, better 10"))
    matches, seconds = played("everything", WHOLE_LEAGUE)
    told = f"the same in a league of {WHOLE_LEAGUE} teams"
    measured.append(Measured(told, f"{matches / seconds:.1f} a second", "3, better 10"))
    load = os.getloadavg()[0]
    title = f"Simulated season of 4 teams, processor time, load {load:.1f}"
    record(title, [*measured, statements(), *shares()])
