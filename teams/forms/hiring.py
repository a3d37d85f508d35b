"""The form of Hire & Fire: its fields are what is on offer, its answer a basket and people."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from teams.commands.hiring import Word
from teams.models import HIGHEST_NUMBER, LONGEST_NAME
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from teams.queries.hiring import Hireable, Hiring, Kept, Newcomer, Somebody
from web.fields import LineField
from web.forms import Form, Stepper

MOST_NAMED = 60
WORD = ("reason", "override", "cover")


class BasketForm(Form):
    """A basket as the page shows it. Whoever runs the league has a word to say besides."""

    def __init__(self, data: Any, *, hiring: Hiring, runs_league: bool) -> None:
        super().__init__(data)
        self.hiring = hiring
        self.fields["revision"] = forms.IntegerField(
            min_value=0,
            required=False,
            initial=hiring.window.revision,
            widget=forms.HiddenInput,
        )
        self.runs_league = runs_league
        self.fields |= dict(self._offer_fields())
        if runs_league:
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

    def _offer_fields(self) -> Iterator[tuple[str, forms.Field]]:
        basket = self.hiring.basket
        for position in self.hiring.positions:
            key = position.offer.key
            yield key, counter(position.name, basket.get(key, 0), most=position.offer.at_most)
        for thing in self.hiring.kept:
            now = thing.has + basket.get(thing.buy, 0) - basket.get(thing.drop, 0)
            yield thing.buy, counter(thing.name, now, most=thing.most)
        for each in (*self.hiring.contracted, *self.hiring.journeymen):
            key = each.offer.key
            label = _("Fire") if key.startswith("fire/") else _("Sign")
            yield (
                key,
                forms.BooleanField(label=label, required=False, initial=bool(basket.get(key))),
            )

    def _named(self, data: Any) -> list[str]:
        """Whoever joins by what was saved or by what is sent: hiring one more names him later."""
        saved = [newcomer.key for newcomer in self.hiring.newcomers]
        sent = [key.removeprefix("name.") for key in data or () if key.startswith("name.")]
        return list(dict.fromkeys([*saved, *sent[:MOST_NAMED]]))

    # --- what was sent

    @property
    def basket(self) -> dict[str, int]:
        said = self.cleaned_data
        basket = {each.offer.key: said[each.offer.key] or 0 for each in self.hiring.positions}
        for each in (*self.hiring.contracted, *self.hiring.journeymen):
            basket[each.offer.key] = int(said[each.offer.key])
        for thing in self.hiring.kept:
            wanted = said[thing.buy]
            more = (thing.has if wanted is None else wanted) - thing.has
            basket[thing.buy], basket[thing.drop] = max(0, more), max(0, -more)
        return {key: count for key, count in basket.items() if count}

    @property
    def wanted(self) -> dict[str, Any]:
        """What the commands take, with the basket that this was said of."""
        revision = self.cleaned_data["revision"]
        return {"basket": self.basket, "people": self.people, "revision": revision}

    @property
    def word(self) -> Word:
        """The commissioner's; anybody else has none."""
        return Word(**{name: self.cleaned_data[name] for name in WORD if name in self.fields})

    @property
    def people(self) -> dict[str, Person]:
        """Names and numbers that differ from what was suggested; the rest is suggested anew."""
        said = self.cleaned_data
        suggested = {newcomer.key: newcomer.person for newcomer in self.hiring.newcomers}
        kept = self.hiring.window.people
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

    def position_rows(self) -> Iterator[tuple[Hireable, BoundField]]:
        return ((each, self[each.offer.key]) for each in self.hiring.positions)

    def kept_rows(self) -> Iterator[tuple[Kept, BoundField]]:
        return ((each, self[each.buy]) for each in self.hiring.kept)

    def fire_rows(self) -> Iterator[tuple[Somebody, BoundField]]:
        return ((each, self[each.offer.key]) for each in self.hiring.contracted)

    def sign_rows(self) -> Iterator[tuple[Somebody, BoundField]]:
        return ((each, self[each.offer.key]) for each in self.hiring.journeymen)

    def newcomer_rows(self) -> Iterator[tuple[Newcomer, BoundField, BoundField]]:
        for newcomer in self.hiring.newcomers:
            name, number = f"name.{newcomer.key}", f"number.{newcomer.key}"
            self.initial.update({name: newcomer.person.name, number: newcomer.person.number})
            yield newcomer, self[name], self[number]


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
