"""The scoreboard: what can be tapped, by whom, and what waits for dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from matches.asked import shape_of
from matches.casualties import Suffering, sufferings
from matches.live import Live, version_of
from matches.models import Match, Tap
from matches.permissions import Seat
from matches.pitch import HIGHEST_FAME, Seen, oddities, treatments_of
from matches.steps import only_server_rolls
from matches.tap_shapes import HALVES, MOST_TURNS
from matches.telling import names_at_kick_off
from matches.timeline import CAUSES, Moment, Timeline, lines_of
from matches.timeline import HALVES as HALVES_SAID
from rules import ask_steps
from rules.engine.asks import Ask, Confirm, Roll
from rules.engine.lineup import Fielded
from rules.engine.match import SIDES, Side, other
from rules.words import ask_words
from teams.models import Team
from web.crests import Crest

Kind = Tap.Kind
RECENT = 3


@dataclass(frozen=True, slots=True)
class Shirt:
    """Somebody on the pitch, as he is picked."""

    key: str
    number: int
    name: str
    position: str

    @property
    def said(self) -> str:
        return f"{self.number} {self.name}" if self.number else self.name


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
    field: ask_steps.Step
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
class HalfOfBoard:
    """A side of the board."""

    side: Side
    team: Team
    crest: Crest
    touchdowns: int
    turn: int
    shirts: Sequence[Shirt]
    opponents: Sequence[Shirt]
    treatments: Sequence[Choice]
    joining: Sequence[Choice]
    inducements: Sequence[Choice]
    cards: "Cards"

    @property
    def turns(self) -> list[tuple[int, str]]:
        """Each turn of the half: done, now, or still to come."""
        states = ((n, "done" if n < self.turn else "now") for n in range(1, self.turn + 1))
        return [*states, *((n, "") for n in range(self.turn + 1, MOST_TURNS + 1))]


@dataclass(frozen=True, slots=True)
class Cards:
    """Special plays of a side: its hand where it may be seen, else how many there are."""

    hand: Sequence[Choice] | None
    count: int | None
    bought: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class NextTurn:
    side: Side
    team: str
    half: int
    turn: int

    @property
    def said(self) -> str:
        about = {"team": self.team, "turn": self.turn}
        return _("Over to %(team)s, turn %(turn)d") % about


class Board:
    """Everything on the scoreboard, as one person sees it."""

    causes: Mapping[str, Any] = CAUSES
    fames = range(HIGHEST_FAME + 1)

    def __init__(self, live: Live, person: Any) -> None:
        self.live = live
        self.person = person
        self.moments: list[Moment] = Timeline(live).moments()

    def about(self) -> dict[str, Any]:
        """What `matches/board_live.html` shows, on its own page or inside another."""
        match = self.live.match
        return {
            "board": self,
            "match": match,
            "is_on": match.state == Match.State.PLAYING,
            "version": version_of(match, self.person),
        }

    @property
    def seat(self) -> Seat:
        return self.live.viewed.seat

    @property
    def recent(self) -> list[Moment]:
        return self.moments[-RECENT:][::-1]

    @property
    def oddities(self) -> list[str]:
        """What is worth a second look about the latest entries."""
        latest = {str(each.tap.uuid) for each in self.recent}
        found = oddities(self.live.seen, self.live.field)
        return [str(reason.message) for reason in found if reason.subject in latest]

    @property
    def entries(self) -> list[tuple[Moment, bool]]:
        """Every entry, the latest first, and whether this person may take it back."""
        return [(each, self._may_take_back(each.tap)) for each in self.moments[::-1]]

    @property
    def undo(self) -> Moment | None:
        """The last entry of one's own."""
        own = (each for each in self.moments[::-1] if each.tap.actor_id == self.person.pk)
        return next(own, None)

    def _may_take_back(self, tap: Tap) -> bool:
        return tap.actor_id == self.person.pk or self.seat.runs_league

    def fresh_uuid(self) -> UUID:
        """A name for the next tap of a form that is sent without script."""
        return uuid4()

    # --- turns

    @property
    def half(self) -> str:
        return str(HALVES_SAID[self._half]) if self._half else _("Before the first turn")

    @cached_property
    def _turn_taps(self) -> list[Tap]:
        return [tap for tap in self.live.taps if tap.kind == Kind.TURN]

    @property
    def _half(self) -> int:
        return self._turn_taps[-1].data["half"] if self._turn_taps else 0

    def _turn(self, side: Side) -> int:
        """How far a side is in the half that is on."""
        own = [tap.data for tap in self._turn_taps if tap.side == side]
        return own[-1]["turn"] if own and own[-1]["half"] == self._half else 0

    @property
    def halves(self) -> list[tuple[int, str]]:
        return [(number, str(HALVES_SAID[number])) for number in range(1, HALVES + 1)]

    @property
    def turn_numbers(self) -> range:
        return range(1, MOST_TURNS + 1)

    @property
    def next_turn(self) -> NextTurn | None:
        """The other side's next turn; None where the match is at its end, or a new half begins."""
        if not self._turn_taps:
            side: Side = "home" if self.live.facts.get("receives") == "home" else "away"
            return self._next(side, 1, 1)
        last = self._turn_taps[-1]
        side = other("home" if last.side == "home" else "away")
        turn = self._turn(side) + 1
        return self._next(side, self._half, turn) if turn <= MOST_TURNS else self._next_half()

    def _next_half(self) -> NextTurn | None:
        """Whoever kicked off in a half receives in the next."""
        first = next(tap for tap in self._turn_taps if tap.data["half"] == self._half)
        if self._half != 1:
            return None
        return self._next(other("home" if first.side == "home" else "away"), 2, 1)

    def _next(self, side: Side, half: int, turn: int) -> NextTurn:
        return NextTurn(side, self.live.play.team(side).name, half, turn)

    # --- sides

    @cached_property
    def sides(self) -> list[HalfOfBoard]:
        return [self._side(side) for side in SIDES]

    def _side(self, side: Side) -> HalfOfBoard:
        live = self.live
        frozen = live.play.sides[side].kick_off or {}
        return HalfOfBoard(
            side,
            live.play.team(side),
            live.crests[side],
            live.touchdowns[side],
            self._turn(side),
            self._shirts(side),
            self._shirts(other(side)),
            self._treatments_left(side),
            [Choice(each["key"], live.name(each["position"])) for each in frozen["joining"]],
            self._inducements(side),
            self._cards(side),
        )

    def _shirts(self, side: Side) -> list[Shirt]:
        dead = {
            (each.hurt["side"], each.hurt["player"])
            for each in self.live.sufferings.values()
            if each.is_dead
        }
        return [
            self._shirt(who)
            for who in self.live.field.people[side].values()
            if not who.absent and (side, who.key) not in dead
        ]

    def _shirt(self, who: Fielded) -> Shirt:
        position = self.live.name(who.position)
        return Shirt(who.key, who.number, who.name or position, position if who.name else "")

    def _treatments_left(self, side: Side) -> list[Choice]:
        used = [
            by
            for uuid, by in treatments_of(self.live.seen).items()
            if self.live.sufferings[uuid].hurt["side"] == side
        ]
        return [
            Choice(key, self.live.name(key))
            for key, count in self.live.field.treatments[side].items()
            if used.count(key) < count
        ]

    def _inducements(self, side: Side) -> list[Choice]:
        bought = self.live.facts_of(side, "inducement")
        return [Choice(each["key"], self.live.name(each["key"])) for each in bought]

    def _cards(self, side: Side) -> Cards:
        live = self.live
        played = {tap.data["card"] for tap in live.taps if tap.kind == Kind.CARD}
        hands = live.facts_of(side, "hand")
        plays = live.facts_of(side, "special-plays")
        bought = plays[-1]["bought"] if plays else {}
        return Cards(
            [self._card(key) for key in hands[-1] if key not in played] if hands else None,
            plays[-1].get("keep", 0) + sum(bought.values()) if plays else None,
            [Choice(deck, live.name(deck), str(count)) for deck, count in bought.items()],
        )

    def _card(self, key: str) -> Choice:
        deck, _slash, card = key.partition("/")
        for shelf in self.live.catalogue.shelves["deck"]:
            for entry in shelf.entries if shelf.key == deck else ():
                if entry.key == card:
                    about = " · ".join(filter(None, (entry.holds.get("timing"), entry.summary)))
                    return Choice(key, entry.name, about)
        return Choice(key, self.live.name(key))

    # --- what may come up

    @property
    def kick_offs(self) -> list[Choice]:
        """The results of the kick-off table, the usual one first."""
        return [
            Choice(row.key, row.name, row.summary)
            for table in self.live.catalogue.shelves["kickoff_table"]
            for row in table.entries
            if not table.holds.get("optional")
        ]

    @property
    def weathers(self) -> list[Choice]:
        table_in_use = self.live.facts.get("weather-table", "")
        return [
            Choice(row.key, row.name, row.summary)
            for table in self.live.catalogue.shelves["weather_table"]
            for row in table.entries
            if table.key == (table_in_use or table.key)
        ]

    # --- casualties

    @cached_property
    def casualties(self) -> list[OpenCasualty]:
        """Those that wait for dice, and those of this turn that could be treated."""
        since = self._turn_taps[-1].number if self._turn_taps else 0
        found = (
            self._casualty(tap, self.live.sufferings[str(tap.uuid)], tap.number > since)
            for tap in self.live.taps
            if tap.kind == Kind.CASUALTY
        )
        return [each for each in found if each.asked or each.treatments]

    def _casualty(self, tap: Tap, suffering: Suffering, is_fresh: bool) -> OpenCasualty:
        side: Side = "home" if tap.side == "home" else "away"
        treatments = self._could_treat(side, suffering) if is_fresh or suffering.asks() else []
        return OpenCasualty(
            tap,
            side,
            self.live.called(side, tap.data["player"]),
            self._asked(suffering, side),
            treatments,
            lines_of(self.live, suffering),
        )

    def _could_treat(self, side: Side, suffering: Suffering) -> list[Choice]:
        """Whoever the rulebook would ask about, were he there for this casualty."""
        if suffering.plays_on or str(suffering.hurt["tap"]) in treatments_of(self.live.seen):
            return []
        return [
            each
            for each in self._treatments_left(side)
            if isinstance(_with(suffering, each.key).asks().get(each.key), Confirm)
        ]

    def _asked(self, suffering: Suffering, side: Side) -> list[Asked]:
        driven = suffering.driven
        asks = suffering.asks()
        if driven is None or not asks:
            return []
        called = names_at_kick_off(self.live.play, side)
        fields = ask_steps.steps_of(self.live.catalogue, driven, {}, called=called)
        by_key = {each.key: each for each in fields}
        return [self._ask(rest, ask, by_key[ask.key]) for rest, ask in asks.items()]

    def _ask(self, rest: str, ask: Ask, field: ask_steps.Step) -> Asked:
        """Beside the victim's name the ask says only what is wanted."""
        said = ask_words(self.live.catalogue, replace(ask, key=rest or "casualty"))
        is_roll = isinstance(ask, Roll)
        by_server = is_roll and self._server_rolls
        return Asked(rest, shape_of(ask), replace(field, said=said), is_roll, by_server)

    @property
    def _server_rolls(self) -> bool:
        return only_server_rolls(self.live.play.book, "report")

    @cached_property
    def first_roll(self) -> Asked | None:
        """What is rolled first for a casualty, to be typed along with it."""
        if self._server_rolls:
            return None
        for side in SIDES:
            for who in self.live.field.people[side].values():
                if who.standing == "roster" and not who.absent:
                    return self._first_roll(side, who)
        return None

    def _first_roll(self, side: Side, who: Fielded) -> Asked | None:
        probe = _supposed(self.live, side, who)
        found = next(((r, a) for r, a in probe.asks().items() if isinstance(a, Roll)), None)
        if found is None or probe.driven is None:
            return None
        rest, ask = found
        fields = ask_steps.steps_of(self.live.catalogue, probe.driven, {})
        return self._ask(rest, ask, next(each for each in fields if each.key == ask.key))


def _with(suffering: Suffering, treatment: str) -> Suffering:
    """The casualty as it would be if somebody were there to treat it."""
    return replace(suffering, hurt={**suffering.hurt, treatment: True})


def _supposed(live: Live, side: Side, who: Fielded) -> Suffering:
    """A casualty that nobody has suffered yet."""
    tap = Seen("", 0, Kind.CASUALTY, side, {"player": who.key, "how": "unknown"})
    return sufferings(live.play, [tap], live.field)[""]
