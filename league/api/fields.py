"""Fields that the API of leagues shares."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


@extend_schema_field({"$ref": "#/components/schemas/HouseRules"})
class HouseField(serializers.DictField):
    """House rules by their keys; the schema of each comes from its declaration."""
