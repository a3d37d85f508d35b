"""An edition that is not finished: it loads and is played in tests, and nobody is offered it."""

import shutil

import pytest

from rules.editions import NoSuchEdition, beside, edition
from rules.editions.lrb4.edition import EDITION
from rules.loading import editions, load, loaded
from rules.reading import DATA

pytestmark = pytest.mark.pure


@pytest.fixture
def unfinished(tmp_path):
    """A folder with the rule files of one edition, which its own file says is not finished."""
    shutil.copytree(DATA / "bb2016", tmp_path / "bb2016")
    identity = tmp_path / "bb2016" / "edition.toml"
    identity.write_text(f"offered = false\n{identity.read_text()}")
    return tmp_path


def test_nobody_is_offered_it_and_its_rules_are_the_same(unfinished):
    assert editions(unfinished) == []
    assert loaded("bb2016", unfinished).digest == load("bb2016").digest


def test_it_is_found_only_beside_the_others():
    with pytest.raises(NoSuchEdition):
        edition("lrb4")
    with beside(EDITION):
        assert edition("lrb4") is EDITION
        assert "lrb4" in editions()
    assert "lrb4" not in editions()
