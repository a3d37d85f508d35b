"""Asking the rulebook from outside: JSON in, and the answer with its reasons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.book import AnyQuestion, Book
from rules.catalogue import Catalogue
from rules.describing import Unfit, names_in, read
from rules.editions import Edition
from rules.engine.asks import Answers, Ask, Choose, Confirm, Offer, Pick, Shop, Withheld
from rules.engine.drive import Driven
from rules.engine.rulings import Line, Reason
from rules.house import House, faults
from rules.knobs import Several
from rules.words import People, line_words, offer_name, reason_words
from rules.words.options import option_about, option_name, options_of

MOST_ANSWERS = 1000
# Fields of an ask that are told otherwise, or are the step's own.
TOLD = frozenset({"offers", "withheld", "limits", "follows_player", "because", "means"})


@dataclass(frozen=True)
class Watched(House):
    """House rules that remember which of them were read."""

    read: set[str] = field(default_factory=set)

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)


@dataclass(frozen=True, slots=True)
class Put:
    """A question put: under which house rules, and at which circumstances."""

    question: AnyQuestion
    book: Book
    at: Any
    read: set[str]

    def follow(self, answers: Answers) -> Driven:
        return self.question.follow(self.book, self.at, answers)


def put(edition: Edition, question: AnyQuestion, circumstances: object, house: object) -> Put:
    """A question that can be answered. Raises Unfit with every fault of what was told."""
    reasons: list[Reason] = []
    at = None
    try:
        at = read(question.circumstances, circumstances, edition.catalogue)
    except Unfit as unfit:
        reasons += unfit.reasons
    turned = _with_keys(edition, house)
    reasons += house_faults(edition, turned)
    if reasons or not isinstance(turned, dict):
        raise Unfit(reasons)
    watched = Watched(edition.knobs, turned)
    return Put(question, Book(edition.catalogue, watched), at, watched.read)


def read_answers(data: object) -> Answers:
    """Answers by the keys of their asks; whether they fit, each ask says itself."""
    if not isinstance(data, dict):
        raise Unfit([Reason("not-an-object", "answers", integrity=True)])
    if len(data) > MOST_ANSWERS:
        params = {"at_most": MOST_ANSWERS}
        raise Unfit([Reason("too-many-answers", "answers", params, integrity=True)])
    return data


def house_faults(edition: Edition, turned: object) -> list[Reason]:
    """Everything wrong with house rules, what the catalogue does not know included."""
    if not isinstance(turned, dict):
        return [Reason("not-an-object", "house", integrity=True)]
    reasons = faults(edition.knobs, turned)
    at_fault = {reason.subject for reason in reasons}
    for key, value in turned.items():
        knob = edition.knobs.get(key)
        if isinstance(knob, Several) and knob.of and key not in at_fault:
            known = getattr(edition.catalogue, knob.of)
            if strangers := [each for each in value if each not in known]:
                reasons.append(knob.fault("not-in-the-catalogue", names=strangers))
    return reasons


def _with_keys(edition: Edition, house: object) -> object:
    """Names of the catalogue become keys, as in circumstances."""
    if not isinstance(house, dict):
        return house
    names = names_in(edition.catalogue)
    return {key: _keys(names, edition.knobs.get(key), value) for key, value in house.items()}


def _keys(names: Mapping[str, Mapping[str, str]], knob: object, value: Any) -> Any:
    if not isinstance(knob, Several) or not knob.of or not isinstance(value, list):
        return value
    known = names[knob.of]
    return [known.get(each, each) if isinstance(each, str) else each for each in value]


def ask_data(
    ask: Ask, catalogue: Catalogue, called: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """An ask as JSON: its kind, whatever an answer must fit, what people call that, and why the
    rest cannot be had. `called` says what players are called."""
    called = called or {}
    fields = {
        field: getattr(ask, field) for field in type(ask).__dataclass_fields__ if field not in TOLD
    }
    fields["who"] = ask.who or "side"
    match ask:
        case Shop():
            fields["offers"] = [offer_data(offer, catalogue, called) for offer in ask.offers]
        case Choose(options=keys) | Pick(candidates=keys):
            fields["names"] = {key: option_name(catalogue, ask, key, called) for key in keys}
        case Confirm():
            fields["names"] = {
                key: option_name(catalogue, ask, key, called) for key in ("yes", "no")
            }
    if isinstance(ask, Shop | Choose):
        fields["withheld"] = withheld_data(ask.withheld, catalogue)
    about = {key: option_about(catalogue, ask, key) for key in options_of(ask)}
    fields["about"] = {key: words for key, words in about.items() if words}
    fields["because"] = [line_data(line, catalogue, called) for line in ask.because]
    return {"kind": ask.kind, **fields}


def line_data(line: Line, catalogue: Catalogue, called: Mapping[str, str]) -> dict[str, Any]:
    """A line of what is known already, with its sentence."""
    return {
        "code": line.code,
        "amount": line.amount,
        "params": dict(line.params),
        "sentence": line_words(catalogue, line, People(called)),
    }


def offer_data(offer: Offer, catalogue: Catalogue, called: Mapping[str, str]) -> dict[str, Any]:
    return {
        "key": offer.key,
        "name": offer_name(catalogue, offer.key, called),
        "price": offer.price,
        "at_most": offer.at_most,
        "ceiling": offer.limit,
    }


def withheld_data(withheld: Withheld, catalogue: Catalogue) -> list[dict[str, Any]]:
    """What cannot be had, each thing with why not."""
    return [
        {
            "key": key,
            "name": offer_name(catalogue, key),
            "code": reason.code,
            "message": reason_words(catalogue, reason),
            "params": dict(reason.params),
        }
        for key, reason in withheld.items()
    ]
