"""Drawing lots between those whom nothing else tells apart."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason, Refused
from acts.recording import record_act
from competition.commands.rounds import lock_stage
from competition.fixture_rules import table_faults
from competition.models import Entry, Lot, Stage
from competition.qualifying import level_groups, level_seeds, qualified
from competition.schedules import drawn_order
from competition.standings.divisions import Qualification
from competition.tables import Tables, rebuild, tables_of
from league.permissions import must_run


def draw_lots(*, actor: User, stage: Stage, entries: Collection[Entry], now: datetime) -> list[Lot]:
    """Draw lots among entries that are level, once and for all; the lowest number stands first.

    Raises Refused where something else tells them apart, or somebody who is level is left out.
    """
    must_run(actor, stage.season.league)
    with transaction.atomic():
        stage = lock_stage(stage)
        wanted = {entry.pk: entry for entry in entries}
        if reasons := table_faults(stage):
            raise Refused(*reasons)
        tables = tables_of(stage)
        if frozenset(wanted) not in level_groups(tables):
            sentence = _("Lots are drawn among all who are level, and only among them.")
            raise Refused(Reason("not_level", sentence, "entries"))
        return _draw(tables, wanted, actor=actor, now=now)


def draw_for_seeds(*, actor: User, into: Stage, now: datetime) -> Qualification:
    """Who goes on into a stage from the tables before it, whose lock is held. Where seeds go by the
    tables, lots are drawn among those whom nothing tells apart: they stand in the table before.
    """
    assert into.follows is not None  # noqa: S101
    tables = tables_of(into.follows)
    qualification = qualified(into, tables)
    if into.seeding != Stage.Seeding.STANDINGS or qualification.undecided:
        return qualification
    while level := level_seeds(tables, qualification):
        entries = Entry.objects.select_related("team").in_bulk(level)
        _draw(tables, entries, actor=actor, now=now)
        tables = tables_of(into.follows)
        qualification = qualified(into, tables)
    return qualification


def _draw(tables: Tables, wanted: Mapping[int, Entry], *, actor: User, now: datetime) -> list[Lot]:
    stage = tables.stage
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
