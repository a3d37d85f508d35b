"""What a match did to a team, in words: rulings with their arithmetic, dice as they fell."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from matches.entries import line_of
from matches.models import Answer
from matches.pitch.casualties import CasualtyRecord
from matches.reading import side_of
from matches.record import MatchRecord
from rules.catalogue import Catalogue
from rules.engine.asks import Ask
from rules.engine.dice import dice
from rules.engine.effects import Effect, Gold
from rules.engine.match import SIDES, Side, other
from rules.engine.rulings import Line
from rules.engine.visibility import answerer
from rules.words import People, ask_words, effect_words, line_words, name, signed
from rules.words.names import MINUS
from teams import ledger
from teams.ledger import LedgerEntry
from teams.models import TeamEvent
from teams.words import kind_said
from web.dice import BODIES, Die


@dataclass(frozen=True, slots=True)
class TapText:
    """A line of arithmetic with its sentence."""

    line: Line
    sentence: str

    @property
    def code(self) -> str:
        return self.line.code

    @property
    def amount(self) -> int | None:
        return self.line.amount

    @property
    def params(self) -> Mapping[str, Any]:
        return self.line.params


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling as people read it."""

    kind: str
    title: str
    gold: int
    has_gold: bool
    effects: tuple[str, ...]
    because: tuple[TapText, ...]

    @property
    def in_one_sentence(self) -> str:
        """The arithmetic run together, for where there is little room."""
        return "; ".join(
            tap_text.sentence
            if tap_text.amount is None
            else f"{tap_text.sentence} {signed(tap_text.amount)}"
            for tap_text in self.because
        )

    @property
    def together(self) -> int | None:
        """The sum, where several amounts make the gold."""
        counted = [tap_text.amount for tap_text in self.because if tap_text.amount is not None]
        return self.gold if len(counted) > 1 and sum(counted) == self.gold else None


@dataclass(frozen=True, slots=True)
class Teller:
    """Speaks of one side of a match: in the words of its rulebook, of players by their names."""

    catalogue: Catalogue
    people: People

    @classmethod
    def of(cls, record: MatchRecord, side: Side) -> "Teller":
        people = People(names_of(record, side), names_of(record, other(side)))
        return cls(record.book.catalogue, people)

    def event(self, event: TeamEvent) -> Ruled:
        """What an event says."""
        lines = [line_of(data) for data in event.because]
        return self._ruled(event.kind, ledger.effects_of(event), lines)

    def entry(self, entry: LedgerEntry) -> Ruled:
        """The same of what is not written."""
        return self._ruled(entry.kind, entry.effects, entry.because)

    def line(self, line: Line) -> TapText:
        return TapText(line, line_words(self.catalogue, line, self.people))

    def _ruled(self, kind: str, effects: Sequence[Effect], lines: Iterable[Line]) -> Ruled:
        gold = [effect.amount for effect in effects if isinstance(effect, Gold)]
        others = [effect for effect in effects if not isinstance(effect, Gold)]
        return Ruled(
            kind,
            kind_said(kind),
            sum(gold),
            bool(gold),
            tuple(effect_words(self.catalogue, effect, self.people) for effect in others),
            tuple(self.line(line) for line in lines),
        )


def names_of(record: MatchRecord, side: Side) -> dict[str, str]:
    """What the players of a side were called, by the ids that the rulebook knows them by."""
    row = record.sides[side]
    if row.kick_off is None:
        known = {key: player["name"] for key, player in row.arrived["team"]["players"].items()}
    else:
        catalogue = record.book.catalogue
        known = {
            each["key"]: each["name"] or name(catalogue, each["position"])
            for each in row.kick_off["people"]
        }
    return known | record.newcomers[side]


def ask_sentence(record: MatchRecord, ask: Ask, side: Side | None) -> str:
    """An ask in words. Of both teams' players it means those of the side that its key names, or
    else of whoever answers it."""
    named = next((each for each in SIDES if each in ask.key.split("/")), None)
    called = names_in(record, named or answerer(ask, side) or side)
    return ask_words(record.book.catalogue, ask, called)


def names_in(record: MatchRecord, side: Side | None) -> dict[str, str]:
    """What those are called whom an ask speaks of: the two teams, and the players of a side."""
    teams: dict[str, str] = {each: str(record.team(each)) for each in SIDES}
    return {**teams, **names_of(record, side)} if side else teams


def shirts_of(record: MatchRecord, side: Side) -> dict[str, str]:
    """The same with the numbers that they wear, to be picked from a list."""
    row = record.sides[side]
    worn = (row.kick_off or row.arrived)["team"]["players"]
    return {
        key: f"{worn[key]['number']} {called}" if key in worn else called
        for key, called in names_of(record, side).items()
    }


def thrown(answers: Mapping[str, Answer], asked: Iterable[str]) -> list[Die]:
    """The dice that led to a ruling; those that cannot be drawn are left to the words."""
    found = (answers[key] for key in asked if key in answers and answers[key].dice)
    return [die for answer in found for die in faces_of(answer)]


def faces_of(answer: Answer) -> list[Die]:
    """A roll, die by die; a file from elsewhere may tell of faces that no die has."""
    rolled = dice(answer.dice)
    faces = rolled.faces(answer.value) or ()
    by_server = answer.source == Answer.Source.SERVER
    return [
        Die(sides, face, by_server=by_server)
        for sides, face in zip(rolled.sides, faces, strict=True)
        if sides in BODIES and 1 <= face <= sides
    ]


def crowd_words(*given: int) -> str:
    """What it gives both sides; below nothing a dash between them would be one too many."""
    between = " : " if min(given) < 0 else "–"
    return between.join(str(each).replace("-", MINUS) for each in given)


# How somebody came to be a casualty.
CAUSES: Mapping[str, Any] = {
    "block": _("block"),
    "foul": _("foul"),
    "crowd": _("the crowd"),
    "weapon": _("a weapon"),
    "bomb": _("a bomb or spell"),
    "fall": _("their own fall"),
    "team-mate": _("a team-mate"),
    "unknown": _("nobody knows how"),
}


def cause_words(how: str) -> str:
    return str(CAUSES.get(how, how))


def casualty_words(record: MatchRecord, suffering: CasualtyRecord) -> list[str]:
    """What became of a casualty, once the dice have said it."""
    ruling = suffering.ruling
    if ruling is None:
        return []
    teller = Teller.of(record, side_of(suffering.hurt["side"]))
    return [teller.line(line).sentence for line in ruling.because]


# How a match ended, where it did not simply end.
ENDED: Mapping[str, Any] = {
    "overtime": _("%(team)s won in overtime."),
    "penalties": _("%(team)s won on penalties."),
    "conceded": _("%(team)s conceded."),
    "called": _("Time was called: the score stands."),
    "mercy": _("Both agreed to stop: nobody is punished."),
}


def ending_words(record: MatchRecord, data: Mapping[str, Any]) -> str:
    """How a match ended by its report; empty where it simply did."""
    named = data.get("decided_for") or data.get("conceded_by") or "home"
    return str(ENDED.get(data.get("ending", ""), "")) % {"team": record.team(side_of(named))}
