"""What is typed about a match, parsed; the commands decide."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.pitch import HIGHEST_FAME, MOST_TOUCHDOWNS, Ending
from rules.engine.match import SIDES
from teams.models import Team
from teams.on_record import LONGEST_REASON
from web.fields import LineField
from web.forms import Form, Segment, Stepper

FAMES = [(fame, str(fame)) for fame in range(HIGHEST_FAME + 1)]


def _touchdowns(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=0, max_value=MOST_TOUCHDOWNS, initial=0, widget=Stepper
    )


def _fame(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=FAMES,
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
    in_its_place = forms.BooleanField(
        label=_("Put it in before what was played since"),
        required=False,
        help_text=_("For whoever runs the league. What was ruled after later matches stands."),
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
    """A match told otherwise. What has taps is counted from them, and not typed."""

    ending = forms.ChoiceField(
        label=_("How it ended"),
        required=False,
        choices=[
            ("played", _("played to the end")),
            ("overtime", _("in overtime")),
            ("penalties", _("on penalties")),
            ("conceded", _("conceded")),
            ("called", _("time was called")),
            ("mercy", _("both stopped")),
        ],
    )
    ending_side = forms.ChoiceField(
        label=_("Won overtime, or conceded"),
        required=False,
        choices=[("", _("nobody")), ("home", _("home")), ("away", _("away"))],
    )
    before_set_up = forms.BooleanField(label=_("Conceded before the set-up"), required=False)
    could_field = forms.IntegerField(
        label=_("Players whom the side could still field"),
        min_value=0,
        max_value=16,
        required=False,
    )
    shots = LineField(
        label=_("Penalties"),
        max_length=300,
        required=False,
        help_text=_("The dice of each round, home first: 4-3 2-5"),
    )
    reason = LineField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("It stays on record, beside what was there before."),
    )

    def __init__(self, *args: Any, by_score: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for side in SIDES:
            if not by_score:
                del self.fields[f"touchdowns_{side}"]
                as_before = ("", _("as before the match"))
                fame = self.fields[f"fame_{side}"]
                assert isinstance(fame, forms.TypedChoiceField)  # noqa: S101
                fame.choices = [as_before, *FAMES]
                fame.required, fame.empty_value = False, None

    def clean_shots(self) -> tuple[dict[str, int], ...]:
        rounds = (self.cleaned_data["shots"] or "").replace(",", " ").split()
        shot = [re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", each) for each in rounds]
        if not all(shot):
            raise forms.ValidationError(_("Two dice for each round: 4-3 2-5."), code="no_rounds")
        return tuple({"home": int(each[1]), "away": int(each[2])} for each in shot if each)

    def told(self) -> dict[str, Any]:
        fields = self.cleaned_data
        told: dict[str, Any] = {"ending": self._ending()}
        if "touchdowns_home" in self.fields:
            told["touchdowns"] = {side: fields[f"touchdowns_{side}"] for side in SIDES}
        fame = {side: fields[f"fame_{side}"] for side in SIDES}
        if any(each is not None for each in fame.values()):
            told["fame"] = {side: each or 0 for side, each in fame.items()}
        return told

    def _ending(self) -> Ending | None:
        fields = self.cleaned_data
        if not fields["ending"]:
            return None
        how, could = fields["ending"], fields["could_field"]
        return Ending(
            how=how,
            side=fields["ending_side"] if how in ("overtime", "conceded") else "",
            before_set_up=fields["before_set_up"] and how == "conceded",
            could_field=11 if could is None or how != "conceded" else could,
            shots=fields["shots"] if how == "penalties" else (),
        )
