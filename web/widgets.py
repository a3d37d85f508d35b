"""The plainest widgets, written without a template: a form of ninety fields has a thousand
options, and each of them asked for two."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.forms.utils import flatatt
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

Widget = Mapping[str, Any]


def input_field(widget: Widget) -> SafeString:
    value = widget["value"]
    return format_html(
        '<input type="{}" name="{}"{}{}>',
        widget["type"],
        widget["name"],
        "" if value is None else format_html(' value="{}"', str(value)),
        flatatt(widget["attrs"]),
    )


def select(widget: Widget) -> SafeString:
    groups = mark_safe("\n".join(group(*each) for each in widget["optgroups"]))
    attributes = flatatt(widget["attrs"])
    return format_html('<select name="{}"{}>\n{}\n</select>', widget["name"], attributes, groups)


def group(name: str | None, options: Sequence[Widget], _index: int) -> SafeString:
    listed = mark_safe("\n".join(map(option, options)))
    return format_html('<optgroup label="{}">\n{}\n</optgroup>', name, listed) if name else listed


def option(widget: Widget) -> str:
    value, label = conditional_escape(str(widget["value"])), conditional_escape(widget["label"])
    attributes = flatatt(widget["attrs"]) if widget["attrs"] else ""
    return f'<option value="{value}"{attributes}>{label}</option>'


WRITTEN: dict[str, Callable[[Widget], SafeString]] = {
    "django/forms/widgets/select.html": select,
    **{
        f"django/forms/widgets/{kind}.html": input_field
        for kind in ("checkbox", "email", "hidden", "input", "number", "password", "text", "url")
    },
}
