"""A tournament as files that a spreadsheet opens."""

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from competition.commands.outcomes import numbers_of
from competition.models import Fixture
from competition.queries.tournament import Tournament, ranking

# A spreadsheet takes a cell that begins like this for a formula, and would carry it out.
FORMULAS = ("=", "+", "-", "@")


def safe(cell: Any) -> Any:
    """Words as words, whatever they begin with."""
    if isinstance(cell, str) and cell.lstrip().startswith(FORMULAS):
        return f"'{cell}"
    return "" if cell is None else cell


def csv_of(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """With the mark by which spreadsheets know UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(heads)
    writer.writerows([safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def everything(tournament: Tournament) -> bytes:
    """Entrants, pairings, results and standings in one archive. Two statements."""
    fixtures = list(_fixtures(tournament))
    files = {
        "entrants.csv": _entrants(tournament),
        "pairings.csv": _pairings(tournament, fixtures),
        "results.csv": _results(tournament, fixtures),
        "standings.csv": _standings(tournament),
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, content in files.items():
            whole.writestr(name, content)
    return archive.getvalue()


def _fixtures(tournament: Tournament) -> QuerySet[Fixture]:
    return (
        tournament.stage.fixtures.exclude(state=Fixture.State.CANCELLED)
        .filter(home__isnull=False)
        .select_related("round", "result")
        .order_by("round__number", "number")
    )


def _entrants(tournament: Tournament) -> bytes:
    return csv_of(
        ("number", "name", "club", "race", "state", "checked_in_at"),
        (
            (
                person.number,
                person.name,
                person.club,
                person.race,
                person.entry.state,
                person.entry.checked_in_at and person.entry.checked_in_at.isoformat(),
            )
            for person in tournament.people.values()
        ),
    )


def _pairings(tournament: Tournament, fixtures: Sequence[Fixture]) -> bytes:
    people = tournament.people
    return csv_of(
        ("round", "table", "home", "home_number", "away", "away_number"),
        (
            (
                fixture.round.number,
                fixture.table,
                people[fixture.home_id or 0].name,
                people[fixture.home_id or 0].number,
                people[fixture.away_id].name if fixture.away_id else "bye",
                people[fixture.away_id].number if fixture.away_id else None,
            )
            for fixture in fixtures
        ),
    )


def _results(tournament: Tournament, fixtures: Sequence[Fixture]) -> bytes:
    people = tournament.people
    played = [each for each in fixtures if each.away_id and hasattr(each, "result")]
    return csv_of(
        (
            *("round", "table", "home", "away", *numbers_of(tournament.pitch)),
            *("ending", "winner"),
        ),
        (
            (
                fixture.round.number,
                fixture.table,
                people[fixture.home_id or 0].name,
                people[fixture.away_id or 0].name,
                *fixture.result.numbers().values(),
                fixture.result.ending,
                fixture.result.winner,
            )
            for fixture in played
        ),
    )


def _standings(tournament: Tournament) -> bytes:
    return csv_of(
        (
            *("place", "number", "name", "club", "race", "played", "won", "drawn", "lost"),
            *("score_for", "score_against"),
            *(
                f"{each.key}_{way}"
                for each in tournament.pitch.tallies
                for way in ("for", "against")
            ),
            *("bonus", "adjusted", "points"),
        ),
        (
            (
                *(line.row.rank, line.person.number, line.person.name, line.person.club),
                *(line.person.race, line.row.played, line.row.won, line.row.drawn, line.row.lost),
                *(line.row.score_for, line.row.score_against),
                *(count for each in line.row.tallies.values() for count in each),
                *(line.row.bonus, line.row.adjusted, line.row.points),
            )
            for line in ranking(tournament)
        ),
    )
