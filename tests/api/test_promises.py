"""What counts as breaking a published schema, and what as adding to it."""

import copy

import pytest

from web.api.promises import broken_promises

pytestmark = pytest.mark.pure

TEAM = {
    "type": "object",
    "required": ["name", "state"],
    "properties": {
        "name": {"type": "string", "maxLength": 60},
        "state": {"$ref": "#/components/schemas/State"},
        "value": {"type": "number"},
        "coach": {"type": "string", "nullable": True},
        "rival": {"$ref": "#/components/schemas/Team"},
        "players": {"type": "array", "items": {"type": "object", "properties": {"no": {}}}},
    },
}
PUBLISHED = {
    "paths": {
        "/teams/": {
            "get": {
                "operationId": "list_teams",
                "security": [{"token": []}, {}],
                "parameters": [
                    {"in": "query", "name": "q", "schema": {"type": "string"}},
                    {"$ref": "#/components/parameters/Sort"},
                ],
                "responses": {
                    "200": {
                        "headers": {"X-Total": {}},
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"$ref": "#/components/schemas/Team"},
                                }
                            }
                        },
                    },
                    "404": {"$ref": "#/components/responses/NotFound"},
                },
            },
            "post": {
                "operationId": "found_team",
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/TeamRequest"}}
                    }
                },
                "responses": {"201": {"description": ""}},
            },
        }
    },
    "components": {
        "parameters": {
            "Sort": {
                "in": "query",
                "name": "sort",
                "schema": {"type": "string", "enum": ["name", "value"]},
            }
        },
        "responses": {
            "NotFound": {
                "content": {
                    "application/json": {
                        "schema": {"type": "object", "properties": {"errors": {"type": "array"}}}
                    }
                }
            }
        },
        "schemas": {
            "Team": TEAM,
            "State": {"type": "string", "enum": ["draft", "active"]},
            "TeamRequest": {
                "allOf": [
                    {
                        "type": "object",
                        "required": ["name"],
                        "properties": {
                            "name": {"type": "string", "minLength": 1, "maxLength": 60},
                            "motto": {"type": "string", "nullable": True},
                        },
                    },
                    {"properties": {"gold": {"type": "integer", "maximum": 1000000}}},
                ]
            },
        },
    },
}


GONE = object()


def changed(place, value):
    """A copy of the published schema in which one place, named key by key, holds something else."""
    new = copy.deepcopy(PUBLISHED)
    node, *keys = [new, *place.split()]
    for key in keys[:-1]:
        node = node[int(key) if isinstance(node, list) else key]
    last = int(keys[-1]) if isinstance(node, list) else keys[-1]
    if value is GONE:
        del node[last]
    elif isinstance(node, list):
        node.insert(last, value)
    else:
        node[last] = value
    return new


