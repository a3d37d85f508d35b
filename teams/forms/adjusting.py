"""What a commissioner changes by hand, parsed; the command decides."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from jobs.failures import Failure
from rules.book import Book
from rules.words import name as called
from teams.arriving.sheets import BELONGINGS, staff_of
from teams.arriving.spellings import DASHES, read_number
from teams.forms.belongings import add_belongings
from teams.models import Contract
from teams.on_record import LONGEST_REASON
from teams.sheets import tallies_of
from web.fields import LineField
from web.forms import Form, Segment
from web.lines import tidied

LARGEST = 1_000_000_000
TEAM_LABELS: Mapping[str, str | Promise] = {
    "gold": _("Gold"),
    "fan_factor": _("Fan factor"),
    "rerolls": _("Re-rolls"),
    "fund": _("Stadium fund"),
}
UNCHANGED, NONE = "", "-"


class DifferenceField(forms.CharField):
    """A change with its sign: +50,000, −1. Nothing there is no change."""

    widget = forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"})

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=20, **options)
        self.widget.attrs["placeholder"] = "0"

    def clean(self, value: Any) -> int:
        said = str(super().clean(value)).translate(DASHES)
        sign = re.match(r"\s*([+-]?)\s*", said)
        number = read_number(said[sign.end() :] if sign else said, at_most=LARGEST)
        if number is None:
            raise forms.ValidationError(
                now("A whole number with its sign, like +50,000 or −1."), code="not_a_difference"
            )
        return -number if sign and sign[1] == "-" else number


class AdjustmentForm(Form):
    """Differences throughout; what is left empty stays as it is."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)
    player = forms.TypedChoiceField(
        label=_("Player"), coerce=UUID, empty_value=None, required=False
    )
    points = DifferenceField(label=_("SPP without a kind"))
    skill_given = forms.ChoiceField(label=_("A skill given"), required=False)
    skill_taken = forms.ChoiceField(label=_("A skill taken"), required=False)
    niggles = DifferenceField(label=_("Niggles"))
    misses_next = forms.ChoiceField(
        label=_("Misses the next match"),
        choices=[("unchanged", _("as it is")), ("yes", _("yes")), ("no", _("no"))],
        initial="unchanged",
        required=False,
        widget=Segment,
    )
    reason = LineField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("It stays on record, with your name, where everybody reads it."),
    )
    override = forms.BooleanField(label=_("Do it although these rules say no"), required=False)

    def __init__(
        self, data: Any, *, book: Book, contracts: Iterable[Contract], initial: Any = None
    ) -> None:
        super().__init__(data, initial=initial)
        catalogue = book.catalogue
        self.of_team = [*TEAM_LABELS, *(f"staff.{what}" for what in staff_of(catalogue))]
        add_belongings(self.fields, catalogue, {UNCHANGED: _("as it is"), NONE: _("none")})
        self.of_awards = [f"awards.{key}" for key in tallies_of(book)]
        self.of_body = [
            f"{way}.{name}" for way in ("raised", "lowered") for name in catalogue.characteristics
        ]
        for name in self.of_team:
            label = TEAM_LABELS.get(name) or called(catalogue, name.partition(".")[2])
            self.fields[name] = DifferenceField(label=label)
        for key, label in tallies_of(book).items():
            self.fields[f"awards.{key}"] = DifferenceField(label=label)
        for name in catalogue.characteristics:
            about = {"name": name.upper()}
            self.fields[f"raised.{name}"] = DifferenceField(label=_("%(name)s raised") % about)
            self.fields[f"lowered.{name}"] = DifferenceField(label=_("%(name)s lost") % about)
        skills = sorted(((key, each.name) for key, each in catalogue.skills.items()), key=by_name)
        for field in ("skill_given", "skill_taken"):
            self.fields[field].choices = [("", _("none")), *skills]  # type: ignore[attr-defined]
        people = sorted(contracts, key=lambda each: each.number)
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            ("", _("nobody: the team alone")),
            *((str(each.player.uuid), f"{each.number} {each.player.name}") for each in people),
        ]

    def _belongings(self) -> dict[str, Any]:
        """What the team has from now on, and what it has no longer."""
        said = self.cleaned_data
        kinds = {"sponsor": "sponsor", "star": "star", "home": "home.attribute"}
        chosen = {kind: said.get(field, UNCHANGED) for kind, field in kinds.items()}
        told: dict[str, Any] = {
            kind: key for kind, key in chosen.items() if key not in (UNCHANGED, NONE)
        }
        if "home" in told:
            home = {"attribute": told["home"], "name": tidied(said["home.name"])}
            told["home"] = home | {"owned": said["home.owned"]}
        if ends := [kind for kind, key in chosen.items() if key == NONE]:
            told["ends"] = ends
        return told

    def change(self) -> dict[str, Any]:
        """What the ruling is told: only what changes."""
        said = self.cleaned_data
        told: dict[str, Any] = self._belongings()
        for name in (*self.of_team, *self.of_awards, *self.of_body, "points", "niggles"):
            if said[name]:
                first, _dot, rest = name.partition(".")
                if rest:
                    told.setdefault(first, {})[rest] = said[name]
                else:
                    told[first] = said[name]
        for name in ("skill_given", "skill_taken"):
            if said[name]:
                told[name] = said[name]
        if said["misses_next"] in ("yes", "no"):
            told["misses_next"] = said["misses_next"]
        return told

    def take(self, failure: Failure) -> None:
        """Reasons about points in all, or awards in all, stand at the first of their fields."""
        for reason in failure.reasons:
            at = {"awards": self.of_awards[0] if self.of_awards else "", "home": "home.attribute"}
            # Of a home another team may have the name.
            at |= {"name": "home.name"}
            name = at.get(reason.subject, reason.subject)
            sentence = forms.ValidationError(str(reason.message), code=reason.code)
            self.add_error(name if name in self.fields else None, sentence)

    # --- for the page

    def team_fields(self) -> list[BoundField]:
        return [self[name] for name in self.of_team]

    def belonging_fields(self) -> list[BoundField]:
        return [self[name] for name in BELONGINGS]

    def award_fields(self) -> list[BoundField]:
        return [*(self[name] for name in self.of_awards), self["points"]]

    def body_fields(self) -> list[BoundField]:
        return [*(self[name] for name in self.of_body), self["niggles"]]


class SayWhyForm(Form):
    reason = AdjustmentForm.base_fields["reason"]
    override = AdjustmentForm.base_fields["override"]


def by_name(pair: tuple[str, str]) -> str:
    return pair[1]
