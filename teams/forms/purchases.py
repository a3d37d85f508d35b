"""What the forms of Hire & Fire and of a re-draft share: counters, newcomers and a last word."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from teams.commands.hiring import Word
from teams.models import HIGHEST_NUMBER, LONGEST_NAME
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from teams.purchases import Newcomer
from web.fields import LineField
from web.forms import Form, Stepper

MOST_NAMED = 60
WORD = ("reason", "override", "cover")


class PurchaseForm(Form):
    """A wish as the page shows it. `newcomers` join by what was saved, `named` by their coach.

    Whoever runs the league has a word to say besides.
    """

    def __init__(
        self,
        data: Any,
        *,
        revision: int,
        newcomers: Sequence[Newcomer],
        named: Collection[str],
        has_word: bool,
    ) -> None:
        super().__init__(data)
        self.newcomers = newcomers
        self.named = named
        self.fields["revision"] = forms.IntegerField(
            min_value=0, required=False, initial=revision, widget=forms.HiddenInput
        )
        if has_word:
            self.fields |= word_fields()
        for key in self._keys(data):
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

    def _keys(self, data: Any) -> list[str]:
        """Whoever joins by what was saved or by what is sent: hiring one more names him later."""
        saved = [newcomer.key for newcomer in self.newcomers]
        sent = [key.removeprefix("name.") for key in data or () if key.startswith("name.")]
        return list(dict.fromkeys([*saved, *sent[:MOST_NAMED]]))

    @property
    def word(self) -> Word:
        """The commissioner's; anybody else has none."""
        return Word(**{name: self.cleaned_data[name] for name in WORD if name in self.fields})

    @property
    def people(self) -> dict[str, Person]:
        """Names and numbers that differ from what was suggested; the rest is suggested anew."""
        said = self.cleaned_data
        suggested = {newcomer.key: newcomer.person for newcomer in self.newcomers}
        found = {}
        for key in [name.removeprefix("name.") for name in self.fields if name.startswith("name.")]:
            before = Person() if key in self.named else suggested.get(key, Person())
            name, number = said[f"name.{key}"], said[f"number.{key}"] or 0
            person = Person(
                "" if name == before.name else name, 0 if number == before.number else number
            )
            if person != Person():
                found[key] = person
        return found

    def newcomer_rows(self) -> Iterator[tuple[Newcomer, BoundField, BoundField]]:
        for newcomer in self.newcomers:
            name, number = f"name.{newcomer.key}", f"number.{newcomer.key}"
            self.initial.update({name: newcomer.person.name, number: newcomer.person.number})
            yield newcomer, self[name], self[number]

    def keep_word(self, sent: "PurchaseForm") -> None:
        """Show what the commissioner was about to say, though nothing came of it yet."""
        self.initial.update({name: sent.cleaned_data.get(name) for name in WORD})


def counter(label: str, now: int, *, most: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=most,
        initial=now,
        required=False,
        widget=Stepper(attrs={"aria-label": label, "inputmode": "numeric"}),
    )


def word_fields() -> Mapping[str, forms.Field]:
    return {
        "reason": LineField(
            label=_("Why"),
            max_length=LONGEST_REASON,
            required=False,
            help_text=_("It stays on record, where everybody can read it."),
        ),
        "override": forms.BooleanField(label=_("Set aside the rules that say no"), required=False),
        "cover": forms.BooleanField(
            label=_("Give the team the gold that is missing"), required=False
        ),
    }
