"""Drawing lots between those whom nothing else tells apart."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from competition.commands.points import table_faults
from competition.commands.rounds import held_stage
from competition.models import Entry, Lot, Stage
from competition.schedules import drawn_order
from competition.standings.divisions import Qualification, qualify, sharing
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
        return _draw(tables, wanted, actor=actor, now=now)


def draw_for_seeds(*, actor: User, into: Stage, now: datetime) -> Qualification:
    """Who goes on into a stage from the tables before it, whose lock is held. Where seeds go by the
    tables, lots are drawn among those whom nothing tells apart: they stand in the table before.
    """
    assert into.follows is not None  # noqa: S101
    tables = tables_of(into.follows)
    found = qualified(into, tables)
    if into.seeding != Stage.Seeding.STANDINGS or found.undecided:
        return found
    while level := _level_seeds(tables, found):
        entries = Entry.objects.select_related("team").in_bulk(level)
        _draw(tables, entries, actor=actor, now=now)
        tables = tables_of(into.follows)
        found = qualified(into, tables)
    return found


def qualified(into: Stage, tables: Tables) -> Qualification:
    """Those who go on: the best into a knock-out, everybody who stays into anything else."""
    ranked = {str(division): tables.staying(division) for division in tables.rows}
    everybody = into.format != Stage.Format.KNOCK_OUT
    top = max((len(rows) for rows in ranked.values()), default=0) if everybody else 0
    return qualify(ranked, tables.record, top=top or into.top_of_each, wild_cards=into.wild_cards)


def _level_seeds(tables: Tables, found: Qualification) -> Group | None:
    """The next group to draw among: all who share a place in a table, then equal places of two."""
    goes_on = {each.entrant.key for each in found.qualifiers}
    within = (group for rows in tables.rows.values() for group in sharing(rows))
    inside = [group for group in within if sum(each.key in goes_on for each in group) > 1]
    group = next(iter((*inside, *found.level)), None)
    return frozenset(int(each.key) for each in group) if group else None


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
