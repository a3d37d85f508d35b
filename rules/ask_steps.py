"""The asks of a ruling on a page: dice to tap, options to choose, baskets to fill."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.asking import Put
from rules.catalogue import Catalogue
from rules.engine.asks import Ask, Choose, Confirm, Pick, Roll, Shop
from rules.engine.dice import dice
from rules.engine.drive import Asks, Driven
from rules.words import ask_words, reason_words, say
from rules.words.names import SHELVES, offer_name
from rules.words.withheld import NotOnOffer, not_on_offer

PREFIX = "answer."
MOST_STEPS = 200
UNANSWERED = object()
# Dice that can be drawn; others are typed.
DRAWN = (3, 6, 8, 16)
# So many options stand side by side; more make a list to choose from.
ABREAST = 4


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


@dataclass(frozen=True, slots=True)
class Ware:
    name: str
    said: str
    price: int
    at_most: int
    count: str
    shelf: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    name: str
    wares: list[Ware]

    @property
    def is_touched(self) -> bool:
        return any(ware.count not in ("", "0") for ware in self.wares)


@dataclass(frozen=True, slots=True)
class Step:
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

    @property
    def taken(self) -> list[str]:
        """What was chosen, in words; dice are drawn."""
        wares = (f"{ware.count} × {ware.said}" for ware in self.wares if ware.count)
        return [*(option.said for option in self.options if option.is_taken), *wares]

    @property
    def shelves(self) -> list[Shelf]:
        """The wares as they stand in the shop, like beside like; what nobody can have is not."""
        found: dict[str, list[Ware]] = {}
        for ware in self.wares:
            if ware.at_most:
                found.setdefault(ware.shelf, []).append(ware)
        order = ["", *map(str, SHELVES.values())]
        return [Shelf(each, found[each]) for each in sorted(found, key=order.index)]


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
) -> list[Step]:
    """The asks that were answered, then those that are open; players are `called` by name."""
    open_asks = driven.outcome.open if isinstance(driven.outcome, Asks) else ()
    reasons = [] if isinstance(driven.outcome, Asks) else getattr(driven.outcome, "reasons", ())
    asks = dict.fromkeys([*driven.answered, *driven.unfit, *open_asks])
    return [
        _step(
            catalogue,
            ask,
            answers.get(ask.key, UNANSWERED),
            [reason_words(catalogue, each) for each in reasons if each.subject == ask.key],
            called=called or {},
            at=f"{prefix}{ask.key}",
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
) -> Step:
    said = ask_words(catalogue, ask, called)
    match ask:
        case Roll():
            return Step(ask.key, at, said, "roll", dice=_dice(at, ask, answer), errors=errors)
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
                )
                for offer in ask.offers
            ]
            kept = not_on_offer(catalogue, ask.withheld)
            return Step(ask.key, at, said, "shop", wares=wares, withheld=kept, errors=errors)
        case Confirm():
            options = [
                Option("yes", _("yes"), answer is True),
                Option("no", _("no"), answer is False),
            ]
            return Step(ask.key, at, said, "abreast", options=options, errors=errors)
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
                    card_words(catalogue, each),
                )
                for each in in_order
            ]
            return Step(ask.key, at, said, "several", options=options, errors=errors)
        case Choose(options=choices):
            options = [
                Option(each, _called(catalogue, each, called), each == answer) for each in choices
            ]
            shape = "abreast" if len(choices) <= ABREAST else "list"
            kept = not_on_offer(catalogue, ask.withheld)
            return Step(ask.key, at, said, shape, options=options, withheld=kept, errors=errors)
        case _:
            raise TypeError(f"no field for {ask.kind}")


def _is_list(answer: Any) -> TypeGuard[list[str]]:
    return isinstance(answer, list)


def _called(catalogue: Catalogue, id_: str, called: Mapping[str, str]) -> str:
    return called.get(id_) or say(catalogue, id_)


def card_words(catalogue: Catalogue, key: str) -> str:
    """When a card `<deck>/<card>` is played and what it does; nothing of anything else."""
    deck, _slash, card = key.partition("/")
    for shelf in catalogue.shelves.get("deck", ()):
        for entry in shelf.entries if shelf.key == deck else ():
            if entry.key == card:
                return " · ".join(filter(None, (entry.holds.get("timing"), entry.summary)))
    return ""


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
