"""The ledger: every event, the balance after it, and why there is as much gold as there is."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.rulebook import team_sheet_of
from teams.queries.heads import head_for
from teams.queries.ledgers import Ledger, Posting, Wanted, entries_of, ledger_of
from web.parts import render_part

ON_A_PAGE = 30
OLDEST_FIRST = "oldest"
EVERYTHING = "everything"


@never_cache
@require_safe
def ledger(request: HttpRequest, uuid: UUID) -> HttpResponse:
    head = head_for(request.user, uuid)
    book = ledger_of(head)
    has_gold = team_sheet_of(head.book).has_gold
    wanted = wanted_in(request.GET, has_gold=has_gold)
    postings = book.wanted(wanted)
    if request.GET.get("order") != OLDEST_FIRST:
        postings.reverse()
    pages = Paginator(postings, ON_A_PAGE)
    page = pages.get_page(page_of(request.GET, postings) or request.GET.get("page"))
    shown = {
        "head": head,
        "team": head.team,
        "access": head.access,
        "ledger": book,
        "has_gold": has_gold,
        "wanted": wanted,
        "together": together(book, postings),
        "is_oldest_first": request.GET.get("order") == OLDEST_FIRST,
        "page": page,
        "entries": entries_of(head, list(page)),
    }
    return render_part(request, "teams/ledger.html", shown, "entries")


def wanted_in(asked: QueryDict, *, has_gold: bool) -> Wanted:
    """What is no number is not asked for. A ledger opens with gold only; whoever asks for a kind or
    for one entry is shown it whatever it moved."""
    everything = asked.get("show") == EVERYTHING or asked.get("kind") or asked.get("event")
    return Wanted(
        kind=asked.get("kind", ""),
        chapter=_number(asked.get("chapter", "")),
        season=_number(asked.get("season", "")),
        gold_only=has_gold and not everything,
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def page_of(asked: QueryDict, postings: list[Posting]) -> int | None:
    """The page that holds the event that a link speaks of."""
    seq = _number(asked.get("event", ""))
    places = (place for place, posting in enumerate(postings) if posting.seq == seq)
    place = next(places, None)
    return None if place is None else place // ON_A_PAGE + 1


def together(book: Ledger, postings: list[Posting]) -> int:
    return sum(posting.gold for posting in postings if posting.counts)
