"""Which migrations this version of the program knows, which a database has seen, and what its
tables looked like then."""

from collections.abc import Collection
from functools import cache

from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps

Step = tuple[str, str]


@cache
def known_steps() -> frozenset[Step]:
    """Every migration in the code; read from disk once a process."""
    return frozenset(MigrationLoader(None).disk_migrations)


def applied_steps(using: str = "default") -> frozenset[Step]:
    """Every migration that the database remembers, as far as its app is installed here."""
    apps = {app for app, _ in known_steps()}
    remembered = MigrationRecorder(connections[using]).applied_migrations()
    return frozenset(step for step in remembered if step[0] in apps)


def steps_from_the_future(using: str = "default") -> list[Step]:
    """Applied, but unknown to this version: a newer one made them."""
    return sorted(applied_steps(using) - known_steps())


def steps_to_go(using: str = "default") -> list[Step]:
    return sorted(known_steps() - applied_steps(using))


def last_steps(steps: Collection[Step]) -> list[Step]:
    """The steps that no other of them builds on within its app: where to migrate to."""
    nodes = MigrationLoader(None).graph.node_map
    return sorted(
        step
        for step in steps
        if not any(child.key[0] == step[0] and child.key in steps for child in nodes[step].children)
    )


def models_after(steps: Collection[Step]) -> StateApps:
    """The models as they were once these steps had been applied."""
    return MigrationLoader(None).project_state(last_steps(steps)).apps
