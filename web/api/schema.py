"""How the OpenAPI schema is made from the views."""

import json
from functools import cache
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.utils import OpenApiParameter

from web.api.errors import ErrorsSerializer
from web.api.writes import HEADER, LONGEST_KEY, READS

# The name under which each failure is described once, and its description.
FAILURES = {
    400: (
        "Unreadable",
        _("The request could not be read, or a field is unknown or not of its kind."),
    ),
    401: ("NotSignedIn", _("Nobody is signed in, or the token opens nothing.")),
    403: ("NotYours", _("Not yours to see or to do.")),
    404: ("NotFound", _("There is no such thing, or none that you may see.")),
    406: ("NotAcceptable", _("The answer is JSON, and the request wants something else.")),
    409: ("Conflict", _("Something moved meanwhile, or the key stands for another request.")),
    411: ("NoLength", _("The body came in chunks; it has to come with its Content-Length.")),
    413: ("TooLarge", _("More than one call takes.")),
    415: ("NotJson", _("The body is not JSON.")),
    422: ("Refused", _("Refused by the rules, with every reason.")),
    429: ("TooOften", _("Too often. Retry-After says in how many seconds to come back.")),
    503: ("Unavailable", _("The site is in trouble. Retry-After says when to come back.")),
}
FAILURE_HEADERS = {
    401: {"WWW-Authenticate": {"schema": {"type": "string"}}},
    429: {"Retry-After": {"schema": {"type": "integer"}}},
    503: {"Retry-After": {"schema": {"type": "integer"}}},
}
IDEMPOTENCY_KEY = OpenApiParameter(
    name=HEADER,
    location=OpenApiParameter.HEADER,
    type={"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[ -~]+$"},
    description=_(
        "A repeat under the same key is not carried out again; it gets the first answer."
    ),
)
REPLAYED = {
    "Idempotency-Replayed": {
        "description": _("Present on a repeat, which is answered without what is told only once."),
        "schema": {"type": "string", "enum": ["true"]},
    }
}


class Schema(AutoSchema):
    """Adds to every operation what no view has to say itself: how it fails, how it is repeated."""

    def get_description(self) -> str:  # type: ignore[override]
        """Nothing by itself: a view's docstring speaks to maintainers, not to callers."""
        return ""

    def get_override_parameters(self) -> list[Any]:
        return [IDEMPOTENCY_KEY] if self.writes else []

    @property
    def writes(self) -> bool:
        """Whether something may change; a view whose POST only asks says `changes_nothing`."""
        return self.method not in READS and not getattr(self.view, "changes_nothing", False)

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        responses = operation["responses"]
        if self.writes:
            for response in responses.values():
                response.setdefault("headers", {}).update(REPLAYED)
        for status in self.ways_to_fail(operation):
            responses.setdefault(str(status), self.failure(status))
        operation["responses"] = dict(sorted(responses.items()))
        return operation

    def ways_to_fail(self, operation: dict[str, Any]) -> set[int]:
        statuses = {400, 401, 406, 429, 503}
        parameters = operation.get("parameters", [])
        if any(p["in"] == "path" or p["name"] == "page" for p in parameters):
            statuses |= {404}
        if self.method not in READS:
            statuses |= {403, 422}
        # What cannot be seen from the outside, the view says itself.
        statuses |= getattr(self.view, "also_fails_with", set())
        if self.writes:
            statuses |= {409}
        if "requestBody" in operation:
            statuses |= {411, 413, 415}
        return statuses

    def failure(self, status: int) -> dict[str, Any]:
        name, description = FAILURES[status]
        shape = self.resolve_serializer(ErrorsSerializer, "response").ref
        answer = {"description": description, "content": {"application/json": {"schema": shape}}}
        if status in FAILURE_HEADERS:
            answer["headers"] = FAILURE_HEADERS[status]
        component = ResolvedComponent(name, ResolvedComponent.RESPONSE, answer, ErrorsSerializer)
        self.registry.register_on_missing(component)
        return component.ref


def generate() -> tuple[dict[str, Any], list[str]]:
    """The schema as plain data, and whatever its making complained about."""
    GENERATOR_STATS.reset()
    with override("en"), GENERATOR_STATS.silence():
        made = SchemaGenerator().get_schema(request=None, public=True)
        schema = json.loads(OpenApiJsonRenderer().render(made))
    complaints = [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]
    GENERATOR_STATS.reset()
    return schema, complaints


@cache
def current_schema() -> dict[str, Any]:
    """The schema of the running program; it changes only with the code."""
    return generate()[0]
