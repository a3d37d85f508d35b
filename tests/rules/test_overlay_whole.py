"""What an edition states whole takes nothing from its base, not even the order."""

import pytest

from rules.overlay import laid_over
from rules.reading import BadRules

pytestmark = pytest.mark.pure

BASE = {
    "team": [{"key": "human", "position": [{"key": "ogre"}, {"key": "lineman", "cost": 5}]}],
    "tables": {"prayer": {"dice": "D16", "line": 3}, "draft": {"line": 1}},
}


def test_a_shelf_and_a_table_begin_anew():
    own = {
        "whole": ["team", "tables.prayer"],
        "team": [{"key": "human", "position": [{"key": "lineman"}, {"key": "ogre"}]}],
        "tables": {"prayer": {"dice": "D8"}},
    }
    assert laid_over(BASE, own) == {
        "team": [{"key": "human", "position": [{"key": "lineman"}, {"key": "ogre"}]}],
        "tables": {"prayer": {"dice": "D8"}, "draft": {"line": 1}},
    }
    assert BASE["tables"]["prayer"] == {"dice": "D16", "line": 3}


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        ({"whole": ["star"], "star": []}, "the base has nothing"),
        ({"whole": ["tables.mvp"], "tables": {"mvp": {}}}, "the base has nothing"),
        ({"whole": ["team"]}, "the edition states nothing"),
        ({"whole": ["tables.prayer"], "tables": {"draft": {}}}, "the edition states nothing"),
    ],
)
def test_it_must_be_there_and_be_stated(own, reason):
    with pytest.raises(BadRules, match=reason):
        laid_over(BASE, own)
