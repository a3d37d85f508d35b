"""The fixtures of a stage, made once from its places."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from competition import schedules
from competition.models import Fixture, Place, Round, Stage
from competition.schedules import Drawn
from competition.scheduling.swiss import Entrant
from competition.tables import rebuild, tables_of


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
    made, is_new = Round.objects.get_or_create(stage=stage, number=number)
    if is_new:
        last = stage.fixtures.aggregate(last=Max("number"))["last"] or 0
        Fixture.objects.bulk_create(
            schedules.rows_of(stage, made, drawn, first=last + 1, tables=has_tables(stage))
        )
    return made


def has_tables(stage: Stage) -> bool:
    """Whether matches are given tables to play at: only where everybody is in one room."""
    return stage.format == Stage.Format.SWISS


def finish_making(stage: Stage, *, now: datetime) -> None:
    """The tables of a stage whose fixtures are all there, and its first round open to be played.

    That of a Swiss opens by hand: until then it can be paired anew.
    """
    with transaction.atomic():
        if stage.format != Stage.Format.SWISS:
            stage.rounds.filter(number=1, state=Round.State.PLANNED).update(
                state=Round.State.OPEN, opened_at=now
            )
        rebuild(stage)


def pair_next_round(stage: Stage, entrants: Iterable[Place]) -> tuple[int, Sequence[Drawn]]:
    """The next round of a Swiss, from the table as it stands."""
    tables = tables_of(stage)
    points = {int(row.entrant.key): row.points for rows in tables.rows.values() for row in rows}
    field = [_entrant(stage, place, points.get(place.entry_id, 0)) for place in entrants]
    history = schedules.played_rounds(stage.fixtures.select_related("round"))
    paired = schedules.next_swiss_round(stage, field, history).round
    return paired.number, schedules.drawn_rounds([paired])[paired.number]
