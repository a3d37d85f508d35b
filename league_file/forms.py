"""What people send, parsed; the commands decide."""

from django import forms
from django.utils.translation import gettext_lazy as _

from web.forms import Form


class LeagueFile(Form):
    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        help_text=_("The zip as it was downloaded, 20 megabytes at most."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
