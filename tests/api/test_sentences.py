"""What the API says when it is called wrongly: our words, not those of the framework."""

import pytest
from django.urls import get_resolver
from rest_framework import exceptions, serializers

from web.api.sentences import OF_FIELDS

pytestmark = pytest.mark.pure

ME = "/api/v1/me/"
LEAGUES = "/api/v1/leagues/"


def said(answer):
    return {error["subject"]: error["message"] for error in answer.json()["errors"]}


def test_a_call_that_cannot_be_taken(api, client):
    who = "Say who you are first: send a token (Authorization: Bearer …), or sign in."
    assert said(client.get(ME)) == {"": who}
    assert said(api.delete(ME)) == {"": "DELETE does nothing at this address."}
    assert said(api.get(ME, HTTP_ACCEPT="text/csv")) == {
        "": "The answers here are JSON, which your Accept header rules out."
    }
    assert said(api.generic("PATCH", ME, "name=Ada", "text/plain")) == {
        "": "A body here is application/json, not “text/plain”."
    }
    assert said(api.get("/api/v1/me/acts/", {"page": "700"})) == {"": "There is no such page."}


@pytest.mark.parametrize(
    ("body", "sentences"),
    [
        ({}, {"name": "This is missing.", "edition": "This is missing."}),
        ({"name": None, "edition": "bb2016"}, {"name": "This cannot be null."}),
        ({"name": "", "edition": "bb2016"}, {"name": "This cannot be empty."}),
        ({"name": ["x"], "edition": "bb2016"}, {"name": "This takes text."}),
        ([], {"": "This takes an object, not list."}),
    ],
)
def test_a_field_that_is_wrong(api, body, sentences):
    found = said(api.post(LEAGUES, body))
    assert {subject: found.get(subject) for subject in sentences} == sentences


@pytest.mark.pure
def test_too_many_calls():
    assert str(exceptions.Throttled(wait=3).detail) == (
        "That was too many calls in a short time. Try again in 3 seconds."
    )


def subclasses(kind):
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


def kinds_of_fields():
    """Every class of DRF that a field of one of our serializers descends from."""
    for serializer in subclasses(serializers.Serializer):
        if serializer.__module__.startswith(("rest_framework", "drf_spectacular")):
            continue
        for field in (serializer(), *serializer().fields.values()):
            for part in (field, getattr(field, "child", field)):
                yield from (kind for kind in type(part).__mro__ if "rest_framework" in str(kind))


@pytest.mark.pure
def test_a_kind_of_field_brings_no_sentence_that_nobody_has_read():
    get_resolver().url_patterns  # noqa: B018 (imports every serializer)
    unread = {
        (kind.__name__, code)
        for kind in kinds_of_fields()
        for code in vars(kind).get("default_error_messages", {})
        if code not in OF_FIELDS.get(kind, {})
    }
    assert not unread
