"""Every die of a match or of a league, and how they fell against what is expected."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, overload

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from league.models import League
from league.pins import book_of
from matches.models import Answer, Match, MatchReport, MatchSide, Tap
from matches.permissions import MatchAccess
from matches.pitch.reports import MatchEnding
from matches.steps import PENALTIES, dice_rule, sequence_of
from rules.engine.dice import Rolled, dice
from rules.engine.match import SIDES
from rules.words import title

A_PAGE = 50
PENALTY = "D6"
SERVER, TABLE = Answer.Source.SERVER, Answer.Source.TABLE


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll as it stands in the log."""

    match: Match
    at: datetime
    who: str
    side: str
    team: str
    what: str
    dice: str
    value: Rolled | None
    source: str
    is_witnessed: bool
    is_corrected: bool

    @property
    def by_server(self) -> bool:
        return self.source == SERVER

    @property
    def said(self) -> str:
        return " ".join(map(str, self.value)) if isinstance(self.value, list) else str(self.value)


# --- the log


class Log(Sequence[Thrown]):
    """Rolls, the latest first: those on the pitch of matches that are on, then all the others.

    Two statements for a page, three for its length, and one more where there were penalties.
    """

    def __init__(
        self, answers: QuerySet[Answer], taps: QuerySet[Tap], reports: QuerySet[MatchReport]
    ) -> None:
        self._answers = answers
        self._on_the_pitch = [thrown for tap in taps for thrown in _of_tap(tap)]
        self._shot = [thrown for report in reports for thrown in _of_report(report)]

    def __len__(self) -> int:
        return self._count + len(self._on_the_pitch) + len(self._shot)

    @cached_property
    def _count(self) -> int:
        return self._answers.count()

    @cached_property
    def _penalties(self) -> dict[int, Thrown]:
        """The dice of penalties, by their place among all rolls."""
        instants = {each.at for each in self._shot}
        later = {
            f"at_{number}": Count("pk", filter=Q(at__gt=at)) for number, at in enumerate(instants)
        }
        counted = self._answers.order_by().aggregate(**later) if later else {}
        before = {at: counted[f"at_{number}"] for number, at in enumerate(instants)}
        first = len(self._on_the_pitch)
        return {first + before[each.at] + n: each for n, each in enumerate(self._shot)}

    @overload
    def __getitem__(self, at: int) -> Thrown: ...
    @overload
    def __getitem__(self, at: slice) -> list[Thrown]: ...
    def __getitem__(self, at: int | slice) -> Thrown | list[Thrown]:
        if isinstance(at, int):
            return self[at : at + 1][0]
        first, last = at.start or 0, len(self) if at.stop is None else min(at.stop, len(self))
        shot, before = self._penalties, len(self._on_the_pitch)
        skipped, reached = (before + sum(n < end for n in shot) for end in (first, last))
        rows = self._answers[max(first - skipped, 0) : max(last - reached, 0)]
        others = iter([*self._on_the_pitch[first:last], *map(_of_answer, rows)])
        return [shot[n] if n in shot else next(others) for n in range(first, last)]

    def tally(self) -> "Tally":
        """How all of them fell, on whatever page they stand. One statement."""
        plain = self._answers.order_by().prefetch_related(None)
        rolls = plain.values_list("source", "dice", "value")
        kept = (*self._on_the_pitch, *self._shot)
        now = ((each.source, each.dice, each.value) for each in kept)
        return Tally.of([*rolls.iterator(), *now])


def log_of_match(match: Match, access: MatchAccess) -> Log:
    """The dice of a match, as far as somebody with this access may see them."""
    hidden = Q(visible="side", run__side__in=list(access.enters_for))
    answers = _answers().filter(Q(visible="public") | hidden, run__match=match)
    return Log(answers, _taps().filter(match=match), _shoot_outs().filter(match=match))


def log_of_league(league: League) -> Log:
    """The dice of a league that everybody may see."""
    answers = _answers().filter(run__match__league=league, visible="public")
    reports = _shoot_outs().filter(match__league=league)
    return Log(answers, _taps().filter(match__league=league), reports)


def _sides(through: str) -> "Prefetch[Any]":
    return Prefetch(through, MatchSide.objects.select_related("team").defer("arrived", "kick_off"))


def _answers() -> QuerySet[Answer]:
    """Of a roll that was changed, the last version."""
    later = Answer.objects.filter(
        run=OuterRef("run"), key=OuterRef("key"), version__gt=OuterRef("version")
    )
    return (
        Answer.objects.exclude(dice="")
        .exclude(run__match__state=Match.State.CALLED_OFF)
        .filter(~Exists(later))
        .select_related("actor", "witness", "run__match__pin__catalogue")
        .defer("run__match__pin__catalogue__data")
        .prefetch_related(_sides("run__match__sides"))
        .order_by("-at", "-id")
    )


def _taps() -> QuerySet[Tap]:
    """Casualties on a pitch whose report is not confirmed: with that their dice are answers."""
    return (
        Tap.objects.filter(kind__in=[Tap.Kind.CASUALTY, Tap.Kind.DICE], voided_by=None)
        .filter(match__confirmed_at=None)
        .exclude(match__state=Match.State.CALLED_OFF)
        .select_related("actor", "match__pin__catalogue")
        .defer("match__pin__catalogue__data")
        .prefetch_related(_sides("match__sides"))
        .order_by("-at", "-number")
    )


