"""House rules: a league's choices among the knobs that the chapters declare."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.bounds import short
from rules.engine.rulings import Reason
from rules.house import draft, match, money, redraft, season
from rules.house.earlier import told_today
from rules.knobs import Knob, Several, Text, _

WORDS = (
    Text(
        key="words",
        label=_("House rules in words"),
        sentence=_("Whatever else the league has agreed on."),
        default="",
    ),
)

CHAPTERS: dict[str, tuple[Knob, ...]] = {
    "draft": draft.DRAFT,
    "resurrection": draft.RESURRECTION,
    "match": match.MATCH,
    "plays": match.PLAYS,
    "inducements": match.INDUCEMENTS,
    "players": match.PLAYERS,
    "money": money.MONEY,
    "standings": season.STANDINGS,
    "unplayed": season.UNPLAYED,
    "reports": match.REPORTS,
    "dice": match.DICE,
    "re-draft": redraft.RE_DRAFT,
    "words": WORDS,
}

KNOBS: dict[str, Knob] = {knob.key: knob for knobs in CHAPTERS.values() for knob in knobs}

# How much of the book a league begins with.
PRESETS: dict[str, dict[str, Any]] = {
    "core": {},
    "plays": {"plays": True},
    "everything": {
        "plays": True,
        "stadiums": True,
        "referees": True,
        "match-events": True,
        "special-balls": True,
        "piling-on": True,
        "stars.rostered": True,
        "sponsors": True,
        "inducements.wizard": True,
        "inducements.team-specific": True,
    },
}


@dataclass(frozen=True, slots=True)
class House:
    """A league's choices: only what differs from the book is kept."""

    edition: str
    turned: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "turned", told_today(self.turned))

    def __getitem__(self, key: str) -> Any:
        knob = KNOBS[key]
        is_turned = key in self.turned and self.edition not in knob.not_in
        return self.turned[key] if is_turned else knob.book(self.edition)

    def differences(self) -> Iterator[tuple[Knob, Any]]:
        """What the public page shows: every choice that the book would not have made."""
        for knob in knobs(self.edition):
            if self[knob.key] != knob.book(self.edition):
                yield knob, self[knob.key]

    def works(self, knob: Knob) -> bool:
        """Whether a knob does anything, as those stand that it rests on."""
        if not self._has(knob.needs):
            return False
        return not knob.rests_on or any(
            self[key] in values and self.works(KNOBS[key]) for key, values in knob.rests_on.items()
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
        return all(self[key] in values for key, values in needs.items())


def knobs(edition: str) -> Iterator[Knob]:
    """The knobs that there are in an edition."""
    return (knob for knob in KNOBS.values() if edition not in knob.not_in)


def presets(edition: str) -> dict[str, dict[str, Any]]:
    """The presets, as far as an edition has what they are about."""
    known = {knob.key for knob in knobs(edition)}
    return {
        name: {key: value for key, value in turned.items() if key in known}
        for name, turned in PRESETS.items()
    }


def faults(turned: Mapping[str, Any], edition: str = "") -> list[Reason]:
    """Everything that is wrong with a league's choices."""
    turned = told_today(turned)
    found = [
        Reason("no-such-rule", key, {"name": short(str(key))}, integrity=True)
        for key in turned
        if key not in KNOBS
    ]
    for key, value in turned.items():
        if key in KNOBS:
            found += KNOBS[key].faults(value)
            if edition in KNOBS[key].not_in:
                found.append(Reason("not-in-this-edition", key, {"rule": key}, integrity=True))
    return found


def decider_of(house: House, *, is_replay: bool) -> str:
    """How a winner of a drawn knock-out match is found: a replay is not replayed again."""
    by: str = house["knock-out.drawn"]
    return "overtime" if by == "replay" and is_replay else by
