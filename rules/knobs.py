"""House rules: the kinds of knobs that a league may turn, each declared once.

Settings form, API schema, validation and the public page are all made from these declarations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.engine.rulings import Reason


def _(sentence: str) -> str:
    """Marks a sentence for translation; it is translated where it is shown."""
    return sentence


def off(rule: str, subject: str = "", **params: Any) -> Reason:
    """That a house rule says otherwise; about the rule itself unless something else is named."""
    return Reason("not-in-this-league", subject or rule, {"rule": rule, **params})


# Of what comes after a match: in resurrection play nothing does.
POST_MATCH: Mapping[str, tuple[Any, ...]] = {"resurrection": (False,)}


def named_twice(names: Sequence[str]) -> list[str]:
    """What stands more than once in a list, each once."""
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """One choice of a league: its key, what it means, and as default what the book says."""

    kind: ClassVar[str]

    key: str
    label: str
    sentence: str
    default: Any
    # Other knobs, any of which lets this do something, each with the values that do.
    rests_on: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    # Others, each of which has to have one of these values for this to do anything.
    needs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def faults(self, value: object) -> list[Reason]:
        raise NotImplementedError

    def fault(self, code: str, **params: Any) -> Reason:
        return Reason(code, self.key, params, integrity=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Knob):
    kind: ClassVar[str] = "flag"

    def faults(self, value: object) -> list[Reason]:
        return [] if isinstance(value, bool) else [self.fault("not-yes-or-no")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole(Knob):
    kind: ClassVar[str] = "whole"

    at_least: int
    at_most: int
    step: int = 1

    def faults(self, value: object) -> list[Reason]:
        if not isinstance(value, int) or isinstance(value, bool):
            return [self.fault("not-a-whole-number")]
        if not self.at_least <= value <= self.at_most:
            return [self.fault("out-of-range", at_least=self.at_least, at_most=self.at_most)]
        if value % self.step:
            return [self.fault("not-in-steps", step=self.step)]
        return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold(Whole):
    kind: ClassVar[str] = "gold"

    at_least: int = 0
    at_most: int = 10_000_000
    step: int = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Knob):
    kind: ClassVar[str] = "choice"

    options: Mapping[str, str]

    def faults(self, value: object) -> list[Reason]:
        if isinstance(value, str) and value in self.options:
            return []
        return [self.fault("not-an-option", options=[*self.options])]


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Knob):
    """Some of a part of the catalogue (races, stars, inducements), or of listed options."""

    kind: ClassVar[str] = "several"

    of: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    ordered: bool = False
    # Options that do something only if another knob has one of these values.
    options_need: Mapping[str, Mapping[str, tuple[Any, ...]]] = field(default_factory=dict)

    def faults(self, value: object) -> list[Reason]:
        if not isinstance(value, list) or any(not isinstance(each, str) for each in value):
            return [self.fault("not-a-list")]
        reasons = []
        if twice := named_twice(value):
            reasons.append(self.fault("named-twice", names=twice))
        if self.options and (strangers := [each for each in value if each not in self.options]):
            reasons.append(self.fault("not-among-these", names=strangers, options=[*self.options]))
        return reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Worths(Several):
    """Some of listed options, each with a whole number of its own."""

    kind: ClassVar[str] = "worths"

    at_least: int
    at_most: int

    def faults(self, value: object) -> list[Reason]:
        if not isinstance(value, dict):
            # A list that could not be read as earlier versions told it: see `rules.house.earlier`.
            return Several.faults(self, value) or [self.fault("not-an-object")]
        reasons = Several.faults(self, [*value])
        wholes = [worth for worth in value.values() if isinstance(worth, int) and worth is not True]
        if len(wholes) < len(value):
            reasons.append(self.fault("not-a-whole-number"))
        elif any(not self.at_least <= worth <= self.at_most for worth in wholes):
            limits = {"at_least": self.at_least, "at_most": self.at_most}
            reasons.append(self.fault("out-of-range", **limits))
        return reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Knob):
    kind: ClassVar[str] = "text"

    longest: int = 20_000

    def faults(self, value: object) -> list[Reason]:
        if not isinstance(value, str):
            return [self.fault("not-text")]
        return [self.fault("too-long", at_most=self.longest)] if len(value) > self.longest else []
