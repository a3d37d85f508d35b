"""A skill's name that explains itself, on any page."""

import pytest
from django.template import Context, Template
from django.utils.html import escape

from rules.loading import load

pytestmark = pytest.mark.pure


def shown(source, **context):
    return Template("{% load rulebook %}" + source).render(Context(context))


@pytest.mark.parametrize("wanted", ["claws", "Claws", "Claw"])
def test_skill_is_known_by_key_and_by_every_name(wanted):
    page = shown('{% skill wanted edition="bb2016" %}', wanted=wanted)
    assert ">Claws</button>" in page
    assert escape(load("bb2016").skills["claws"].summary) in page
    assert 'href="/rules/bb2016/skills/claws/"' in page


def test_skill_follows_the_edition_of_the_page():
    page = shown('{% skill "block" %}', catalogue=load("crp"))
    assert 'href="/rules/crp/skills/block/"' in page


def test_same_skill_twice_has_two_ids():
    once, again = (shown('{% skill "block" edition="bb2016" %}') for _ in range(2))
    assert once != again


def test_skill_nobody_knows_stays_a_name_and_is_escaped():
    page = shown('{% skill wanted edition="bb2016" %}', wanted="<b>Juggling")
    assert page == "&lt;b&gt;Juggling"
