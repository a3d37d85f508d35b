"""The asks of a ruling on a page: dice to tap, options to choose, baskets to fill."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeGuard

from django.http import QueryDict

from rules.asking import Put
from rules.catalogue import Catalogue
from rules.engine.asks import Ask, Choose, Confirm, Pick, Roll, Shop
from rules.engine.dice import dice
from rules.engine.drive import Asks, Driven
from rules.words import People, ask_words, line_words, reason_words, say, signed
from rules.words.names import SHELVES, offer_name
from rules.words.options import (
    Heading,
    is_dead,
    option_about,
    option_heading,
    option_name,
    thing_about,
)
from rules.words.withheld import NotOnOffer, not_on_offer

PREFIX = "answer."
MOST_STEPS = 200
UNANSWERED = object()
# Dice that can be drawn; others are typed.
DRAWN = (3, 6, 8, 16)
# So many options stand side by side; more make a list to choose from.
ABREAST = 4
# What is known of the player is drawn, and that it may wait is told where one leaves.
PROFILE = "stands-as"
TOLD_ELSEWHERE = (PROFILE, "may-wait")


@dataclass(frozen=True, slots=True)
class Die:
    name: str
    sides: int
    shows: str

    @property
    def faces(self) -> list[tuple[int, bool]]:
        return [(face, self.shows == str(face)) for face in range(1, self.sides + 1)]

    @property
    def is_drawn(self) -> bool:
        return self.sides in DRAWN


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    said: str
    is_taken: bool
    # What it does, where its name alone says too little.
    about: str = ""
    is_dead: bool = False
    # Where it stands in a list that is too long to read through.
    heading: Heading | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Options under one heading."""

    heading: Heading
    options: list[Option]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Profile:
    """The player about whom it is asked, as they are."""

    position: str
    characteristics: list[tuple[str, str]]
    skills: list[str]


@dataclass(frozen=True, slots=True)
class Ware:
    name: str
    said: str
    price: int
    at_most: int
    count: str
    shelf: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    name: str
    wares: list[Ware]

    @property
    def is_touched(self) -> bool:
        return any(ware.count not in ("", "0") for ware in self.wares)


@dataclass(frozen=True, slots=True)
class AskStep:
    """One ask as it stands in the form, with what was answered and what is wrong with it."""

    key: str
    name: str
    said: str
    shape: str
    dice: list[Die] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)
    wares: list[Ware] = field(default_factory=list)
    withheld: NotOnOffer = NotOnOffer()  # noqa: RUF009 (holds nothing and never changes)
    errors: list[str] = field(default_factory=list)
    # What is known already, as sentences.
    because: list[str] = field(default_factory=list)
    profile: Profile | None = None

    @property
    def groups(self) -> list[Group]:
        """The options by their headings; the first, and the one that was chosen from, are open."""
        found: dict[Heading, list[Option]] = {}
        for option in self.options:
            if option.heading:
                found.setdefault(option.heading, []).append(option)
        return [
            Group(heading, found[heading], not place or any(o.is_taken for o in found[heading]))
            for place, heading in enumerate(sorted(found, key=lambda each: each.rank))
        ]

    @property
    def taken(self) -> list[str]:
        """What was chosen, in words; dice are drawn."""
        wares = (f"{ware.count} × {ware.said}" for ware in self.wares if ware.count)
        return [*(option.said for option in self.options if option.is_taken), *wares]

    @property
    def shelves(self) -> list[Shelf]:
        """The wares as they stand in the shop, like beside like; what nobody can have is not."""
        wares: dict[str, list[Ware]] = {}
        for ware in self.wares:
            if ware.at_most:
                wares.setdefault(ware.shelf, []).append(ware)
        order = ["", *map(str, SHELVES.values())]
        return [Shelf(each, wares[each]) for each in sorted(wares, key=order.index)]


