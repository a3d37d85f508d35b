"""Whose address counts, behind proxies and without."""

import pytest
from django.test import RequestFactory

from web.net import client_address, network_of, origin_of

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("hops", "forwarded", "address"),
    [
        (0, "", "10.0.0.1"),
        (0, "192.0.2.7", "10.0.0.1"),
        (1, "192.0.2.7", "192.0.2.7"),
        (1, "6.6.6.6, 192.0.2.7", "192.0.2.7"),
        (2, "6.6.6.6, 192.0.2.7, 172.16.0.1", "192.0.2.7"),
        (2, "192.0.2.7", "10.0.0.1"),
        (1, "nonsense", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "2001:db8::7", "2001:db8::7"),
    ],
)
def test_only_our_own_proxies_are_believed(settings, hops, forwarded, address):
    settings.PROXY_HOPS = hops
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", headers=headers)
    assert client_address(request) == address


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:bbbb::1", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
    ],
)
def test_one_caller_s_addresses_count_as_one(address, network):
    assert network_of(address) == network


def test_links_start_with_the_configured_origin_or_the_request_s(settings):
    request = RequestFactory().get("/", SERVER_NAME="localhost")
    assert origin_of(request) == "http://localhost"
    settings.SITE_URL = "https://league.example"
    assert origin_of(request) == "https://league.example"
