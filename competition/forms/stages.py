"""The plan of a stage as a form: only what its format lets one say, each with its sentence."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from competition.commands.planning import BOUNDS, FLAGS
from competition.models import Stage
from league.models import LONGEST_NAME
from web.fields import LineField
from web.forms import Form

Format, Seeding = Stage.Format, Stage.Seeding
Words = Any  # a sentence, translated when it is shown

FORMATS: Mapping[str, tuple[Words, Words]] = {
    Format.ROUND_ROBIN: (
        _("Round robin"),
        _("Everybody meets everybody of their division, at home and away in turn."),
    ),
    Format.SWISS: (
        _("Swiss"),
        _("A set number of rounds; each is paired from the table, and nobody meets twice."),
    ),
    Format.KNOCK_OUT: (
        _("Knock-out"),
        _("Winners go on until one is left: a cup beside the league, or play-offs after it."),
    ),
    Format.OPEN: (
        _("Open play"),
        _("Coaches arrange matches themselves, within the limits that you set."),
    ),
}

NUMBERS: Mapping[str, tuple[Words, Words]] = {
    "legs": (_("Legs"), _("How often every pair meets: 2 is once at home and once away.")),
    "cross_games": (
        _("Games across divisions"),
        _("Matches of each team against other divisions, paired by seed; 0 is none."),
    ),
    "swiss_rounds": (_("Rounds"), _("How many are played; three to six is usual.")),
    "top_of_each": (
        _("From the top of each division"),
        _("How many come in from every table before; 0 where everybody in the season plays."),
    ),
    "wild_cards": (
        _("Wild cards"),
        _("How many of the next best come in, whichever division they are from."),
    ),
    "fewest": (_("At least"), _("Matches that a team has to play to be ranked; 0 asks for none.")),
    "most": (_("At most"), _("Matches that a team may play; 0 sets no limit.")),
    "best": (_("Best results"), _("How many of its results count for a team; 0 counts all.")),
}

TICKS: Mapping[str, tuple[Words, Words]] = {
    "plays_ahead": (
        _("Coaches may play ahead"),
        _("Otherwise a coach reports a result only once its round is open."),
    ),
    "third_place": (_("A match for third place"), _("The losers of the semi-finals meet.")),
    "reseeds": (
        _("Seed anew after every round"),
        _("The best that is left meets the lowest; otherwise the bracket stays as drawn."),
    ),
}


class StagePlan(Form):
    name = LineField(label=_("Name"), max_length=LONGEST_NAME)
    follows = forms.ChoiceField(
        label=_("Follows"),
        required=False,
        choices=(),
        help_text=_("Filled from the tables of the stage before; otherwise it runs beside others."),
    )
    seeding = forms.ChoiceField(
        label=_("Seeded"),
        choices=Seeding.choices,
        help_text=_(
            "Who counts as first, second and so on: as the stage before ended, by lot, or as you "
            "set the seeds."
        ),
    )

    def __init__(
        self,
        given: Any,
        *,
        format: str,  # noqa: A002 (a stage's own word)
        earlier: Sequence[Stage],
        stage: Stage | None = None,
    ) -> None:
        super().__init__(given, initial=_initial(format, earlier, stage))
        self.format = format
        self.earlier = {str(each.uuid): each for each in earlier}
        for key, (least, most) in BOUNDS[format].items():
            label, words = NUMBERS[key]
            self.fields[key] = forms.IntegerField(
                label=label,
                help_text=words,
                min_value=least,
                max_value=most,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        for key in FLAGS[format]:
            label, words = TICKS[key]
            self.fields[key] = forms.BooleanField(label=label, help_text=words, required=False)
        if earlier:
            follows: Any = self.fields["follows"]
            nothing = ("", _("No other stage"))
            follows.choices = [nothing, *((str(each.uuid), each.name) for each in earlier)]
        else:
            for key in {"follows", "top_of_each", "wild_cards"} & self.fields.keys():
                del self.fields[key]
            seeding: Any = self.fields["seeding"]
            seeding.choices = [each for each in Seeding.choices if each[0] != Seeding.STANDINGS]
        self.order_fields(["name", *BOUNDS[format], *FLAGS[format], "follows", "seeding"])

    def told(self) -> dict[str, Any]:
        """As the commands take it."""
        told = dict(self.cleaned_data)
        return told | {"follows": self.earlier.get(told.pop("follows", ""))}


def _initial(of: str, earlier: Sequence[Stage], stage: Stage | None) -> dict[str, Any]:
    plan = stage or Stage(format=of, seeding=Seeding.DRAW)
    kept = {key: getattr(plan, key) for key in (*BOUNDS[of], *FLAGS[of], "seeding")}
    follows: UUID | None = plan.follows.uuid if plan.follows else None
    if stage is None and of == Format.KNOCK_OUT and earlier:
        # Play-offs after a league are what a knock-out beside it usually is.
        follows, kept["seeding"], kept["top_of_each"] = earlier[-1].uuid, Seeding.STANDINGS, 4
    name = plan.name if stage else FORMATS[of][0]
    return kept | {"name": name, "follows": str(follows) if follows else ""}
