"""Standings of a big league: made from all results, and kept up to date."""

import random
import time
from functools import partial

from bench import measuring
from bench.measuring import Measured, record
from competition.standings.prospects import prospects
from competition.standings.record import Record
from competition.standings.results import Entrant, Played
from competition.standings.scheme import Scheme
from competition.standings.table import standings, table
from rules.editions import edition
from rules.house import House

# Nothing here waits for anything, so what others do on the machine need not count.
seconds_of = partial(measuring.seconds_of, clock=time.process_time)

TEAMS = [Entrant(f"{number:02}", f"Team {number}", 1_000_000) for number in range(64)]
RESULTS = 2_000
ALL = [
    "points", "wins", "win-rate", "head-to-head", "opponents", "td-difference", "td-for",
    "td-against", "cas-difference", "cas-for", "both-differences", "team-value", "lots",
]  # fmt: skip


def season() -> list[Played]:
    """Low scores on purpose: many are level, so that many tie-breakers are asked."""
    chance = random.Random(64)
    pairs = (chance.sample(TEAMS, 2) for _ in range(RESULTS))
    return [
        Played.score(
            f"{number:04}",
            home.key,
            away.key,
            (chance.randint(0, 2), chance.randint(0, 2)),
            (chance.randint(0, 3), chance.randint(0, 3)),
            round=number * 2 // len(TEAMS),
        )
        for number, (home, away) in enumerate(pairs)
    ]


def run() -> None:
    results = season()
    bonuses = {"points.bonus": ["td-3", "cas-3", "clean-sheet", "lost-by-one"]}
    scheme = Scheme(House(edition("bb2016").knobs, bonuses))
    every_way = Scheme(House(edition("bb2016").knobs, bonuses | {"tie-breakers": ALL}))
    *before, last = results
    kept = Record.of(before, scheme=scheme)
    rows = table(TEAMS, kept)
    open_ = [(home.key, away.key, 63) for home in TEAMS[:32] for away in TEAMS[32:]]
    milliseconds = {
        "made from all results": lambda: standings(TEAMS, results, scheme=scheme),
        "the same, by every tie-breaker there is": lambda: standings(
            TEAMS, results, scheme=every_way
        ),
        "one more result, and the table anew": lambda: table(TEAMS, kept.plus(last)),
        "as after the middle round": lambda: table(TEAMS, kept.upto(31)),
        "clinched and eliminated, 1,024 fixtures open": lambda: prospects(
            rows, kept, fixtures=open_
        ),
    }
    record(
        f"Standings of {len(TEAMS)} teams after {RESULTS:,} results, processor time",
        [
            Measured(what, f"{seconds_of(function) * 1000:.1f} ms", "100 ms")
            for what, function in milliseconds.items()
        ],
    )
