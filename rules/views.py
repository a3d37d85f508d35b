"""The pages of the rulebook."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe
from django.views.decorators.vary import vary_on_headers

from rules import queries, sheets
from rules.caching import etag
from rules.catalogue import Catalogue
from rules.loading import editions, load
from rules.places import SHELVES
from rules.search import LONGEST

Page = Callable[..., HttpResponse]


def read_only(view: Page) -> Page:
    """A page that may be kept, and asked for again with "has it changed?"."""
    for decorate in (
        condition(etag_func=etag),
        cache_control(private=True, no_cache=True),
        vary_on_headers("Cookie", "HX-Request", "HX-Target"),
        require_safe,
    ):
        view = decorate(view)
    return view


def of_edition(view: Page) -> Page:
    """Hands the view the catalogue that the address names."""

    @read_only
    @wraps(view)
    def answer(request: HttpRequest, edition: str, **kwargs: Any) -> HttpResponse:
        if edition not in editions():
            raise Http404
        return view(request, load(edition), **kwargs)

    return answer


def _show(
    request: HttpRequest, catalogue: Catalogue, template: str, part: str = "", **shown: Any
) -> HttpResponse:
    """A page of the book, or the part of it that htmx asked for."""
    if part and request.htmx.target == part:  # type: ignore[attr-defined]
        template = f"{template}#{part}"
    frame = {"catalogue": catalogue, "pages": queries.pages_of(catalogue)}
    return render(request, f"rules/{template}", frame | shown)


@read_only
def all_editions(request: HttpRequest) -> HttpResponse:
    books = [(book, queries.pages_of(book)) for book in map(load, editions())]
    return render(request, "rules/editions.html", {"books": books})


@of_edition
def overview(request: HttpRequest, catalogue: Catalogue) -> HttpResponse:
    others = [load(key) for key in editions() if key != catalogue.edition]
    return _show(request, catalogue, "overview.html", others=others)


@of_edition
def page(request: HttpRequest, catalogue: Catalogue, page: str) -> HttpResponse:
    """One of the book's pages; those that the edition leaves empty are not there."""
    if page not in queries.pages_of(catalogue):
        raise Http404
    if page in SHELVES:
        parts = sheets.parts_of(catalogue, page)
        return _show(request, catalogue, "shelf.html", page=page, parts=parts)
    return LISTS[page](request, catalogue)


def _races(request: HttpRequest, catalogue: Catalogue) -> HttpResponse:
    races = [(race, len(queries.stars_for(catalogue, race))) for race in catalogue.races.values()]
    stated = queries.stated_by(catalogue)
    return _show(request, catalogue, "races.html", page="races", races=races, stated=stated)


def _skills(request: HttpRequest, catalogue: Catalogue) -> HttpResponse:
    categories = queries.skills_by_category(catalogue)
    return _show(request, catalogue, "skills.html", page="skills", categories=categories)


def _stars(request: HttpRequest, catalogue: Catalogue) -> HttpResponse:
    """All stars, or those who would play for one race."""
    stars = list(catalogue.stars.values())
    race = None
    if key := request.GET.get("race", ""):
        race = catalogue.races.get(key)
        if race is None:
            raise Http404
        stars = queries.stars_for(catalogue, race)
    shown = [(line, queries.engagement(catalogue, line.star)) for line in queries.star_lines(stars)]
    return _show(
        request,
        catalogue,
        "stars.html",
        "stars",
        page="stars",
        lines=shown,
        count=len(stars),
        employer=race,
    )


def _inducements(request: HttpRequest, catalogue: Catalogue) -> HttpResponse:
    groups = sheets.inducements_by_group(catalogue)
    return _show(request, catalogue, "inducements.html", page="inducements", groups=groups)


def _tables(request: HttpRequest, catalogue: Catalogue) -> HttpResponse:
    read = [sheets.sheet_of(table) for table in catalogue.tables.values()]
    return _show(request, catalogue, "tables.html", page="tables", sheets=read)


LISTS: dict[str, Callable[[HttpRequest, Catalogue], HttpResponse]] = {
    "races": _races,
    "skills": _skills,
    "stars": _stars,
    "inducements": _inducements,
    "tables": _tables,
}


@of_edition
def race(request: HttpRequest, catalogue: Catalogue, key: str) -> HttpResponse:
    found = catalogue.races.get(key)
    if found is None:
        raise Http404
    return _show(
        request,
        catalogue,
        "race.html",
        page="races",
        race=found,
        stars=[(star, star.price_for(found)) for star in queries.stars_for(catalogue, found)],
        offers=queries.special_offers(catalogue, found),
        mentions=queries.mentions_of(catalogue, found),
        limits=queries.limits_of(found),
        rules=[catalogue.special_rules[key] for key in found.rules],
        choices=queries.choices_of(catalogue, found),
    )


@of_edition
def skill(request: HttpRequest, catalogue: Catalogue, key: str) -> HttpResponse:
    found = catalogue.skills.get(key)
    if found is None:
        raise Http404
    return _show(
        request,
        catalogue,
        "skill.html",
        page="skills",
        skill=found,
        beginners=queries.beginners(catalogue, found),
        stars=queries.stars_with(catalogue, found),
        learners=queries.learners(catalogue, found),
        needs=[catalogue.skills[key] for key in found.needs],
        bars=[catalogue.skills[key] for key in found.never_with],
    )


@of_edition
def search(request: HttpRequest, catalogue: Catalogue) -> HttpResponse:
    wanted = request.GET.get("q", "").replace("\0", " ").strip()[:LONGEST]
    kind = request.GET.get("kind", "")
    groups = queries.found(catalogue.edition, wanted, kind=kind)
    count = sum(group.count for group in groups)
    return _show(
        request, catalogue, "search.html", "found", wanted=wanted, groups=groups, count=count
    )
