"""The twenty kits as a field: swatches to tap on."""

from typing import Any

from django import forms

from web.crests import KIT_NAMES, KITS, plain_trim, readable_trim


class KitPicker(forms.RadioSelect):
    """Each kit also says which trims would not be seen on it, and what is worn instead."""

    template_name = "teams/widgets/kit_picker.html"

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        shirt = str(value)
        unseen = [trim for trim in KITS if readable_trim(shirt, trim) != trim]
        option["attrs"] |= {"data-unseen": " ".join(unseen), "data-plain": plain_trim(shirt)}
        return option


def kit_field(label: Any, *, required: bool = True) -> forms.ChoiceField:
    choices = [*KIT_NAMES.items()]
    return forms.ChoiceField(label=label, required=required, widget=KitPicker, choices=choices)
