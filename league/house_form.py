"""The house rules as a form, a field for each knob that an edition has.

The form only turns what was typed into values. What is wrong with them, the command says.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from acts.failures import Refused
from league.amendments import LAST_ROUND
from league.commands.leagues import why_not_played_by
from league.house_rules import option_rests_said, rests_said
from league.models import LONGEST_WORDS
from rules.book import Book
from rules.house import House, Knobs
from rules.knobs import Choice, Flag, Gold, Knob, Several, Text, Whole, Worths
from rules.words import say
from web.fields import LineField
from web.forms import Form, Stepper

AMENDMENT = ("from_round", "reason")


class Ranking(forms.Widget):
    """Things in an order that somebody gives them: a place for each, none for what is left out."""

    template_name = "league/widgets/ranking.html"
    use_fieldset = True

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__()
        self.options = options

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        places = value if isinstance(value, dict) else {}
        options = sorted(self.options, key=lambda key: _as_place(places.get(key)))
        rows = [
            {"name": f"{name}.{key}", "label": self.options[key], "place": places.get(key, "")}
            for key in options
        ]
        return {"widget": {"rows": rows, "most": len(self.options)}}

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[str, str]:
        typed = {key: str(data.get(f"{name}.{key}", "")).strip() for key in self.options}
        return {key: place for key, place in typed.items() if place}

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return all(f"{name}.{key}" not in data for key in self.options)


def _as_place(typed: Any) -> int:
    """Where a row stands; what has no place, or none that can be read, stands last."""
    text = str(typed)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 1000


class RankingField(forms.Field):
    """The keys that were given a place, in that order.

    One number moves one row: where a place is taken, what moves up comes before whoever stands
    there, and what moves down after.
    """

    widget: Ranking

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return {key: str(place) for place, key in enumerate(value, start=1)}
        return value

    def to_python(self, value: Any) -> list[str]:
        places = {key: _as_place(typed) for key, typed in (value or {}).items()}
        if 1000 in places.values():
            raise forms.ValidationError(_("A place is a whole number."), code="not_a_place")
        stood = {key: place for place, key in enumerate(self.initial or (), start=1)}

        def rank(key: str) -> tuple[int, int]:
            place, before = places[key], stood.get(key, 1000)
            return place, (place > before) - (place < before)

        if len({rank(key) for key in places}) < len(places):
            raise forms.ValidationError(_("Two of them have the same place."), code="same_place")
        return sorted(places, key=rank)


class NumberField(forms.CharField):
    """A whole number, with or without commas; what is none is left for the rulebook to refuse."""

    def to_python(self, value: Any) -> Any:
        typed = str(value or "").strip().replace("\N{MINUS SIGN}", "-").replace(",", "")
        try:
            return int(typed) if typed.isascii() and len(typed) < 12 else typed
        except ValueError:
            return typed


class WorthsInput(forms.Widget):
    """A number for each of some things; none for what does not count."""

    template_name = "league/widgets/worths.html"
    use_fieldset = True

    def __init__(self, options: Mapping[str, str], *, most: int) -> None:
        super().__init__()
        self.options, self.most = options, most

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        worths = value if isinstance(value, dict) else {}
        rows = [
            {"name": f"{name}.{key}", "label": label, "worth": worths.get(key, "")}
            for key, label in self.options.items()
        ]
        return {"widget": {"rows": rows, "most": self.most}}

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[str, str]:
        typed = {key: str(data.get(f"{name}.{key}", "")).strip() for key in self.options}
        return {key: worth for key, worth in typed.items() if worth}

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return all(f"{name}.{key}" not in data for key in self.options)


class WorthsField(forms.Field):
    """What was given a number, with it; nought is as good as none."""

    widget: WorthsInput

    def to_python(self, value: Any) -> dict[str, Any]:
        worths = {key: NumberField().to_python(typed) for key, typed in (value or {}).items()}
        return {key: worth for key, worth in worths.items() if worth != 0}


class LinesField(forms.CharField):
    """Free text; a browser sends line ends of its own kind."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value) or "").replace("\r\n", "\n").strip()


def field_of(knob: Knob, book: Book) -> forms.Field:
    """How a knob is turned on a page."""
    field: forms.Field
    match knob:
        case Flag():
            field = forms.BooleanField()
        case Gold():
            field = NumberField(widget=forms.TextInput(attrs={"inputmode": "numeric"}))
        case Whole():
            limits = {"min": knob.at_least, "max": knob.at_most, "step": knob.step}
            field = NumberField(widget=forms.NumberInput(attrs=limits))
        case Choice():
            # Any answer passes: whether it is an option, the rulebook says.
            field = forms.CharField(widget=forms.Select(choices=_said(knob.options)))
        case Worths():
            field = WorthsField(widget=WorthsInput(dict(_said(knob.options)), most=knob.at_most))
        case Several(ordered=True):
            field = RankingField(widget=Ranking(dict(_said(knob.options))))
        case Several():
            field = forms.MultipleChoiceField(
                choices=options_of(knob, book), widget=Ticks(knob.options_need)
            )
        case Text():
            field = LinesField(widget=forms.Textarea(attrs={"rows": 10}))
        case _:
            raise TypeError(f"no field for {knob.kind}")
    field.label, field.help_text, field.required = _(knob.label), _hint(knob, book), False
    return field


