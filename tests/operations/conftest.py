import shutil
import uuid
from functools import cache

import psycopg
import pytest

from tests.operations.installation import Installation
from tests.servers import postgres_url


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server; tests make databases of their own on it."""
    with postgres_url() as url:
        yield url


@pytest.fixture(scope="session")
def make_database(postgres):
    """Make databases on that server, empty or as copies of another."""
    made = []

    def run(statement):
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(statement)

    def make(copied_from=""):
        name = f"touchback_{uuid.uuid4().hex}"
        template = copied_from.partition("?")[0].rpartition("/")[2] or "template1"
        run(f"CREATE DATABASE {name} TEMPLATE {template}")
        made.append(name)
        return with_database(postgres, name)

    yield make
    for name in made:
        run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def make_installation(tmp_path, request):
    """Make installations, on SQLite, on a new database in "postgres", or at an address."""

    def make(database="sqlite", **options):
        folder = tmp_path / f"var-{uuid.uuid4().hex[:8]}"
        if database == "postgres":
            database = request.getfixturevalue("make_database")()
        return Installation(folder, database="" if database == "sqlite" else database, **options)

    return make


@pytest.fixture(scope="session")
def filled(tmp_path_factory, request):
    """Installations with rows in every table, and uploads; one of a kind, to be copied."""

    @cache
    def fill(database):
        made = Installation(tmp_path_factory.mktemp(f"filled-{database}"))
        if database == "postgres":
            made.database = request.getfixturevalue("make_database")()
        assert made.manage("migrate", "-v0").returncode == 0
        made.rows("fill")
        (made.folder / "static").mkdir()
        return made

    return fill


@pytest.fixture
def make_league(filled, make_installation, request):
    """Make installations with a league in them, as copies of the one in `filled`."""

    def make(database="sqlite"):
        model = filled(database)
        made = make_installation()
        shutil.copytree(model.folder, made.folder)
        if database == "postgres":
            made.database = request.getfixturevalue("make_database")(model.database)
        return made

    return make


def with_database(url: str, name: str) -> str:
    address, mark, options = url.partition("?")
    return address.rpartition("/")[0] + f"/{name}" + mark + options