GET = "paths /teams/ get"
POST = "paths /teams/ post"
TEAM_AT = "components schemas Team"
SENT_AT = "components schemas TeamRequest"
SORT_AT = "components parameters Sort schema"
EACH = "GET /teams/, answer 200, each"


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        ("paths /teams/", GONE, "/teams/ is gone"),
        (POST, GONE, "POST /teams/ is gone"),
        (f"{GET} operationId", "teams", "GET /teams/ is no longer called list_teams"),
        (f"{GET} security", [{"token": []}], "GET /teams/ is no longer open to everybody"),
        (f"{GET} security 0", GONE, "GET /teams/ is no longer open to token"),
        (f"{POST} security", [{"token": []}], "POST /teams/ is no longer open to everybody"),
        (f"{GET} parameters 0", GONE, "GET /teams/, query parameter q is gone"),
        (
            f"{GET} parameters 0 required",
            True,
            "GET /teams/, query parameter q is now required",
        ),
        (
            f"{GET} parameters 2",
            {"in": "query", "name": "x", "required": True},
            "GET /teams/, query parameter x is new and required",
        ),
        (
            f"{GET} parameters 0 schema type",
            "integer",
            "GET /teams/, query parameter q was string and is integer",
        ),
        (
            f"{GET} parameters 0 schema format",
            "uuid",
            "GET /teams/, query parameter q was of the form any and is uuid",
        ),
        (
            f"{GET} parameters 0 schema enum",
            ["a"],
            "GET /teams/, query parameter q now takes only some values",
        ),
        (
            f"{SORT_AT} enum",
            ["name"],
            "GET /teams/, query parameter sort: the value 'value' is gone",
        ),
        (f"{GET} responses 404", GONE, "GET /teams/, answer 404 is gone"),
        (
            f"{GET} responses 200 headers X-Total",
            GONE,
            "GET /teams/, answer 200, header X-Total is gone",
        ),
        (
            f"{GET} responses 200 content",
            {"text/csv": {}},
            "GET /teams/, answer 200 is no longer application/json",
        ),
        (
            "components responses NotFound content application/json schema properties errors",
            GONE,
            "GET /teams/, answer 404: errors is gone",
        ),
        (f"{TEAM_AT} properties value", GONE, f"{EACH}: value is gone"),
        (f"{TEAM_AT} properties value type", "string", f"{EACH}: value was number and is string"),
        (f"{TEAM_AT} properties name nullable", True, f"{EACH}: name may now be null"),
        (f"{TEAM_AT} required 0", GONE, f"{EACH}: name may now be absent"),
        (
            f"{TEAM_AT} properties players items properties no",
            GONE,
            f"{EACH}: players, each: no is gone",
        ),
        (
            "components schemas State enum",
            ["draft", "retired"],
            f"{EACH}: state: the value 'active' is gone",
        ),
        ("components schemas State enum", GONE, f"{EACH}: state may now be any value"),
        (f"{POST} requestBody", GONE, "POST /teams/ no longer takes a body"),
        (f"{POST} requestBody required", True, "POST /teams/ now requires a body"),
        (f"{SENT_AT} allOf 1 properties gold", GONE, "POST /teams/, body: gold is gone"),
        (f"{SENT_AT} allOf 0 required 1", "motto", "POST /teams/, body: motto is now required"),
        (f"{SENT_AT} allOf 1 required", ["race"], "POST /teams/, body: race is now required"),
        (
            f"{SENT_AT} allOf 0 properties motto nullable",
            GONE,
            "POST /teams/, body: motto may no longer be null",
        ),
        (
            f"{SENT_AT} allOf 0 properties name maxLength",
            30,
            "POST /teams/, body: name: maxLength is now 30",
        ),
        (
            f"{SENT_AT} allOf 0 properties name minLength",
            3,
            "POST /teams/, body: name: minLength is now 3",
        ),
        (
            f"{SENT_AT} allOf 0 properties motto maxLength",
            30,
            "POST /teams/, body: motto: maxLength is now 30",
        ),
        (
            f"{SENT_AT} allOf 0 properties name pattern",
            "^a",
            "POST /teams/, body: name: the pattern is now ^a",
        ),
        (
            f"{SENT_AT} additionalProperties",
            False,
            "POST /teams/, body no longer takes further members",
        ),
    ],
)
def test_a_removal_is_found_and_named(place, value, sentence):
    assert broken_promises(PUBLISHED, changed(place, value)) == [sentence]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("paths /players/", {}),
        ("paths /teams/ delete", {"responses": {}}),
        (f"{GET} description", "Better words."),
        (f"{GET} security 0", {"session": []}),
        (f"{GET} parameters 0", {"in": "query", "name": "x"}),
        (f"{SORT_AT} enum", ["name", "value", "race"]),
        (f"{SORT_AT} enum", GONE),
        (f"{GET} responses 429", {"description": ""}),
        (f"{GET} responses 200 headers X-New", {}),
        (f"{TEAM_AT} properties race", {"type": "string"}),
        (f"{TEAM_AT} required 0", "value"),
        (f"{TEAM_AT} properties value type", "integer"),
        (f"{TEAM_AT} properties coach nullable", GONE),
        (f"{TEAM_AT} properties state", {"type": "string", "enum": ["draft", "active"]}),
        ("components schemas State enum 0", "retired"),
        (f"{SENT_AT} allOf 1 properties race", {"type": "string"}),
        (f"{SENT_AT} allOf 0 required", GONE),
        (f"{SENT_AT} allOf 0 properties name maxLength", 90),
        (f"{SENT_AT} allOf 0 properties name maxLength", GONE),
        (f"{SENT_AT} allOf 0 properties name nullable", True),
        (f"{SENT_AT} allOf 1 properties gold type", "number"),
    ],
)
def test_an_addition_passes(place, value):
    assert broken_promises(PUBLISHED, changed(place, value)) == []


def test_nothing_is_missed_in_the_same_schema_or_after_none():
    assert broken_promises(PUBLISHED, copy.deepcopy(PUBLISHED)) == []
    assert broken_promises({}, PUBLISHED) == []


def test_choices_are_matched_in_any_order_and_missed_when_gone():
    gold = {"type": "object", "properties": {"gold": {"type": "integer"}}}
    trophy = {"type": "object", "properties": {"trophy": {"type": "string"}}}

    def with_prize(*choices):
        return changed(f"{TEAM_AT} properties prize", {"oneOf": list(choices)})

    old = with_prize(gold, trophy)
    assert broken_promises(old, with_prize({"type": "string"}, trophy, gold)) == []
    assert broken_promises(old, with_prize(gold)) == [
        f"{EACH}: prize: choice 2 is gone or narrower"
    ]
