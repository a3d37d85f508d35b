"""Who is at the other end of a request, and under which origin it found us."""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme


def client_address(request: HttpRequest) -> str:
    """The caller's address: what our own outermost proxy saw, or whoever connected to us.

    Each of our PROXY_HOPS proxies appends one entry to X-Forwarded-For; all entries to the left of
    those were written by the caller and say whatever the caller likes.
    """
    connected = str(request.META.get("REMOTE_ADDR", ""))
    if settings.PROXY_HOPS < 1:
        return connected
    entries = request.headers.get("X-Forwarded-For", "").split(",")
    if len(entries) < settings.PROXY_HOPS:
        return connected
    seen = entries[-settings.PROXY_HOPS].strip()
    return seen if _is_address(seen) else connected


def network_of(address: str) -> str:
    """What one caller commands: an IPv4 address, or the /64 that every IPv6 customer is given."""
    if not _is_address(address):
        return address
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed.packed, 64), strict=False))
    return str(parsed)


def origin_of(request: HttpRequest) -> str:
    """Scheme and host that links sent elsewhere start with."""
    return settings.SITE_URL or f"{request.scheme}://{request.get_host()}"


def is_only_here(origin: str) -> bool:
    """Whether an origin means whatever machine it is opened on, and so never somebody else's."""
    host = urlsplit(origin).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def is_ours(request: HttpRequest, address: str) -> bool:
    """Whether an address that the request names leads to a page of this site."""
    return url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


def page_of_the_button(request: HttpRequest) -> str:
    """Where the button stands that was pressed, if the browser says so; empty otherwise."""
    referer = request.headers.get("Referer", "")
    if not is_ours(request, referer):
        return ""
    return urlsplit(referer)._replace(scheme="", netloc="", fragment="").geturl()


def page_behind(request: HttpRequest) -> str:
    """The page that a button's address belongs to: the one it was pressed on, or the nearest above
    it. Empty for a page that was only looked at."""
    pressed = request.method not in ("GET", "HEAD")
    seen = page_of_the_button(request) if pressed else ""
    if seen and urlsplit(seen).path != request.path:
        return seen
    parts = request.path.strip("/").split("/")
    for count in range(len(parts) - 1, 0, -1):
        address = f"/{'/'.join(parts[:count])}/"
        try:
            resolve(address)
        except Resolver404:
            continue
        return address
    return ""


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
