"""Casualties that wait for dice, or that somebody could treat, as forms ask about them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from matches.asked import shape_of
from matches.models import Tap
from matches.pitch.casualties import CasualtyRecord, casualties_in
from matches.pitch.reports import StandingTap, treatments_of
from matches.presentation.live import Live
from matches.presentation.telling import casualty_words, names_of
from matches.steps import only_server_rolls
from rules import ask_steps
from rules.engine.asks import Ask, Confirm, Roll
from rules.engine.lineup import LineupPlayer
from rules.engine.match import SIDES, Side
from rules.words import ask_words

Kind = Tap.Kind


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose, by its key."""

    key: str
    said: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """An ask of a casualty as it stands in a form."""

    rest: str
    shape: str
    field: ask_steps.AskStep
    is_roll: bool
    only_rolled: bool


@dataclass(frozen=True, slots=True)
class OpenCasualty:
    """A casualty that waits for dice, or that somebody could treat."""

    tap: Tap
    side: Side
    victim: str
    asked: Sequence[Asked]
    treatments: Sequence[Choice]
    because: Sequence[str]

    @property
    def key(self) -> str:
        return f"casualty-{self.tap.uuid}"


@dataclass(frozen=True, slots=True)
class Desk:
    """Where casualties are looked after; what is asked of each, the rulebook says."""

    live: Live

    def treatments_left(self, side: Side) -> list[Choice]:
        """Whoever can still treat a casualty of this side."""
        used = [
            by
            for uuid, by in treatments_of(self.live.standing_taps).items()
            if self.live.casualties_in[uuid].hurt["side"] == side
        ]
        used += [
            str(tap.data.get("treated"))
            for tap in self.live.standing_taps
            if tap.kind == Kind.KNOCK_OUT and tap.side == side
        ]
        return [
            Choice(key, self.live.name(key))
            for key, count in self.live.field.treatments[side].items()
            if used.count(key) < count
        ]

    def open(self, *, since: int) -> list[OpenCasualty]:
        """Those that wait for dice, and those since a tap that could be treated."""
        open_casualties = (
            self._casualty(tap, self.live.casualties_in[str(tap.uuid)], tap.number > since)
            for tap in self.live.taps
            if tap.kind == Kind.CASUALTY
        )
        return [each for each in open_casualties if each.asked or each.treatments]

    def _casualty(self, tap: Tap, suffering: CasualtyRecord, is_fresh: bool) -> OpenCasualty:
        side: Side = "home" if tap.side == "home" else "away"
        treatments = self._could_treat(side, suffering) if is_fresh or suffering.asks() else []
        return OpenCasualty(
            tap,
            side,
            self.live.called(side, tap.data["player"]),
            self._asked(suffering, side),
            treatments,
            casualty_words(self.live.record, suffering),
        )

    def _could_treat(self, side: Side, suffering: CasualtyRecord) -> list[Choice]:
        """Whoever may treat this casualty: those about whom the rulebook would ask."""
        if suffering.plays_on or str(suffering.hurt["tap"]) in treatments_of(
            self.live.standing_taps
        ):
            return []
        return [
            each
            for each in self.treatments_left(side)
            if isinstance(_with(suffering, each.key).asks().get(each.key), Confirm)
        ]

    def _asked(self, suffering: CasualtyRecord, side: Side) -> list[Asked]:
        driven = suffering.driven
        asks = suffering.asks()
        if driven is None or not asks:
            return []
        called = names_of(self.live.record, side)
        fields = ask_steps.steps_of(self.live.catalogue, driven, {}, called=called)
        by_key = {each.key: each for each in fields}
        return [self._ask(rest, ask, by_key[ask.key]) for rest, ask in asks.items()]

    def _ask(self, rest: str, ask: Ask, field: ask_steps.AskStep) -> Asked:
        """Beside the victim's name the ask says only what is wanted."""
        text = ask_words(self.live.catalogue, replace(ask, key=rest or "casualty"))
        is_roll = isinstance(ask, Roll)
        by_server = is_roll and self._server_rolls
        return Asked(rest, shape_of(ask), replace(field, said=text), is_roll, by_server)

    @property
    def _server_rolls(self) -> bool:
        return only_server_rolls(self.live.record.book, "report")

    def first_roll(self) -> Asked | None:
        """What is rolled first for a casualty, to be typed along with it."""
        if self._server_rolls:
            return None
        for side in SIDES:
            for who in self.live.field.people[side].values():
                if who.standing == "roster" and not who.absent:
                    return self._first_roll(side, who)
        return None

    def _first_roll(self, side: Side, who: LineupPlayer) -> Asked | None:
        probe = _supposed(self.live, side, who)
        found = next(((r, a) for r, a in probe.asks().items() if isinstance(a, Roll)), None)
        if found is None or probe.driven is None:
            return None
        rest, ask = found
        fields = ask_steps.steps_of(self.live.catalogue, probe.driven, {})
        return self._ask(rest, ask, next(each for each in fields if each.key == ask.key))


def _with(suffering: CasualtyRecord, treatment: str) -> CasualtyRecord:
    """The casualty as it would be if somebody were there to treat it."""
    return replace(suffering, hurt={**suffering.hurt, treatment: True})


def _supposed(live: Live, side: Side, who: LineupPlayer) -> CasualtyRecord:
    """A casualty that nobody has suffered yet."""
    tap = StandingTap("", 0, Kind.CASUALTY, side, {"player": who.key, "how": "unknown"})
    return casualties_in(live.record, [tap], live.field)[""]
