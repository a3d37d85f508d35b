"""What a step wants to know. A form, an API and a replay all answer the same five kinds."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, ClassVar, Literal

from rules.engine.dice import Rolled, dice
from rules.engine.rulings import Line, Reason, Ruling, Visible

# Reasons by the key of what cannot be had.
Withheld = Mapping[str, Reason]
# What taking an option comes to, by its key; a confirmation has `yes` and `no`.
Meanings = Mapping[str, Line]
Limits = Callable[[Mapping[str, int]], Iterable[Reason]]


def _no_limits(basket: Mapping[str, int]) -> Iterable[Reason]:
    return ()


Who = Literal["side", "opponent", "either", "commissioner"]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question with a stable key, who answers it and who may see the answer.

    `who` is seen from the side whose step it is, and nobody named means that side. What both settle
    together has no such side: there every choice names whose it is, or that it is `either`'s.
    """

    kind: ClassVar[str]

    key: str
    who: Who | None = field(default=None, kw_only=True)
    visible: Visible = field(default="public", kw_only=True)
    # Whether an answer goes with its player to whichever match of theirs asks for it by this key.
    follows_player: bool = field(default=False, compare=False, kw_only=True)
    # What is known when it is asked: why it comes up, what the dice have said so far.
    because: tuple[Line, ...] = field(default=(), compare=False, kw_only=True)
    means: Meanings = field(default_factory=dict, compare=False, kw_only=True)

    @property
    def is_chance(self) -> bool:
        """Whether it is answered by dice or by lot, and not by anybody's will."""
        return False

    def faults(self, value: object) -> list[Reason]:
        """Everything that is wrong with an answer, whatever the step thinks of it."""
        raise NotImplementedError

    def fault(self, code: str, **params: Any) -> Reason:
        return Reason(code, self.key, params, integrity=True)


@dataclass(frozen=True, slots=True)
class Roll(Ask):
    kind: ClassVar[str] = "roll"

    dice: str = "D6"

    @property
    def is_chance(self) -> bool:
        return True

    def faults(self, value: object) -> list[Reason]:
        code = dice(self.dice).fault(value)
        return [self.fault(code, dice=self.dice)] if code else []


@dataclass(frozen=True, slots=True)
class Choose(Ask):
    kind: ClassVar[str] = "choose"

    options: tuple[str, ...] = ()
    # What there is and cannot be chosen, each with why not.
    withheld: Withheld = field(default_factory=dict, compare=False, kw_only=True)

    def faults(self, value: object) -> list[Reason]:
        if value in self.options:
            return []
        if isinstance(value, str) and value in self.withheld:
            return [self.withheld[value].about(self.key)]
        return [self.fault("not-an-option", options=list(self.options))]


@dataclass(frozen=True, slots=True)
class Pick(Ask):
    """Some of the players (or other things with an id) on offer."""

    kind: ClassVar[str] = "pick"

    candidates: tuple[str, ...] = ()
    at_least: int = 1
    at_most: int = 1

    @property
    def is_chance(self) -> bool:
        """Whether it is drawn and not chosen; the key says so."""
        return self.key.endswith("/drawn")

    def faults(self, value: object) -> list[Reason]:
        if not isinstance(value, list) or any(not isinstance(each, str) for each in value):
            return [self.fault("not-a-list-of-ids")]
        reasons = []
        if len(set(value)) != len(value):
            reasons.append(self.fault("picked-twice"))
        if strangers := [each for each in value if each not in self.candidates]:
            reasons.append(self.fault("not-a-candidate", ids=strangers))
        if len(value) != self.at_most == self.at_least:
            reasons.append(self.fault("wrong-number", exactly=self.at_most))
        elif not self.at_least <= len(value) <= self.at_most:
            reasons.append(self.fault("wrong-number", at_least=self.at_least, at_most=self.at_most))
        return reasons


@dataclass(frozen=True, slots=True)
class Offer:
    """Something for sale. `at_most` is how many the team as it stands may take; `ceiling` how many
    it may take if it lets others go in the same basket, where that is more."""

    key: str
    price: int
    at_most: int
    ceiling: int = 0

    @property
    def limit(self) -> int:
        return max(self.at_most, self.ceiling)


