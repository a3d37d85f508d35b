"""A fixture that is entered late: what its match would change for the teams and in the table."""

from collections.abc import Callable
from datetime import date

from competition.commands.results import pin_of, teams_of
from competition.models import Fixture
from matches.late import late_sides
from matches.models import Match
from matches.trying import LateLook, Row, try_out


def late_looks(fixture: Fixture, played_on: date, play: Callable[[], Match]) -> list[LateLook]:
    """What would change, where one of the teams has played since that day."""
    home, away = teams_of(fixture)
    late = late_sides({"home": home, "away": away}, played_on, pin=pin_of(fixture))
    if not late:
        return []

    def table() -> dict[str, Row]:
        rows = fixture.stage.standings.select_related("entry__team").order_by("position")
        return {str(row.entry): Row(row.rank, row.points) for row in rows}

    return [LateLook(late, try_out(play, {"home": home, "away": away}, table=table))]
