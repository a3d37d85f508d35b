"""Pairing: a large Swiss round, and a long round robin, also as rows."""

import time
from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from bench import measuring
from bench.measuring import Measured, record
from competition.commands.fixtures import make_rounds, rounds_to_make
from competition.commands.rounds import begin_play
from competition.models import Entry, Fixture, Place, Round, Stage
from competition.scheduling import rounds as plain
from competition.scheduling.draw import Draw
from competition.scheduling.round_robin import round_robin
from competition.scheduling.swiss import Entrant, pair_swiss
from competition.tasks import ROUNDS_A_STEP
from league.commands.leagues import create_league
from league.queries import current_season

# Nothing here waits for anything, so what others do on the machine need not count.
seconds_of = partial(measuring.seconds_of, clock=time.process_time)

TEAMS = 1000
ROUNDS = 6


def tournament() -> tuple[list[Entrant], list[plain.Round]]:
    """A thousand teams after five rounds: a third drew, else the lower number won."""
    scores = dict.fromkeys(range(TEAMS), 0)
    history: list[plain.Round] = []
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


def season_of_64() -> tuple[Stage, list[Place]]:
    """A double round robin that is about to be made."""
    now = timezone.now()
    marta = User.objects.create(name="Marta", email="bench@example.org", joined_at=now)
    league = create_league(actor=marta, name="Bench", edition_key="bb2016", now=now)
    season = current_season(league)
    entries = Entry.objects.bulk_create(
        Entry(season=season, name=f"Team {n}", state=Entry.State.ACCEPTED, registered_at=now)
        for n in range(64)
    )
    stage = Stage.objects.create(
        season=season, position=1, name="League", format="round-robin", legs=2, draw="0" * 16
    )
    places = [Place(stage=stage, entry=entry, seed=n) for n, entry in enumerate(entries, start=1)]
    return stage, Place.objects.bulk_create(places)


def undone(function: Callable[[], object]) -> Callable[[], None]:
    """Carried out, and taken back."""

    def run_and_forget() -> None:
        with transaction.atomic():
            function()
            transaction.set_rollback(True)

    return run_and_forget


def stored() -> list[Measured]:
    stage, places = season_of_64()

    def made() -> None:
        rounds = list(rounds_to_make(stage, places).items())
        for done in range(0, len(rounds), ROUNDS_A_STEP):
            make_rounds(stage, dict(rounds[done : done + ROUNDS_A_STEP]))

    with transaction.atomic():
        made()
        rows = list(stage.fixtures.order_by("number"))
        rounds = list(stage.rounds.order_by("number"))
        transaction.set_rollback(True)

    def bare() -> None:
        Round.objects.bulk_create(rounds)
        for row in rows:
            row.pk = None
        Fixture.objects.bulk_create(rows)

    def whole() -> None:
        made()
        begin_play(stage, now=timezone.now())

    times = {
        function.__name__: seconds_of(undone(function), rounds=7)
        for function in (bare, made, whole)
    }
    return [
        Measured(f"{len(rows):,} fixtures, bare bulk insert", f"{times['bare'] * 1000:.0f} ms"),
        Measured("the same, made and stored", f"{times['made'] / times['bare']:.1f} ×", "2 ×"),
        Measured("the same, with the first table", f"{times['whole'] / times['bare']:.1f} ×"),
    ]


def run() -> None:
    record("Fixtures of a double round robin of 64 teams, processor time", stored())
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
