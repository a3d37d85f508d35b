"""The scoreboard: what can be tapped, by whom, and what waits for dice."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from league.pins import edition_of
from matches.dice import held_dice
from matches.lendings import lending_sentences
from matches.models import Match, Tap
from matches.permissions import MatchAccess
from matches.pitch import resources, side_counts
from matches.pitch.contradictions import oddities
from matches.pitch.crowd import CrowdChoice, to_choose
from matches.pitch.open_casualties import Asked, Choice, Desk, OpenCasualty
from matches.pitch.reports import used_marks
from matches.pitch.tap_shapes import HALVES, MOST_TURNS
from matches.presentation.countables import Countable, countables_of, marks_left
from matches.presentation.live import Live, version_of
from matches.presentation.telling import crowd_words
from matches.presentation.timeline import CAUSES, Moment, TakenBack, Timeline
from matches.presentation.timeline import HALVES as HALVES_SAID
from rules.catalogue import CatalogueItem
from rules.engine.lineup import CROWD, LineupPlayer, Pitch
from rules.engine.match import SIDES, Side, other
from rules.words.options import card_about
from teams.models import Team
from web.crests import Crest

Kind = Tap.Kind
RECENT = 3


@dataclass(frozen=True, slots=True)
class Shirt:
    """Somebody on the pitch, as they are picked."""

    key: str
    number: int
    name: str
    position: str

    @property
    def said(self) -> str:
        return f"{self.number} {self.name}" if self.number else self.name


class HalfOfBoard:
    """A side of the board; what is not shown is not looked up."""

    def __init__(self, board: "Board", side: Side) -> None:
        self.board = board
        self.side = side

    @property
    def team(self) -> Team:
        return self.board.live.record.team(self.side)

    @property
    def crest(self) -> Crest:
        return self.board.live.crests[self.side]

    @property
    def score(self) -> int:
        return self.board.live.score[self.side]

    @cached_property
    def turn(self) -> int:
        return self.board.turn(self.side)

    @property
    def turns(self) -> list[tuple[int, str]]:
        """Each turn of the half: done, now, or still to come."""
        states = ((n, "done" if n < self.turn else "now") for n in range(1, self.turn + 1))
        return [*states, *((n, "") for n in range(self.turn + 1, MOST_TURNS + 1))]

    @cached_property
    def shirts(self) -> list[Shirt]:
        return self.board.shirts(self.side)

    @cached_property
    def opponents(self) -> list[Shirt]:
        return self.board.shirts(other(self.side))

    @cached_property
    def treatments(self) -> list[Choice]:
        return self.board.desk.treatments_left(self.side)

    @property
    def treats_knock_outs(self) -> list[Choice]:
        return [each for each in self.treatments if each.key in self.board.pitch.treats_knock_outs]

    @cached_property
    def injuries(self) -> list[Choice]:
        """Those for which nobody rolls."""
        unrolled = self.board.live.field.unrolled(self.side)
        return [Choice(each.key, _(each.label), _(each.about)) for each in unrolled]

    @cached_property
    def marks(self) -> list[Choice]:
        """What the side may still use in this match."""
        return marks_left(self.board.live.record, self.side, self.board.used.get(self.side, ()))

    @property
    def countables(self) -> list[Countable]:
        return countables_of(self.board.live.record, self.side, self.marks)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """What the side has so far."""
        live = self.board.live
        return side_counts.counts_of(live.record, live.told, self.side)

    @property
    def joining(self) -> list[Choice]:
        live = self.board.live
        frozen = live.record.sides[self.side].kick_off or {}
        return [Choice(each["key"], live.name(each["position"])) for each in frozen["joining"]]

    @property
    def inducements(self) -> list[Choice]:
        return self.board.inducements(self.side)

    @cached_property
    def cards(self) -> "Cards":
        return self.board.cards(self.side)

    @property
    def crowd(self) -> int:
        return self.board.live.crowd(self.side) or 0

    @property
    def crowds(self) -> Sequence[int]:
        """What it may be changed to."""
        return self.board.may_change_crowd.of.get(self.side, ())

    @property
    def balls(self) -> list[Choice]:
        return self.board.balls(self.side)


@dataclass(frozen=True, slots=True)
class Cards:
    """Special plays of a side: its hand where it may be seen, else how many there are.

    Those of a real deck are named by whoever plays them.
    """

    hand: Sequence[Choice] | None
    count: int | None
    bought: Sequence["Bought"]
    from_real_deck: bool


@dataclass(frozen=True, slots=True)
class Bought:
    """Cards of one deck, and what they cost together."""

    deck: str
    count: int
    gold: int


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

    def __init__(self, live: Live, person: Any) -> None:
        self.live = live
        self.person = person
        timeline = Timeline(live)
        self.moments: list[Moment] = timeline.moments()
        self.taken_back: list[TakenBack] = timeline.taken_back()
        self.desk = Desk(live)

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
    def access(self) -> MatchAccess:
        return self.live.viewed.access

    @property
    def recent(self) -> list[Moment]:
        return self.moments[-RECENT:][::-1]

    @property
    def oddities(self) -> list[str]:
        """What is worth a second look about the latest entries."""
        latest = {str(each.tap.uuid) for each in self.recent}
        live = self.live
        reasons = [
            *oddities(live.standing_taps, live.field),
            *resources.oddities(live.record, live.standing_taps),
        ]
        found = [str(reason.message) for reason in reasons if reason.subject in latest]
        return [*found, *self._over()]

    def _over(self) -> Iterator[str]:
        live = self.live
        if won := side_counts.won_at_once(live.record, live.score, self.used):
            about = {"team": live.record.team(won[0]).name, "lead": won[1]}
            yield _("%(team)s leads by %(lead)d or more: the game is over.") % about

    @cached_property
    def used(self) -> Mapping[str, Sequence[str]]:
        """The marks that each side has used in this match."""
        return used_marks(self.live.standing_taps)

    @property
    def lendings(self) -> list[str]:
        """Who lent a side to the other coach, and when."""
        return lending_sentences(self.live.record)

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
        return tap.actor_id == self.person.pk or self.access.decides

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

    def turn(self, side: Side) -> int:
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
        turn = self.turn(side) + 1
        return self._next(side, self._half, turn) if turn <= MOST_TURNS else self._next_half()

    def _next_half(self) -> NextTurn | None:
        """Whoever kicked off in a half receives in the next."""
        first = next(tap for tap in self._turn_taps if tap.data["half"] == self._half)
        if self._half != 1:
            return None
        return self._next(other("home" if first.side == "home" else "away"), 2, 1)

    def _next(self, side: Side, half: int, turn: int) -> NextTurn:
        return NextTurn(side, self.live.record.team(side).name, half, turn)

    # --- sides

    @cached_property
    def sides(self) -> list[HalfOfBoard]:
        return [HalfOfBoard(self, side) for side in SIDES]

    @property
    def pitch(self) -> Pitch:
        return edition_of(self.live.match.pin).pitch

    @cached_property
    def may_change_crowd(self) -> CrowdChoice:
        """What something in this match may make of it, if it is theirs to say."""
        return to_choose(self.live.record, self.live.viewed.access, self.live.standing_taps)

    crowd_tap = CROWD

    @property
    def crowd(self) -> str:
        """What it gives the two, once it is counted."""
        found = [each for side in SIDES if (each := self.live.crowd(side)) is not None]
        text = crowd_words(*found) if len(found) == len(SIDES) else ""
        crowd = self.pitch.crowd
        return f"{_(crowd.label)} {text}" if text and crowd else ""

    @property
    def deeds(self) -> tuple[str, ...]:
        """What is tapped about players, beside casualties."""
        return self.pitch.deeds

    @property
    def has_cards(self) -> bool:
        return bool(self.live.catalogue.shelves.get("deck"))

    @property
    def has_inducements(self) -> bool:
        return bool(self.live.catalogue.inducements)

    @property
    def treats_knock_outs(self) -> bool:
        """Whether this game lets somebody be used up on a knock-out."""
        return bool(self.pitch.treats_knock_outs)

    def shirts(self, side: Side) -> list[Shirt]:
        """Whoever can still do or suffer something."""
        return [
            self._shirt(who)
            for who in self.live.field.people[side].values()
            if not who.absent and (side, who.key) not in self.live.dead
        ]

    def _shirt(self, who: LineupPlayer) -> Shirt:
        position = self.live.name(who.position)
        return Shirt(who.key, who.number, who.name or position, position if who.name else "")

    def inducements(self, side: Side) -> list[Choice]:
        had = resources.at_hand(self.live.record, side, self.live.standing_taps)
        return [
            Choice(key, self.live.name(key), f"× {count}" if count > 1 else "")
            for key, count in had.items()
        ]

    def balls(self, side: Side) -> list[Choice]:
        live = self.live
        texts = {each.key: each.summary for each in live.catalogue.shelves.get("ball", ())}
        left = resources.balls_left(live.record, side, live.standing_taps)
        return [Choice(key, live.name(key), texts[key]) for key in left]

    @property
    def has_balls(self) -> bool:
        """Whether the league plays with special balls."""
        return bool(self.live.record.book.house.get("special-balls"))

    def cards(self, side: Side) -> Cards:
        live = self.live
        played = {tap.data["card"] for tap in live.taps if tap.kind == Kind.CARD}
        hands = live.facts_of(side, "hand")
        cards = resources.cards_of(live.record, side)
        return Cards(
            [self._card(key) for key in hands[-1] if key not in played] if hands else None,
            cards.count if cards else None,
            [
                Bought(live.name(each["deck"]), each["count"], each["count"] * each.get("price", 0))
                for each in live.facts_of(side, "special-plays-bought")
            ],
            cards is not None and cards.hand is None,
        )

    def _card(self, key: str) -> Choice:
        return Choice(key, self.live.name(key), card_about(self.live.catalogue, key))

    # --- what may come up

    @property
    def kick_offs(self) -> list[Choice]:
        return [_choice(row) for row in self.pitch.kick_offs(self.live.record.book)]

    @property
    def weathers(self) -> list[Choice]:
        table = self.live.facts.get("weather-table", "")
        return [_choice(row) for row in self.pitch.weathers(self.live.record.book, table)]

    # --- casualties

    @cached_property
    def casualties(self) -> list[OpenCasualty]:
        """Those that wait for dice, and those of this turn that could be treated."""
        return self.desk.open(since=self._turn_taps[-1].number if self._turn_taps else 0)

    @property
    def held(self) -> list[str]:
        """Dice that wait, each in a sentence: nobody gets rid of them by taking them back."""
        live = self.live
        return [
            self._held(live.record.team(side).name, held_dice.thrown_before(live.entered, tap))
            for side in SIDES
            for tap in held_dice.waiting(live.entered, side)
        ]

    def _held(self, team: str, dice: Mapping[str, Any]) -> str:
        about = {"team": team, "dice": ", ".join(map(str, dice.values()))}
        return (
            _(
                "The server's dice for a casualty that was taken back hold for the next one of "
                "%(team)s: %(dice)s."
            )
            % about
        )

    @cached_property
    def first_roll(self) -> Asked | None:
        return self.desk.first_roll()


def _choice(row: CatalogueItem) -> Choice:
    return Choice(row.key, row.name, row.summary)
