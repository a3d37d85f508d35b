"""What every basket says to programs: what it comes to, who joins, and a commissioner's word."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from teams.models import HIGHEST_NUMBER, LONGEST_NAME
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from teams.purchases import MOST_ENTRIES, Newcomer, Word
from web.api.bodies import Body
from web.api.errors import ErrorSerializer
from web.api.shapes import shape

NewcomerSerializer = shape(
    "Newcomer",
    Newcomer,
    "key position name=person.name number=person.number",
    key=_("What the rulebook calls them from now on."),
    name=_("As asked for, or as suggested."),
)


class BoughtSerializer(serializers.Serializer):
    revision = serializers.IntegerField(source="kept.revision")
    price = serializers.IntegerField(source="reckoned.price")
    left = serializers.IntegerField(
        source="reckoned.left", help_text=_("In gold; below zero if it is too dear.")
    )
    newcomers = NewcomerSerializer(many=True)
    reasons = ErrorSerializer(many=True, help_text=_("Everything that stands against it."))


class NamedSerializer(Body):
    key = serializers.CharField(max_length=120)
    name = serializers.CharField(max_length=LONGEST_NAME, required=False, allow_blank=True)
    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, required=False)


class PurchaseBody(Body):
    people = NamedSerializer(
        many=True,
        required=False,
        max_length=MOST_ENTRIES,  # type: ignore[call-arg]
        help_text=_("Names and numbers for those who join; who has none gets a suggestion."),
    )
    revision = serializers.IntegerField(
        required=False, help_text=_("Refused with 409 if there is another by now.")
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        value = super().to_internal_value(data)
        if "people" in value:
            value["people"] = {
                each["key"]: Person(each.get("name", ""), each.get("number", 0))
                for each in value["people"]
            }
        return value


class WordBody(Body):
    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        required=False,
        allow_blank=True,
        help_text=_("Why a commissioner acts outside a window, for a coach, or against a rule."),
    )
    override = serializers.BooleanField(
        default=False, help_text=_("Set aside the rules that say no; integrity stays.")
    )
    cover = serializers.BooleanField(
        default=False, help_text=_("Give the team the gold that is missing.")
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        value = super().to_internal_value(data)
        word = {name: value.pop(name) for name in ("reason", "override", "cover") if name in value}
        return {**value, "word": Word(**word)}