@dataclass(frozen=True, slots=True)
class Shop(Ask):
    """A basket: how many of each offer. What the purse allows is for the step's rules to say."""

    kind: ClassVar[str] = "shop"

    offers: tuple[Offer, ...] = ()
    purse: int = 0
    # How many it has to be in all; 0 where that is nobody's concern.
    count: int = 0
    # What there is and is not for sale here, each with why not.
    withheld: Withheld = field(default_factory=dict, compare=False, kw_only=True)
    # What the step will say of the rest of a basket with a fault: all faults are told at once.
    limits: Limits = field(default=_no_limits, compare=False, repr=False, kw_only=True)

    def faults(self, value: object) -> list[Reason]:
        if not isinstance(value, dict):
            return [self.fault("not-a-basket")]
        most = {offer.key: offer.limit for offer in self.offers}
        reasons = []
        for key, count in value.items():
            if key not in most:
                reasons.append(self._not_offered(key))
            elif not isinstance(count, int) or isinstance(count, bool) or count < 0:
                reasons.append(self.fault("not-a-count", offer=key))
            elif count > most[key]:
                reasons.append(self.fault("more-than-offered", offer=key, at_most=most[key]))
        return [*reasons, *self.limits(self._sound(value))] if reasons else []

    def _not_offered(self, key: str) -> Reason:
        if key in self.withheld:
            return self.withheld[key].about(self.key)
        near = get_close_matches(key[:100], [offer.key for offer in self.offers], n=1)
        return self.fault("not-on-offer", offer=key, **({"near": near[0]} if near else {}))

    def _sound(self, basket: Mapping[str, Any]) -> dict[str, int]:
        """Of a basket what can be counted, in the order of the offers."""
        counts = {offer.key: basket.get(offer.key) for offer in self.offers}
        return {key: n for key, n in counts.items() if type(n) is int and n > 0}


@dataclass(frozen=True, slots=True)
class Confirm(Ask):
    kind: ClassVar[str] = "confirm"

    def faults(self, value: object) -> list[Reason]:
        return [] if isinstance(value, bool) else [self.fault("not-yes-or-no")]


Answer = Any
Answers = Mapping[str, Answer]
# A step yields one ask, or several that may be answered in any order, and returns a ruling.
Step = Generator[tuple[Ask, ...], tuple[Answer, ...], Ruling]
Asking = Generator[tuple[Ask, ...], tuple[Answer, ...], Any]


def roll(key: str, spec: str, **about: Any) -> Generator[tuple[Ask, ...], tuple[Answer, ...], Any]:
    """The faces as rolled: a number, or a list for several dice."""
    (rolled,) = yield (Roll(key, dice=spec, **about),)
    result: Rolled = rolled
    return result


def choose(key: str, *options: str, **about: Any) -> Generator[Any, Any, str]:
    (chosen,) = yield (Choose(key, options=options, **about),)
    return str(chosen)


def pick(
    key: str, candidates: Sequence[str], *, at_least: int = 1, at_most: int = 1, **about: Any
) -> Generator[Any, Any, list[str]]:
    (picked,) = yield (
        Pick(key, candidates=tuple(candidates), at_least=at_least, at_most=at_most, **about),
    )
    return list(picked)


def shop(
    key: str, offers: Sequence[Offer], *, purse: int = 0, **about: Any
) -> Generator[Any, Any, dict[str, int]]:
    """The basket in the order of the offers: how it was packed, or kept since, is no matter."""
    (basket,) = yield (Shop(key, offers=tuple(offers), purse=purse, **about),)
    return {offer.key: basket[offer.key] for offer in offers if basket.get(offer.key)}


def confirm(key: str, **about: Any) -> Generator[Any, Any, bool]:
    (yes,) = yield (Confirm(key, **about),)
    return bool(yes)


def together(*asks: Ask) -> Generator[Any, Any, tuple[Answer, ...]]:
    """Several asks at once, answered in any order."""
    answers = yield asks
    return tuple(answers)


def each_ask(asking: Asking, change: Callable[[Ask], Ask]) -> Asking:
    """The same asks, each as it is changed."""
    try:
        asks = next(asking)
        while True:
            asks = asking.send((yield tuple(change(ask) for ask in asks)))
    except StopIteration as over:
        return over.value
