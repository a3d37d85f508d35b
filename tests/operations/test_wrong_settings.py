"""A setting that cannot be, and a database that is not ready: one sentence each."""

import pytest

from tests.operations.installation import assert_sentence

pytestmark = [pytest.mark.processes, pytest.mark.pure]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "nonsense"),
        ("DATABASE_URL", "foo://touchback:hush@localhost/touchback"),
        ("DATABASE_URL", "postgres://touchback:hush@localhost:five/touchback"),
        ("REDIS_URL", "nonsense"),
        ("EMAIL_URL", "nonsense"),
        ("EMAIL_URL", "smtp://touchback:hush@localhost:five"),
        ("TIME_ZONE", "Mars/X"),
        ("TIME_ZONE", "../etc/passwd"),
        ("JOB_LEASE_SECONDS", "x"),
        ("PROXY_HOPS", "one"),
        ("API_PERSON_RATE", "many"),
        ("API_ADDRESS_RATE", "10/fortnight"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_a_setting_that_cannot_be_is_named_without_its_secrets(make_installation, name, value):
    done = make_installation().manage("check", env={name: value})
    assert_sentence(done, f"{name} has to be ")
    assert len(done.stderr.splitlines()) == 1
    assert "hush" not in done.stderr


@pytest.mark.parametrize("port", ["0", "80000", "-1", "abc", ""])
def test_a_port_that_cannot_be_is_a_sentence(make_installation, port):
    done = make_installation().manage("serve", f"--port={port}")
    assert_sentence(done, "PORT has to be a whole number from 1 to 65535.")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "command",
    [
        ["sign_in_link", "marta@example.org"],
        ["create_operator", "marta@example.org"],
        ["first_data"],
        ["jobs"],
    ],
)
def test_a_database_without_tables_says_how_to_make_them(make_installation, command):
    done = make_installation().manage(*command)
    assert_sentence(done, "not up to date", "manage.py migrate")
    assert len(done.stderr.splitlines()) == 1


def test_a_database_that_is_not_there_is_a_sentence_for_every_command(make_installation):
    site = make_installation(database="postgres://touchback:hush@127.0.0.1:9/touchback")
    done = site.manage("sign_in_link", "marta@example.org")
    assert_sentence(done, "The database does not answer")
    assert "hush" not in done.stderr
