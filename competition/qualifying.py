"""Who goes on from the tables of a stage, and who is level there."""

from collections.abc import Iterator

from competition.models import Stage
from competition.standings.divisions import Qualification, qualify, sharing
from competition.tables import Tables

Group = frozenset[int]


def qualified(into: Stage, tables: Tables) -> Qualification:
    """Those who go on: the best into a knock-out, everybody who stays into anything else."""
    ranked = {str(division): tables.staying(division) for division in tables.rows}
    everybody = into.format != Stage.Format.KNOCK_OUT
    top = max((len(rows) for rows in ranked.values()), default=0) if everybody else 0
    return qualify(ranked, tables.record, top=top or into.top_of_each, wild_cards=into.wild_cards)


def level_seeds(tables: Tables, found: Qualification) -> Group | None:
    """The next group to draw among: all who share a place in a table, then equal places of two."""
    goes_on = {each.entrant.key for each in found.qualifiers}
    within = (group for rows in tables.rows.values() for group in sharing(rows))
    inside = [group for group in within if sum(each.key in goes_on for each in group) > 1]
    group = next(iter((*inside, *found.level)), None)
    return frozenset(int(each.key) for each in group) if group else None


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
        qualification = qualify(
            ranked, tables.record, top=stage.top_of_each, wild_cards=stage.wild_cards
        )
        for group in qualification.undecided:
            yield frozenset(int(entrant.key) for entrant in group)
