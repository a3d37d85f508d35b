"""Figures of a team for programs: a list as the edition declares it, and fields beside it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiSerializerExtension
from rest_framework import serializers

from league.rulebook import team_sheet_of
from rules.editions import edition
from rules.loading import editions
from teams.figures import TeamFigure
from web.api.shapes import shape

# All that any edition counts of a team, by key.
DECLARED = {each.key: each for key in editions() for each in edition(key).sheet.own_figures}
# Figures that stand beside the list, too; each is left out where an edition has no such thing.
STRENGTH = ("value", "team_value")
FIGURES = {"gold", *STRENGTH} | {
    each.key for key in editions() for each in edition(key).sheet.figures
}

TeamFigureSerializer = shape(
    "TeamFigure",
    TeamFigure,
    doc="How much a team has of something that its edition counts.",
    unit=serializers.CharField(help_text=_("gold or count.")),
)


class OfAnyEdition(serializers.Serializer):
    """Told with those figures alone that the edition has, where its book is known: no other is
    promised."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        told: dict[str, Any] = super().to_representation(instance)
        if "book" not in self.context:
            return told
        sheet = team_sheet_of(self.context["book"])
        has = {each.key for each in sheet.figures} | {*(STRENGTH if sheet.strength else ())}
        has |= {"gold"} if sheet.has_gold else set()
        return {key: said for key, said in told.items() if key not in FIGURES or key in has}


class FiguresAreOptional(OpenApiSerializerExtension):
    target_class = OfAnyEdition
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        told = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        required = [name for name in told.get("required", ()) if name not in FIGURES]
        return {**told, "required": required}
