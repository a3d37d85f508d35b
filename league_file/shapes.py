"""The shape of every column that holds JSON: a page reads it without looking twice.

Shapes are types. What the rulebook's dataclasses say is checked by these; words of the book have to
be in the book, and a line of arithmetic has to be one that can be said.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal
from uuid import UUID

from django.db.models import Model

from acts.models import Act
from competition.models import Fixture, Redraft, Result, ResultSetAside, Stage
from competition.timetables import Timetable
from league.models import RulesPin
from matches.commands.tapping import NewTap
from matches.dice.reserved_dice import MOST_WAITING
from matches.models import Answer, Match, MatchReport, MatchSide, Proposal, StepRun, Tap
from matches.pitch.reports import ENDINGS
from matches.pitch.reports import faults as score_faults
from matches.pitch.tap_shapes import shape_faults
from matches.replay.edited_reports import Wish as Retelling
from rules.catalogue import Catalogue
from rules.describing import names_in
from rules.engine import effects as e
from rules.engine.lineup import CAUSES, CROWD, LineupPlayer
from rules.engine.match import Hurt, Report
from rules.engine.rulings import Line
from rules.engine.state import Home
from rules.engine.state import Team as TeamState
from rules.words import effect_words, line_words
from rules.words.names import names
from teams.models import Adoption, Draft, Player, Team, TeamEvent, Window
from teams.upcasting import SCHEMA, upcast

MOST = 1_000_000_000
MOST_ENTRIES = 500
LONGEST_TEXT = 1_000
Row = Mapping[str, Any]
Counts = Mapping[str, int]
Scalar = int | str | bool | None
# What a coach calls whom, and in which shirt.
Called = Mapping[str, tuple[str, int]]


class Misshapen(Exception):
    """A value that is not what its column holds; the argument says where in it."""


@dataclass(frozen=True)
class Arrived:
    team: TeamState
    value: int
    revision: int


@dataclass(frozen=True)
class KickedOff(Arrived):
    people: list[LineupPlayer]
    treatments: Counts
    inducements: Counts
    joining: list[LineupPlayer]


@dataclass(frozen=True)
class Lesson:
    position: str
    skills: list[str] = dataclasses.field(default_factory=list)


@dataclass(frozen=True)
class Basket:
    players: Counts = dataclasses.field(default_factory=dict)
    rerolls: int = 0
    fan_factor: int = 0
    staff: Counts = dataclasses.field(default_factory=dict)
    skilled: list[Lesson] = dataclasses.field(default_factory=list)
    inducements: Counts = dataclasses.field(default_factory=dict)
    rules: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class Casualty(Hurt):
    tap: str = ""
    how: str = "unknown"


@dataclass(frozen=True)
class ReportShape(Report):
    """A report as it is kept: with its ending, and where each casualty was tapped."""

    casualties: tuple[Casualty, ...] = ()
    crowd: Counts = dataclasses.field(default_factory=dict)
    ending: str = "played"
    shots: list[Counts] = dataclasses.field(default_factory=list)
    shots_at_the_table: int = 0
    rerolls: Counts = dataclasses.field(default_factory=dict)


def must_resemble(told: Any, installed: Any, path: str = "") -> None:
    """Rule data of an older version: other numbers and words, and fewer or more entries, where an
    edition has them now."""
    _must(type(told) is type(installed), path)
    if isinstance(installed, dict):
        if "key" not in installed:
            _must(set(installed) <= set(told), path)
        for name in set(installed) & set(told):
            must_resemble(told[name], installed[name], f"{path}.{name}")
    elif isinstance(installed, list) and installed:
        known = {each["key"]: each for each in installed if _has_key(each)}
        for number, each in enumerate(told):
            like = known.get(each["key"], installed[0]) if _has_key(each) else installed[0]
            must_resemble(each, like, f"{path}.{number}")


def _has_key(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("key"), str)


def vocabulary(catalogues: Collection[Catalogue]) -> dict[str, frozenset[str]]:
    """The keys that fields of these names may hold, if they are not empty."""
    found: dict[str, set[str]] = {}
    for catalogue in catalogues:
        for part, keys in names_in(catalogue).items():
            found.setdefault(part, set()).update(keys.values())
    hired = found["stars"] | found["inducements"]
    hired |= {key for catalogue in catalogues for key in names(catalogue)}
    return {
        "race": frozenset(found["races"]),
        "position": frozenset(found["positions"]),
        "LineupPlayer.position": frozenset(found["positions"] | hired),
        "skills": frozenset(found["skills"]),
        "lent": frozenset(found["skills"]),
        "killer_skills": frozenset(found["skills"]),
        "skill": frozenset(found["skills"]),
        "star": frozenset(found["stars"]),
        "sponsor": frozenset(found["sponsor"]),
        "attribute": frozenset(found["stadium_table"]),
        "characteristic": frozenset(name for each in catalogues for name in each.characteristics),
    }


@dataclass(frozen=True)
class Shapes:
    """Checks columns of rows by the words of the books that a league is played by."""

    words: Mapping[str, Collection[str]]

    def must_fit(
        self, model: type[Model], column: str, row: Row, book: Catalogue | None = None
    ) -> None:
        """Raises Misshapen, or what a value of a wrong kind leads to."""
        shape = COLUMNS[model, column]
        value = row[column]
        if isinstance(shape, types.FunctionType):
            shape(self, value, row, book)
        else:
            self.fit(shape, value)

    def fit(self, hint: Any, value: Any, path: str = "", name: str = "") -> None:
        origin, inner = typing.get_origin(hint), typing.get_args(hint)
        if hint is Any:
            return
        if origin in (types.UnionType, typing.Union):
            self._one_of(inner, value, path, name)
        elif origin is Literal:
            _must(value in inner, path)
        elif dataclasses.is_dataclass(hint):
            self._record(typing.cast("type", hint), value, path)
        elif isinstance(origin, type) and issubclass(origin, Mapping):
            _must(isinstance(value, dict) and len(value) <= MOST_ENTRIES, path)
            for key, below in value.items():
                self.fit(inner[1], below, f"{path}.{key[:80]}", name)
        elif origin is tuple and ... not in inner:
            _must(isinstance(value, list) and len(value) == len(inner), path)
            for below, each in zip(value, inner, strict=True):
                self.fit(each, below, path, name)
        elif origin in (list, tuple, frozenset):
            _must(isinstance(value, list) and len(value) <= MOST_ENTRIES, path)
            for number, below in enumerate(value):
                self.fit(inner[0], below, f"{path}.{number}", name)
        else:
            self._plain(hint, value, path, name)

    def _one_of(self, hints: tuple[Any, ...], value: Any, path: str, name: str) -> None:
        if type(None) in hints and len(hints) == 2 and value is not None:
            # There is only one other thing that it can be, which says best what is wrong.
            (other,) = (hint for hint in hints if hint is not type(None))
            return self.fit(other, value, path, name)
        for hint in hints:
            try:
                return self.fit(hint, value, path, name)
            except Misshapen:
                continue
        raise Misshapen(path)

    def _record(self, kind: type, value: Any, path: str) -> None:
        _must(isinstance(value, dict), path)
        fields = _fields_of(kind)
        _must(value.keys() <= fields.keys(), path)
        for name, (hint, is_needed) in fields.items():
            if name in value:
                self.fit(hint, value[name], f"{path}.{name}", f"{kind.__name__}.{name}")
            else:
                _must(not is_needed, f"{path}.{name}")

    def _plain(self, hint: Any, value: Any, path: str, name: str) -> None:
        if hint is type(None):
            _must(value is None, path)
            return
        _must(type(value) is hint, path)
        if hint is int:
            _must(-MOST <= value <= MOST, path)
        elif hint is str:
            _must(len(value) <= LONGEST_TEXT, path)
            known = self.words.get(name) or self.words.get(name.rpartition(".")[2])
            _must(not value or known is None or value in known, path)


@cache
def _fields_of(kind: type) -> dict[str, tuple[Any, bool]]:
    """Of a record: what each field is, and whether it must be there."""
    hints = typing.get_type_hints(kind)
    return {
        field.name: (
            hints[field.name],
            field.default is field.default_factory is dataclasses.MISSING,
        )
        for field in dataclasses.fields(kind)
    }


def _must(is_so: bool, path: str) -> None:
    if not is_so:
        raise Misshapen(path)


Check = Callable[[Shapes, Any, Row, Catalogue | None], None]


def _effects(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    _must(isinstance(value, list) and len(value) <= MOST_ENTRIES, "")
    schema = row.get("schema", SCHEMA)
    _must(schema in range(SCHEMA + 1), "")
    for number, data in enumerate(value):
        _effect(shapes, upcast(data, schema), book, f".{number}")


def _effect(shapes: Shapes, data: Any, book: Catalogue | None, path: str) -> None:
    _must(isinstance(data, dict) and data.get("kind") in e.KINDS, path)
    kind = e.KINDS[data["kind"]]
    if kind is e.To:
        _must(set(data) == {"kind", "side", "effect"} and data["side"] in ("home", "away"), path)
        _effect(shapes, data["effect"], book, f"{path}.effect")
        return
    shapes.fit(kind, {name: below for name, below in data.items() if name != "kind"}, path)
    if book is not None:
        _must_be_said(lambda: effect_words(book, e.from_data(data)), path)


def _because(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    shapes.fit(list[Line], value)
    if book is not None:
        for number, data in enumerate(value):
            _must_be_said(partial(line_words, book, Line(**data)), f".{number}")


def _must_be_said(say: Callable[[], Any], path: str) -> None:
    try:
        say()
    except Exception as error:
        # Whatever the words trip over, the file is at fault: its own site said them once.
        raise Misshapen(path) from error


def _house(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    """Whether it can be played by is asked of the rulebook, with all pins."""
    _must(isinstance(value, dict), "")


def _claims(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    shapes.fit(Mapping[str, list[Any]], value)
    shapes.fit(list[str], value.get("stars", []), ".stars")
    shapes.fit(list[list[str]], value.get("stadiums", []), ".stadiums")


def _tap(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    shapes.fit(Mapping[str, Any], value)
    shapes.fit(str, value.get("outcome", ""), ".outcome")
    shapes.fit(Mapping[str, str], value.get("dice", {}), ".dice")
    _answers(shapes, value.get("answers") or {}, ".answers")
    values = {name: below for name, below in value.items() if name not in ("outcome", "dice")}
    sent = NewTap(UUID(row["uuid"]), row["kind"], row["side"], values, "-")
    _must(not shape_faults(sent), "")


def _report(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    shapes.fit(ReportShape, value)
    for name in ("score", "sat_out"):
        _must(set(value.get(name, {})) == {"home", "away"}, f".{name}")
    _must(not score_faults(value["score"]), ".score")
    for name in ("deeds", "hired", CROWD, "rerolls"):
        _must(set(value.get(name, {})) <= {"home", "away"}, f".{name}")
    _must(not value.get(CROWD) or set(value[CROWD]) == {"home", "away"}, f".{CROWD}")
    _must(value.get("ending", "played") in (*ENDINGS, "forfeit"), ".ending")
    for hurt in value.get("casualties", ()):
        _must(hurt.get("how", "unknown") in CAUSES, ".casualties")
    _must(all(set(shot) == {"home", "away"} for shot in value.get("shots", ())), ".shots")


def _answers(shapes: Shapes, value: Any, path: str) -> None:
    shapes.fit(Mapping[str, Any], value, path)
    for key, given in value.items():
        shapes.fit(Given, given, f"{path}.{key[:80]}")


def _timetable(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    _must(isinstance(value, dict), "")
    kept = Timetable.kept_in(Stage(timetable=value))
    if kept is not None:
        for name in ("every", "days_to_play", "from_round"):
            shapes.fit(int, value[name], f".{name}")
            _must(0 <= value[name] <= 1000, f".{name}")
        kept.dates(rounds=1, zone="UTC")


def _retelling(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    wish = Retelling.of(value)
    shapes.fit(Counts | None, wish.score, ".score")
    shapes.fit(Counts | None, wish.crowd, f".{CROWD}")
    for values in (wish.score, wish.crowd):
        _must(not values or set(values) == {"home", "away"}, "")
    _must(not wish.score or not score_faults(wish.score), ".score")
    for (side, step), given in wish.answers.items():
        _must(side in ("", "home", "away") and isinstance(step, str), ".answers")
        _answers(shapes, given, ".answers")
    _must(not any(shape_faults(tap) for tap in wish.taps), ".taps")
    if value["ending"]:
        nothing: Row = {"score": {"home": 0, "away": 0}, "sat_out": {"home": [], "away": []}}
        values = {**nothing, **value["ending"]}
        _report(shapes, values, row, book)


def _sheet(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    shapes.fit(Mapping[str, Any], value)
    for name, below in value.items():
        hint = list[Mapping[str, str]] if name == "players" else str
        shapes.fit(hint, below, f".{name[:80]}")


Given = Scalar | list[Scalar] | Mapping[str, Scalar] | Mapping[str, list[Scalar]]


def _reserved(shapes: Shapes, value: Any, row: Row, book: Catalogue | None) -> None:
    shapes.fit(Mapping[str, list[Given]], value)
    _must(all(value.values()), "")
    _must(sum(map(len, value.values())) <= MOST_WAITING, "")


COLUMNS: dict[tuple[type[Model], str], Any] = {
    (Act, "payload"): Mapping[str, Any],
    (RulesPin, "house"): _house,
    (Team, "staff"): Counts,
    (Team, "blacklisted_by"): list[str],
    (Team, "home"): Home | None,
    (Team, "record"): Counts,
    (Team, "inducements"): Counts,
    (Team, "marks"): Mapping[str, str],
    (Player, "skills"): list[str],
    (Player, "lent"): list[str],
    (Player, "raised"): Counts,
    (Player, "lowered"): Counts,
    (Player, "awards"): Counts,
    (Player, "owed"): Mapping[str, list[int]],
    (Draft, "wish"): Basket,
    (Draft, "people"): Called,
    (Adoption, "sheet"): _sheet,
    (Window, "basket"): Counts,
    (Window, "people"): Called,
    (TeamEvent, "effects"): _effects,
    (TeamEvent, "because"): _because,
    (Match, "claims"): _claims,
    (Match, "reserved_dice"): _reserved,
    (MatchSide, "arrived"): Arrived,
    (MatchSide, "kick_off"): KickedOff | None,
    (Tap, "data"): _tap,
    (Proposal, "wish"): _retelling,
    (MatchReport, "data"): _report,
    (StepRun, "asked"): list[str],
    (StepRun, "facts"): _effects,
    (StepRun, "because"): _because,
    (Answer, "value"): Given,
    (Stage, "timetable"): _timetable,
    (Result, "tallies"): Mapping[str, tuple[int, int]],
    (ResultSetAside, "tallies"): Mapping[str, tuple[int, int]],
    (Fixture, "reserved_dice"): _reserved,
    (Redraft, "returning"): list[str],
    (Redraft, "wish"): Basket,
    (Redraft, "people"): Called,
}
