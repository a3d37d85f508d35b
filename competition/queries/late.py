"""A fixture that is entered late: what its match would change for the teams and in the table."""

from collections.abc import Callable
from datetime import date

from competition.fixture_rules import pin_of, teams_of
from competition.models import Fixture
from matches.models import Match
from matches.replay.dry_runs import DryRun, DryRunRow, try_out
from matches.replay.late import late_sides
from rules.engine.match import Side
from teams.models import Team


def late_looks(fixture: Fixture, played_on: date, play: Callable[[], Match]) -> list[DryRun]:
    """What would change, if one of the teams has played since that day."""
    home, away = teams_of(fixture)
    teams: dict[Side, Team] = {"home": home, "away": away}
    if not late_sides(teams, played_on, pin=pin_of(fixture)):
        return []
    return [try_fixture(fixture, play)]


def try_fixture(fixture: Fixture, play: Callable[[], Match]) -> DryRun:
    """What the match of a fixture would change for its teams and in its table."""
    home, away = teams_of(fixture)
    teams: dict[Side, Team] = {"home": home, "away": away}

    def table() -> dict[str, DryRunRow]:
        rows = fixture.stage.standings.select_related("entry__team").order_by("position")
        return {str(row.entry): DryRunRow(row.rank, row.points) for row in rows}

    return try_out(play, teams, table=table)
