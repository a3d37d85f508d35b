"""Points by hand, as they are typed."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competition.commands.points import MOST
from competition.forms.results import reason_field
from competition.queries.seasons import Entrant
from web.forms import Form, Stepper


class AdjustPoints(Form):
    entry = forms.UUIDField(label=_("Team"), widget=forms.Select)
    points = forms.IntegerField(
        label=_("Points"),
        min_value=-MOST,
        max_value=MOST,
        initial=-1,
        widget=Stepper,
        help_text=_("Below zero takes points."),
    )
    from_round = forms.IntegerField(
        label=_("From round"),
        min_value=0,
        max_value=999,
        initial=0,
        widget=Stepper,
        help_text=_("Tables after earlier rounds do not show them. 0 is from the start."),
    )
    reason = reason_field()

    def __init__(self, *args: Any, entrants: Iterable[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = self.fields["entry"].widget
        assert isinstance(widget, forms.Select)  # noqa: S101
        known = [(str(each.uuid), each.name) for each in entrants]
        widget.choices = [("", _("Choose a team")), *known]
