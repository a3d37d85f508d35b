"""The API against its schema, with calls that nobody would think of.

`CONTRACT_EXAMPLES` raises the number of calls an operation gets, and leaves their choice to chance.
"""

import os

import pytest
import schemathesis
import yaml
from django.conf import settings
from schemathesis import checks
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source

from config.wsgi import application

COMMITTED = settings.BASE_DIR / "docs/openapi.yaml"
BOUNDED = 15
# One operation, sixty rulings: to try every field of each takes an hour, which the soak has.
# `tests/rules_api` asks every ruling, wildly.
RULINGS = {
    "include-operation-id": "ask_ruling",
    "phases": {"coverage": {"enabled": False}},
    "generation": {"max-examples": 60},
}
EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", BOUNDED))
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]


pytestmark = pytest.mark.django_db


def operations(*only):
    """What the schema publishes; the rulebook rests on no database."""
    published = yaml.load(COMMITTED.read_text(), yaml.CSafeLoader)["paths"]  # noqa: S506
    return [
        pytest.param(
            (method, path), id=node["operationId"], marks=[pytest.mark.pure] * ("Rules" in node["tags"])
        )
        for path, item in published.items()
        for method, node in item.items()
        if not only or node["operationId"] in only
    ]


@pytest.fixture(scope="module")
def published():
    config = schemathesis.Config.from_dict(
        {
            "suppress-health-check": ["all"],
            "operations": [RULINGS] if EXAMPLES == BOUNDED else [],
            "generation": {
                "deterministic": EXAMPLES == BOUNDED,
                "max-examples": EXAMPLES,
                "database": "none",
            },
        }
    )
    schema = schemathesis.openapi.from_path(COMMITTED, config=config)
    schema.app = application
    return schema


@pytest.fixture
def try_out(published):
    """Make all of an operation's calls, thought up here and now.

    `schema.parametrize()` would think up those of every operation, in every process that collects.
    """

    def run(operation, call):
        method, path = operation
        build_operation_test(
            config=published.config,
            operation=published[path][method],
            test_func=call,
            given_kwargs={},
            feedback=FeedbackSources(constants_value_source=make_constants_value_source(published)),
        )()

    return run


@pytest.mark.parametrize("operation", operations())
def test_nothing_undocumented_is_met_with_a_token_or_without(operation, try_out, secret, site):
    def call(case):
        case.call_and_validate(headers={"Authorization": f"Bearer {secret}"}, checks=CHECKS)
        case.call_and_validate(checks=CHECKS)

    try_out(operation, call)


@pytest.mark.parametrize("operation", operations("create_token"))
def test_a_session_meets_nothing_undocumented(operation, try_out, browser, site):
    def call(case):
        case.cookies = {name: kept.value for name, kept in browser.cookies.items()}
        case.call_and_validate(headers={"X-CSRFToken": browser.csrf}, checks=CHECKS)

    try_out(operation, call)
