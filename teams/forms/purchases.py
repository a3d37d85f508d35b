"""The form of a basket: its fields are what is on offer, who joins, and a commissioner's word."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from teams.models import HIGHEST_NUMBER, LONGEST_NAME
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from teams.purchases import Newcomer, Word
from teams.queries.baskets import Buying, Shelf, Tick, Ware
from web.fields import LineField
from web.forms import Form, Stepper

MOST_NAMED = 60
WORD = ("reason", "override", "cover")


class PurchaseForm(Form):
    """A wish as its page shows it: what is on offer, whoever joins by what was saved, and the word
    of whoever runs the league."""

    def __init__(self, data: Any, buying: Buying, *, has_word: bool) -> None:
        super().__init__(data)
        self.buying = buying
        self.fields["revision"] = forms.IntegerField(
            min_value=0,
            required=False,
            initial=buying.kept.revision,
            widget=forms.HiddenInput,
        )
        if has_word:
            self.fields |= word_fields(has_gold=buying.declared.has_gold)
        for shelf in buying.shelves():
            for ware in shelf.wares:
                self.fields[ware.key] = counter(ware)
            for tick in shelf.ticks:
                self.fields[tick.key] = forms.BooleanField(
                    label=tick.label, required=False, initial=tick.is_ticked
                )
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
        """Whoever joins by what was saved or by what is sent: one hired only now is named later."""
        saved = [newcomer.key for newcomer in self.buying.newcomers]
        sent = [key.removeprefix("name.") for key in data or () if key.startswith("name.")]
        return list(dict.fromkeys([*saved, *sent[:MOST_NAMED]]))

    # --- what was sent

    @property
    def wanted(self) -> dict[str, Any]:
        """What the commands take, with the revision that this was said of."""
        sent, shelves = self.cleaned_data, [*self.buying.shelves()]
        counts = {
            ware.key: ware.stays if sent[ware.key] is None else sent[ware.key]
            for shelf in shelves
            for ware in shelf.wares
        }
        ticked = [tick.key for shelf in shelves for tick in shelf.ticks if sent[tick.key]]
        wish = self.buying.wish_of(counts, ticked)
        return {**wish, "people": self.people, "revision": sent["revision"]}

    @property
    def word(self) -> Word:
        """The commissioner's; anybody else has none."""
        return Word(**{name: self.cleaned_data[name] for name in WORD if name in self.fields})

    @property
    def people(self) -> dict[str, Person]:
        """Names and numbers that differ from what was suggested; the rest is suggested anew."""
        cleaned = self.cleaned_data
        suggested = {newcomer.key: newcomer.person for newcomer in self.buying.newcomers}
        found = {}
        for key in [name.removeprefix("name.") for name in self.fields if name.startswith("name.")]:
            before = Person() if key in self.buying.kept.people else suggested.get(key, Person())
            name, number = cleaned[f"name.{key}"], cleaned[f"number.{key}"] or 0
            person = Person(
                "" if name == before.name else name, 0 if number == before.number else number
            )
            if person != Person():
                found[key] = person
        return found

    # --- what is shown

    def columns(self) -> Iterator[list[tuple[Shelf, list[tuple[Ware | Tick, BoundField]]]]]:
        """The shelves that have something on them, each row with its field."""
        for column in self.buying.columns:
            yield [
                (shelf, [(row, self[row.key]) for row in shelf.rows])
                for shelf in column
                if shelf.rows
            ]

    def newcomer_rows(self) -> Iterator[tuple[Newcomer, BoundField, BoundField]]:
        for newcomer in self.buying.newcomers:
            name, number = f"name.{newcomer.key}", f"number.{newcomer.key}"
            self.initial.update({name: newcomer.person.name, number: newcomer.person.number})
            yield newcomer, self[name], self[number]

    def keep_word(self, sent: "PurchaseForm") -> None:
        """Show what the commissioner was about to say, though nothing came of it yet."""
        self.initial.update({name: sent.cleaned_data.get(name) for name in WORD})


def counter(ware: Ware) -> forms.IntegerField:
    return forms.IntegerField(
        label=ware.name,
        min_value=0,
        max_value=max(ware.most, ware.count) if ware.most is not None else None,
        initial=ware.count,
        required=False,
        widget=Stepper(attrs={"aria-label": ware.name, "inputmode": "numeric"}),
    )


def word_fields(*, has_gold: bool) -> Mapping[str, forms.Field]:
    cover = forms.BooleanField(label=_("Give the team the gold that is missing"), required=False)
    return {
        "reason": LineField(
            label=_("Why"),
            max_length=LONGEST_REASON,
            required=False,
            help_text=_("It stays on record, where everybody can read it."),
        ),
        "override": forms.BooleanField(label=_("Set aside the rules that say no"), required=False),
        **({"cover": cover} if has_gold else {}),
    }