def _shoot_outs() -> QuerySet[MatchReport]:
    """The last versions of reports that tell of penalties."""
    later = MatchReport.objects.filter(match=OuterRef("match"), version__gt=OuterRef("version"))
    return (
        MatchReport.objects.filter(~Exists(later), data__has_key="shots")
        .exclude(match__state=Match.State.CALLED_OFF)
        .select_related("act__actor", "match__pin__catalogue")
        .defer("match__pin__catalogue__data")
        .prefetch_related(_sides("match__sides"))
        .order_by("-at", "-id")
    )


def _of_answer(answer: Answer) -> Thrown:
    run, match = answer.run, answer.run.match
    settled_by_both = run.place <= sequence_of(match.pin).kick_off and match.confirmed_at
    was_seen = settled_by_both or getattr(answer, "witness", None)
    rule = dice_rule(book_of(match.pin), run.step)
    return Thrown(
        match=match,
        at=answer.at,
        who=str(answer.actor),
        side=run.side,
        team=_team(match, run.side),
        what=title(answer.key.partition("/")[0]),
        dice=answer.dice,
        value=answer.value,
        source=answer.source,
        is_witnessed=rule != "witnessed" or answer.source == SERVER or bool(was_seen),
        is_corrected=answer.version > 1,
    )


def _of_tap(tap: Tap) -> Iterator[Thrown]:
    asks_for_witness = dice_rule(book_of(tap.match.pin), "report") == "witnessed"
    for rest, spec in tap.data.get("dice", {}).items():
        by_server = rest in tap.data.get("rolled", ())
        yield Thrown(
            match=tap.match,
            at=tap.at,
            who=str(tap.actor),
            side=tap.side,
            team=_team(tap.match, tap.side),
            what=title("casualty"),
            dice=spec,
            value=tap.data["answers"][rest],
            source=SERVER if by_server else TABLE,
            is_witnessed=by_server or not asks_for_witness,
            is_corrected=False,
        )


def _of_report(report: MatchReport) -> Iterator[Thrown]:
    """The shoot-out, the last die first."""
    match, match_ending = report.match, MatchEnding.of(report.data)
    rule = dice_rule(book_of(match.pin), PENALTIES)
    for nth, shot in reversed([*enumerate(match_ending.shots)]):
        by_server = nth >= match_ending.at_the_table
        for side in reversed(SIDES):
            yield Thrown(
                match=match,
                at=report.at,
                who=str(report.act.actor),
                side=side,
                team=_team(match, side),
                what=title("penalties"),
                dice=PENALTY,
                value=shot[side],
                source=SERVER if by_server else TABLE,
                is_witnessed=by_server or rule != "witnessed" or match.confirmed_at is not None,
                is_corrected=False,
            )


def _team(match: Match, side: str) -> str:
    rows = [row for row in match.sides.all() if side in ("", row.side)]
    return " – ".join(row.team.name for row in sorted(rows, key=lambda row: row.side != "home"))


# --- how they fell


@dataclass(frozen=True, slots=True)
class Face:
    """How often a face came up, and how high its bar is in a hundred."""

    face: int
    count: int
    expected: float
    height: int

    @property
    def top(self) -> int:
        return 100 - self.height


@dataclass(frozen=True, slots=True)
class Fallen:
    """All dice of one kind and one source, face by face."""

    sides: int
    source: str
    faces: Sequence[Face]
    expected_height: int

    @property
    def name(self) -> str:
        return f"D{self.sides}"

    @property
    def said(self) -> str:
        return _("by the server") if self.source == SERVER else _("at the table")

    @property
    def count(self) -> int:
        return sum(each.count for each in self.faces)

    @property
    def average(self) -> float:
        return sum(each.face * each.count for each in self.faces) / self.count

    @property
    def expected_average(self) -> float:
        return (self.sides + 1) / 2

    @property
    def expected_top(self) -> int:
        return 100 - self.expected_height


@dataclass(frozen=True, slots=True)
class Tally:
    """The dice by their kind, real ones and the server's apart."""

    kinds: Sequence[Fallen]

    @classmethod
    def of(cls, rolls: Iterable[tuple[str, str, Any]]) -> "Tally":
        counted: dict[tuple[int, str], Counter[int]] = {}
        for source, spec, value in rolls:
            rolled = dice(spec)
            for sides, face in zip(rolled.sides, rolled.faces(value) or (), strict=False):
                counted.setdefault((sides, source), Counter())[face] += 1
        return cls(
            [_fallen(sides, source, faces) for (sides, source), faces in sorted(counted.items())]
        )


def _fallen(sides: int, source: str, counted: Counter[int]) -> Fallen:
    expected = counted.total() / sides
    most = max(expected, *counted.values())
    faces = [
        Face(face, counted[face], expected, round(100 * counted[face] / most))
        for face in range(1, sides + 1)
    ]
    return Fallen(sides, source, faces, round(100 * expected / most))
