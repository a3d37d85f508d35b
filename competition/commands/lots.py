"""Drawing lots between those whom nothing else tells apart."""

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from competition.commands.points import table_faults
from competition.commands.rounds import held_stage
from competition.models import Entry, Lot, Stage
from competition.schedules import drawn_order
from competition.standings.divisions import qualify
from competition.tables import Tables, rebuild, tables_of
from jobs.acts import record_act
from jobs.failures import Reason, Refused
from league.permissions import must_run

Group = frozenset[int]


def draw_lots(*, actor: User, stage: Stage, entries: Collection[Entry], now: datetime) -> list[Lot]:
    """Draw lots among entries that are level, once and for all; the lowest number stands first.

    Raises Refused where something else tells them apart, or somebody who is level is left out.
    """
    must_run(actor, stage.season.league)
    with transaction.atomic():
        stage = held_stage(stage)
        wanted = {entry.pk: entry for entry in entries}
        if reasons := table_faults(stage):
            raise Refused(*reasons)
        tables = tables_of(stage)
        if frozenset(wanted) not in level_groups(tables):
            sentence = _("Lots are drawn among all who are level, and only among them.")
            raise Refused(Reason("not_level", sentence, "entries"))
        drawings = stage.lots.values("act").distinct().count()
        order = drawn_order(stage, wanted, purpose=f"lots {drawings + 1}")
        act = record_act(
            "competition.draw_lots",
            actor=actor,
            now=now,
            stage=str(stage.uuid),
            draw=stage.draw,
            purpose=f"lots {drawings + 1}",
            entries=[str(wanted[key].uuid) for key in order],
        )
        lots = Lot.objects.bulk_create(
            Lot(
                stage=stage,
                entry=wanted[key],
                number=number,
                after_round=tables.last_round,
                drawn_at=now,
                act=act,
            )
            for number, key in enumerate(order, start=1)
        )
        rebuild(stage)
    return lots


def level_groups(tables: Tables) -> list[Group]:
    """Everybody who waits for lots: those who share a place, and rivals for a wild card. One
    statement.
    """
    return list(dict.fromkeys([*_sharing(tables), *_undecided(tables)]))


def _sharing(tables: Tables) -> Iterator[Group]:
    for rows in tables.rows.values():
        places = {row.place for row in rows if row.shared and row.tally.played}
        for place in sorted(places):
            yield frozenset(int(row.entrant.key) for row in rows if row.place == place)


def _undecided(tables: Tables) -> Iterator[Group]:
    ranked = {str(division): rows for division, rows in tables.rows.items()}
    for stage in tables.stage.followed_by.filter(format=Stage.Format.KNOCK_OUT):
        found = qualify(ranked, tables.record, top=stage.top_of_each, wild_cards=stage.wild_cards)
        for group in found.undecided:
            yield frozenset(int(entrant.key) for entrant in group)
