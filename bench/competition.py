"""Pairing: a large Swiss round, and a long round robin, also as rows."""

import time
from functools import partial

from bench import measuring
from bench.measuring import Measured, record
from competition.scheduling.draw import Draw
from competition.scheduling.round_robin import round_robin
from competition.scheduling.rounds import Round
from competition.scheduling.swiss import Entrant, pair_swiss

# Nothing here waits for anything, so what others do on the machine need not count.
seconds_of = partial(measuring.seconds_of, clock=time.process_time)

TEAMS = 1000
ROUNDS = 6


def tournament() -> tuple[list[Entrant], list[Round]]:
    """A thousand teams after five rounds: a third drew, else the lower number won."""
    scores = dict.fromkeys(range(TEAMS), 0)
    history: list[Round] = []
    for number in range(1, ROUNDS):
        entrants = [Entrant(team, score) for team, score in scores.items()]
        history.append(pair_swiss(entrants, draw=Draw(number), history=history).round)
        for nth, pairing in enumerate(history[-1].pairings):
            if nth % 3:
                scores[min(pairing.teams)] += 3
            else:
                scores[pairing.home] += 1
                scores[pairing.away] += 1
    return [Entrant(team, score) for team, score in scores.items()], history


def run() -> None:
    entrants, history = tournament()
    clubs = [Entrant(team, club=f"club {team % 100}") for team in range(TEAMS)]
    first = seconds_of(lambda: pair_swiss(clubs, draw=Draw(1)), rounds=5)
    sixth = seconds_of(lambda: pair_swiss(entrants, draw=Draw(1), history=history), rounds=5)
    double = seconds_of(lambda: round_robin(range(64), legs=2), rounds=15)
    record(
        "Pairing, processor time",
        [
            Measured("first Swiss round of 1,000 teams of 100 clubs", f"{first:.2f} s", "5 s"),
            Measured("sixth Swiss round of 1,000 teams", f"{sixth:.2f} s", "5 s"),
            Measured("double round robin of 64 teams, not stored", f"{double * 1000:.1f} ms"),
        ],
    )
