"""Who holds rows holds them in one order, or two of them wait for each other for ever."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from psycopg.pq import TransactionStatus

# As docs/architecture.md says it. What of one kind is held, is held in the order of its ids;
# seen where a statement names them.
ORDER = (
    "jobs_job",
    "accounts_user",
    "league_invitation",
    "league_league",
    "league_joinrequest",
    "league_membership",
    "teams_draft",
    "teams_adoption",
    "league_season",
    "competition_stage",
    "competition_fixture",
    "competition_downtime",
    "competition_trade",
    "matches_match",
    "teams_team",
)
RANKS = {table: rank for rank, table in enumerate(ORDER)}
LOCKS = re.compile(r" FOR (?:NO KEY )?UPDATE")
FIRST_TABLE = re.compile(r' FROM "(\w+)"')


@contextmanager
def held_in_order() -> Iterator[None]:
    """Raises at its end if anything was held after something that comes later in the order.

    On PostgreSQL: SQLite holds everything at once.
    """
    if connection.vendor != "postgresql":
        yield
        return
    wrong: list[str] = []
    held: dict[tuple, str] = {}
    base = len(connection.savepoint_ids) if connection.in_atomic_block else -1

    def watch(execute, sql, params, many, context):
        if len(connection.savepoint_ids) <= base or _begins():
            held.clear()
        if isinstance(sql, str) and LOCKS.search(sql) and "SKIP LOCKED" not in sql:
            _note(sql, params, held, wrong)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield
    assert not wrong, "\n".join(wrong)


def _begins() -> bool:
    """The next statement is a transaction's first."""
    return connection.connection.info.transaction_status == TransactionStatus.IDLE


def _note(sql: str, params: tuple, held: dict[tuple, str], wrong: list[str]) -> None:
    table = FIRST_TABLE.search(sql)[1]
    row = (table, *map(str, params or ()))
    if row in held:
        return
    later = [other for other in held.values() if RANKS.get(other, 99) > RANKS.get(table, -1)]
    if table not in RANKS or later:
        wrong.append(f"{table} after {list(held.values())}: {sql[-200:]} {params}")
    held[row] = table
    _note_ids(sql, params, held, wrong)


def _note_ids(sql: str, params: tuple, held: dict[tuple, str], wrong: list[str]) -> None:
    """Rows that are named by their ids, against those of their kind that are held already."""
    table = FIRST_TABLE.search(sql)[1]
    named = re.search(rf'"{table}"\."id" (?:= %s|IN \(([%s, ]+)\))', sql)
    if not named:
        return
    before, several = sql[: named.start()].count("%s"), (named[1] or "%s").count("%s")
    ids = {int(each) for each in params[before : before + several]}
    known = {row[2] for row in held if row[:2] == (table, "id")}
    if several > 1 and f'ORDER BY "{table}"."id" ASC' not in sql:
        wrong.append(f"{table} in no order: {sql[-200:]}")
    if any(each < max(known, default=0) for each in ids - known):
        wrong.append(f"{table} {sorted(ids - known)} after {sorted(known)}: {sql[-200:]}")
    held.update({(table, "id", each): table for each in ids})
