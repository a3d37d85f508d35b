"""Lots that were drawn: in a table, and for the seeds of the stage that it fills."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from competition.models import Entry, Lot, Stage
from competition.queries.seasons import Entrant, SeasonView


@dataclass(frozen=True, slots=True)
class Drawn:
    """One drawing, the best place first."""

    at: datetime
    after: int
    order: list[Entrant]

    @property
    def entries(self) -> list[UUID]:
        return [each.uuid for each in self.order]


def lots_of(view: SeasonView, stage: Stage, *, upto_round: int | None = None) -> list[Drawn]:
    """Every drawing so far, the latest first. One statement."""
    lots = stage.lots.order_by("-act", "number")
    if upto_round is not None:
        lots = lots.filter(after_round__lte=upto_round)
    found: dict[int, Drawn] = {}
    for lot in lots:
        drawn = found.setdefault(lot.act_id, Drawn(lot.drawn_at, lot.after_round, []))
        drawn.order.append(view.entrants[lot.entry_id])
    return list(found.values())


def seeded_by_lots(stage: Stage) -> list[list[Entry]]:
    """The groups whose seeds were drawn as the stage began, each in the order of its lots; whoever
    was level and does not take part is left out. One statement."""
    if stage.follows_id is None or stage.started_at is None:
        return []
    inside = stage.places.values("entry")
    lots = Lot.objects.filter(stage=stage.follows_id, drawn_at=stage.started_at, entry__in=inside)
    entries: dict[int, list[Entry]] = {}
    for lot in lots.select_related("entry__team").order_by("act", "number"):
        entries.setdefault(lot.act_id, []).append(lot.entry)
    return list(entries.values())
