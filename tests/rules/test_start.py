"""The rule files are read when the product starts, and a bad one stops it."""

import shutil

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

from rules.reading import DATA

pytestmark = pytest.mark.pure


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A copy of the rule files that the start reads instead."""
    copied = tmp_path / "data"
    shutil.copytree(DATA, copied)
    monkeypatch.setattr("rules.apps.DATA", copied)
    return copied


def start():
    apps.get_app_config("game_rules").ready()


def test_the_files_as_they_are_let_it_start(files):
    start()


@pytest.mark.parametrize(
    ("file", "printed", "typed", "said"),
    [
        ("teams.toml", 'skills = ["Catch", "Dodge"]', 'skills = ["Katch"]', "Katch"),
        ("stars.toml", 'plays_for = ["Norse"]', 'plays_for = ["Newts"]', "Newts"),
        ("teams.toml", 'normal = "GA"', 'normal = "GX"', "'GX' is not letters of GASPM in order"),
        ("tables.toml", "from = 41\nto = 41", "from = 41\nto = 42", "42 stands there 2 times"),
    ],
)
def test_a_bad_file_stops_the_start_with_file_entry_and_reason(files, file, printed, typed, said):
    path = files / "bb2016" / file
    text = path.read_text()
    assert printed in text
    path.write_text(text.replace(printed, typed, 1))
    with pytest.raises(ImproperlyConfigured, match=f"bb2016.*{file}") as stopped:
        start()
    assert said in str(stopped.value)
