"""The forms of a re-draft: the deadline, dice for injuries, and the wish."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from competition.queries.redrafts import Sheet, Veteran, Ware
from teams.forms.purchases import PurchaseForm, counter
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


class RedraftForm(PurchaseForm):
    """Who comes back, and what is bought."""

    def __init__(self, data: Any, *, sheet: Sheet, runs_league: bool) -> None:
        super().__init__(
            data,
            revision=sheet.redraft.revision,
            newcomers=sheet.newcomers,
            named=sheet.redraft.people,
            has_word=runs_league and not sheet.is_try,
        )
        self.sheet = sheet
        for veteran in sheet.veterans:
            self.fields[f"back.{veteran.key}"] = forms.BooleanField(
                label=_("Comes back"), required=False, initial=veteran.returns
            )
        for ware in sheet.wares:
            most = max(ware.most, ware.count)
            self.fields[ware.subject] = counter(ware.name, ware.count, most=most)

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
    def wanted(self) -> dict[str, Any]:
        """What the commands take, with the re-draft that this was said of."""
        return {
            "returning": self.returning,
            "wish": self.wish,
            "people": self.people,
            "revision": self.cleaned_data["revision"],
        }

    # --- what is shown

    def veteran_rows(self) -> Iterator[tuple[Veteran, BoundField]]:
        return ((each, self[f"back.{each.key}"]) for each in self.sheet.veterans)

    def position_rows(self) -> Iterator[tuple[Ware, BoundField]]:
        return ((each, self[each.subject]) for each in self.sheet.positions)

    def support_rows(self) -> Iterator[tuple[Ware, BoundField]]:
        return ((each, self[each.subject]) for each in self.sheet.support)

    def lasting_rows(self) -> Iterator[tuple[Ware, BoundField]]:
        return ((each, self[each.subject]) for each in self.sheet.lasting)
