"""The schema: clean, committed, complete, and never less than it was."""

import re

import pytest
import yaml
from django.conf import settings
from django.core.management import CommandError, call_command
from django.urls import resolve

from web.api.schema import current_schema, generate
from web.api.writes import IdempotentWrites

COMMITTED = settings.BASE_DIR / "docs/openapi.yaml"
OPERATIONS = [
    pytest.param(path, method, node, id=node["operationId"])
    for path, item in yaml.load(COMMITTED.read_text(), yaml.CSafeLoader)["paths"].items()
    for method, node in item.items()
]
# A POST that is a question: its answer is the same however often it is asked, and nothing is kept.
CHANGES_NOTHING = {
    "ask_ruling",
    "export_league",
    "preview_correction",
    "try_fixture",
    "try_result",
}
pytestmark = pytest.mark.pure


def test_making_it_raises_no_complaint():
    assert generate()[1] == []


def test_the_committed_one_is_up_to_date():
    call_command("api_schema", "--check")


@pytest.mark.parametrize("way", ["--check", "--write"])
def test_nothing_that_was_promised_is_taken_away(tmp_path, way):
    file = tmp_path / "openapi.yaml"
    promised = yaml.load(COMMITTED.read_text(), yaml.CSafeLoader)
    promised["components"]["schemas"]["Me"]["properties"]["shoe_size"] = {"type": "integer"}
    file.write_text(before := yaml.dump(promised, Dumper=yaml.CSafeDumper))
    with pytest.raises(CommandError, match=r"GET /api/v1/me/, answer 200: shoe_size is gone"):
        call_command("api_schema", way, file=file)
    assert file.read_text() == before


def test_an_addition_is_written(tmp_path):
    file = tmp_path / "openapi.yaml"
    older = yaml.load(COMMITTED.read_text(), yaml.CSafeLoader)
    del older["paths"]["/api/v1/me/acts/"]
    file.write_text(yaml.dump(older, Dumper=yaml.CSafeDumper))
    with pytest.raises(CommandError, match="not up to date"):
        call_command("api_schema", "--check", file=file)
    call_command("api_schema", "--write", file=file)
    assert file.read_text() == COMMITTED.read_text()


@pytest.mark.parametrize(
    ("ask", "media_type"),
    [
        ({}, "application/json"),
        ({"HTTP_ACCEPT": "application/yaml"}, "application/yaml"),
        ({"HTTP_ACCEPT": "application/vnd.oai.openapi+json"}, "application/vnd.oai.openapi+json"),
        ({"QUERY_STRING": "format=yaml"}, "application/yaml"),
    ],
)
def test_it_is_served_as_json_and_yaml(client, ask, media_type):
    answer = client.get("/api/schema/", **ask)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith(media_type)
    assert yaml.load(answer.content, yaml.CSafeLoader) == current_schema()


@pytest.mark.parametrize(("path", "method", "node"), OPERATIONS)
def test_every_operation_says_how_it_fails_and_who_may(path, method, node):
    assert {"400", "401", "406", "429"} <= set(node["responses"])
    assert node["summary"]
    assert node["tags"]
    assert all(set(way) <= {"token", "session"} for way in node["security"])
    for status, answer in node["responses"].items():
        if status >= "400":
            assert answer["$ref"].startswith("#/components/responses/")


@pytest.mark.parametrize(("path", "method", "node"), OPERATIONS)
def test_every_write_takes_a_key_and_keeps_it(path, method, node):
    address = re.sub(r"\{(seq|number)\}", "1", path)
    address = re.sub(r"\{\w+\}", "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11", address)
    view = resolve(address).func.cls
    keys = [p for p in node.get("parameters", []) if p["name"] == "Idempotency-Key"]
    if method == "get" or node["operationId"] in CHANGES_NOTHING:
        assert not keys
        return
    assert [key["in"] for key in keys] == ["header"]
    assert issubclass(view, IdempotentWrites)
    assert {"403", "409", "422"} <= set(node["responses"])
    successes = [answer for status, answer in node["responses"].items() if status < "400"]
    assert all("Idempotency-Replayed" in answer["headers"] for answer in successes)


@pytest.mark.parametrize(("path", "method", "node"), OPERATIONS)
def test_every_body_comes_with_an_example(path, method, node):
    for sent in node.get("requestBody", {}).get("content", {}).values():
        assert sent["examples"]
