"""What is typed about a match, parsed; the commands decide."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.pitch.crowd import CrowdChoice
from matches.pitch.reports import MOST_SCORED, MatchEnding
from rules.engine.lineup import CROWD
from rules.engine.match import SIDES, Side
from teams.models import Team
from teams.on_record import LONGEST_REASON
from web.fields import LineField
from web.forms import Form, Segment, Stepper


def _scored(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=0, max_value=MOST_SCORED, initial=0, widget=Stepper
    )


class CrowdForm(Form):
    """What a crowd gave to each side; where there is nothing to choose, nobody is asked."""

    labels: ClassVar[dict[Side, Any]] = {"home": _("%(what)s, home"), "away": _("%(what)s, away")}

    def __init__(self, *args: Any, crowd: CrowdChoice, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.crowd = crowd.crowd if crowd else None
        what = {"what": gettext(self.crowd.label)} if self.crowd else {}
        for side, label in self.labels.items() if self.crowd else ():
            self.fields[f"{CROWD}_{side}"] = forms.TypedChoiceField(
                label=label % what,
                coerce=int,
                initial=0,
                choices=[(each, str(each)) for each in crowd.of[side]],
            )

    @property
    def crowd_fields(self) -> dict[str, forms.BoundField]:
        return {side: self[f"{CROWD}_{side}"] for side in SIDES if self.crowd}

    def crowd_told(self) -> dict[str, Any] | None:
        """Of both sides, if it was asked for."""
        if self.crowd is None:
            return None
        return {side: self.cleaned_data[f"{CROWD}_{side}"] for side in SIDES}


def _day(label: Any, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=help_text,
    )


class Score(CrowdForm):
    """The score of both sides, and what the crowd gave them."""

    score_home = _scored(_("Score, home"))
    score_away = _scored(_("Score, away"))

    def told(self) -> dict[str, Any]:
        """What a report takes."""
        crowd = self.crowd_told()
        score = {side: self.cleaned_data[f"score_{side}"] for side in SIDES}
        return {"score": score, **({"crowd": crowd} if crowd else {})}


class NewMatch(Score):
    home = forms.UUIDField(label=_("Team at home"), widget=forms.Select)
    away = forms.UUIDField(label=_("Visiting team"), widget=forms.Select)
    played_on = _day(_("Played on"), _("The day of the match, not of its entry."))
    is_friendly = forms.BooleanField(
        label=_("A friendly"),
        required=False,
        help_text=_("Nobody's standing depends on it."),
    )
    in_its_place = forms.BooleanField(
        label=_("Put it in before what was played since"),
        required=False,
        help_text=_("For whoever runs the league. What was ruled after later matches stands."),
    )
    field_order = ("home", "away", "played_on")

    def __init__(self, *args: Any, teams: Iterable[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.begins = self.data.get("do") == "begin"
        known = [("", _("Choose a team")), *((str(team.uuid), team.name) for team in teams)]
        if self.begins:
            for name in (*Score.base_fields, *(each.name for each in self.crowd_fields.values())):
                self.fields[name].required = False
        for side in SIDES:
            widget = self.fields[side].widget
            assert isinstance(widget, forms.Select)  # noqa: S101
            widget.choices = known


class Correct(Score):
    """A match told otherwise. What has taps is counted from them, and not typed."""

    reason = LineField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("It stays on record, beside what was there before."),
    )

    def __init__(
        self,
        *args: Any,
        by_score: bool,
        crowd: CrowdChoice,
        crowd_before: Mapping[Any, int],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, crowd=crowd, **kwargs)
        self.crowd_before = crowd_before
        for side in SIDES if not by_score else ():
            del self.fields[f"score_{side}"]
            if isinstance(given := self.fields.get(f"{CROWD}_{side}"), forms.TypedChoiceField):
                known = [(each, str(each)) for each in crowd.of[side]]
                given.choices = [("", _("as before the match")), *known]
                given.required, given.empty_value, given.initial = False, None, None

    def told(self) -> dict[str, Any]:
        fields, told = self.cleaned_data, dict[str, Any]()
        if "score_home" in self.fields:
            told["score"] = {side: fields[f"score_{side}"] for side in SIDES}
        crowd = self.crowd_told() or {}
        if any(each is not None for each in crowd.values()):
            before = self.crowd_before
            told["crowd"] = {s: before[s] if each is None else each for s, each in crowd.items()}
        return told


class GoOn(Form):
    played_on = _day(_("Played on"), _("The day that counts: the one on which it goes on."))


class Because(Form):
    """Why somebody does what others have to live with; the command says whether it is wanted."""

    reason = LineField(label=_("Reason"), max_length=LONGEST_REASON, required=False)


class Password(Form):
    password = forms.CharField(
        label=_("Their password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        strip=False,
        help_text=_("Typed by the side's own coach. It is checked, not kept."),
    )


ENDINGS = {
    "played": _("Played to the end"),
    "overtime": _("Won in overtime"),
    "penalties": _("Won on penalties"),
    "called": _("Time called, the score stands"),
    "mercy": _("Both agreed to stop"),
    "conceded": _("Conceded"),
}


class HowItEnded(Form):
    """The ending of a match."""

    ending = forms.ChoiceField(
        label=_("How it ended"), choices=[*ENDINGS.items()], widget=forms.RadioSelect
    )
    winner = forms.ChoiceField(label=_("Who won"), required=False, widget=Segment)
    conceded_by = forms.ChoiceField(label=_("Who conceded"), required=False, widget=Segment)
    before_set_up = forms.BooleanField(label=_("Before setting up"), required=False)
    could_field = forms.IntegerField(
        label=_("Players who could still be fielded"),
        required=False,
        min_value=0,
        max_value=99,
        widget=Stepper,
    )
    shots_home = LineField(
        label=_("Dice, home"),
        max_length=200,
        required=False,
        help_text=_("One for each round: 4 2 6. Left empty, the server throws."),
    )
    shots_away = LineField(label=_("Dice, away"), max_length=200, required=False)
    rerolls_home = forms.IntegerField(
        label=_("Re-rolls left, home"), required=False, min_value=0, max_value=20, widget=Stepper
    )
    rerolls_away = forms.IntegerField(
        label=_("Re-rolls left, away"), required=False, min_value=0, max_value=20, widget=Stepper
    )

    def __init__(
        self,
        typed: Any,
        *,
        teams: Mapping[str, str],
        fields_at_most: int,
        before: MatchEnding | None = None,
        withdrawn: MatchEnding | None = None,
        types_shots: bool = True,
        never: Collection[str] = (),
    ) -> None:
        """`before` is how it ended so far: then it is told otherwise, and nothing is thrown.
        `withdrawn` is how a report told it that is to be sent anew.
        Without `types_shots` the server throws in any case. `never` are endings that the game does
        not know."""
        start = before or withdrawn
        super().__init__(typed, initial=_as_typed(start) if start else {})
        self.fields_at_most, self.throws = fields_at_most, before is None
        if before:
            self.fields["ending"].required = False
            self.fields["shots_home"].help_text = _("One for each round: 4 2 6.")
        self.types_shots = types_shots
        self.has_overtime, self.has_penalties = (
            how not in never for how in ("overtime", "penalties")
        )
        if not types_shots:
            del self.fields["shots_home"], self.fields["shots_away"]
        endings = self.fields["ending"]
        assert isinstance(endings, forms.ChoiceField)  # noqa: S101
        endings.choices = [each for each in ENDINGS.items() if each[0] not in never]
        for name in ("winner", "conceded_by"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101
            field.choices = [(side, teams[side]) for side in SIDES]
        self.fields["could_field"].initial = fields_at_most
        self.fields["ending"].initial = "played"
        for side in SIDES:
            self.fields[f"rerolls_{side}"].initial = 0

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or self.cleaned_data
        for side in SIDES:
            try:
                faces = [int(face) for face in fields.get(f"shots_{side}", "").split()]
            except ValueError:
                self.add_error(f"shots_{side}", _("Faces of dice, with a space between them."))
                continue
            fields[f"faces_{side}"] = faces
        shots = [fields.get(f"faces_{side}", []) for side in SIDES]
        if len(shots[0]) != len(shots[1]):
            self.add_error("shots_away", _("Each side throws as many dice as the other."))
        return fields

    def told(self) -> MatchEnding | None:
        """What the report takes; None where nothing was said of it."""
        fields = self.cleaned_data
        how = fields["ending"]
        if not how:
            return None
        rounds = zip(fields["faces_home"], fields["faces_away"], strict=True)
        could_field = fields["could_field"]
        return MatchEnding(
            how=how,
            side=fields["conceded_by"] if how == "conceded" else fields["winner"],
            before_set_up=fields["before_set_up"],
            could_field=self.fields_at_most if could_field is None else could_field,
            shots=tuple(dict(zip(SIDES, shot, strict=True)) for shot in rounds),
            rerolls={side: fields[f"rerolls_{side}"] or 0 for side in SIDES},
            throw=self.throws and not fields["faces_home"],
        )


def _as_typed(ending: MatchEnding) -> dict[str, Any]:
    """What a form would say of it."""
    values = {
        "ending": ending.how,
        "winner": ending.side if ending.how != "conceded" else "",
        "conceded_by": ending.side if ending.how == "conceded" else "",
        "before_set_up": ending.before_set_up,
        "could_field": ending.could_field,
    }
    for side in SIDES:
        values[f"shots_{side}"] = " ".join(str(shot[side]) for shot in ending.shots)
        values[f"rerolls_{side}"] = ending.rerolls.get(side, 0)
    return values
