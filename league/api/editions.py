"""Which edition is played by, as the API takes and tells it."""

from typing import Any

from rest_framework import serializers

from rules.loading import editions


class EditionField(serializers.ChoiceField):
    """One of the editions that there are when it is asked, not when the program was started."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=editions(), **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        self.choices = editions()
        return super().to_internal_value(data)
