"""The fixtures of a stage, made once from its places."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Max

from competition import schedules
from competition.models import Fixture, Place, Round, Stage
from competition.schedules import Drawn
from competition.scheduling.swiss import Entrant
from competition.tables import tables_of
from competition.timetables import date_round


def rounds_to_make(stage: Stage, places: Sequence[Place]) -> Mapping[int, Sequence[Drawn]]:
    """Everything that can be known when a stage begins, round by round; the same every time."""
    match stage.format:
        case Stage.Format.ROUND_ROBIN:
            return schedules.drawn_rounds(schedules.all_against_all(stage, places))
        case Stage.Format.KNOCK_OUT:
            return schedules.drawn_bracket(schedules.bracket_of(stage, places))
        case Stage.Format.SWISS:
            entrants = [_entrant(stage, place) for place in places]
            first = schedules.next_swiss_round(stage, entrants, ()).round
            return schedules.drawn_rounds([first])
        case _:
            return {1: ()}


def _entrant(stage: Stage, place: Place, score: int = 0) -> Entrant:
    """Where seeds were drawn, lots decide among equals, so that another draw gives other pairs."""
    seed = None if stage.seeding == Stage.Seeding.DRAW else place.seed
    return Entrant(place.entry_id, score=score, club=place.entry.club.casefold(), seed=seed)


def make_round(stage: Stage, number: int, drawn: Sequence[Drawn]) -> Round:
    """Write a round with its fixtures, unless it stands there already."""
    make_rounds(stage, {number: drawn})
    return stage.rounds.get(number=number)


def make_rounds(stage: Stage, rounds: Mapping[int, Sequence[Drawn]]) -> None:
    """Write rounds with their fixtures; what stands there already is left alone. Four statements,
    and more where a database takes only so many rows at once."""
    there = set(stage.rounds.filter(number__in=list(rounds)).values_list("number", flat=True))
    made = Round.objects.bulk_create(
        Round(stage=stage, number=number) for number in rounds if number not in there
    )
    first = (stage.fixtures.aggregate(last=Max("number"))["last"] or 0) + 1
    rows: list[Fixture] = []
    for each in made:
        date_round(stage, each)
        rows += schedules.rows_of(
            stage,
            each,
            rounds[each.number],
            first=first + len(rows),
            tables=has_tables(stage),
        )
    Fixture.objects.bulk_create(rows)


def has_tables(stage: Stage) -> bool:
    """Whether matches are given tables to play at: only where everybody is in one room."""
    return stage.format == Stage.Format.SWISS


def pair_next_round(stage: Stage, entrants: Iterable[Place]) -> tuple[int, Sequence[Drawn]]:
    """The next round of a Swiss, from the table as it stands."""
    tables = tables_of(stage)
    points = {int(row.entrant.key): row.points for rows in tables.rows.values() for row in rows}
    field = [_entrant(stage, place, points.get(place.entry_id, 0)) for place in entrants]
    history = schedules.played_rounds(stage.fixtures.select_related("round"))
    paired = schedules.next_swiss_round(stage, field, history).round
    return paired.number, schedules.drawn_rounds([paired])[paired.number]
