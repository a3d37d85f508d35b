"""What a fixture wrote is remembered: the next test of its module that asks for the same fixtures
in the same order finds the same rows, without the commands that made them.

Only in SQLite, whose numbers begin anew after every test, and only for tests that roll back.
Whatever is not plain is done as ever: a fixture that cleans up after itself, that asks for
`request`, that gives anything but rows and plain values, that leaves something in its class, or
that undoes some of what it wrote.
"""

import dataclasses
import datetime
import dis
import enum
import inspect
import io
import pickle
import uuid
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model

PLAIN = (str, int, float, bool, type(None), datetime.date, datetime.timedelta, uuid.UUID, enum.Enum)
# Tests that change what commands come to, or that do not roll back.
APART = {"settings", "monkeypatch", "time_machine", "transactional_db", "live_server"}
WRITES = ("INSERT", "UPDATE", "DELETE")
# Where fixtures play half a season before a test begins.
ROOMS = ("tests.competition.", "tests.matches.")


@dataclass
class Moment:
    """How things stand after some fixtures: what the last of them wrote and gave."""

    written: list[tuple[str, Any, bool]] = field(default_factory=list)
    given: bytes = b""
    rows_before: dict[str, bytes] = field(default_factory=dict)
    after: dict[Any, "Moment"] = field(default_factory=dict)


