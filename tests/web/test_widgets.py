"""Widgets written without a template say what Django's own templates say."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.test.html import parse_html

from web.forms import Renderer

pytestmark = pytest.mark.pure

CHOICES = [
    ("", "–"),
    ("a&b", 'Orcs <b>"&"</b> goblins'),
    (7, "Seven"),
    ("Far away", [("x", "'X'"), ("y", "Y")]),
]


@pytest.mark.parametrize(
    ("widget", "value"),
    [
        (forms.Select(choices=CHOICES), "a&b"),
        (forms.Select({"class": 'c"d', "disabled": True, "hidden": False}, CHOICES), "y"),
        (forms.Select(choices=[]), None),
        (forms.TextInput({"maxlength": 80}), '<script>"x"&'),
        (forms.TextInput(), None),
        (forms.NumberInput({"min": -1000000, "step": 1}), 1500000),
        (forms.CheckboxInput(), True),
        (forms.CheckboxInput({"value": "yes"}), False),
        (forms.HiddenInput(), 0),
        (forms.EmailInput(), "ada@example.org"),
        (forms.PasswordInput(render_value=True), "a fine password"),
        (forms.URLInput(), "https://example.org/?a=1&b=2"),
    ],
)
def test_say_the_same(widget, value):
    ours, djangos = (
        widget.render("a field", value, {"id": "id_a"}, renderer=renderer)
        for renderer in (Renderer(), DjangoTemplates())
    )
    assert parse_html(ours) == parse_html(djangos)
