"""What happened on the pitch as a form: every tap that stands, to be changed, and room for more."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid5

from django.http import QueryDict
from django.utils.translation import gettext as _

from matches.commands.tapping import NewTap
from matches.models import Match, Tap
from matches.pitch.lineups import deeds_of, field_of, standing, standing_taps
from matches.pitch.reports import DEEDS, Lineup, called, treatments_of
from matches.reading import side_of
from matches.record import MatchRecord
from rules.engine.lineup import CAUSES
from rules.engine.match import SIDES, Side, other
from rules.words import name as name_of

# The value of a tap that is to be taken back, and of a row that says nothing.
NEVER = "-"
SPARE_DEEDS, SPARE_CASUALTIES = 3, 2
SHOWN = (*DEEDS, "casualty", "sent-off", "knock-out")
# What a row says of a casualty besides its victim.
SAID = ("how", "by", "treated", "injury")
Options = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Choice:
    """A select of a row."""

    name: str
    label: str
    options: Options
    value: str


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Something that happened, or room for it."""

    title: str
    side: Side
    choices: tuple[Choice, ...]
    # Of which kind it is; empty where that is for the row to say.
    kind: str = ""
    tap: Tap | None = None
    # What the row says as long as nobody changes it.
    stands: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PitchForm:
    """Rows as they stand, or as they were typed."""

    record: MatchRecord
    typed: QueryDict | None = None

    def rows(self) -> dict[Side, list[PlayerRow]]:
        player_rows: dict[Side, list[PlayerRow]] = {side: [] for side in SIDES}
        taps = list(self.record.match.taps.order_by("number"))
        happened = standing_taps(taps)
        on, treated = field_of(self.record, happened), treatments_of(happened)
        for tap in standing(taps):
            if tap.kind in SHOWN and tap.side:
                row = self._kept(tap, on, treated.get(str(tap.uuid), ""))
                player_rows[side_of(tap.side)].append(row)
        for side in SIDES:
            player_rows[side] += [self._spare(side, n, on) for n in range(SPARE_DEEDS)]
            player_rows[side] += [
                self._spare_casualty(side, n, on) for n in range(SPARE_CASUALTIES)
            ]
            if on.treat_knock_outs(side):
                player_rows[side].append(self._spare_knock_out(side, on))
        return {side: [self._as_typed(row) for row in rows] for side, rows in player_rows.items()}

    def taps(self) -> list[NewTap]:
        """What the typed rows say that the taps do not."""
        return [tap for rows in self.rows().values() for row in rows for tap in self._told(row)]

    # --- rows

    def _kept(self, tap: Tap, on: Lineup, treated: str) -> PlayerRow:
        side, name, data = side_of(tap.side), f"tap.{tap.uuid}", tap.data
        never = (NEVER, _("it did not happen"))
        if tap.kind == Tap.Kind.CASUALTY:
            data = data | {"treated": treated}
            choices = self._casualty(name, on, side, data, first=never)
        elif tap.kind == Tap.Kind.KNOCK_OUT:
            choices = self._knock_out(name, on, side, data, first=never)
        else:
            unnamed = [("", _("not remembered"))] if tap.kind in DEEDS else []
            options = [never, *unnamed, *_people(on, side)]
            choices = (Choice(name, _("Player"), options, data.get("player") or ""),)
        title, stands = str(Tap.Kind(tap.kind).label), _as_shown(tap.kind, data)
        return PlayerRow(title, side, choices, tap.kind, tap, stands)

    def _spare(self, side: Side, n: int, on: Lineup) -> PlayerRow:
        name = f"more.{side}.{n}"
        nothing = (NEVER, _("nothing more"))
        kinds = [
            nothing,
            *((kind, str(Tap.Kind(kind).label)) for kind in deeds_of(self.record.match)),
        ]
        people = [("", _("not remembered")), *_people(on, side)]
        choices = (
            Choice(f"{name}.kind", _("What"), kinds, NEVER),
            Choice(name, _("Player"), people, ""),
        )
        return PlayerRow(_("One more"), side, choices)

    def _spare_casualty(self, side: Side, n: int, on: Lineup) -> PlayerRow:
        nothing = (NEVER, _("nobody more"))
        choices = self._casualty(f"hurt.{side}.{n}", on, side, {"player": NEVER}, first=nothing)
        return PlayerRow(_("One more casualty"), side, choices, Tap.Kind.CASUALTY)

    def _spare_knock_out(self, side: Side, on: Lineup) -> PlayerRow:
        nothing, name = (NEVER, _("nobody more")), f"knocked-out.{side}.0"
        data = {"player": NEVER, "treated": on.treat_knock_outs(side)[0]}
        choices = self._knock_out(name, on, side, data, first=nothing)
        return PlayerRow(_("One more knock-out, treated"), side, choices, Tap.Kind.KNOCK_OUT)

    def _as_typed(self, row: PlayerRow) -> PlayerRow:
        if self.typed is None:
            return row
        typed = self.typed
        choices = (
            replace(each, value=typed.get(each.name, ""))
            if typed.get(each.name) in dict(each.options)
            else each
            for each in row.choices
        )
        return replace(row, choices=tuple(choices))

    # --- what they say

    def _told(self, row: PlayerRow) -> Iterator[NewTap]:
        texts = {each.name.rsplit(".", 1)[-1]: each.value for each in row.choices}
        who = row.choices[0].value
        if row.tap is None:
            yield from self._more(row, texts)
            return
        data = _data(row.kind, who, texts)
        if who != NEVER and data == row.stands:
            return
        yield NewTap(self._name(row, "void"), Tap.Kind.VOID, "", {"of": str(row.tap.uuid)})
        if who != NEVER:
            yield NewTap(self._name(row, "anew"), row.tap.kind, row.side, data)

    def _more(self, row: PlayerRow, said: Mapping[str, str]) -> Iterator[NewTap]:
        first = row.choices[0].value
        if first == NEVER:
            return
        if row.kind:
            kind, data = row.kind, _data(row.kind, first, said)
        else:
            kind, data = first, {"player": row.choices[1].value}
        yield NewTap(self._name(row, "more"), kind, row.side, data)

    def _name(self, row: PlayerRow, what: str) -> UUID:
        """The same for the same wish, so that what is applied is what was looked at."""
        match: Match = self.record.match
        return uuid5(match.uuid, f"{match.revision}/{what}/{row.choices[0].name}")

    # --- selects

    def _casualty(
        self, name: str, on: Lineup, side: Side, data: Mapping[str, Any], *, first: tuple[str, str]
    ) -> tuple[Choice, ...]:
        stands = data.get("injury") or ""
        fitting = {each.key for each in on.unrolled(side)} | {stands}
        unrolled = [(each.key, _(each.label)) for each in on.without_roll if each.key in fitting]
        injury = Choice(
            f"{name}.injury",
            _("Injury"),
            [("", _("by the casualty roll")), *unrolled],
            stands,
        )
        return (
            Choice(name, _("Who"), [first, *_people(on, side)], data["player"]),
            Choice(f"{name}.how", _("How"), _causes(), data.get("how") or "unknown"),
            Choice(
                f"{name}.by",
                _("Whose doing"),
                [("", _("nobody's, or not remembered")), *_people(on, other(side))],
                data.get("by") or "",
            ),
            self._treated(name, on.treatments.get(side, {}), data, or_nobody=True),
            *([injury] if unrolled else []),
        )

    def _knock_out(
        self, name: str, on: Lineup, side: Side, data: Mapping[str, Any], *, first: tuple[str, str]
    ) -> tuple[Choice, ...]:
        treats = on.treat_knock_outs(side)
        return (
            Choice(name, _("Who"), [first, *_people(on, side)], data["player"]),
            self._treated(name, treats, data, or_nobody=not data.get("treated")),
        )

    def _treated(
        self, name: str, by: Iterable[str], data: Mapping[str, Any], *, or_nobody: bool
    ) -> Choice:
        catalogue = self.record.book.catalogue
        nobody = [("", _("treated by nobody"))] if or_nobody else []
        options = [*nobody, *((each, _treated_by(name_of(catalogue, each))) for each in by)]
        return Choice(f"{name}.treated", _("Treated by"), options, data.get("treated") or "")


