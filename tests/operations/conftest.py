import shutil
import uuid
from dataclasses import replace
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


@pytest.fixture(scope="session")
def copy_of(request):
    """Copy an installation, its folder and its database: `copy_of(model, folder)`."""

    def copy(model, folder):
        shutil.copytree(model.folder, folder, dirs_exist_ok=True)
        make_database = request.getfixturevalue("make_database") if model.database else str
        return replace(model, folder=folder, database=make_database(model.database))

    return copy


@pytest.fixture(scope="session")
def migrated(tmp_path_factory, request):
    """Installations with tables and nothing in them; one of a kind, to be copied."""

    @cache
    def migrate(database, **options):
        made = Installation(tmp_path_factory.mktemp(f"migrated-{database}") / "var", **options)
        if database == "postgres":
            made.database = request.getfixturevalue("make_database")()
        assert made.manage("migrate", "-v0").returncode == 0
        return made

    return migrate


@pytest.fixture(scope="session")
def filled(migrated, copy_of, tmp_path_factory):
    """Installations with rows in every table, and uploads; one of a kind, to be copied."""

    @cache
    def fill(database):
        made = copy_of(migrated(database), tmp_path_factory.mktemp(f"filled-{database}"))
        made.rows("fill")
        (made.folder / "static").mkdir()
        return made

    return fill


@pytest.fixture
def new_folder(tmp_path):
    return lambda: tmp_path / f"var-{uuid.uuid4().hex[:8]}"


@pytest.fixture
def make_installation(new_folder, request):
    """Make installations, on SQLite, on a new database in "postgres", or at an address."""

    def make(database="sqlite", **options):
        if database == "postgres":
            database = request.getfixturevalue("make_database")()
        address = "" if database == "sqlite" else database
        return Installation(new_folder(), database=address, **options)

    return make


@pytest.fixture
def make_empty_site(migrated, copy_of, new_folder):
    """Make installations with tables and nothing in them, as copies of those in `migrated`."""
    return lambda database="sqlite", **options: copy_of(migrated(database, **options), new_folder())


@pytest.fixture
def make_league(filled, copy_of, new_folder):
    """Make installations with a league in them, as copies of those in `filled`."""
    return lambda database="sqlite": copy_of(filled(database), new_folder())


def with_database(url: str, name: str) -> str:
    address, mark, options = url.partition("?")
    return address.rpartition("/")[0] + f"/{name}" + mark + options
