"""Answers that come from read models."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Literal
from uuid import UUID

import pytest
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from acts.failures import Reason
from web.api.shapes import shape


@dataclass(frozen=True)
class Hat:
    colour: Literal["red", "blue"]
    brim: int | None = None

    @property
    def said(self) -> str:
        return f"a {self.colour} hat"


@dataclass(frozen=True)
class Person:
    uuid: UUID
    born: date
    seen_at: datetime
    hat: Hat | None
    hats: tuple[Hat, ...]
    scores: dict[str, int]
    faults: list[Reason]
    secret: str = "do not tell"


HatSerializer = shape("Hat", Hat, "colour brim said", brim=_("In inches."))
PersonSerializer = shape(
    "Person", Person, "uuid born seen_at hat hats scores faults colour=hat.colour"
)
ADA = Person(
    uuid=UUID(int=1),
    born=date(2000, 1, 2),
    seen_at=datetime(2026, 11, 18, 7, tzinfo=UTC),
    hat=None,
    hats=(Hat("red", 3),),
    scores={"won": 2},
    faults=[Reason("late", "Too late.")],
)


def test_a_read_model_is_told_by_its_annotations():
    told: Any = PersonSerializer(ADA).data
    assert told == {
        "uuid": str(UUID(int=1)),
        "born": "2000-01-02",
        "seen_at": "2026-11-18T07:00:00Z",
        "hat": None,
        "hats": [{"colour": "red", "brim": 3, "said": "a red hat"}],
        "scores": {"won": 2},
        "faults": [{"code": "late", "message": "Too late.", "subject": "", "params": {}}],
        "colour": None,
    }


def test_the_schema_reads_the_same_annotations():
    fields = PersonSerializer().fields
    assert [*fields] == [*PersonSerializer(ADA).data]
    assert {name for name, field in fields.items() if field.allow_null} == {"hat", "colour"}
    brim = HatSerializer().fields["brim"]
    assert (brim.allow_null, str(brim.help_text)) == (True, "In inches.")
    colour = HatSerializer().fields["colour"]
    assert isinstance(colour, serializers.ChoiceField)
    assert [*colour.choices] == ["red", "blue"]


@pytest.mark.parametrize(
    ("names", "told", "complaint"),
    [
        ("colour", {"brim": _("In inches.")}, "has no brim"),
        ("feather", {}, "feather"),
        ("__class__", {}, "__class__"),
    ],
)
def test_what_cannot_be_told_is_noticed_at_once(names, told, complaint):
    with pytest.raises(TypeError, match=complaint):
        shape("Hat", Hat, names, **told)
