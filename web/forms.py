"""How forms look, and how they take a command's refusal."""

from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from acts.failures import Failure
from web import dice, widgets

NUMBERS = {
    "max_value": _("At most %(limit_value)s."),
    "min_value": _("At least %(limit_value)s."),
    "step_size": _("In steps of %(limit_value)s."),
}
NOT_ON_OFFER = _("“%(value)s” is not on offer here.")
NO_FILE = _("No file came with it.")
# What Django says of its own accord, said in our words.
OF_FIELDS: dict[type[forms.Field], dict[str, str | Promise]] = {
    forms.Field: {"required": _("Something has to stand here.")},
    forms.BooleanField: {"required": _("This has to be ticked.")},
    forms.CharField: {
        "max_length": ngettext_lazy(
            "%(limit_value)d character at most.",
            "%(limit_value)d characters at most.",
            "limit_value",
        ),
        "min_length": ngettext_lazy(
            "%(limit_value)d character at least.",
            "%(limit_value)d characters at least.",
            "limit_value",
        ),
        "null_characters_not_allowed": _("There is a character in this that cannot be kept."),
    },
    forms.EmailField: {"invalid": _("An e-mail address looks like ada@example.org.")},
    forms.UUIDField: {"invalid": _("This takes a UUID.")},
    forms.IntegerField: {"invalid": _("This takes a whole number."), **NUMBERS},
    forms.DateField: {"invalid": _("There is no such day. Write it like 2026-03-28.")},
    forms.TimeField: {"invalid": _("There is no such time. Write it like 18:30.")},
    forms.DateTimeField: {
        "invalid": _("There is no such day or time. Write it like 2026-03-28 20:00.")
    },
    forms.ChoiceField: {"required": _("Choose one."), "invalid_choice": NOT_ON_OFFER},
    forms.MultipleChoiceField: {
        "required": _("Choose at least one."),
        "invalid_choice": NOT_ON_OFFER,
        "invalid_list": _("This takes a list."),
    },
    forms.ModelChoiceField: {"invalid_choice": _("This is not on offer here.")},
    forms.FileField: {
        "required": NO_FILE,
        "invalid": NO_FILE,
        "missing": NO_FILE,
        "empty": _("This file is empty."),
        "max_length": _("A file name has at most %(max)d characters, this one %(length)d."),
        "contradiction": _("Either send a file or tick the box, not both."),
    },
}


def speak_our_words() -> None:
    """A field takes its sentences from its classes when it is made."""
    for field, sentences in OF_FIELDS.items():
        said = vars(field).get("default_error_messages", {})
        field.default_error_messages = said | sentences


class Renderer(TemplatesSetting):
    form_template_name = "web/form.html"
    field_template_name = "web/field.html"

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        if write := widgets.WRITTEN.get(template_name):
            return write(context["widget"])
        return super().render(template_name, context, request)


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
