"""What happened on the pitch, tap by tap, in words."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from league.pins import edition_of
from matches.models import Tap
from matches.pitch.crowd import crowd_of
from matches.pitch.reports import points_of
from matches.presentation.live import Live, side_of
from matches.presentation.telling import casualty_words, crowd_words
from rules.engine.match import SIDES, Side, other
from web.crests import Crest

Kind = Tap.Kind
CAUSES: dict[str, str | Promise] = {
    "block": later("Block"),
    "foul": later("Foul"),
    "crowd": later("Crowd"),
    "weapon": later("Weapon"),
    "bomb": later("Bomb or spell"),
    "fall": later("Own fall"),
    "team-mate": later("Team-mate"),
    "unknown": later("Unknown"),
}
HALVES: dict[int, str | Promise] = {
    1: later("First half"),
    2: later("Second half"),
    3: later("Overtime"),
}
TITLES: dict[str, str | Promise] = {
    Kind.TOUCHDOWN: later("Touchdown"),
    Kind.COMPLETION: later("Completion"),
    Kind.INTERCEPTION: later("Interception"),
    Kind.CASUALTY: later("Casualty"),
    Kind.KNOCK_OUT: later("Knocked out"),
    Kind.SENT_OFF: later("Sent off"),
    Kind.KICK_OFF: later("Kick-off"),
    Kind.BALL: later("Special ball"),
    Kind.WEATHER: later("Weather"),
    Kind.CARD: later("Card"),
    Kind.INDUCEMENT: later("Inducement"),
    Kind.JOINS: later("Joins"),
    Kind.NOTE: later("Note"),
    Kind.TURN: later("Turn"),
    Kind.COUNT: later("Counted"),
    Kind.MARK: later("Used"),
}
# Taps that speak of a thing of the rulebook, and where they name it.
NAMED: dict[Kind, str] = {
    Kind.KICK_OFF: "result",
    Kind.BALL: "ball",
    Kind.WEATHER: "weather",
    Kind.CARD: "card",
    Kind.INDUCEMENT: "what",
}


def in_one_line(title: str, what: str) -> str:
    return f"{title}: {what}" if what else title


@dataclass(frozen=True, slots=True)
class Moment:
    """A tap that stands, as people read it; `at` is the turn, or the score after a touchdown."""

    tap: Tap
    side: Side | None
    team: str
    crest: Crest | None
    at: str
    title: str
    what: str
    because: tuple[str, ...] = ()
    half: str = ""

    @property
    def is_goal(self) -> bool:
        return points_of(self.tap) > 0

    @property
    def is_mark(self) -> bool:
        """Whether it belongs to no side."""
        return self.side is None

    @property
    def in_one_line(self) -> str:
        return in_one_line(self.title, self.what)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A tap that does not stand: it stays on record, and so does who took it back."""

    uuid: str
    team: str
    said: str
    by: str


@dataclass
class Timeline:
    """Taps in words, in their order, each under the turn in which it was entered."""

    live: Live
    turn: int = 0
    half: int = 0
    score: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))

    def moments(self) -> list[Moment]:
        return [self._moment(tap) for tap in self.live.taps if tap.kind != Kind.DICE]

    def taken_back(self) -> list[TakenBack]:
        """What was entered and does not stand, the latest first."""
        entered = {str(tap.uuid): tap for tap in self.live.entered}
        found = []
        for void in self.live.entered[::-1]:
            tap = entered.get(void.data["of"]) if void.kind == Kind.VOID else None
            if tap is not None and tap.kind != Kind.DICE:
                side = side_of(tap)
                team = self.live.record.team(side).name if side else ""
                text = in_one_line(self._title(tap), self._what(tap, side))
                found.append(TakenBack(str(tap.uuid), team, text, str(void.actor)))
        return found

    def _moment(self, tap: Tap) -> Moment:
        side = side_of(tap)
        begins = ""
        if tap.kind == Kind.TURN:
            begins = str(HALVES[tap.data["half"]]) if tap.data["half"] != self.half else ""
            self.half, self.turn = tap.data["half"], tap.data["turn"]
        at = _("T%(turn)d") % {"turn": self.turn} if self.turn else ""
        if points := points_of(tap):
            self.score[tap.side] += points
            at = "–".join(str(self.score[each]) for each in SIDES)
        return Moment(
            tap,
            side,
            self.live.record.team(side).name if side else "",
            self.live.crests[side] if side else None,
            at,
            self._title(tap),
            self._what(tap, side),
            tuple(self._because(tap)),
            begins,
        )

    def _title(self, tap: Tap) -> str:
        if tap.kind == Kind.COUNT:
            declared = edition_of(self.live.match.pin).pitch.side_counts
            labels = [each.label for each in declared if each.key == tap.data["what"]]
            return _(labels[0]) if labels else str(tap.data["what"])
        crowd = crowd_of(self.live.match.pin)
        return _(crowd.label) if crowd and tap.kind == Kind.CROWD else str(TITLES[tap.kind])

    def _what(self, tap: Tap, side: Side | None) -> str:
        """What the title leaves open."""
        data = tap.data
        if tap.kind in NAMED:
            return self.live.name(data[NAMED[Kind(tap.kind)]])
        match tap.kind:
            case Kind.TURN:
                half = str(HALVES[data["half"]]).lower()
                return _("%(turn)d, %(half)s") % {"turn": data["turn"], "half": half}
            case Kind.CROWD:
                return crowd_words(*(data[each] for each in SIDES))
            case Kind.NOTE:
                return tap.words.text if tap.words else ""
            case Kind.JOINS:
                return self.live.name(data["who"].rpartition("/")[2])
        return self._who(tap, side) if side else ""

    def _counted(self, tap: Tap) -> str:
        """What it is called, what was used on it, and the points."""
        keys = [tap.data.get(name) for name in ("named", "mark")]
        points = points_of(tap)
        worth = ngettext("%(n)d point", "%(n)d points", points) % {"n": points} if points else ""
        return ", ".join(text for text in (*(self.live.name(k) for k in keys if k), worth) if text)

    def _who(self, tap: Tap, side: Side) -> str:
        if tap.kind in (Kind.COUNT, Kind.MARK):
            return self._counted(tap)
        if tap.kind == Kind.CASUALTY:
            return self._casualty(tap, side)
        if tap.kind == Kind.KNOCK_OUT and tap.data.get("treated"):
            about = {
                "player": self.live.called(side, tap.data["player"]),
                "who": self.live.name(tap.data["treated"]),
            }
            return _("%(player)s, treated: %(who)s") % about
        player = tap.data.get("player")
        return self.live.called(side, player) if player else _("not remembered")

    def _casualty(self, tap: Tap, side: Side) -> str:
        about = {
            "victim": self.live.called(side, tap.data["player"]),
            "how": str(CAUSES[tap.data["how"]]).lower(),
        }
        if not tap.data.get("by"):
            return _("%(victim)s (%(how)s)") % about
        about["by"] = self.live.called(other(side), tap.data["by"])
        return _("%(victim)s by %(by)s (%(how)s)") % about

    def _because(self, tap: Tap) -> Iterator[str]:
        suffering = self.live.casualties_in.get(str(tap.uuid))
        if suffering is not None:
            yield from casualty_words(self.live.record, suffering)
