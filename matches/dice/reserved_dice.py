"""Dice that the server threw for what is not entered yet: kept with the match before anybody sees
them, so that whoever looks again is shown the same.

They go by what is asked. Those of casualties go by sides, as on the pitch: whoever names another
victim is told the same.
"""

from collections.abc import Mapping
from typing import Any

from matches.dice import rolling
from matches.models import Match
from matches.pitch.reports import casualty_key
from rules.engine.asks import Ask

# No more wait in a match, or its league's file could not be brought in. Whoever runs the league
# tells what is lacking then.
MOST_WAITING = 500
# What follows the name of an ask that somebody answered before dice were shown.
CHOSEN = "/chosen"


class Reserve:
    """The dice of a match that wait. Unless it `throws`, none is added, and `lacks` says that one
    was missing."""

    def __init__(self, match: Match, *, throws: bool = False) -> None:
        self.throws, self.lacks = throws, False
        self.kept: dict[str, list[Any]] = {
            name: [*values] for name, values in match.reserved_dice.items()
        }
        # By side, the casualties that took dice, in the order in which they did.
        self._hurt: dict[str, list[str]] = {}

    def die(self, place: str, ask: Ask, told: Mapping[str, Any]) -> Any:
        """What chance answers, or None. `told` is the report that the ask comes of."""
        name = f"{place}/{self._named(ask.key, told)}"
        kept = self.kept.get(name, [])
        fitting = [value for value in kept if not ask.faults(value)]
        if not fitting and self.throws and not self._is_full:
            fitting = [rolling.decide(ask)]
            self.kept[name] = [*kept, *fitting]
        self.lacks = self.lacks or not fitting
        return fitting[0] if fitting else None

    @property
    def _is_full(self) -> bool:
        return sum(len(values) for values in self.kept.values()) >= MOST_WAITING

    def waiting(self, place: str, key: str) -> Any:
        """What was thrown for an ask, or None; nothing is thrown now."""
        return next(iter(self.kept.get(f"{place}/{key}", ())), None)

    def note(self, place: str, key: str, value: Any) -> None:
        """With what dice were thrown, once."""
        if self.throws and not self._is_full:
            self.kept.setdefault(f"{place}/{key}", [value])

    def chosen(self, place: str) -> dict[str, Any]:
        """By their asks, choices that were made before dice which were shown, as far as they come
        up: those of casualties go by sides, like their dice."""
        slots = {
            _slot(side, nth): base
            for side, line in self._hurt.items()
            for nth, base in enumerate(line)
        }
        found = {}
        for name, (value, *_rest) in self.kept.items():
            if not (name.startswith(f"{place}/") and name.endswith(CHOSEN)):
                continue
            key = name.removeprefix(f"{place}/").removesuffix(CHOSEN)
            slot = next((each for each in slots if key.startswith(f"{each}/")), "")
            found[slots[slot] + key.removeprefix(slot) if slot else key] = value
        return found

    def choose(self, place: str, ask: Ask, value: Any, told: Mapping[str, Any]) -> None:
        """Dice fall on the strength of this choice: nobody looks at what another would bring."""
        name = f"{place}/{self._named(ask.key, told, takes=False)}{CHOSEN}"
        if self.throws and not self._is_full:
            self.kept.setdefault(name, [value])

    def _named(self, key: str, told: Mapping[str, Any], *, takes: bool = True) -> str:
        """The first casualty of a side that needs dice has the first that wait for that side."""
        for hurt in told.get("casualties", ()):
            base = casualty_key(hurt)
            if key == base or key.startswith(f"{base}/"):
                line = self._hurt.setdefault(hurt["side"], [])
                if base not in line and not takes:
                    return key
                if base not in line:
                    line.append(base)
                return _slot(hurt["side"], line.index(base)) + key.removeprefix(base)
        return key

    def spend(self) -> None:
        """The casualties that took dice are entered with them: those behind them are next."""
        for side, line in self._hurt.items():
            waiting: dict[str, list[Any]] = {}
            for name, values in self.kept.items():
                place, slot, rest = name.partition(_slot(side, 0)[:-1])
                number, slash, below = rest.partition("/")
                if not slot:
                    waiting[name] = values
                elif int(number) >= len(line):
                    nth = int(number) - len(line)
                    waiting[f"{place}{_slot(side, nth)}{slash}{below}"] = values
            self.kept = waiting


def _slot(side: str, nth: int) -> str:
    return f"casualty/{side}/#{nth}"


def keep(match: Match, reserve: Reserve) -> None:
    """The match is held."""
    if reserve.kept != match.reserved_dice:
        match.reserved_dice = reserve.kept
        match.save(update_fields=["reserved_dice"])
