"""A link that one person hands to another: read out, copied, shared, held up to a camera."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString

from web.net import is_only_here, origin_of
from web.qr_codes import qr_code
from web.serving import lan_addresses


@dataclass(frozen=True, slots=True)
class HandedOver:
    link: str
    qr_code: SafeString
    # It names the machine of whoever opens it: nobody else gets anywhere by it.
    is_only_here: bool = False
    # What it will be once this machine lets others on its network in.
    on_network: str = ""


def handed_over(request: HttpRequest, path: str) -> HandedOver:
    """The link by which others find a page of ours. Opened at 127.0.0.1, the site is also where
    `make run LAN=1` serves it; without that it is nowhere else yet."""
    origin = origin_of(request)
    if is_only_here(origin) and not is_only_here(settings.SITE_ORIGIN):
        origin = settings.SITE_ORIGIN
    link = origin + path
    if not is_only_here(origin):
        return HandedOver(link, qr_code(link))
    addresses = lan_addresses()
    port = urlsplit(origin).port
    on_network = f"http://{addresses[0]}{f':{port}' if port else ''}{path}" if addresses else ""
    return HandedOver(link, qr_code(on_network or link), True, on_network)
