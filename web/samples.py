"""What the styleguide shows its pieces with: made-up teams, a form, and the real twenty kits."""

from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from acts.failures import Refused
from web.crests import KITS, LEAST_CONTRAST, PATTERNS, SHAPES, Crest, contrast
from web.dice import Die
from web.forms import DiePicker, Form, Segment, Stepper
from web.icons import ICONS
from web.sums import Term

TOKENS = (
    ("ground", gettext_lazy("the page")),
    ("sheet", gettext_lazy("what is printed on")),
    ("well", gettext_lazy("pressed, zebra, tags")),
    ("ink", gettext_lazy("text, plates")),
    ("ink-2", gettext_lazy("second voice")),
    ("line", gettext_lazy("hairlines")),
    ("claret", gettext_lazy("links at hover, marks, current")),
    ("claret-fill", gettext_lazy("the one main action")),
    ("claret-wash", gettext_lazy("mine, chosen")),
    ("up", gettext_lazy("better, more")),
    ("down", gettext_lazy("worse, hurt")),
    ("wait", gettext_lazy("late, waiting")),
)

WINNINGS = {
    "terms": [
        Term("("),
        Term(label=gettext_lazy("die"), die=Die(6, 4)),
        Term("+"),
        Term("1", gettext_lazy("FAME")),
        Term("+"),
        Term("1", gettext_lazy("won")),
        Term(")"),
        Term("×"),
        Term("10,000", gettext_lazy("gold")),
    ],
    "result": Term("60,000", gettext_lazy("winnings")),
    "said": gettext_lazy(
        "Four on the die, plus one for FAME, plus one for the win, times ten thousand, "
        "is sixty thousand."
    ),
}


@dataclass(frozen=True, slots=True)
class Team:
    name: str
    crest: Crest


def _team(name: str, shirt: str, trim: str, shape: str, pattern: str) -> Team:
    crest = Crest.of_team(name, name=name, shirt=shirt, trim=trim, shape=shape, pattern=pattern)
    return Team(name, crest)


ROVERS = _team("Greywater Rovers", "royal", "white", "shield", "halves")
SCURRIERS = _team("Underquay Scurriers", "plum", "bone", "lozenge", "plain")
ATHLETIC = _team("Stonebeck Athletic", "scarlet", "black", "hexagon", "chief")
MOURNERS = _team("Palefield Mourners", "black", "white", "roundel", "stripes")
WANDERERS = _team("Thornwick Wanderers", "lime", "bottle", "swallow-tail", "sash")
IRONJAWS = _team("Ashgate Ironjaws", "bottle", "amber", "pennant", "chevron")


@dataclass(frozen=True, slots=True)
class Player:
    number: int
    name: str
    position: str
    figures: tuple[tuple[str, int], ...]
    given: tuple[str, ...]
    gained: tuple[str, ...]
    spp: int
    next_at: int
    value: int
    injury: str | Promise = ""


def _figures(ma: int, st: int, ag: int, av: int) -> tuple[tuple[str, int], ...]:
    return (("MA", ma), ("ST", st), ("AG", ag), ("AV", av))


PLAYERS = (
    Player(
        2, "Jory Vane", "Blitzer", _figures(7, 3, 3, 8), ("Block",), ("Guard",), 24, 31, 130_000
    ),
    Player(
        3,
        "Hedda Crane",
        "Blitzer",
        _figures(7, 3, 3, 8),
        ("Block",),
        ("Mighty Blow",),
        13,
        16,
        110_000,
        gettext_lazy("Niggling, smashed knee"),
    ),
    Player(
        7, "Wren Talloway", "Catcher", _figures(8, 2, 4, 7), ("Catch",), ("Block",), 27, 31, 120_000
    ),
)


@dataclass(frozen=True, slots=True)
class Kit:
    name: str
    colour: str
    lettering: float
    trims: int


def kits(*, sort: str) -> list[Kit]:
    """The twenty kits by name, by the contrast of their lettering, or by how many trims suit."""
    rows = [
        Kit(
            name=name,
            colour=colour,
            lettering=max(contrast(name, "white"), contrast(name, "black")),
            trims=sum(contrast(name, other) >= LEAST_CONTRAST for other in KITS),
        )
        for name, colour in KITS.items()
    ]
    if sort == "lettering":
        return sorted(rows, key=lambda kit: (-kit.lettering, kit.name))
    if sort == "trims":
        return sorted(rows, key=lambda kit: (-kit.trims, kit.name))
    return sorted(rows, key=lambda kit: kit.name)


class FieldsForm(Form):
    """One field of every kind."""

    name = forms.CharField(
        label=gettext_lazy("Name of the team"),
        help_text=gettext_lazy("Two to forty letters. It can change until kick-off of round 1."),
        initial=IRONJAWS.name,
    )
    secret = forms.CharField(
        label=gettext_lazy("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        required=False,
    )
    race = forms.ChoiceField(
        label=gettext_lazy("Race"),
        choices=[("human", gettext_lazy("Human")), ("orc", gettext_lazy("Orc"))],
    )
    motto = forms.CharField(
        label=gettext_lazy("Motto"), widget=forms.Textarea(attrs={"rows": 2}), required=False
    )
    crowd = forms.FileField(label=gettext_lazy("A picture of the stand"), required=False)
    dice = forms.ChoiceField(
        label=gettext_lazy("Who rolls"),
        choices=[
            ("real", gettext_lazy("I rolled it here")),
            ("server", gettext_lazy("Roll for me")),
        ],
        widget=Segment,
        initial="real",
    )
    face = forms.IntegerField(
        label=gettext_lazy("Winnings die"), widget=DiePicker(sides=6), initial=3
    )
    linemen = forms.IntegerField(
        label=gettext_lazy("Linemen"), min_value=0, max_value=16, initial=3, widget=Stepper
    )
    mail = forms.BooleanField(
        label=gettext_lazy("Write to me when a date is proposed"), required=False, initial=True
    )


class ShirtForm(Form):
    """A form whose refusal comes from further inside than the form."""

    number = forms.IntegerField(
        label=gettext_lazy("Shirt number for Cob Netter"),
        min_value=1,
        max_value=16,
        help_text=gettext_lazy("1 to 16. Somebody wears 7 already."),
    )


def take_shirt(*, number: int) -> int:
    if number not in (free := (8, 14, 15, 16)):
        raise Refused.because(
            "number_taken",
            _("Somebody wears %(n)s. Free: %(free)s.")
            % {"n": number, "free": ", ".join(map(str, free))},
            "number",
        )
    return number


def styleguide() -> dict[str, Any]:
    """Everything that the styleguide's sections draw."""
    pairs = [pair for pair in permutations(KITS, 2) if contrast(*pair) >= LEAST_CONTRAST]
    designs = list(product(PATTERNS, SHAPES))
    return {
        "tokens": TOKENS,
        "icons": list(ICONS),
        "crests": [
            Crest(shirt, trim, shape, pattern, f"{shape[0]}{pattern[0]}".upper())
            for (shirt, trim), (pattern, shape) in zip(pairs[::4], designs, strict=False)
        ],
        "pairs": len(pairs),
        "sum": WINNINGS,
        "rovers": ROVERS,
        "scurriers": SCURRIERS,
        "athletic": ATHLETIC,
        "mourners": MOURNERS,
        "wanderers": WANDERERS,
        "ironjaws": IRONJAWS,
        "players": PLAYERS,
        "fields": FieldsForm(prefix="sample"),
        "six": range(1, 7),
    }