def _people(on: Lineup, side: Side) -> Options:
    return [(key, called(who)) for key, who in on.people[side].items() if not who.absent]


def _causes() -> Options:
    texts = {
        "block": _("by a block"),
        "foul": _("by a foul"),
        "crowd": _("by the crowd"),
        "weapon": _("by a weapon"),
        "bomb": _("by a bomb or spell"),
        "fall": _("by their own fall"),
        "team-mate": _("by a team-mate"),
        "unknown": _("nobody knows how"),
    }
    return [(cause, texts[cause]) for cause in CAUSES]


def _treated_by(who: str) -> str:
    return _("treated: %(who)s") % {"who": who}


def _data(kind: str, who: str, said: Mapping[str, str]) -> dict[str, Any]:
    match kind:
        case Tap.Kind.CASUALTY:
            return _casualty_data(who, said)
        case Tap.Kind.KNOCK_OUT:
            treated = said.get("treated")
            return {"player": who} | ({"treated": treated} if treated else {})
        case _:
            return {"player": who}


def _casualty_data(who: str, said: Mapping[str, str]) -> dict[str, Any]:
    told = {"player": who} | {name: said.get(name, "") for name in SAID}
    return {key: value for key, value in told.items() if value}


def _as_shown(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """What a row says of the tap that it was made of."""
    texts = {name: data.get(name) or "" for name in SAID}
    return _data(kind, data.get("player") or "", texts)
