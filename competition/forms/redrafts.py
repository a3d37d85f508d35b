"""The forms of a re-draft: the deadline, dice for injuries, and the wish."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from competition.queries.redrafts import Newcomer, Sheet, Veteran, Ware
from teams.forms.hiring import MOST_NAMED, WORD, counter, word_fields
from teams.models import HIGHEST_NUMBER, LONGEST_NAME
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from web.fields import LineField
from web.forms import DiePicker, Form

__all__ = ["WORD", "DeadlineForm", "HealingForm", "MendForm", "RedraftForm"]


class DeadlineForm(Form):
    """A day and a time, by the clocks of the league."""

    day = forms.DateField(
        label=_("Until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Left empty, there is no deadline."),
    )
    clock = forms.TimeField(
        label=_("At"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )


class HealingForm(Form):
    """A die for each niggling injury that has none yet; those left out are not thrown."""

    def __init__(self, data: Any, *, sheet: Sheet) -> None:
        super().__init__(data)
        self.sheet = sheet
        for ask in sheet.reckoned.healing.open:
            self.fields[ask.key] = forms.TypedChoiceField(
                choices=[(face, face) for face in range(1, 7)],
                coerce=int,
                empty_value=None,
                required=False,
                label=_("The die"),
                widget=DiePicker(),
            )

    @property
    def thrown(self) -> dict[str, int]:
        return {key: face for key, face in self.cleaned_data.items() if face is not None}

    def rows(self) -> Iterator[tuple[Veteran, list[BoundField]]]:
        for veteran in self.sheet.hurt:
            prefix = f"redraft-healing/{veteran.key}/"
            yield veteran, [self[key] for key in self.fields if key.startswith(prefix)]


class MendForm(Form):
    """A die that was typed wrong, and what it shows. A reason for whoever is not the coach."""

    key = forms.ChoiceField(label=_("Which die"))
    value = forms.TypedChoiceField(
        label=_("It shows"),
        choices=[(face, face) for face in range(1, 7)],
        coerce=int,
        widget=DiePicker(),
    )
    reason = LineField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("It stands in the ledger beside the correction."),
    )

    def __init__(self, data: Any, *, sheet: Sheet) -> None:
        super().__init__(data, prefix="mend")
        about = _("%(player)s: %(shown)s")
        self.fields["key"].choices = [  # type: ignore[attr-defined]
            (die.key, about % {"player": name, "shown": die.value}) for die, name in sheet.typed
        ]


class RedraftForm(Form):
    """Who comes back, and what is bought. Whoever runs the league has a word to say besides."""

    def __init__(self, data: Any, *, sheet: Sheet, runs_league: bool) -> None:
        super().__init__(data)
        self.sheet = sheet
        for veteran in sheet.veterans:
            self.fields[f"back.{veteran.key}"] = forms.BooleanField(
                label=_("Comes back"), required=False, initial=veteran.returns
            )
        for ware in sheet.wares:
            most = max(ware.most, ware.count)
            self.fields[ware.subject] = counter(ware.name, ware.count, most=most)
        if runs_league and not sheet.is_try:
            self.fields |= word_fields()
        for key in self._named(data):
            self.fields[f"name.{key}"] = LineField(
                label=_("Name"),
                max_length=LONGEST_NAME,
                required=False,
                widget=forms.TextInput(attrs={"dir": "auto"}),
            )
            self.fields[f"number.{key}"] = forms.IntegerField(
                label=_("Number"),
                min_value=1,
                max_value=HIGHEST_NUMBER,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def _named(self, data: Any) -> list[str]:
        """Whoever joins by what was saved or by what is sent."""
        saved = [newcomer.key for newcomer in self.sheet.newcomers]
        sent = [key.removeprefix("name.") for key in data or () if key.startswith("name.")]
        return list(dict.fromkeys([*saved, *sent[:MOST_NAMED]]))

    # --- what was sent

    @property
    def returning(self) -> list[str]:
        said = self.cleaned_data
        return [each.key for each in self.sheet.veterans if said[f"back.{each.key}"]]

    @property
    def wish(self) -> dict[str, Any]:
        wish: dict[str, Any] = {}
        for ware in self.sheet.wares:
            count = self.cleaned_data[ware.subject]
            count = ware.count if count is None else count
            field, _dot, key = ware.subject.partition(".")
            if key:
                wish.setdefault(field, {})[key] = count
            else:
                wish[field] = count
        return wish

    @property
    def people(self) -> dict[str, Person]:
        """Names and numbers that differ from what was suggested; the rest is suggested anew."""
        said = self.cleaned_data
        suggested = {each.key: each.person for each in self.sheet.newcomers}
        kept = self.sheet.redraft.people
        found = {}
        for key in [name.removeprefix("name.") for name in self.fields if name.startswith("name.")]:
            before = Person() if key in kept else suggested.get(key, Person())
            name, number = said[f"name.{key}"], said[f"number.{key}"] or 0
            person = Person(
                "" if name == before.name else name, 0 if number == before.number else number
            )
            if person != Person():
                found[key] = person
        return found

    # --- what is shown

    def veteran_rows(self) -> Iterator[tuple[Veteran, BoundField]]:
        return ((each, self[f"back.{each.key}"]) for each in self.sheet.veterans)

    def position_rows(self) -> Iterator[tuple[Ware, BoundField]]:
        return ((each, self[each.subject]) for each in self.sheet.positions)

    def support_rows(self) -> Iterator[tuple[Ware, BoundField]]:
        return ((each, self[each.subject]) for each in self.sheet.support)

    def lasting_rows(self) -> Iterator[tuple[Ware, BoundField]]:
        return ((each, self[each.subject]) for each in self.sheet.lasting)

    def newcomer_rows(self) -> Iterator[tuple[Newcomer, BoundField, BoundField]]:
        for newcomer in self.sheet.newcomers:
            name, number = f"name.{newcomer.key}", f"number.{newcomer.key}"
            self.initial.update({name: newcomer.person.name, number: newcomer.person.number})
            yield newcomer, self[name], self[number]
