"""What is typed about a match, parsed; the commands decide."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.pitch import HIGHEST_FAME, MOST_TOUCHDOWNS
from rules.engine.match import SIDES
from teams.models import Team
from teams.on_record import LONGEST_REASON
from web.fields import LineField
from web.forms import Form, Segment, Stepper


def _touchdowns(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=0, max_value=MOST_TOUCHDOWNS, initial=0, widget=Stepper
    )


def _fame(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=[(fame, str(fame)) for fame in range(HIGHEST_FAME + 1)],
        coerce=int,
        initial=0,
        widget=Segment,
    )


class Score(Form):
    """Touchdowns and FAME of both sides."""

    touchdowns_home = _touchdowns(_("Touchdowns, home"))
    touchdowns_away = _touchdowns(_("Touchdowns, away"))
    fame_home = _fame(_("FAME, home"))
    fame_away = _fame(_("FAME, away"))

    def told(self) -> dict[str, Mapping[str, int]]:
        """What a report takes."""
        fields = self.cleaned_data
        return {
            what: {side: fields[f"{what}_{side}"] for side in SIDES}
            for what in ("touchdowns", "fame")
        }


class NewResult(Score):
    home = forms.UUIDField(label=_("Team at home"), widget=forms.Select)
    away = forms.UUIDField(label=_("Visiting team"), widget=forms.Select)
    played_on = forms.DateField(
        label=_("Played on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("The day of the match, not of its entry."),
    )
    field_order = ("home", "away", "played_on")

    def __init__(self, *args: Any, teams: Iterable[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [("", _("Choose a team")), *((str(team.uuid), team.name) for team in teams)]
        for side in SIDES:
            widget = self.fields[side].widget
            assert isinstance(widget, forms.Select)  # noqa: S101
            widget.choices = known


class Correct(Score):
    reason = LineField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("It stays on record, beside what was there before."),
    )
