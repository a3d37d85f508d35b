"""A link that is handed over leads to where others find the site."""

import pytest
from django.test import RequestFactory

from web import handing_over

PATH = "/join/secret/"


@pytest.fixture
def opened_at(settings, monkeypatch):
    """The link as it is told to whoever opened the page at `host`."""
    settings.SITE_URL = ""
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_ORIGIN = "http://127.0.0.1:8123"
    monkeypatch.setattr(handing_over, "lan_addresses", lambda: ["192.168.7.20"])

    def told(host):
        return handing_over.handed_over(RequestFactory().get("/", headers={"host": host}), PATH)

    return told


@pytest.mark.parametrize("host", ["127.0.0.1:8123", "localhost:8123", "[::1]:8123"])
def test_on_a_laptop_that_lets_nobody_in_it_warns_and_names_the_address_to_be(opened_at, host):
    told = opened_at(host)
    assert told.is_only_here
    assert told.link == f"http://{host}{PATH}"
    assert told.on_network == f"http://192.168.7.20:8123{PATH}"


def test_served_to_the_network_it_is_the_address_that_phones_know(opened_at, settings):
    settings.SITE_ORIGIN = "http://192.168.7.20:8123"
    told = opened_at("127.0.0.1:8123")
    assert (told.link, told.is_only_here) == (f"http://192.168.7.20:8123{PATH}", False)


def test_anywhere_else_it_is_the_address_of_the_page(opened_at):
    told = opened_at("league.example.org")
    assert (told.link, told.is_only_here) == (f"http://league.example.org{PATH}", False)


def test_without_a_network_it_says_so_and_offers_none(opened_at, monkeypatch):
    monkeypatch.setattr(handing_over, "lan_addresses", list)
    told = opened_at("127.0.0.1:8123")
    assert (told.is_only_here, told.on_network) == (True, "")
