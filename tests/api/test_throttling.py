"""How often one may call."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.api.conftest import reasons
from tests.servers import free_port, redis_on

ROOT = "/api/v1/"
ME = "/api/v1/me/"


@pytest.fixture(autouse=True)
def slow_rates(monkeypatch):
    """Few enough to count, and counted from nothing: a Redis outlives the test."""
    rates = {"person": "3/min", "address": "2/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    monkeypatch.setattr(SimpleRateThrottle, "cache_format", f"{uuid4()}_%(scope)s_%(ident)s")


def statuses(client, address, times, **ask):
    return [client.get(address, **ask).status_code for _ in range(times)]


def test_too_often_is_told_when_to_come_back(api):
    assert statuses(api, ME, 3) == [200] * 3
    answer = api.get(ME)
    assert answer.status_code == 429
    assert reasons(answer) == {"": "throttled"}
    assert 1 <= int(answer["Retry-After"]) <= 60


def test_a_person_is_one_over_all_tokens_and_sessions(api, client, browser, marta, token_of):
    assert statuses(api, ME, 2) == [200] * 2
    assert browser.get(ME).status_code == 200
    other = token_of(marta, "Other bot")
    assert client.get(ME, HTTP_AUTHORIZATION=f"Bearer {other}").status_code == 429


@pytest.fixture(params=["files", "redis"])
def shared_cache(request, settings, tmp_path):
    """What the processes of either installation count in."""
    backends = "django.core.cache.backends"
    if request.param == "files":
        kept = {"BACKEND": f"{backends}.filebased.FileBasedCache", "LOCATION": str(tmp_path)}
        settings.CACHES = {"default": kept}
        yield
        return
    with redis_on(free_port()) as url:
        settings.CACHES = {"default": {"BACKEND": f"{backends}.redis.RedisCache", "LOCATION": url}}
        yield


@pytest.mark.pure
def test_calls_that_come_together_are_all_counted(shared_cache, monkeypatch):
    rates = {"person": "3/min", "address": "5/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    with ThreadPoolExecutor(20) as callers:
        answers = list(callers.map(lambda _: Client().get(ROOT), range(20)))
    assert Counter(answer.status_code for answer in answers) == {200: 5, 429: 15}
    waits = [int(answer["Retry-After"]) for answer in answers if answer.status_code == 429]
    assert all(1 <= wait <= 60 for wait in waits)


def test_one_person_does_not_slow_another(api, client, make_user, token_of):
    assert statuses(api, ME, 4)[-1] == 429
    olaf = token_of(make_user("Olaf"))
    assert client.get(ME, HTTP_AUTHORIZATION=f"Bearer {olaf}").status_code == 200


def test_nobody_is_counted_by_address(client):
    assert statuses(client, ROOT, 3, REMOTE_ADDR="192.0.2.1") == [200, 200, 429]
    assert statuses(client, ROOT, 1, REMOTE_ADDR="192.0.2.2") == [200]


def test_whoever_owns_a_network_is_one_caller(client):
    ours = [f"2001:db8:1:2::{number}" for number in range(1, 4)]
    answers = [client.get(ROOT, REMOTE_ADDR=address).status_code for address in ours]
    assert answers == [200, 200, 429]
    assert statuses(client, ROOT, 1, REMOTE_ADDR="2001:db8:1:3::1") == [200]


def test_without_a_proxy_nobody_is_believed_about_their_address(client):
    for number in range(2):
        client.get(ROOT, HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")
    assert client.get(ROOT, HTTP_X_FORWARDED_FOR="203.0.113.9").status_code == 429


@pytest.mark.parametrize("hops", [1, 2])
def test_a_proxy_is_believed_about_as_many_entries_as_there_are_hops(client, settings, hops):
    settings.PROXY_HOPS = hops
    ours = ", 10.0.0.1" * (hops - 1)
    for number in range(2):
        invented = f"203.0.113.{number}, 192.0.2.7{ours}"
        assert client.get(ROOT, HTTP_X_FORWARDED_FOR=invented).status_code == 200
    again = f"203.0.113.77, 192.0.2.7{ours}"
    assert client.get(ROOT, HTTP_X_FORWARDED_FOR=again).status_code == 429
    another = f"203.0.113.77, 192.0.2.8{ours}"
    assert client.get(ROOT, HTTP_X_FORWARDED_FOR=another).status_code == 200


def test_nobody_is_counted_where_somebody_is_wanted(client, db):
    assert statuses(client, ME, 3) == [401, 401, 429]
    assert int(client.get(ME)["Retry-After"]) <= 60
    assert statuses(client, ROOT, 1) == [429]


@pytest.mark.parametrize("token", ["tb_" + "W" * 43, "nonsense"])
def test_tokens_that_open_nothing_are_counted_by_address(client, db, token):
    asked = {"HTTP_AUTHORIZATION": f"Bearer {token}"}
    assert statuses(client, ME, 3, **asked) == [401, 401, 429]
    assert statuses(client, ME, 1, REMOTE_ADDR="192.0.2.2", **asked) == [401]


def test_somebody_elses_bad_tokens_shut_no_good_one_out(api, client):
    statuses(client, ME, 3, HTTP_AUTHORIZATION="Bearer nonsense")
    assert api.get(ME).status_code == 200


def test_what_is_forbidden_is_counted_too(api):
    answers = [api.post("/api/v1/me/tokens/", {"name": "Bot"}).status_code for _ in range(4)]
    assert answers == [403, 403, 403, 429]


@pytest.fixture
def dead_redis(settings):
    """Nothing listens on port 9."""
    cache = "django.core.cache.backends.redis.RedisCache"
    settings.CACHES = {"default": {"BACKEND": cache, "LOCATION": "redis://127.0.0.1:9/0"}}


def test_without_a_cache_everybody_passes_and_the_log_says_so(api, client, dead_redis, caplog):
    assert statuses(api, ME, 4) == [200] * 4
    assert statuses(client, ROOT, 3) == [200] * 3
    assert statuses(client, ME, 3) == [401] * 3
    assert "nobody_is_counted" in caplog.text
