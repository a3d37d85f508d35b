"""The API against its schema, with calls that nobody would think of.

`make test` makes them on PostgreSQL, which puts up with less than SQLite: no NUL, nothing too long
for its column. `CONTRACT_EXAMPLES` raises the number of calls that an operation gets, and leaves
their choice to chance.
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

PUBLISHED = yaml.load((settings.BASE_DIR / "docs/openapi.yaml").read_text(), yaml.CSafeLoader)
# Beside those that try every field of an operation in turn.
BOUNDED = 4
BEFORE_THE_DOOR = 2
EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", BOUNDED))
IS_BOUNDED = EXAMPLES == BOUNDED
# One operation, sixty rulings: to try every field of each takes an hour, and to think up one call
# two seconds. `tests/rules_api` asks every ruling, wildly; here they are few.
NO_COVERAGE = {"phases": {"coverage": {"enabled": False}}}
RULINGS = {
    "include-operation-id": "ask_ruling",
    **NO_COVERAGE,
    "generation": {"max-examples": 2 * EXAMPLES if IS_BOUNDED else 6 * EXAMPLES},
}
# Each takes what another takes, which tries every field of it: `create_league`, `correct_match`,
# `set_stage_dates`, `change_redraft`, `draft_team`, `plan_stage`, `change_basket`.
TRIED_ELSEWHERE = {
    "include-operation-id": [
        "change_draft",
        "change_house_rules",
        "change_stage",
        "finish_hiring",
        "finish_redraft",
        "preview_correction",
        "propose_correction",
        "preview_stage_dates",
        "try_fixture",
        "try_redraft",
        "try_result",
    ],
    **NO_COVERAGE,
}
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
pytestmark = [pytest.mark.django_db, pytest.mark.grown_up]


def operations(*, chosen):
    """What the schema publishes."""
    return [
        pytest.param((method, path), id=node["operationId"])
        for path, item in PUBLISHED["paths"].items()
        for method, node in item.items()
        if chosen(node)
    ]


def everything(node):
    return True


def open_to_all(node):
    return {} in node["security"]


def schema_with(*, examples=EXAMPLES, **settings):
    config = schemathesis.Config.from_dict(
        {
            "suppress-health-check": ["all"],
            "operations": [RULINGS, TRIED_ELSEWHERE] if IS_BOUNDED else [RULINGS],
            "generation": {
                "deterministic": IS_BOUNDED,
                "max-examples": examples,
                "database": "none",
            },
            **settings,
        }
    )
    schema = schemathesis.openapi.from_dict(PUBLISHED, config=config)
    schema.app = application
    return schema


@pytest.fixture(scope="module")
def every_field():
    return schema_with()


@pytest.fixture(scope="module")
def few_calls():
    """For who comes without a token: each field was tried with one."""
    if not IS_BOUNDED:
        return schema_with()
    return schema_with(**NO_COVERAGE, operations=[], examples=BEFORE_THE_DOOR)


def try_out(schema, operation, call):
    """Make all of an operation's calls, thought up here and now.

    `schema.parametrize()` would think up those of every operation, in every process that collects.
    """
    method, path = operation
    build_operation_test(
        config=schema.config,
        operation=schema[path][method],
        test_func=call,
        given_kwargs={},
        feedback=FeedbackSources(constants_value_source=make_constants_value_source(schema)),
    )()


def call_without_a_token(case):
    case.call_and_validate(checks=CHECKS)


@pytest.mark.parametrize("operation", operations(chosen=everything))
def test_a_program_meets_nothing_undocumented(operation, every_field, secret, site):
    def call(case):
        case.call_and_validate(headers={"Authorization": f"Bearer {secret}"}, checks=CHECKS)

    try_out(every_field, operation, call)


@pytest.mark.parametrize("operation", operations(chosen=open_to_all))
def test_nobody_meets_nothing_undocumented(operation, few_calls, site):
    try_out(few_calls, operation, call_without_a_token)


@pytest.mark.parametrize(
    "operation", operations(chosen=lambda node: node["operationId"] == "create_token")
)
def test_a_session_meets_nothing_undocumented(operation, every_field, browser, site):
    def call(case):
        case.cookies = {name: kept.value for name, kept in browser.cookies.items()}
        case.call_and_validate(headers={"X-CSRFToken": browser.csrf}, checks=CHECKS)

    try_out(every_field, operation, call)