def is_plain(value: Any) -> bool:
    if isinstance(value, (list, tuple, set, frozenset)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(is_plain(each) for pair in value.items() for each in pair)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return all(is_plain(getattr(value, each.name)) for each in dataclasses.fields(value))
    return isinstance(value, (*PLAIN, Model))


class Memory:
    def __init__(self) -> None:
        self.module = ""
        self.beginnings: dict[Any, Moment] = {}
        self.forget_test()

    def forget_test(self) -> None:
        self.here: Moment | None = None
        self.before: list[Any] = []
        self.values: dict[str, Any] = {}
        self.recorded: list[tuple[str, Any, bool]] | None = None
        self.is_replaying = False
        self.is_open = False

    # --- the test ----------------------------------------------------------------------------

    def open(self) -> None:
        """The database is there; nothing was written yet."""
        connection.execute_wrappers.append(self.watch)
        self.is_open = True
        with connection.cursor() as cursor:
            cursor.execute("SELECT EXISTS (SELECT 1 FROM accounts_user)")
            if cursor.fetchone()[0]:
                return
            cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name")
            numbers = tuple(cursor.fetchall())
        self.here = self.beginnings.setdefault((numbers, *self.before), Moment())

    def close(self) -> None:
        if self.is_open:
            connection.execute_wrappers.remove(self.watch)
        self.forget_test()

    def watch(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        if not self.is_replaying:
            word = sql.lstrip().partition(" ")[0].upper()
            if word in WRITES and self.recorded is not None:
                self.recorded.append((sql, params, many))
            elif word in (*WRITES, "ROLLBACK"):
                self.here = None
        return done

    # --- a fixture ---------------------------------------------------------------------------

    def known(self, key: Any) -> Moment | None:
        moment = self.here.after.get(key) if self.here else None
        return moment if moment and moment.written else None

    def replay(self, name: str, moment: Moment) -> Any:
        self.is_replaying = True
        try:
            with connection.cursor() as cursor:
                for sql, params, many in moment.written:
                    (cursor.executemany if many else cursor.execute)(sql, params)
                    cursor.fetchall()
        finally:
            self.is_replaying = False
        for earlier, columns in moment.rows_before.items():
            row = self.values[earlier]
            row.__dict__.clear()
            row.__dict__.update(self.unpack(columns))
        self.here = moment
        self.values[name] = self.unpack(moment.given)
        return self.values[name]

    def keep(self, name: str, key: Any, value: Any, written: list[tuple[str, Any, bool]]) -> None:
        if self.here is None:
            return
        if written and not (value is not None and is_plain(value)):
            self.here = None
            return
        moment = Moment(written)
        try:
            if written:
                rows = {each: row for each, row in self.values.items() if isinstance(row, Model)}
                moment.rows_before = {each: self.pack(row.__dict__) for each, row in rows.items()}
                moment.given = self.pack(value)
        except (AttributeError, TypeError, pickle.PicklingError):
            self.here = None
            return
        if written or isinstance(value, Model):
            self.values[name] = value
        self.here = self.here.after.setdefault(key, moment)

    def pack(self, value: Any) -> bytes:
        """With names for what earlier fixtures gave, so that it stays the same object."""
        names = {id(each): name for name, each in self.values.items() if isinstance(each, Model)}
        packed = io.BytesIO()
        pickler = pickle.Pickler(packed)
        pickler.persistent_id = lambda each: names.get(id(each))  # type: ignore[method-assign]
        pickler.dump(value)
        return packed.getvalue()

    def unpack(self, packed: bytes) -> Any:
        unpickler = pickle.Unpickler(io.BytesIO(packed))
        unpickler.persistent_load = self.values.__getitem__  # type: ignore[method-assign]
        return unpickler.load()


memory = Memory()
hit: dict[Any, Any] = {}


def may_remember(item: pytest.Item) -> bool:
    if connection.vendor != "sqlite" or not item.module.__name__.startswith(ROOMS):
        return False
    marker = item.get_closest_marker("django_db")
    rolls_back = marker is None or not (marker.args or marker.kwargs)
    return rolls_back and not APART & asked_by_ours(item)


def asked_by_ours(item: pytest.Item) -> set[str]:
    """What the test and our fixtures ask for; pytest-django's own are in every test."""
    info = item._fixtureinfo
    ours = [
        made
        for of_a_name in info.name2fixturedefs.values()
        for made in of_a_name
        if made.func.__module__.startswith("tests.")
    ]
    return {*info.argnames, *(name for made in ours for name in made.argnames)}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    if item.module.__name__ != memory.module:
        memory.module = item.module.__name__
        memory.beginnings.clear()
    try:
        return (yield)
    finally:
        memory.close()


@cache
def only_gives(func: Any) -> bool:
    """Neither cleans up nor leaves anything anywhere but in the database."""
    leaves = {"STORE_ATTR", "STORE_GLOBAL"}
    return not inspect.isgeneratorfunction(func) and not any(
        step.opname in leaves for step in dis.get_instructions(func)
    )


def key_of(fixturedef: Any, request: Any) -> Any:
    func, param = fixturedef.func, repr(getattr(request, "param", ""))
    # One that a class inherits may do what that class says.
    of_class = request.cls if func.__code__.co_varnames[:1] == ("self",) else None
    return fixturedef.argname, func.__module__, func.__qualname__, of_class, param


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(fixturedef: Any, request: Any) -> Any:
    name = fixturedef.argname
    if name == "_django_db_helper":
        value = yield
        if may_remember(request.node):
            memory.open()
        return value
    if fixturedef.scope != "function":
        return (yield)
    key = key_of(fixturedef, request)
    if not memory.is_open:
        memory.before.append(key)
        return (yield)
    nested = memory.recorded is not None
    if memory.here is None or nested:
        memory.here = None
        return (yield)
    if moment := memory.known(key):
        hit[fixturedef] = memory.replay(name, moment)
        try:
            return (yield)
        finally:
            hit.pop(fixturedef, None)
    is_simple = "request" not in fixturedef.argnames and only_gives(fixturedef.func)
    memory.recorded = [] if is_simple else None
    try:
        value = yield
    except BaseException:
        memory.here = None
        raise
    else:
        memory.keep(name, key, value, memory.recorded or [])
        return value
    finally:
        memory.recorded = None


class Answers:
    """Gives what was remembered in place of what the fixture would do."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Any:
        if fixturedef not in hit:
            return None
        value = hit[fixturedef]
        fixturedef.cached_result = (value, fixturedef.cache_key(request), None)
        return value


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Answers())