def answer_as_typed(put: Put, typed: QueryDict) -> tuple[Driven, dict[str, Any]]:
    """Drives as far as the typed answers lead."""
    answers: dict[str, Any] = {}
    for _step in range(MOST_STEPS):
        driven = put.follow(answers)
        if not isinstance(driven.outcome, Asks):
            break
        given = {ask.key: read_answer(ask, typed) for ask in driven.outcome.open}
        found = {key: value for key, value in given.items() if value is not UNANSWERED}
        if not found:
            break
        answers |= found
    return driven, answers


def read_answer(ask: Ask, typed: QueryDict, prefix: str = PREFIX) -> Any:
    """What was answered, as an ask takes it; whether it fits, the ask says."""
    at = f"{prefix}{ask.key}"
    match ask:
        case Roll():
            return _faces(ask, at, typed)
        case Pick() | Shop() if f"{at}.shown" not in typed:
            return UNANSWERED
        case Pick():
            return typed.getlist(at)
        case Shop():
            basket = {offer.key: typed.get(f"{at}.{offer.key}", "") for offer in ask.offers}
            return {key: _number(count) for key, count in basket.items() if count not in ("", "0")}
        case Confirm():
            return {"yes": True, "no": False}.get(typed.get(at, ""), UNANSWERED)
        case _:
            return typed.get(at) or UNANSWERED


def beside(ask: Ask, typed: Any, stands: Any) -> Any:
    """What was typed where an answer stands already: a form lists candidates in its own order and
    leaves out what nobody wants, so the same choice is the same answer."""
    match ask, typed, stands:
        case Pick(), list(), list():
            kept = [each for each in stands if each in typed]
            return [*kept, *(each for each in typed if each not in kept)]
        case Shop(), dict(), dict() if typed == {k: n for k, n in stands.items() if n}:
            return stands
        case _:
            return typed


def _faces(ask: Roll, at: str, typed: QueryDict) -> Any:
    """The dice as tapped, once all of them are."""
    rolled = dice(ask.dice)
    faces = [_number(typed.get(f"{at}.{n}", "")) for n in range(len(rolled.sides))]
    if "" in faces:
        return UNANSWERED
    return rolled.rolled(tuple(faces)) if all(isinstance(n, int) for n in faces) else faces


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        return text


def steps_of(
    catalogue: Catalogue,
    driven: Driven,
    answers: Mapping[str, Any],
    *,
    called: Mapping[str, str] | None = None,
    prefix: str = PREFIX,
) -> list[AskStep]:
    """The asks that were answered, then those that are open; players are `called` by name."""
    open_asks = driven.outcome.open if isinstance(driven.outcome, Asks) else ()
    reasons = [] if isinstance(driven.outcome, Asks) else getattr(driven.outcome, "reasons", ())
    asks = dict.fromkeys([*driven.answered, *driven.unfit, *open_asks])
    return [
        replace(
            _step(
                catalogue,
                ask,
                answers.get(ask.key, UNANSWERED),
                [reason_words(catalogue, each) for each in reasons if each.subject == ask.key],
                called=called or {},
                at=f"{prefix}{ask.key}",
            ),
            because=because_words(catalogue, _to_be_told(ask), called or {}),
            profile=_profile(catalogue, ask),
        )
        for ask in asks
    ]


