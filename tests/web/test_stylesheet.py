"""One stylesheet out of four."""

import os
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from web import stylesheet

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("css", "squeezed"),
    [
        ("a { color: red; }", "a{color: red}"),
        (".x {\n  a :hover { b: c; }\n}", ".x{a :hover{b: c}}"),
        ('q::before { content: " gp /* no */"; }', 'q::before{content: " gp /* no */"}'),
        ("a { /* why\n not */ b: calc(1px + 2px) , d }", "a{ b: calc(1px + 2px),d}"),
    ],
)
def test_squeezing_keeps_the_meaning(css, squeezed):
    assert stylesheet.squeeze(css) == squeezed


def test_sheet_is_found_and_made_anew_when_a_source_changes(settings, tmp_path, monkeypatch):
    source = tmp_path / "one.css"
    source.write_text("a { b: c; }")
    settings.VAR_DIR = tmp_path / "var"
    monkeypatch.setattr(stylesheet, "SOURCES", [source])
    finder = stylesheet.Finder()
    found = Path(finder.find("css/touchback.css"))
    assert found.read_text() == "a{b: c}"
    source.write_text("a { b: d; }")
    os.utime(source, (found.stat().st_mtime + 5,) * 2)
    assert Path(finder.find("css/touchback.css")).read_text() == "a{b: d}"
    assert finder.find("css/tokens.css") == []


def test_collected_sheet_finds_its_fonts_by_their_hashed_names(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    }
    finders.get_finder.cache_clear()
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
    finally:
        finders.get_finder.cache_clear()
    (sheet,) = (tmp_path / "static/css").glob("touchback.*.css")
    (font,) = (tmp_path / "static/fonts").glob("archivo-latin.*.woff2")
    assert font.name in sheet.read_text()
