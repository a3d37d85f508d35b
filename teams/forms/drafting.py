"""What a coach types and taps at the draft, parsed; the commands decide."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from django import forms
from django.utils.translation import gettext_lazy as later

from acts.failures import Refused
from league.models import Membership
from teams.commands.drafting import CountChange, Lesson
from teams.forms.kits import kit_field
from teams.models import LONGEST_NAME
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from teams.queries.draft_sheets import DraftSheet
from web.forms import Form

# What no shirt can be: the command refuses it with everything else that is wrong.
NO_SHIRT = -1
# Begins the name of a field that chooses among a list's special rules.
CHOSEN = "rules."


class BeginDraft(Form):
    """A race to begin with; colours that are left open are drawn by lot."""

    race = forms.CharField(widget=forms.HiddenInput)
    coach = forms.ModelChoiceField(
        label=later("For whom"),
        queryset=Membership.objects.none(),
        to_field_name="uuid",
        required=False,
        empty_label=None,
    )
    shirt = kit_field(later("Shirt"), required=False)
    trim = kit_field(later("Trim"), required=False)

    @classmethod
    def of(cls, given: Any, *, coaches: Any, own: Membership) -> "BeginDraft":
        form = cls(given, initial={"coach": own.uuid})
        form.fields["coach"].queryset = coaches  # type: ignore[attr-defined]
        return form


class DraftFields(Form):
    """What a draft's page shows besides its squad; what is typed is read with everything else."""

    name = forms.CharField(
        label=later("Team name"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": LONGEST_NAME, "autocapitalize": "words"}),
    )
    shirt = kit_field(later("Shirt"))
    trim = kit_field(later("Trim"))
    reason = forms.CharField(
        label=later("Why"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": LONGEST_REASON}),
    )

    @classmethod
    def of(cls, sheet: DraftSheet, *, reason: str) -> "DraftFields":
        draft = sheet.draft
        values = {"name": sheet.name, "shirt": draft.shirt, "trim": draft.trim, "reason": reason}
        form = cls(values)
        form.take(Refused(*sheet.faults.get("name", ()), *sheet.faults.get("reason", ())))
        return form


@dataclass(frozen=True, slots=True)
class Taps:
    """Everything that a sending of the draft's page says: all its fields, and the button tapped."""

    revision: int | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    anchor: str = ""
    is_finish: bool = False
    is_override: bool = False
    reason: str = ""


def read_taps(told: Mapping[str, str]) -> Taps:
    step = _step(told)
    fields = {
        "step": step,
        "people": dict(_people(told)),
        "lessons": [*_lessons(told)],
        "suggest_again": _again(told),
        "chosen": {
            name.removeprefix(CHOSEN): rule
            for name, rule in told.items()
            if name.startswith(CHOSEN)
        },
        **{name: told[name] for name in ("name", "shirt", "trim") if name in told},
    }
    return Taps(
        revision=_whole(told.get("revision", "")),
        fields=fields,
        anchor=step.subject if step else told.get("again", ""),
        is_finish="finish" in told,
        is_override=told.get("finish") == "override",
        reason=told.get("reason", ""),
    )


def _step(told: Mapping[str, str]) -> CountChange | None:
    if "more" in told:
        return CountChange(told["more"], +1)
    return CountChange(told["less"], -1) if "less" in told else None


def _again(told: Mapping[str, str]) -> Literal["", "name", "people"]:
    match told.get("again"):
        case "name":
            return "name"
        case "people":
            return "people"
        case _:
            return ""


def _lessons(told: Mapping[str, str]) -> Iterator[Lesson]:
    for name, skill in told.items():
        if name.startswith("learn.") and skill:
            yield Lesson(name.removeprefix("learn."), skill)
    if "forget" in told:
        slot, _, skill = told["forget"].partition(" ")
        yield Lesson(slot, skill, is_taken_back=True)


def _people(told: Mapping[str, str]) -> Iterator[tuple[str, Person]]:
    """What is called and worn, by slot; an empty field asks for a suggestion."""
    for name, called in told.items():
        if name.startswith("called."):
            slot = name.removeprefix("called.")
            worn = told.get(f"wears.{slot}", "").strip()
            yield slot, Person(called, (_whole(worn) or NO_SHIRT) if worn else 0)


def _whole(text: str) -> int | None:
    """A whole number of reasonable length."""
    digits = text.strip()
    return int(digits) if digits.isdecimal() and len(digits) <= 9 else None
