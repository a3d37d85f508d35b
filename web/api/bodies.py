"""What a call may carry."""

from typing import Any, cast

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError


class Body(serializers.Serializer):
    """The members of a body; a misspelt one is refused, not passed over."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        names = data if isinstance(data, dict) else {}
        unknown = {
            name: [ErrorDetail(_("There is no such member here."), code="unknown")]
            for name in names
            if name not in self.fields
        }
        try:
            members: dict[str, Any] = super().to_internal_value(data)
        except ValidationError as error:
            raise ValidationError(cast("dict[str, Any]", error.detail) | unknown) from None
        if unknown:
            raise ValidationError(unknown)
        return members
