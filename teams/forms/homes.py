"""What people type about a home stadium."""

from django import forms
from django.utils.translation import gettext_lazy as _

from teams.models import LONGEST_NAME
from web.fields import LineField
from web.forms import Form


class NameHomeForm(Form):
    name = LineField(
        label=_("What it is called"),
        max_length=LONGEST_NAME,
        help_text=_("No other home of the league may have this name."),
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )
