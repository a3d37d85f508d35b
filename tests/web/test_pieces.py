"""The template tags that pages are set from."""

import re

import pytest
from django.conf import settings
from django.core.paginator import Paginator
from django.template import Context, RequestContext, Template
from django.test import RequestFactory

from acts.failures import Refused
from web import glossary
from web.crests import Crest
from web.forms import Form

pytestmark = pytest.mark.pure


def render(source, **context):
    return Template("{% load touchback %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{{ 1380000|gold }}", "1,380,000"),
        ("{{ -50000|gold }}", "−50,000"),
        ("{{ 0|gold }}", "0"),
        ("{{ 40000|signed }}", "+40,000"),
        ("{{ -3|signed }}", "−3"),
        ("{{ 0|signed }}", "0"),
    ],
)
def test_numbers_have_commas_and_true_signs(source, shown):
    assert render(source) == shown


def test_no_abbreviation_is_left_to_the_mouse():
    """A title opens for a mouse alone, and a bare column head to nobody."""
    short = {key for key in glossary.words() if key.replace("-", "").isupper()}
    head = re.compile(r"<th[^>]*>\s*{% translate \"([^\"]+)\" %}\s*</th>")
    for template in (settings.BASE_DIR / "templates").rglob("*.html"):
        text = template.read_text()
        bare = {said for said in head.findall(text) if said.replace("–", "-").rstrip("±") in short}
        assert ("<abbr" in text, bare) == (False, set()), template


def test_difference_is_coloured_but_tells_by_its_sign():
    assert render("{% delta 5 %}") == '<span class="delta up">+5</span>'
    assert render("{% delta -5 %}") == '<span class="delta down">−5</span>'


def test_movement_is_said_in_words_too():
    assert "up 2 places" in render("{% moved 2 %}")
    assert "down 1 place<" in render("{% moved -1 %}")
    assert "unchanged" in render("{% moved 0 %}")


def test_form_is_said_in_words_too():
    assert 'aria-label="Last results: won, drew, lost"' in render('{% form_tiles "WDL" %}')


def test_outlines_come_with_the_first_crest_even_from_an_include():
    crest = Crest("royal", "white", "shield", "plain", "GR")
    row = Template("{% load touchback %}{% crest crest %}")
    assert "clipPath" not in render("{% crest_shapes %}")
    assert "clipPath" in render("{% crest_shapes always=True %}")
    for include in ("{% include row %}", "{% include row with crest=crest only %}"):
        assert "clipPath" in render(include + "{% crest_shapes %}", row=row, crest=crest)


def test_team_name_never_stands_without_its_crest():
    crest = Crest("royal", "white", "shield", "plain", "GR")
    shown = render(
        "{% team name crest url note %}", name="A <b>", crest=crest, url="/x/", note="4–1–0"
    )
    assert shown.startswith('<a class="team" href="/x/"><svg class="crest"')
    assert "A &lt;b&gt;<small>4–1–0</small>" in shown
    assert render("{% team name crest %}", name="A", crest=crest).startswith('<span class="team">')


@pytest.mark.parametrize("key", glossary.words())
def test_every_word_explains_itself(key):
    shown = render("{% term key %}", key=key)
    described = re.search(r'aria-describedby="([\w-]+)"', shown)[1]
    assert f'id="{described}" role="tooltip"' in shown
    assert str(glossary.word_of(key).meaning).endswith(".")


def test_same_word_twice_has_two_explanations_of_its_own():
    ids = re.findall(r' id="([\w-]+)"', render('{% term "SPP" %}{% term "SPP" %}'))
    assert len(set(ids)) == 2


def test_folio_links_all_but_the_last_step():
    shown = render('{% folio "Leagues" "/" "Kettle" note="Round 5" %}')
    assert '<a href="/">Leagues</a>' in shown
    assert '<span aria-current="page">Kettle</span>' in shown
    assert "Round 5" in shown


def test_pager_keeps_what_else_was_asked():
    request = RequestFactory().get("/", {"sort": "name", "page": "2"})
    page = Paginator(range(30), 10).page(2)
    source = Template('{% load touchback %}{% pager page "kits" %}')
    shown = source.render(RequestContext(request, {"page": page}))
    assert 'href="?sort=name&amp;page=1"' in shown
    assert 'href="?sort=name&amp;page=3"' in shown
    assert shown.count('hx-target="#kits"') == 2
    assert "Page 2 of 3" in shown
    assert not render("{% pager page %}", page=Paginator(range(3), 10).page(1)).strip()


def test_missing_manifest_does_not_break_the_page(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.DEBUG = False
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    assert render('{% asset "css/touchback.css" %}') == "/static/css/touchback.css"


@pytest.mark.parametrize("shown", ["{{ form }}", "{{ form.non_field_errors }}"])
def test_a_reason_over_a_form_is_a_note_that_speaks_up(shown):
    form = Form({})
    form.take(Refused.because("locked", "Too many tries. <b>Wait</b>."))
    page = render(shown, form=form)
    assert 'class="note bad" role="alert"' in page
    assert "<p>Too many tries. &lt;b&gt;Wait&lt;/b&gt;.</p>" in page
