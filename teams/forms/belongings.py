"""Fields for what a team has one of, or none: a sponsor, a star, a home."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.catalogue import Catalogue
from teams.models import LONGEST_NAME
from web.fields import LineField

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
