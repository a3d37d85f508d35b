"""How forms look, and how they take a command's refusal."""

from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting

from jobs.failures import Failure
from web import dice


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


class Segment(forms.RadioSelect):
    """Two to four short choices side by side, one of them taken."""

    template_name = "web/widgets/segment.html"


class Stepper(forms.NumberInput):
    """A small number with a button on either side; without script a plain number field."""

    template_name = "web/widgets/stepper.html"


class DiePicker(forms.RadioSelect):
    """A die entered by tapping the face that it shows."""

    template_name = "web/widgets/die_picker.html"

    def __init__(self, *, sides: int = 6, attrs: dict[str, Any] | None = None) -> None:
        faces = range(1, sides + 1)
        super().__init__(attrs, choices=[(face, str(face)) for face in faces])
        self.faces = [dice.draw(dice.Die(sides=sides, value=face), silent=True) for face in faces]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        options = [options[0] for _, options, _ in context["widget"]["optgroups"]]
        context["faces"] = list(zip(options, self.faces, strict=True))
        return context
