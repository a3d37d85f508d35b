"""The schemas of everything that a ruling can be told, for OpenAPI and for the list of rulings."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from rules.book import AnyQuestion
from rules.describing import Schema, Schemas
from rules.editions import Edition, edition
from rules.house import earlier
from rules.house.standings import BONUSES
from rules.knobs import Choice, Flag, Knob, Several, Text, Whole, Worths
from rules.loading import editions

# In front of the records that circumstances are made of: a league's own Team is another thing.
RECORD = "Rulebook"
ANSWERS = "RulingAnswers"
HOUSE = "HouseRules"
BODY = "RulingRequest"
PLACE = "#/components/schemas/"
RULING_REQUEST: Schema = {"application/json": {"$ref": f"{PLACE}{BODY}"}}


def names_of_rulings() -> list[str]:
    return sorted({name for key in editions() for name in edition(key).questions})


# --- house rules


def every_knob() -> Iterable[Knob]:
    """The knobs of all editions, each once."""
    knobs: dict[str, Knob] = {}
    for key in editions():
        knobs = {**knobs, **{k: v for k, v in edition(key).knobs.items() if k not in knobs}}
    return knobs.values()


def house_schema(some_knobs: Iterable[Knob]) -> Schema:
    return {
        "type": "object",
        "description": _("House rules by their keys; what is left out is as the book says."),
        "properties": {knob.key: knob_schema(knob) for knob in some_knobs} | _earlier(),
        "additionalProperties": False,
    }


def _earlier() -> Schema:
    """What is still told and taken as earlier versions had it."""
    listed = {"type": "array", "items": {"type": "string", "enum": [*BONUSES]}, "uniqueItems": True}
    each = {"type": "integer", "minimum": 1, "maximum": 99}
    sentence = _("Bonuses that are worth alike. Not read where points.bonuses is given.")
    return {
        earlier.LISTED: {"description": sentence, **listed, "deprecated": True},
        earlier.EACH: {"description": sentence, **each, "deprecated": True},
    }


def knob_schema(knob: Knob) -> Schema:
    return {"description": _(knob.sentence), **_knob_type(knob)}


def _knob_type(knob: Knob) -> Schema:
    match knob:
        case Flag():
            return {"type": "boolean"}
        case Whole():
            limits = {"minimum": knob.at_least, "maximum": knob.at_most}
            step = {"multipleOf": knob.step} if knob.step > 1 else {}
            return {"type": "integer", **limits, **step}
        case Choice():
            return {"type": "string", "enum": [*knob.options]}
        case Worths():
            worth = {"type": "integer", "minimum": knob.at_least, "maximum": knob.at_most}
            each = {key: {"description": _(text), **worth} for key, text in knob.options.items()}
            return {"type": "object", "properties": each, "additionalProperties": False}
        case Several():
            of = {"type": "string", **({"enum": [*knob.options]} if knob.options else {})}
            return {"type": "array", "items": of, "uniqueItems": True}
        case Text():
            return {"type": "string", "maxLength": knob.longest}
        case _:
            raise TypeError(f"no schema for {knob.kind}")


# --- the list of an edition's rulings


def rulings_document(rules: Edition) -> dict[str, Any]:
    """Every ruling with its sentence, its schema and an example; definitions once."""
    schemas = Schemas("#/definitions/")
    rulings = [
        {
            "name": question.name,
            "sentence": _(question.sentence),
            "circumstances": schemas.record(question.circumstances),
            "example": rules.example(question.name),
        }
        for question in rules.questions.values()
    ]
    return {
        "edition": rules.key,
        "rulings": rulings,
        "house": house_schema(rules.knobs.values()),
        "definitions": schemas.definitions,
    }


# --- OpenAPI


def describe_rulings(result: Schema, **kwargs: Any) -> Schema:
    """Adds a body for each ruling to the API's schema, every field of its circumstances described.

    A hook that runs last: the one before it would take our enumerations apart to name each.
    """
    schemas = Schemas(f"{PLACE}{RECORD}")
    found: dict[str, Schema] = {}
    for title, question in circumstances_by_title().items():
        about = schemas.record(question.circumstances)
        found[f"{title}Circumstances"] = about
        found[f"{title}Question"] = _body(title, question, about)
    bodies = [_refer(f"{title}Question") for title in circumstances_by_title()]
    found |= {f"{RECORD}{name}": schema for name, schema in schemas.definitions.items()}
    found |= {HOUSE: house_schema(every_knob()), ANSWERS: _answers()}
    result["components"]["schemas"] |= found | {BODY: {"anyOf": bodies}}
    return result


@cache
def circumstances_by_title() -> dict[str, AnyQuestion]:
    """Each ruling once; an edition that asks for something else has it under its own title.

    By name: in which order they were registered depends on who was imported first.
    """
    found: dict[str, AnyQuestion] = {}
    for key in editions():
        for name, question in sorted(edition(key).questions.items()):
            title = _camel(name)
            if title in found and found[title].circumstances is not question.circumstances:
                title += _camel(key)
            found.setdefault(title, question)
    return found


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _body(title: str, question: AnyQuestion, about: Schema) -> Schema:
    body: Schema = {
        "type": "object",
        "title": question.name,
        "description": _(question.sentence),
        "properties": {
            "circumstances": _refer(f"{title}Circumstances"),
            "house": _refer(HOUSE),
            "answers": _refer(ANSWERS),
        },
        "additionalProperties": False,
    }
    return body | ({"required": ["circumstances"]} if "required" in about else {})


def _answers() -> Schema:
    return {
        "type": "object",
        "description": _("Answers by the keys of the asks that were put."),
        "additionalProperties": {},
    }


def _refer(name: str) -> Schema:
    return {"$ref": f"{PLACE}{name}"}
