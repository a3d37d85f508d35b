"""Fields for what a team has one of, or none: a sponsor, a star, a home."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.book import Book
from rules.catalogue import Catalogue
from rules.knobs import off
from rules.words import reason_words
from teams.models import LONGEST_NAME
from web.fields import LineField

# The house rule that each is about.
RULES = {
    "sponsor": "sponsors",
    "star": "stars.rostered",
    "home.attribute": "stadiums",
    "home.name": "stadiums",
    "home.owned": "stadiums",
    "fund": "stadiums",
}

LABELS: Mapping[str, Any] = {
    "sponsor": _("Major sponsor"),
    "star": _("Star under contract"),
    "home.attribute": _("Home stadium"),
}


def add_belongings(
    fields: dict[str, Any], catalogue: Catalogue, before: Mapping[str, str | Promise]
) -> None:
    """A choice of everything that the edition has, after what `before` says."""
    for name, choices in choices_of(catalogue).items():
        fields[name] = forms.ChoiceField(
            label=LABELS[name], required=False, choices=[*before.items(), *choices]
        )
    fields["home.name"] = LineField(
        label=_("What the home is called"), max_length=LONGEST_NAME, required=False
    )
    fields["home.owned"] = forms.BooleanField(label=_("The team owns its home"), required=False)


def say_what_is_off(fields: dict[str, Any], book: Book) -> None:
    """A note at each field that is about what the league plays without; a commissioner may set
    that aside, so it can be filled in all the same."""
    for name, rule in RULES.items():
        if name in fields and not book.house.get(rule):
            fields[name].help_text = reason_words(book.catalogue, off(rule))
            fields[name].widget.attrs["data-idle"] = ""


def choices_of(catalogue: Catalogue) -> dict[str, list[tuple[str, str]]]:
    tables = catalogue.shelves.get("stadium_table", ())
    named = {
        "sponsor": {each.key: each.name for each in catalogue.shelves.get("sponsor", ())},
        "star": {key: star.name for key, star in catalogue.stars.items()},
        "home.attribute": {each.key: each.name for table in tables for each in table.entries},
    }
    return {
        field: sorted(pairs.items(), key=lambda pair: pair[1]) for field, pairs in named.items()
    }
