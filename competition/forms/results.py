"""How a fixture ended, as it is typed."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.commands.outcomes import Score, numbers_of, score_in
from competition.commands.results import MOST
from competition.commands.rulings import ENDINGS, SOMEBODY_AWAY
from competition.models import Result
from competition.models.results import ON_THE_PITCH
from matches.forms import CrowdForm
from matches.pitch.crowd import NOBODY_CAME
from rules.engine.lineup import Pitch
from teams.on_record import LONGEST_REASON
from web.fields import LineField
from web.forms import Form, Segment, Stepper

Ending = Result.Ending
Side = Result.Side

# As a commissioner would say it.
RULINGS = {
    Ending.FORFEIT: _("Forfeit: somebody did not turn up"),
    Ending.WALKOVER: _("Walkover: somebody has left"),
    Ending.RULED: _("A draw"),
    Ending.VOID: _("Void: struck out"),
}
ENDED = {
    Ending.PLAYED: _("Played to the end"),
    Ending.OVERTIME: _("Decided in overtime"),
    Ending.PENALTIES: _("Decided on penalties"),
    Ending.CONCEDED: _("Conceded"),
}


def _count(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=MOST, initial=0, widget=Stepper)


def reason_field() -> LineField:
    return LineField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("It stays on record."),
    )


class EnterScore(Form):
    """What the edition counts of both sides, and how it ended."""

    ending = forms.ChoiceField(
        label=_("How it ended"),
        choices=[(ending.value, ENDED[ending]) for ending in ON_THE_PITCH],
        initial=Ending.PLAYED,
    )
    winner = forms.ChoiceField(
        label=_("Winner in the end"),
        required=False,
        widget=Segment,
        help_text=_("Only where the score does not tell: overtime and penalties."),
    )
    at_fault = forms.ChoiceField(
        label=_("Who conceded"),
        required=False,
        widget=Segment,
        help_text=_("Only where somebody gave up."),
    )

    def __init__(self, *args: Any, pitch: Pitch, home: str, away: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pitch = pitch
        labels = {"home": _("%(what)s, home"), "away": _("%(what)s, away")}
        for number, tally in zip(numbers_of(pitch)[::2], pitch.counted, strict=True):
            for side, label in labels.items():
                name = f"{number.removesuffix('_home')}_{side}"
                self.fields[name] = _count(label % {"what": gettext(tally.label)})
        sides = [("", _("Nobody")), (Side.HOME.value, home), (Side.AWAY.value, away)]
        for name in ("winner", "at_fault"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101
            field.choices = sides
            field.initial = ""

    def told(self) -> Score:
        fields = self.cleaned_data
        how = {name: fields[name] for name in ("ending", "winner", "at_fault")}
        return score_in(fields, self.pitch, **how)

    def of_home(self) -> list[BoundField]:
        return [self[name] for name in numbers_of(self.pitch)[::2]]

    def of_away(self) -> list[BoundField]:
        return [self[name] for name in numbers_of(self.pitch)[1::2]]


class RecordMatch(EnterScore, CrowdForm):
    """The same with what the post-match of both teams needs."""

    played_on = forms.DateField(
        label=_("Played on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("The day of the match, not of its entry."),
    )
    in_its_place = forms.BooleanField(
        label=_("Put it in before what was played since"),
        required=False,
        help_text=_("For whoever runs the league. What was ruled after later matches stands."),
    )

    def crowd_told(self) -> dict[str, int]:
        return super().crowd_told() or dict(NOBODY_CAME)


class Rule(Form):
    ending = forms.ChoiceField(
        label=_("Ruling"),
        choices=[(ending.value, RULINGS[ending]) for ending in ENDINGS],
        widget=forms.RadioSelect,
    )
    at_fault = forms.ChoiceField(
        label=_("Who was not there"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("A forfeit and a walkover need somebody; a void fixture may do without."),
    )
    reason = reason_field()

    def __init__(
        self, *args: Any, home: str, away: str, own: Sequence[str] = (), **kwargs: Any
    ) -> None:
        """`own` are the sides of somebody who plays in it: they may give it up, and no more."""
        super().__init__(*args, **kwargs)
        ending, at_fault = self.fields["ending"], self.fields["at_fault"]
        assert isinstance(ending, forms.ChoiceField)  # noqa: S101
        assert isinstance(at_fault, forms.ChoiceField)  # noqa: S101
        at_fault.choices = [
            ("", _("Nobody")),
            (Side.HOME.value, home),
            (Side.AWAY.value, away),
            (Side.BOTH.value, _("Both")),
        ]
        at_fault.initial = ""
        if own:
            ending.choices = [(each.value, RULINGS[each]) for each in SOMEBODY_AWAY]
            at_fault.choices = [each for each in at_fault.choices if each[0] in own]
            at_fault.initial = own[0]


class TakeBack(Form):
    reason = reason_field()
