"""House rules: what an edition leaves to its leagues, and what a league has made of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.bounds import short
from rules.engine.rulings import Reason
from rules.house.earlier import told_today
from rules.house.shared import REQUIRED, SHARED
from rules.knobs import Knob, Several, named_twice
from rules.reading import BadRules


@dataclass(frozen=True, slots=True)
class KnobChapter:
    """Knobs that are about one thing; its title is marked here and translated where it is shown."""

    key: str
    title: str
    knobs: tuple[Knob, ...]


@dataclass(frozen=True, slots=True)
class Preset:
    """How much of the book a league begins with."""

    key: str
    title: str
    sentence: str
    turned: Mapping[str, Any] = field(default_factory=dict)


class Knobs(Mapping[str, Knob]):
    """Every choice that an edition leaves to its leagues, and presets to begin with.

    `absent` are knobs that it has not: they cannot be turned, and what they say holds.
    """

    def __init__(
        self,
        edition: str,
        chapters: Iterable[KnobChapter],
        presets: Iterable[Preset],
        absent: Iterable[Knob] = (),
    ) -> None:
        """Raises BadRules for knobs named twice or missing, and for presets of what is none."""
        self.edition = edition
        self.chapters = tuple(chapters)
        self.presets = {preset.key: preset for preset in presets}
        self.absent = {knob.key: knob for knob in absent}
        knobs = [knob for chapter in self.chapters for knob in chapter.knobs]
        self._knobs = {knob.key: knob for knob in knobs}
        if faults := [*self._faults(knobs)]:
            raise BadRules(f"{edition}/house", "knobs", "; ".join(faults))

    def _faults(self, knobs: list[Knob]) -> Iterator[str]:
        if twice := named_twice([knob.key for knob in knobs]):
            yield f"named twice: {', '.join(twice)}"
        if missing := REQUIRED - self._knobs.keys():
            yield f"every game has these: {', '.join(sorted(missing))}"
        turned = {key for preset in self.presets.values() for key in preset.turned}
        if strangers := turned - self._knobs.keys():
            yield f"turned by a preset, and not there: {', '.join(sorted(strangers))}"

    def __getitem__(self, key: str) -> Knob:
        return self._knobs[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._knobs)

    def __len__(self) -> int:
        return len(self._knobs)

    def heard_of(self, key: str) -> Knob | None:
        """A knob of this edition, or one that it is known not to have."""
        return self._knobs.get(key) or self.absent.get(key) or SHARED.get(key)

    def laid_over(
        self,
        edition: str,
        *,
        says: Mapping[str, Any],
        without: Iterable[str],
        presets: Iterable[Preset],
    ) -> "Knobs":
        """The knobs of an edition that says a few things otherwise, and does not have others."""
        if strangers := {*says, *without} - self._knobs.keys():
            raise BadRules(f"{edition}/house", "knobs", f"not in the base: {sorted(strangers)}")
        gone = frozenset(without)
        texts = {
            key: replace(knob, default=says[key]) if key in says else knob
            for key, knob in self._knobs.items()
        }
        return Knobs(
            edition,
            (
                replace(
                    chapter, knobs=tuple(texts[k.key] for k in chapter.knobs if k.key not in gone)
                )
                for chapter in self.chapters
            ),
            presets,
            (*self.absent.values(), *(texts[key] for key in texts if key in gone)),
        )


@dataclass(frozen=True, slots=True)
class House:
    """A league's choices: only what differs from the book is kept."""

    knobs: Knobs
    turned: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "turned", told_today(self.turned))

    @property
    def edition(self) -> str:
        return self.knobs.edition

    def __getitem__(self, key: str) -> Any:
        if key in self.knobs:
            return self.turned[key] if key in self.turned else self.knobs[key].default
        return self.knobs.absent[key].default

    def get(self, key: str, otherwise: Any = None) -> Any:
        """The same, of a rule that an edition need not have."""
        return self[key] if key in self.knobs or key in self.knobs.absent else otherwise

    def differences(self) -> Iterator[tuple[Knob, Any]]:
        """What the public page shows: every choice that the book would not have made."""
        for knob in self.knobs.values():
            if self[knob.key] != knob.default:
                yield knob, self[knob.key]

    def works(self, knob: Knob) -> bool:
        """Whether a knob does anything, as those stand that it rests on."""
        if not self._has(knob.needs):
            return False
        return not knob.rests_on or any(
            self.get(key, otherwise=False) in values and self.works(self.knobs[key])
            for key, values in knob.rests_on.items()
        )

    def idle(self) -> Iterator[Knob]:
        """What was turned and can do nothing."""
        return (knob for knob, _value in self.differences() if not self.works(knob))

    def idle_options(self) -> Iterator[tuple[Several, str]]:
        """What was chosen and can do nothing, of knobs that do something."""
        for knob, chosen in self.differences():
            if isinstance(knob, Several) and self.works(knob):
                yield from ((knob, each) for each in self.options_at_rest(knob) if each in chosen)

    def options_at_rest(self, knob: Several) -> list[str]:
        """Of a knob's options those that do nothing, as the other knobs stand."""
        return [option for option, needs in knob.options_need.items() if not self._has(needs)]

    def _has(self, needs: Mapping[str, tuple[Any, ...]]) -> bool:
        """What an edition has not, is off there."""
        return all(self.get(key, otherwise=False) in values for key, values in needs.items())


def faults(knobs: Knobs, turned: Mapping[str, Any]) -> list[Reason]:
    """Everything that is wrong with a league's choices."""
    reasons = []
    for key, value in told_today(turned).items():
        if key in knobs:
            reasons += knobs[key].faults(value)
        elif known := knobs.heard_of(key):
            reasons += known.faults(value)
            reasons.append(Reason("not-in-this-edition", key, {"rule": key}, integrity=True))
        else:
            name = {"name": short(str(key))}
            reasons.append(Reason("no-such-rule", key, name, integrity=True))
    return reasons


def decider_of(house: House, *, is_replay: bool) -> str:
    """How a winner of a drawn knock-out match is found: a replay is not replayed again."""
    by: str = house["knock-out.drawn"]
    return "overtime" if by == "replay" and is_replay else by
