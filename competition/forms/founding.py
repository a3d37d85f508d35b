"""What a founder types, parsed; the command decides."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import guess_zone
from accounts.time_zones import NEVER_CHOSEN
from competition.founding import CLUB_SEASON, TEMPLATES
from league.forms import NewLeague
from rules.editions import edition


class TemplatePicker(forms.RadioSelect):
    """Each template with a sentence on what it comes to."""

    template_name = "competition/widgets/templates.html"

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        return option | {"sentence": TEMPLATES[value].sentence}


class FoundLeague(NewLeague):
    """A league from a template, quick enough for a phone at the bar."""

    template = forms.ChoiceField(
        label=_("Begin as"),
        choices=lambda: [(key, each.title) for key, each in TEMPLATES.items()],
        initial=CLUB_SEASON,
        widget=TemplatePicker,
        help_text=_("Stages and house rules to begin with."),
    )

    def __init__(self, data: Any, *, zone: str) -> None:
        """The founder's own zone; where they never chose one, what their browser says."""
        super().__init__(data, initial={"time_zone": zone})
        if data is None and zone == NEVER_CHOSEN:
            guess_zone(self)

    def told(self) -> dict[str, Any]:
        fields = super().told()
        edition_key = fields.pop("edition")
        house = edition(edition_key).knobs.presets[fields.pop("preset")].turned
        return fields | {"edition_key": edition_key, "house": house}
