"""Form fields that several rooms share."""

import unicodedata
from contextlib import suppress
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from web.lines import tidied, what_is_wrong_with


class LineField(forms.CharField):
    """A name or another short line: trimmed, in Unicode's composed form, safe in any sentence."""

    def __init__(self, *, max_length: int, **options: Any) -> None:
        # The check below speaks of the length too; twice would be once too often.
        super().__init__(**options)
        self.most = max_length
        self.widget.attrs.setdefault("maxlength", str(max_length))

    def to_python(self, value: Any) -> str:
        return tidied(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        wrong = what_is_wrong_with(value, subject="", at_most=self.most, may_be_empty=not value)
        if wrong:
            raise forms.ValidationError(
                [forms.ValidationError(str(each.message), code=each.code) for each in wrong]
            )


class AddressField(forms.EmailField):
    """An e-mail address, in the one spelling under which it is kept and looked up."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 254)
        super().__init__(**options)
        self.widget.attrs.setdefault("autocapitalize", "none")

    def to_python(self, value: Any) -> str:
        return unicodedata.normalize("NFC", super().to_python(value) or "").lower()


class WallTimeField(forms.Field):
    """A day and a time as a clock on the wall shows them, in whichever zone it hangs."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def prepare_value(self, value: Any) -> Any:
        return f"{value:%Y-%m-%dT%H:%M}" if isinstance(value, datetime) else value

    def to_python(self, value: Any) -> datetime | None:
        typed = str(value or "").strip()
        if not typed:
            return None
        for pattern in ("%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S"):
            with suppress(ValueError):
                return datetime.strptime(typed, pattern)  # noqa: DTZ007 (a wall has no zone)
        raise forms.ValidationError(
            _("There is no such day or time. Write it like 2026-03-28 20:00."), code="no_such_time"
        )
