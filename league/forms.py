"""What people type about leagues, parsed; the commands decide."""

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import time_zone_field
from accounts.time_zones import time_zone_choices, time_zones
from league.commands.invitations import LIFETIME, LONGEST_LIFE, MOST_USES, USES
from league.commands.leagues import LONGEST_ABOUT, MOST_TEAMS_A_COACH
from league.models import LONGEST_NAME, LONGEST_WORDS, League, Membership, Role
from rules.editions import edition
from rules.house import Preset
from rules.loading import editions
from web.fields import LineField, WallTimeField
from web.forms import Form, Segment, Stepper

PUBLIC, PRIVATE = "public", "private"


def edition_choices() -> list[tuple[str, str]]:
    return [(key, edition(key).title) for key in editions()]


def presets_by_edition() -> list[tuple[str, list[Preset]]]:
    """What a league can begin with, edition by edition."""
    return [(edition(key).title, [*edition(key).knobs.presets.values()]) for key in editions()]


def preset_choices() -> list[tuple[str, str]]:
    """The presets of all editions, each once."""
    every = (preset for _title, presets in presets_by_edition() for preset in presets)
    return [*{preset.key: gettext(preset.title) for preset in every}.items()]


class About(Form):
    """What a league says about itself."""

    name = LineField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen_by = forms.ChoiceField(
        label=_("Who sees it"),
        choices=((PUBLIC, _("Everybody")), (PRIVATE, _("Its members"))),
        initial=PUBLIC,
        widget=Segment,
        help_text=_("A private league is not even named to anybody else."),
    )
    time_zone = time_zone_field(help_text=_("Deadlines are kept in this zone."))
    about = forms.CharField(
        label=_("About"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Where you play, since when, who is welcome."),
    )
    teams_per_coach = forms.IntegerField(
        label=_("Teams per coach"),
        min_value=1,
        max_value=MOST_TEAMS_A_COACH,
        required=False,
        widget=Stepper,
        help_text=_("How many teams one coach may have here at a time."),
    )

    def told(self) -> dict[str, Any]:
        """The fields as the commands take them."""
        fields = {name: value for name, value in self.cleaned_data.items() if value is not None}
        return fields | {"is_public": fields.pop("seen_by") == PUBLIC}


class NewLeague(About):
    edition = forms.ChoiceField(
        label=_("Edition"),
        choices=edition_choices,
        initial="bb2016",
        help_text=_("Which book the league plays by."),
    )
    preset = forms.ChoiceField(
        label=_("How much of the book"),
        choices=preset_choices,
        initial="core",
        widget=Segment,
        help_text=_("A beginning: every single rule can be changed afterwards."),
    )
    opens_registration = forms.BooleanField(
        label=_("Open registration at once"),
        required=False,
        initial=True,
        help_text=_(
            "Coaches can draft as soon as they are in, and the house rules are pinned. Leave it out"
            " to prepare the season first."
        ),
    )

    def clean_preset(self) -> str:
        """A preset that the edition has: not every book has every chapter."""
        preset, chosen = str(self.cleaned_data["preset"]), self.cleaned_data.get("edition")
        presets = edition(chosen).knobs.presets if chosen else {preset: None}
        if preset not in presets:
            offered = [gettext(each.title) for each in presets.values() if each]
            raise forms.ValidationError(
                gettext("%(edition)s has only these: %(presets)s.")
                % {"edition": edition(str(chosen)).title, "presets": ", ".join(offered)},
                code="no_such_preset",
            )
        return preset


class Settings(About):
    @classmethod
    def of(cls, league: League, given: Any) -> "Settings":
        kept = {
            "name": league.name,
            "seen_by": PUBLIC if league.is_public else PRIVATE,
            "time_zone": league.time_zone,
            "about": league.about,
            "teams_per_coach": league.teams_per_coach,
        }
        form = cls(given, initial=kept)
        if league.time_zone not in time_zones():
            zone = cast("forms.ChoiceField", form.fields["time_zone"])
            kept_zone = (_("Kept"), [(league.time_zone, league.time_zone)])
            zone.choices = [*time_zone_choices(), kept_zone]
        return form


class Invite(Form):
    role = forms.ChoiceField(
        label=_("They come in as"),
        choices=(),
        initial=Role.COACH,
        widget=Segment,
        help_text=_("Coaches have teams. Viewers only look, which a private league needs."),
    )
    days = forms.IntegerField(
        label=_("Good for how many days"), min_value=1, max_value=LONGEST_LIFE.days
    )
    uses = forms.IntegerField(label=_("For how many people"), min_value=1, max_value=MOST_USES)

    def __init__(self, given: Any, *, own: Membership) -> None:
        super().__init__(given, initial={"days": LIFETIME.days, "uses": USES})
        roles = [Role.COACH, Role.VIEWER]
        if own.role == Role.COMMISSIONER:
            roles.append(Role.DEPUTY)
        cast("forms.ChoiceField", self.fields["role"]).choices = [
            (role.value, role.label) for role in roles
        ]

    def told(self) -> dict[str, Any]:
        fields = dict(self.cleaned_data)
        return fields | {"lifetime": timedelta(days=fields.pop("days"))}


class AddCoach(Form):
    name = LineField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ChangeRole(Form):
    role = forms.ChoiceField(label=_("Role"), choices=(), widget=Segment)

    def __init__(self, given: Any, *, role: str, roles: tuple[Role, ...]) -> None:
        super().__init__(given, initial={"role": role})
        cast("forms.ChoiceField", self.fields["role"]).choices = [
            (role.value, role.label) for role in roles
        ]


class Registration(Form):
    until = WallTimeField(
        label=_("Deadline"),
        required=False,
        help_text=_(
            "In the league's time zone. After it coaches bring no more teams in, and you still can."
            " Without one it stays open."
        ),
    )


class AskToJoin(Form):
    words = LineField(
        label=_("A line about you"),
        max_length=LONGEST_WORDS,
        required=False,
        help_text=_("Who you are, where you have played. The commissioner reads it."),
    )
