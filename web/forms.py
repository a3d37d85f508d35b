"""How forms look, and how they take a command's refusal."""

from django import forms
from django.forms.renderers import TemplatesSetting

from jobs.failures import Failure


class Renderer(TemplatesSetting):
    form_template_name = "web/form.html"
    field_template_name = "web/field.html"


class Form(forms.Form):
    """A form whose command may still say no after the form has parsed."""

    def take(self, failure: Failure) -> None:
        """Show each reason at the field that it is about, or over the form."""
        for reason in failure.reasons:
            field = reason.subject if reason.subject in self.fields else None
            self.add_error(field, forms.ValidationError(str(reason.message), code=reason.code))
