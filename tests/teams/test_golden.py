"""One effect of each kind that was ever written, as it was written: all of them stay readable.

Whoever changes the shape of an effect raises `SCHEMA`, says in `teams.upcasting` how the old shape
is read, and adds the new one to the file; lines are never taken out.
"""

import json
from pathlib import Path

import pytest

from rules.engine.effects import KINDS, from_data, to_data
from teams.upcasting import SCHEMA, upcast
from tests.rules.test_engine import NOT_OF_A_TEAM, ONE_OF_EACH

pytestmark = pytest.mark.pure

WRITTEN = [
    json.loads(line)
    for line in (Path(__file__).parent / "golden_effects.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("written", WRITTEN, ids=lambda each: f"{each['schema']}-{each['kind']}")
def test_whatever_was_written_is_read(written):
    data = {key: value for key, value in written.items() if key != "schema"}
    effect = from_data(upcast(data, written["schema"]))
    assert to_data(effect)["kind"] in KINDS


@pytest.mark.parametrize(
    "effect", [*ONE_OF_EACH, *NOT_OF_A_TEAM], ids=lambda each: type(each).__name__
)
def test_what_is_written_today_is_on_file_in_the_present_schema(effect):
    assert {"schema": SCHEMA, **json.loads(json.dumps(to_data(effect)))} in WRITTEN


def test_every_kind_is_on_file():
    assert {written["kind"] for written in WRITTEN} >= {*KINDS}
