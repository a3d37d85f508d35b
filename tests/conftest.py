"""What all tests share."""

from datetime import UTC, datetime

import hypothesis
import pytest
from django.utils import timezone

from accounts.models import User
from jobs import runner

# How long an example takes says nothing here: timings are recorded in bench/, never asserted.
hypothesis.settings.register_profile("touchback", deadline=None)
hypothesis.settings.load_profile("touchback")


@pytest.fixture
def make_user(db):
    """Make people: `make_user("Marta")` is marta@example.org, password "a fine password"."""

    def make(name="Marta", **fields):
        password = fields.pop("password", "a fine password")
        fields.setdefault("email", f"{name.lower().replace(' ', '.')}@example.org")
        fields.setdefault("joined_at", datetime(2026, 1, 1, tzinfo=UTC))
        user = User(name=name, **fields)
        user.set_password(password)
        user.save()
        return user

    return make


@pytest.fixture
def marta(make_user):
    return make_user("Marta")


@pytest.fixture
def operator(make_user):
    return make_user("Opal", is_operator=True)


@pytest.fixture
def run_jobs(db):
    """Carry out every job that is due, as the runner would."""
    return lambda: runner.run_due(now=timezone.now())
