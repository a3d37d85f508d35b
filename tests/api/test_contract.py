"""The API against its schema, with calls that nobody would think of.

`CONTRACT_EXAMPLES` raises the number of calls an operation gets, and leaves their choice to chance.
"""

import os

import schemathesis
from django.conf import settings
from schemathesis import checks

from config.wsgi import application

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
    schema = schemathesis.openapi.from_path(settings.BASE_DIR / "docs/openapi.yaml", config=config)
    schema.app = application
    return schema


schema = published()


@schema.parametrize()
def test_a_program_meets_nothing_undocumented(case, site, secret):
    case.call_and_validate(headers={"Authorization": f"Bearer {secret}"}, checks=CHECKS)


@schema.parametrize()
def test_nobody_meets_nothing_undocumented(case, site):
    case.call_and_validate(checks=CHECKS)


@schema.include(operation_id="create_token").parametrize()
def test_a_session_meets_nothing_undocumented(case, browser, site):
    case.cookies = {name: kept.value for name, kept in browser.cookies.items()}
    case.call_and_validate(headers={"X-CSRFToken": browser.csrf}, checks=CHECKS)
