"""What a call may carry."""

from typing import Any, cast

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request


class Body(serializers.Serializer):
    """The members of a body; a misspelt one is refused, not passed over."""

    @classmethod
    def sent(cls, request: Request) -> dict[str, Any]:
        """What a call says. Raises ValidationError with everything that cannot be read."""
        body = cls(data=request.data)
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)

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