class Ticks(forms.CheckboxSelectMultiple):
    """Some of several things; whatever needs another rule says to the page's script which."""

    def __init__(self, need: Mapping[str, Mapping[str, tuple[Any, ...]]]) -> None:
        super().__init__()
        self.need = need

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        if needs := self.need.get(str(option["value"])):
            option["attrs"]["data-needs"] = json.dumps(needs)
        return option


def _said(options: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(key, _(text)) for key, text in options.items()]


def options_of(knob: Several, book: Book) -> list[tuple[str, str]]:
    if knob.options:
        return [(key, _option_said(book, knob, key, label)) for key, label in _said(knob.options)]
    part = getattr(book.catalogue, knob.of)
    return sorted(((key, each.name) for key, each in part.items()), key=lambda pair: pair[1])


def _option_said(book: Book, knob: Several, key: str, label: str) -> str:
    others = option_rests_said(book.house.knobs, knob, key)
    return (
        _("%(option)s, with %(others)s") % {"option": label, "others": others} if others else label
    )


def _hint(knob: Knob, book: Book) -> str:
    """The knob's sentence, the range of a number, and what it rests on."""
    return f"{_range_said(knob, book)} {rests_said(book.house.knobs, knob)}".strip()


def _range_said(knob: Knob, book: Book) -> str:
    if not isinstance(knob, Whole):
        return _(knob.sentence)
    bounds = (
        _("From %(least)s to %(most)s.")
        if knob.step == 1
        else _("From %(least)s to %(most)s, in steps of %(step)s.")
    )
    limits = {"least": knob.at_least, "most": knob.at_most, "step": knob.step}
    texts = {name: say(book.catalogue, limit) for name, limit in limits.items()}
    return f"{_(knob.sentence)} {bounds % texts}"


class HouseRules(Form):
    """Every choice of a league, filled in as it stands."""

    pin = forms.UUIDField(widget=forms.HiddenInput, required=False)
    from_round = forms.IntegerField(
        label=gettext_lazy("Holds from round"),
        min_value=1,
        max_value=LAST_ROUND,
        required=False,
        widget=Stepper,
    )
    reason = LineField(
        label=gettext_lazy("Why"),
        max_length=LONGEST_WORDS,
        required=False,
        help_text=gettext_lazy("Everybody reads it beside the change, and it stays on record."),
    )

    def __init__(
        self, given: Any, *, book: Book, chosen: Mapping[str, Any], pin: Any, earliest: int = 0
    ) -> None:
        """With an `earliest` round the change is an amendment, and says from when on and why."""
        super().__init__(given, initial={"pin": pin, "from_round": earliest})
        sentence = _("Round %(earliest)d at the earliest.") % {"earliest": earliest}
        self.fields["from_round"].help_text = sentence
        if not earliest:
            del self.fields["from_round"], self.fields["reason"]
        self.knobs: Knobs = book.house.knobs
        self.chosen = chosen
        self.turned: set[str] = set()
        for knob in self.knobs.values():
            field = field_of(knob, book)
            value = chosen.get(knob.key, knob.default)
            if value != knob.default:
                self.turned.add(knob.key)
            field.initial = say(book.catalogue, value) if isinstance(knob, Gold) else value
            self.fields[knob.key] = field

    def clean(self) -> None:
        """Where something cannot be read, what the rulebook has against the rest is said along."""
        if self.errors:
            self.take(Refused(*why_not_played_by(self.knobs.edition, self.house())))

    def house(self) -> dict[str, Any]:
        return {key: value for key, value in self.cleaned_data.items() if key in self.knobs}

    def amendment(self) -> dict[str, Any]:
        return {key: self.cleaned_data[key] for key in AMENDMENT if key in self.fields}

    def chapters(self) -> list[dict[str, Any]]:
        """The fields chapter by chapter; one with something to look at is open from the start."""
        found, stands = [], self._stands()
        for chapter in self.knobs.chapters:
            knobs = chapter.knobs
            fields = [KnobField(self[knob.key], knob, not stands.works(knob)) for knob in knobs]
            turned = sum(knob.key in self.turned for knob in knobs)
            is_open = bool(turned) or any(each.field.errors for each in fields)
            shown = {"key": chapter.key, "title": _(chapter.title), "fields": fields}
            found.append(shown | {"turned": turned, "is_open": is_open})
        return [shown for shown in found if shown["fields"]]

    def _stands(self) -> House:
        """The choices as the form shows them."""
        return House(self.knobs, self.house() if self.errors or self.is_bound else self.chosen)


@dataclass(frozen=True, slots=True)
class KnobField:
    """A field with what its knob rests on: what can do nothing as things stand is greyed."""

    field: forms.BoundField
    knob: Knob
    is_idle: bool

    @property
    def rests(self) -> str:
        """For the page's script, which greys as one goes along."""
        if not (self.knob.rests_on or self.knob.needs):
            return ""
        return json.dumps({"any": self.knob.rests_on, "all": self.knob.needs})
