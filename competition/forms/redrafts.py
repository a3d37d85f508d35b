"""The forms of a re-draft: the deadline, and dice for injuries."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from competition.queries.redrafts import RedraftSheet, Veteran
from teams.on_record import LONGEST_REASON
from web.fields import LineField
from web.forms import DiePicker, Form


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

    def __init__(self, data: Any, *, sheet: RedraftSheet) -> None:
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

    def __init__(self, data: Any, *, sheet: RedraftSheet) -> None:
        super().__init__(data, prefix="mend")
        about = _("%(player)s: %(shown)s")
        self.fields["key"].choices = [  # type: ignore[attr-defined]
            (die.key, about % {"player": name, "shown": die.value}) for die, name in sheet.typed
        ]
