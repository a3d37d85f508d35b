"""What people type about their teams, parsed; the commands decide."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, cast
from uuid import UUID

from django import forms
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from league.models import Membership
from teams.crests import drawn_crest
from teams.forms.kits import kit_field
from teams.identity import LONGEST_MOTTO, LONGEST_STORY
from teams.models import HIGHEST_NUMBER, LONGEST_NAME, Contract, Team, Tenure
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from teams.pictures import ACCEPTED, LARGEST_FILE
from web.crests import PATTERNS, SHAPES, Crest, draw, lots
from web.fields import LineField
from web.forms import Form, Segment


class MomentInput(forms.DateTimeInput):
    """The browser's own picker; times are those of the zone that the person has chosen."""

    input_type = "datetime-local"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%dT%H:%M")


def moment_field(**options: Any) -> forms.DateTimeField:
    return forms.DateTimeField(widget=MomentInput(), **options)


class OpenWindow(Form):
    closes_at = moment_field(
        label=_("Closes"),
        required=False,
        help_text=_("Left empty, it stays open until the coach finishes or you close it."),
    )


class OpenWindows(OpenWindow):
    field_order = ("teams", "closes_at")

    def __init__(self, data: Any, *, teams: Iterable[Team]) -> None:
        super().__init__(data)
        choices = [(str(team.uuid), team.name) for team in teams]
        self.fields["teams"] = forms.TypedMultipleChoiceField(
            label=_("Teams"),
            choices=choices,
            coerce=UUID,
            initial=[uuid for uuid, _name in choices],
            widget=forms.CheckboxSelectMultiple,
        )


class ShirtsForm(Form):
    """A name and a number for everybody under contract."""

    def __init__(
        self, data: Any, *, contracts: list[Contract], positions: Mapping[str, str]
    ) -> None:
        """`positions` says what people call them."""
        super().__init__(data)
        self.contracts = contracts
        for contract in contracts:
            key = str(contract.player.uuid)
            plays = positions.get(contract.player.position, contract.player.position)
            self.fields[f"people.{key}.number"] = forms.IntegerField(
                label=_("Number"),
                min_value=1,
                max_value=HIGHEST_NUMBER,
                initial=contract.number,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
            self.fields[f"people.{key}.name"] = LineField(
                label=plays,
                max_length=LONGEST_NAME,
                initial=contract.player.name,
                widget=forms.TextInput(attrs={"dir": "auto"}),
            )

    @property
    def people(self) -> dict[UUID, Person]:
        return {
            contract.player.uuid: Person(
                self.cleaned_data[f"people.{contract.player.uuid}.name"],
                self.cleaned_data[f"people.{contract.player.uuid}.number"],
            )
            for contract in self.contracts
        }

    def rows(self) -> Iterator[tuple[Contract, BoundField, BoundField]]:
        for contract in self.contracts:
            key = f"people.{contract.player.uuid}"
            yield contract, self[f"{key}.number"], self[f"{key}.name"]


class CoachForm(Form):
    """Who coaches from now on, beside whom, or in whose place."""

    kind = forms.ChoiceField(label=_("As"), choices=Tenure.Kind.choices, widget=Segment)
    coach = forms.TypedChoiceField(label=_("Who"), coerce=UUID)
    since = moment_field(label=_("From"), required=False, help_text=_("Left empty, from now on."))
    until = moment_field(
        label=_("Until"),
        required=False,
        help_text=_("For a stand-in: the end of the match that they play."),
    )

    def __init__(self, data: Any, *, members: Iterable[Membership], runs_league: bool) -> None:
        super().__init__(data)
        self.fields["coach"].choices = [  # type: ignore[attr-defined]
            (str(member.uuid), str(member)) for member in members
        ]
        initial = Tenure.Kind.COACH if runs_league else Tenure.Kind.SECOND
        self.fields["kind"].initial = initial

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if said.get("kind") == Tenure.Kind.STAND_IN and not said.get("until"):
            self.add_error("until", _("A stand-in needs an end."))
        return said


class SayWhy(Form):
    reason = LineField(label=_("Why"), max_length=LONGEST_REASON, required=False)


class CrestPicker(forms.RadioSelect):
    """Crests to tap on, each drawn in the team's kits with one choice."""

    template_name = "teams/widgets/crests.html"
    drawn: Sequence[SafeString] = ()

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        options = [options[0] for _, options, _ in context["widget"]["optgroups"]]
        context["crests"] = list(zip_longest(options, self.drawn, fillvalue=""))
        return context


class IdentityForm(Form):
    name = LineField(label=_("Name"), max_length=LONGEST_NAME)
    shirt = kit_field(_("Shirt"))
    trim = kit_field(_("Trim"))
    crest_shape = forms.ChoiceField(
        label=_("Shape of the crest"),
        choices=[("", _("by lot")), *((shape, shape) for shape in SHAPES)],
        required=False,
        widget=CrestPicker,
    )
    crest_pattern = forms.ChoiceField(
        label=_("Pattern of the crest"),
        choices=[("", _("by lot")), *((pattern, pattern) for pattern in PATTERNS)],
        required=False,
        widget=CrestPicker,
    )
    motto = LineField(label=_("Motto"), max_length=LONGEST_MOTTO, required=False)
    story = forms.CharField(
        label=_("Story"),
        max_length=LONGEST_STORY,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Plain text; an empty line begins a new paragraph."),
    )

    @classmethod
    def of(cls, team: Team, given: Any) -> "IdentityForm":
        form = cls(given, initial={name: getattr(team, name) for name in cls.base_fields})
        worn = drawn_crest(team)
        shape, pattern = lots(team.uuid)
        form._draw("crest_shape", [replace(worn, shape=each) for each in (shape, *SHAPES)])
        form._draw("crest_pattern", [replace(worn, pattern=each) for each in (pattern, *PATTERNS)])
        return form

    def _draw(self, field: str, crests: Iterable[Crest]) -> None:
        picker = cast("CrestPicker", self.fields[field].widget)
        picker.drawn = [draw(crest, size="l") for crest in crests]


class PictureForm(Form):
    picture = forms.FileField(
        label=_("Picture"),
        allow_empty_file=True,
        help_text=_("JPEG, PNG, WebP or a still GIF, 10 megabytes at most."),
        widget=forms.FileInput(
            attrs={
                "accept": ACCEPTED,
                "data-largest": LARGEST_FILE,
                "data-too-large": _("This file is larger than that."),
            }
        ),
    )