def _step(
    catalogue: Catalogue,
    ask: Ask,
    answer: Any,
    errors: list[str],
    *,
    called: Mapping[str, str],
    at: str,
) -> AskStep:
    text = ask_words(catalogue, ask, called)
    about = partial(option_about, catalogue, ask)
    match ask:
        case Roll():
            return AskStep(ask.key, at, text, "roll", dice=_dice(at, ask, answer), errors=errors)
        case Shop():
            basket = answer if isinstance(answer, dict) else {}
            wares = [
                Ware(
                    f"{at}.{offer.key}",
                    offer_name(catalogue, offer.key, called),
                    offer.price,
                    offer.limit,
                    str(basket.get(offer.key, "")),
                    _shelf(catalogue, offer.key),
                    option_about(catalogue, ask, offer.key),
                )
                for offer in ask.offers
            ]
            kept = not_on_offer(catalogue, ask.withheld)
            return AskStep(ask.key, at, text, "shop", wares=wares, withheld=kept, errors=errors)
        case Confirm():
            options = [
                Option(key, option_name(catalogue, ask, key), answer is taken, about(key))
                for key, taken in (("yes", True), ("no", False))
            ]
            return AskStep(ask.key, at, text, "abreast", options=options, errors=errors)
        case Pick(candidates=candidates):
            picked = [each for each in answer if each in candidates] if _is_list(answer) else []
            takes_all = ask.at_least == len(candidates) and answer is UNANSWERED
            # Those picked stand first, in the order in which they were picked: dice go by it.
            in_order = [*picked, *(each for each in candidates if each not in picked)]
            options = [
                Option(
                    each,
                    _called(catalogue, each, called),
                    takes_all or each in picked,
                    about(each),
                    is_dead=is_dead(ask, each),
                )
                for each in in_order
            ]
            return AskStep(ask.key, at, text, "several", options=options, errors=errors)
        case Choose(options=choices):
            options = [
                Option(each, option_name(catalogue, ask, each, called), each == answer, about(each))
                for each in choices
            ]
            shape = "abreast" if len(choices) <= ABREAST else "list"
            if shape == "list" and ask.means and all(each in ask.means for each in choices):
                options = [_under_heading(catalogue, ask, each) for each in options]
                shape = "grouped" if all(each.heading for each in options) else shape
            kept = not_on_offer(catalogue, ask.withheld)
            return AskStep(ask.key, at, text, shape, options=options, withheld=kept, errors=errors)
        case _:
            raise TypeError(f"no field for {ask.kind}")


def _under_heading(catalogue: Catalogue, ask: Ask, option: Option) -> Option:
    """What its heading says already is not said again."""
    heading = option_heading(catalogue, ask, option.value)
    about = thing_about(catalogue, option.value) if heading and heading.about else option.about
    return replace(option, heading=heading, about=about)


def _profile(catalogue: Catalogue, ask: Ask) -> Profile | None:
    line = next((each for each in ask.because if each.code == PROFILE), None)
    if line is None:
        return None
    stands = line.params["characteristics"].items()
    return Profile(
        say(catalogue, line.params["position"]),
        [(say(catalogue, name), catalogue.said(name, value)) for name, value in stands],
        [say(catalogue, each) for each in line.params.get("skills", ())],
    )


def _to_be_told(ask: Ask) -> Ask:
    lines = (each for each in ask.because if each.code not in TOLD_ELSEWHERE)
    return replace(ask, because=tuple(lines))


def _is_list(answer: Any) -> TypeGuard[list[str]]:
    return isinstance(answer, list)


def _called(catalogue: Catalogue, id_: str, called: Mapping[str, str]) -> str:
    return called.get(id_) or say(catalogue, id_)


def because_words(catalogue: Catalogue, ask: Ask, called: Mapping[str, str]) -> list[str]:
    """What is known when it is asked, line by line with the amounts."""
    people = People(called)
    return [
        line_words(catalogue, line, people)
        if line.amount is None
        else f"{line_words(catalogue, line, people)} {signed(line.amount)}"
        for line in ask.because
    ]


def _dice(at: str, ask: Roll, answer: Any) -> list[Die]:
    rolled = dice(ask.dice)
    faces = rolled.faces(answer) if answer is not UNANSWERED else None
    return [
        Die(f"{at}.{n}", sides, str(faces[n]) if faces else "")
        for n, sides in enumerate(rolled.sides)
    ]


def _shelf(catalogue: Catalogue, key: str) -> str:
    """Where a ware stands; famous staff stand by themselves."""
    shelf = key.partition("/")[0]
    if known := catalogue.inducements.get(key):
        shelf = "famous" if known.staff else "inducement"
    return str(SHELVES.get(shelf, ""))
