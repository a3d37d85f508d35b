"""What every basket says to programs: what it comes to, who joins, and a commissioner's word."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from teams.models import HIGHEST_NUMBER, LONGEST_NAME
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from teams.purchases import MOST_ENTRIES, Word
from web.api.bodies import Body
from web.api.errors import ErrorSerializer


class NewcomerSerializer(serializers.Serializer):
    key = serializers.CharField(help_text=_("What the rulebook calls them from now on."))
    position = serializers.CharField()
    name = serializers.CharField(
        source="person.name", help_text=_("As asked for, or as suggested.")
    )
    number = serializers.IntegerField(source="person.number")


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
        said = super().to_internal_value(data)
        if "people" in said:
            said["people"] = {
                each["key"]: Person(each.get("name", ""), each.get("number", 0))
                for each in said["people"]
            }
        return said


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
        said = super().to_internal_value(data)
        word = {name: said.pop(name) for name in ("reason", "override", "cover") if name in said}
        return {**said, "word": Word(**word)}
