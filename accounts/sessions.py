"""A person's session in this browser."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any
from urllib.parse import quote, unquote

from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.crypto import salted_hmac

from accounts.commands.proof import Proof
from accounts.digests import digest_of
from accounts.models import User
from accounts.permissions import password_is_asked
from accounts.signed_links import LIFETIME
from web.net import client_address, is_ours

CAME_BY_LINK = "came_by_link_at"
LINK_USED = "link_used"
LINK_LEADS_TO = "link_leads_to"
WAY_ON = "way_on"
LONGEST_WAY_ON = 500


class SignedInRequest(HttpRequest):
    """A request that a login_required view gets."""

    user: User


def signed_in_to_post(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For a page that is read by anybody, with a form on it for whoever is signed in."""
    guarded = login_required(view)

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return (guarded if request.method == "POST" else view)(request, *args, **kwargs)

    return answer


def start_session(
    request: HttpRequest,
    user: User,
    *,
    link_used_at: datetime | None = None,
    link: str = "",
    leads_to: str = "",
) -> None:
    """Sign in under a new session key, so that a key planted beforehand is worth nothing."""
    login(request, user)
    for key in (CAME_BY_LINK, LINK_USED, LINK_LEADS_TO):
        request.session.pop(key, None)
    if link_used_at:
        request.session[CAME_BY_LINK] = link_used_at.timestamp()
        request.session[LINK_USED] = digest_of(link)
        request.session[LINK_LEADS_TO] = leads_to


def came_by(request: HttpRequest, link: str) -> bool:
    """Whether this session was started by this very link."""
    return request.user.is_authenticated and request.session.get(LINK_USED) == digest_of(link)


def browser_of(request: HttpRequest) -> str:
    """What tells this browser from all others until it signs in: a hash of its CSRF cookie."""
    cookie = request.META.get("CSRF_COOKIE") or secrets.token_urlsafe()
    return salted_hmac("accounts.browser", cookie, algorithm="sha256").hexdigest()


def proof_of(request: HttpRequest, *, password: str = "") -> Proof:
    """What this request can show for its person."""
    return Proof(
        client=client_address(request),
        password=password,
        came_by_link_at=_came_by_link_at(request),
    )


def asks_password(request: SignedInRequest, *, now: datetime) -> bool:
    return password_is_asked(request.user, came_by_link_at=_came_by_link_at(request), now=now)


def named_way_on(request: HttpRequest) -> str:
    """Where `next` says, if that is one of our own pages; empty otherwise."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if is_ours(request, wanted) else ""


def way_on(request: HttpRequest) -> str:
    """Where `next` says, if that is one of our own pages, or the first page."""
    return named_way_on(request) or resolve_url("home")


def remember_way_on(request: HttpRequest, response: HttpResponse) -> None:
    """Keep where `next` says in this browser until its link comes. The address may hold the
    secret of an invitation, which has no business in a job or a mail."""
    wanted = way_on(request)
    if wanted != resolve_url("home") and len(wanted) <= LONGEST_WAY_ON:
        response.set_signed_cookie(
            WAY_ON,
            quote(wanted),
            max_age=LIFETIME,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )


def forget_way_on(response: HttpResponse) -> None:
    response.delete_cookie(WAY_ON, samesite="Lax")


def remembered_way_on(request: HttpRequest) -> str:
    """Where this browser was on its way to when it asked for a link, or the first page."""
    kept = unquote(request.get_signed_cookie(WAY_ON, default="", max_age=LIFETIME) or "")
    return kept if is_ours(request, kept) else resolve_url("home")


def _came_by_link_at(request: HttpRequest) -> datetime | None:
    stamp = request.session.get(CAME_BY_LINK)
    return datetime.fromtimestamp(stamp, tz=UTC) if stamp else None
