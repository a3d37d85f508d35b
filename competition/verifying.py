"""Whether ledgers and tables say what they are made of, for one stage or for the whole site."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from django.db.models import Max

from competition.commands.rounds import locked_stage
from competition.models import Stage, Standing
from competition.standings.tie_breakers import LowerStrength
from competition.tables import standings_of
from league.pins import book_of
from teams.models import Team
from teams.verifying import differences as team_differences

AT_A_TIME = 20

COUNTED = (
    *("division_id", "played", "won", "drawn", "lost", "points", "bonus", "adjusted"),
    *("score_for", "score_against", "tallies", "form", "streak", "is_provisional"),
)
RANKED = ("rank", "position", "moved", "fate")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a table says otherwise than the results."""

    stage: Stage
    entry: int
    what: str
    rows: object
    results: object

    def __str__(self) -> str:
        where = f"{self.stage.season.league}, {self.stage}, entry {self.entry}"
        return f"{where}: {self.what} is {self.rows!r}, the results say {self.results!r}"


def differences(stage: Stage) -> Iterator[Difference]:
    """Work a stage's tables out anew and compare. Eight statements, whatever the size."""
    if stage.format == Stage.Format.KNOCK_OUT or stage.state == Stage.State.PLANNED:
        return
    # A team's value moves between matches, and with it places that hang on nothing else.
    by_value = LowerStrength.key in book_of(stage.season.pin).house["tie-breakers"]
    compared = COUNTED if by_value else (*COUNTED, *RANKED)
    kept = {row.entry_id: row for row in stage.standings.all()}
    standings = {row.entry_id: row for row in standings_of(stage)}
    shared: dict[tuple[int | None, int], set[int]] = {}
    for row in standings.values():
        shared.setdefault((row.division_id, row.rank), set()).add(row.position)
    for entry in sorted({*kept, *standings}):
        mine, theirs = kept.get(entry), standings.get(entry)
        if mine is None or theirs is None:
            yield Difference(stage, entry, "the row", _there(mine), _there(theirs))
            continue
        for name in compared:
            if name == "position" and mine.position in shared[theirs.division_id, theirs.rank]:
                # Those who share a place stand by name, and may be called otherwise since.
                continue
            rows, results = getattr(mine, name), getattr(theirs, name)
            if rows != results:
                yield Difference(stage, entry, name, rows, results)


def _there(row: Standing | None) -> str:
    return "not there" if row is None else "there"


def batches() -> list[Callable[[], Iterator[str]]]:
    """The whole site in small parts, each to be asked within a transaction for what differs."""
    found: list[Callable[[], Iterator[str]]] = []
    for model, differing in ((Team, _differing_teams), (Stage, _differing_tables)):
        last = model.objects.aggregate(last=Max("pk"))["last"] or 0
        found += [partial(differing, after) for after in range(0, last, AT_A_TIME)]
    return found


def _differing_teams(after: int) -> Iterator[str]:
    some = Team.objects.filter(pk__gt=after, pk__lte=after + AT_A_TIME).order_by("pk")
    # Held, so that nobody writes between the rows and the events.
    for team in some.select_for_update(no_key=True):
        yield from map(str, team_differences(team))


def _differing_tables(after: int) -> Iterator[str]:
    some = Stage.objects.filter(pk__gt=after, pk__lte=after + AT_A_TIME).order_by("pk")
    for stage in some:
        yield from map(str, differences(locked_stage(stage)))
