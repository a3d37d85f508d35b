"""How the OpenAPI schema is made from the views."""

from drf_spectacular.openapi import AutoSchema


class Schema(AutoSchema):
    pass
