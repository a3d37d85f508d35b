"""The rulebook: loaded, searched, and asked about a draft."""

import os
import time
from functools import partial
from itertools import cycle

from bench import measuring
from bench.measuring import Measured, record
from rules.book import Book
from rules.editions import edition
from rules.editions.bb2016.draft import Draft, draft
from rules.editions.bb2016.value import team_value
from rules.engine.state import Player, Team
from rules.house import House
from rules.loading import _raw_of, load, loaded
from rules.search import Index, index_of, items_of

# Nothing here waits for anything: the processor's time, and the run that others disturbed least.
seconds_of = partial(measuring.seconds_of, of=min, clock=time.process_time)

DRAFTS = 200
SEARCHES = ("broken ribs", "57", "claw", "griff", "60,000", "block", "a", "human blitzer")
SQUAD = {"lineman": 9, "blitzer": 4, "thrower": 1, "catcher": 2}


def load_afresh() -> None:
    loaded.cache_clear()
    _raw_of.cache_clear()
    load("bb2016")


def make_index() -> None:
    Index.of(items_of(load("bb2016")))


def validate_drafts() -> None:
    """A full roster judged, and its Team Value summed up, so many times over."""
    book = Book(load("bb2016"), House(edition("bb2016").knobs, {"draft.treasury": 1_500_000}))
    wish = Draft(
        race="human",
        players=SQUAD,
        rerolls=3,
        fan_factor=5,
        staff={"apothecary": 1, "cheerleader": 1, "assistant-coach": 1},
    )
    positions = book.race("human").positions
    numbered = enumerate(key for key, count in SQUAD.items() for _ in range(count))
    players = {
        f"p{number}": Player(id=f"p{number}", position=key, cost=positions[key].cost)
        for number, key in numbered
    }
    team = Team(race="human", players=players, rerolls=3, fan_factor=5, staff={"apothecary": 1})
    for _ in range(DRAFTS):
        if not draft(book, wish).effects or not team_value(book, team)[0]:
            raise AssertionError("this draft is as it should be")


def run() -> None:
    index = index_of("bb2016")
    texts = cycle(SEARCHES)
    usual = measuring.seconds_of(
        lambda: index.find(next(texts)), rounds=400, clock=time.process_time
    )
    slowest = max(seconds_of(lambda text=text: index.find(text)) for text in SEARCHES)
    record(
        f"Rulebook, processor time, best of several, load {os.getloadavg()[0]:.1f}",
        [
            Measured(
                "catalogue loaded, files and checks",
                f"{seconds_of(load_afresh, rounds=15) * 1000:.0f} ms",
                "150 ms",
            ),
            Measured(
                "search index made",
                f"{seconds_of(make_index, rounds=10) * 1000:.0f} ms",
            ),
            Measured(
                "a search",
                f"{usual * 1000:.2f} ms",
                "5 ms",
            ),
            Measured("the slowest of them", f"{slowest * 1000:.2f} ms", "5 ms"),
            Measured(
                "draft of 16 players validated, with Team Value",
                f"{DRAFTS / seconds_of(validate_drafts, rounds=40):,.0f} a second",
                "5,000 a second",
            ),
        ],
    )
