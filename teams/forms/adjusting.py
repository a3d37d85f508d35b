"""What a commissioner changes by hand, parsed; the command decides."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from acts.failures import Failure
from league.rulebook import team_sheet_of
from rules.book import Book
from rules.team_sheet import TeamSheet
from teams.arriving.sheets import own_labels_of
from teams.arriving.spellings import DASHES, read_number
from teams.forms.belongings import add_belongings
from teams.models import Contract
from teams.on_record import LONGEST_REASON
from teams.sheets import tallies_of
from web.fields import LineField
from web.forms import Form, Segment
from web.lines import tidied

LARGEST = 1_000_000_000
UNCHANGED, NONE = "", "-"
SKILLS = {"skill_given": _("A skill given"), "skill_taken": _("A skill taken")}
MISSES = "misses_next"


class DifferenceField(forms.CharField):
    """A change with its sign: +50,000, −1. Nothing there is no change."""

    widget = forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"})

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=20, **options)
        self.widget.attrs["placeholder"] = "0"

    def clean(self, value: Any) -> int:
        text = str(super().clean(value)).translate(DASHES)
        sign = re.match(r"\s*([+-]?)\s*", text)
        number = read_number(text[sign.end() :] if sign else text, at_most=LARGEST)
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
        self.sheet: TeamSheet = team_sheet_of(book)
        self.of_team = self._differences(own_labels_of(book))
        if self.sheet.belongings:
            add_belongings(self.fields, book.catalogue, {UNCHANGED: _("as it is"), NONE: _("none")})
        self._add_player(book)
        people = sorted(contracts, key=lambda each: each.number)
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            ("", _("nobody: the team alone")),
            *((str(each.player.uuid), f"{each.number} {each.player.name}") for each in people),
        ]

    def _differences(self, labels: Mapping[str, Any]) -> list[str]:
        for name, label in labels.items():
            self.fields[name] = DifferenceField(label=label)
        return [*labels]

    def _add_player(self, book: Book) -> None:
        """What the edition lets be changed of one player."""
        by_hand, catalogue = self.sheet.player_by_hand, book.catalogue
        parts = set(by_hand.parts)
        awards = tallies_of(book) if "awards" in parts else {}
        self.of_experience = self._differences(
            {
                **{f"awards.{key}": text for key, text in awards.items()},
                **{each.key: now(each.label) for each in by_hand.experience},
            }
        )
        ways = {"raised": _("%(name)s raised"), "lowered": _("%(name)s lost")}
        names = catalogue.characteristics if "characteristics" in parts else ()
        self.of_body = self._differences(
            {
                f"{way}.{name}": label % {"name": name.upper()}
                for way, label in ways.items()
                for name in names
            }
            | {each.key: now(each.label) for each in by_hand.body}
        )
        self.of_skills = [*SKILLS] if "skills" in parts else []
        skills = sorted(((key, each.name) for key, each in catalogue.skills.items()), key=by_name)
        for name in self.of_skills:
            self.fields[name] = forms.ChoiceField(
                label=SKILLS[name], required=False, choices=[("", _("none")), *skills]
            )
        if "misses-next" in parts:
            self.fields[MISSES] = forms.ChoiceField(
                label=_("Misses the next match"),
                choices=[("unchanged", _("as it is")), ("yes", _("yes")), ("no", _("no"))],
                initial="unchanged",
                required=False,
                widget=Segment,
            )

    def _belongings(self) -> dict[str, Any]:
        """What the team has from now on, and what it has no longer."""
        cleaned = self.cleaned_data
        kinds = {"sponsor": "sponsor", "star": "star", "home": "home.attribute"}
        chosen = {kind: cleaned.get(field, UNCHANGED) for kind, field in kinds.items()}
        values: dict[str, Any] = {
            kind: key for kind, key in chosen.items() if key not in (UNCHANGED, NONE)
        }
        if "home" in values:
            home = {"attribute": values["home"], "name": tidied(cleaned["home.name"])}
            values["home"] = home | {"owned": cleaned["home.owned"]}
        if ends := [kind for kind, key in chosen.items() if key == NONE]:
            values["ends"] = ends
        return values

    def change(self) -> dict[str, Any]:
        """What the ruling is told: only what changes."""
        cleaned = self.cleaned_data
        told: dict[str, Any] = self._belongings()
        for name in (*self.of_team, *self.of_experience, *self.of_body):
            if cleaned[name]:
                first, _dot, rest = name.partition(".")
                if rest:
                    told.setdefault(first, {})[rest] = cleaned[name]
                else:
                    told[first] = cleaned[name]
        told |= {name: cleaned[name] for name in self.of_skills if cleaned[name]}
        if cleaned.get(MISSES) in ("yes", "no"):
            told[MISSES] = cleaned[MISSES]
        return told

    def take(self, failure: Failure) -> None:
        """Reasons about points in all, or awards in all, stand at the first of their fields."""
        for reason in failure.reasons:
            # Of a home another team may have the name.
            at = {"home": "home.attribute", "name": "home.name"}
            at["awards"] = self.of_experience[0] if self.of_experience else ""
            name = at.get(reason.subject, reason.subject)
            sentence = forms.ValidationError(str(reason.message), code=reason.code)
            self.add_error(name if name in self.fields else None, sentence)

    # --- for the page

    def team_fields(self) -> list[BoundField]:
        return [self[name] for name in self.of_team]

    def belonging_fields(self) -> list[BoundField]:
        return [self[name] for name in self.sheet.belongings]

    def person_fields(self) -> list[BoundField]:
        return [self["player"], *(self[name] for name in self.of_skills)]

    def experience_fields(self) -> list[BoundField]:
        return [self[name] for name in self.of_experience]

    def body_fields(self) -> list[BoundField]:
        return [self[name] for name in self.of_body]

    def missing_field(self) -> BoundField | None:
        return self[MISSES] if MISSES in self.fields else None


class SayWhyForm(Form):
    reason = AdjustmentForm.base_fields["reason"]
    override = AdjustmentForm.base_fields["override"]


def by_name(pair: tuple[str, str]) -> str:
    return pair[1]
