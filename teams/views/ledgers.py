"""The ledger: every event, the balance after it, and why the treasury is what it is."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from teams.queries.heads import head_for
from teams.queries.ledgers import Ledger, Posting, Wanted, entries_of, ledger_of
from web.parts import render_part

ON_A_PAGE = 30
OLDEST_FIRST = "oldest"


@never_cache
@require_safe
def ledger(request: HttpRequest, uuid: UUID) -> HttpResponse:
    head = head_for(request.user, uuid)
    book = ledger_of(head)
    wanted = wanted_in(request.GET)
    postings = book.wanted(wanted)
    if request.GET.get("order") != OLDEST_FIRST:
        postings.reverse()
    pages = Paginator(postings, ON_A_PAGE)
    page = pages.get_page(page_of(request.GET, postings) or request.GET.get("page"))
    shown = {
        "head": head,
        "team": head.team,
        "hand": head.hand,
        "ledger": book,
        "wanted": wanted,
        "together": together(book, postings),
        "is_oldest_first": request.GET.get("order") == OLDEST_FIRST,
        "page": page,
        "entries": entries_of(head, list(page)),
    }
    return render_part(request, "teams/ledger.html", shown, "entries")


def wanted_in(asked: QueryDict) -> Wanted:
    """What is no number is not asked for."""
    return Wanted(
        kind=asked.get("kind", ""),
        chapter=_number(asked.get("chapter", "")),
        season=_number(asked.get("season", "")),
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def page_of(asked: QueryDict, postings: list[Posting]) -> int | None:
    """The page that holds the event that a link speaks of."""
    seq = _number(asked.get("event", ""))
    found = (place for place, posting in enumerate(postings) if posting.seq == seq)
    place = next(found, None)
    return None if place is None else place // ON_A_PAGE + 1


def together(book: Ledger, postings: list[Posting]) -> int:
    return sum(posting.gold for posting in postings if posting.counts)
