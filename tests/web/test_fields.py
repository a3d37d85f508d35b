"""Form fields: label, help and error belong to their input, whatever the widget."""

import re

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import get_resolver

from acts.failures import Reason, Refused
from web.forms import OF_FIELDS, DiePicker, Form, Segment, Stepper

pytestmark = pytest.mark.pure


class Everything(Form):
    text = forms.CharField(help_text="Two to forty letters.")
    long = forms.CharField(widget=forms.Textarea, help_text="As you like.")
    secret = forms.CharField(widget=forms.PasswordInput, help_text="Long.")
    one = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], help_text="One.")
    side = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=Segment, help_text="One.")
    face = forms.IntegerField(widget=DiePicker(sides=6), help_text="Tap it.")
    count = forms.IntegerField(widget=Stepper, min_value=0, max_value=16, help_text="A few.")
    agree = forms.BooleanField(help_text="Please.")
    picture = forms.FileField(help_text="Small.")
    quiet = forms.CharField(widget=forms.HiddenInput, required=False)


@pytest.mark.parametrize("name", [n for n in Everything.base_fields if n != "quiet"])
def test_help_and_error_are_tied_to_the_field(name):
    shown = str(Everything({})[name].as_field_group())
    assert f'aria-describedby="id_{name}_helptext id_{name}_error"' in shown
    assert f'id="id_{name}_helptext"' in shown
    assert f'id="id_{name}_error"' in shown
    assert 'aria-invalid="true"' in shown
    assert re.search(rf'<label [^>]*for="id_{name}"|<legend>', shown)


def test_an_abbreviation_that_a_label_begins_with_explains_itself():
    class Crowd(Form):
        fame = forms.IntegerField(label="FAME, home")

    shown = str(Crowd()["fame"].as_field_group())
    assert "The advantage of the larger crowd" in shown
    # Whoever hears the field hears all of its label, in which no button stands.
    (label,) = re.findall(r'<label for="id_fame">(.*?)</label>', shown)
    assert re.sub("<[^>]+>", "", label) == "FAME, home"
    assert "<button" not in label


def test_unbound_form_shows_no_error_and_hides_what_is_hidden():
    shown = str(Everything())
    assert "aria-invalid" not in shown
    assert '<input type="hidden" name="quiet"' in shown


def test_tapped_face_is_the_value():
    data = {"text": "x", "long": "x", "secret": "x", "one": "a", "side": "b", "face": "4"}
    form = Everything(
        data | {"count": "3", "agree": "on"}, {"picture": SimpleUploadedFile("a.txt", b"a")}
    )
    assert form.is_valid()
    assert form.cleaned_data["face"] == 4
    assert re.search(r'value="4"[^>]*checked', str(form["face"]))


def test_refusals_stand_at_their_fields_and_the_rest_over_the_form():
    form = Everything({"text": "x"})
    form.take(Refused(Reason("taken", "Taken <by> Rovers.", "text"), Reason("late", "Too late.")))
    assert form["text"].errors == ["Taken <by> Rovers."]
    shown = str(form)
    assert "Taken &lt;by&gt; Rovers." in shown
    assert re.search(r'<div class="note bad" role="alert">\s*<p>Too late.</p>', shown)


def test_what_django_has_against_an_answer_is_said_in_our_words():
    class Strict(Form):
        short = forms.CharField(max_length=1)
        long = forms.CharField(min_length=3)
        few = forms.IntegerField(max_value=64)
        many = forms.IntegerField(min_value=2)
        what = forms.IntegerField()
        one = forms.ChoiceField(choices=[("a", "A")])
        missing = forms.CharField()

    given = {"short": "ab", "long": "a", "few": 65, "many": 1, "what": "x", "one": "z"}
    texts = {name: [str(each) for each in errors] for name, errors in Strict(given).errors.items()}
    assert texts == {
        "short": ["1 character at most."],
        "long": ["3 characters at least."],
        "few": ["At most 64."],
        "many": ["At least 2."],
        "what": ["This takes a whole number."],
        "one": ["“z” is not on offer here."],
        "missing": ["Something has to stand here."],
    }


def subclasses(kind):
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


def test_no_field_brings_a_sentence_of_django_that_nobody_has_read():
    get_resolver().url_patterns  # noqa: B018 (imports every form)
    ours = [form for form in subclasses(forms.BaseForm) if not form.__module__.startswith("django")]
    unread = {
        (kind.__name__, code)
        for form in ours
        for field in form.base_fields.values()
        for kind in type(field).__mro__
        if kind.__module__.startswith("django")
        for code in vars(kind).get("default_error_messages", {})
        if code not in OF_FIELDS.get(kind, {})
    }
    assert len(ours) > 50
    assert not unread
