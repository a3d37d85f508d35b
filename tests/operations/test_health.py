"""Probes: alive, and ready."""

import pytest
from django.db import connection

from tests.operations.installation import Installation

STRANGER = {"HTTP_HOST": "10.1.2.3"}


def parts(response):
    return response.json()["parts"]


def test_healthz_asks_nobody(client, marta, django_assert_num_queries, settings):
    settings.SECURE_SSL_REDIRECT = True
    client.force_login(marta)
    with django_assert_num_queries(0):
        answer = client.get("/healthz", **STRANGER)
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert not answer.cookies


def test_readyz_knows_database_and_migrations(client, db, settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/readyz", **STRANGER)
    assert answer.status_code == 200
    assert parts(answer)["database"] == parts(answer)["migrations"] == "ok"


def test_readyz_waits_for_migrations(client, db):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'jobs'")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert parts(answer)["migrations"].endswith("to apply")


def test_readyz_notices_a_database_from_the_future(client, db):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('jobs', '9999_later', CURRENT_TIMESTAMP)"
        )
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert parts(answer)["migrations"] == "database is newer than the program"


def test_readyz_misses_the_broker_without_naming_it(client, db, settings):
    settings.REDIS_URL = "redis://:hush@127.0.0.1:9/0"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert parts(answer)["broker"] == "no answer"
    assert "hush" not in answer.content.decode()


@pytest.mark.pure
def test_readyz_misses_the_database_without_naming_it(tmp_path):
    site = Installation(tmp_path, database="postgres://touchback:hush@127.0.0.1:9/touchback")
    asked = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "for path in ('/healthz', '/readyz'):\n"
        "    answer = Client().get(path); print(answer.status_code, answer.content.decode())"
    )
    healthz, readyz = site.python("-c", asked).stdout.splitlines()
    assert healthz.startswith("200")
    assert readyz.startswith("503")
    assert '"database": "no answer"' in readyz
    assert "hush" not in readyz
