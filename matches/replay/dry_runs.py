"""What a match would change, found out by doing it and taking everything back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from acts.failures import Conflict, Reason, Refused
from league.pins import book_of
from league.queries import current_season
from matches import reading
from matches.models import Match
from matches.presentation.telling import Ruled, Teller
from matches.record import MatchRecord
from rules.book import Book
from rules.engine.match import SIDES, Side
from teams.figures import TeamFigure, figures_now
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Standing:
    """A team in numbers."""

    figures: tuple[TeamFigure, ...]
    record: Mapping[str, int]

    def in_words(self) -> dict[str, str]:
        record = "–".join(str(count) for count in self.record.values())
        return {
            _("Won, drawn, lost"): record,
            **{figure.label: figure.said for figure in self.figures},
        }

    @classmethod
    def of(cls, team: Team, book: Book) -> "Standing":
        """As it is written now. One statement."""
        fresh = Team.objects.get(pk=team.pk)
        return cls(
            figures_now(book, fresh, strength=fresh.value),
            {how: fresh.record.get(how, 0) for how in ("won", "drawn", "lost")},
        )


@dataclass(frozen=True, slots=True)
class DryRunTeam:
    """A team before and after, and the rulings in between."""

    side: Side
    team: Team
    before: Standing
    after: Standing
    rulings: Sequence[Ruled]
    # The steps whose dice and choices are still to come.
    to_come: str

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """What is otherwise after it, with both values."""
        after = self.after.in_words()
        before = self.before.in_words()
        return [(what, before[what], after[what]) for what in after if before[what] != after[what]]


@dataclass(frozen=True, slots=True)
class DryRunRow:
    """Somebody in a table."""

    rank: int
    points: int


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody whose row in a table changes."""

    who: str
    before: DryRunRow
    after: DryRunRow


@dataclass(frozen=True, slots=True)
class DryRun:
    """What would come of it, or why it cannot be."""

    teams: Sequence[DryRunTeam] = ()
    places: Sequence[Moved] = ()
    reasons: Sequence[Reason] = ()


Table = Mapping[str, DryRunRow]


def no_table() -> Table:
    return {}


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is done here has not happened."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def try_out(
    do: Callable[[], Match], teams: Mapping[Side, Team], *, table: Callable[[], Table] = no_table
) -> DryRun:
    """What a match would do to its teams, and to a table that is read anew for it, as far as
    nobody has to answer anything."""
    book = book_of(current_season(teams["home"].league).pin)
    before, rows = {side: Standing.of(team, book) for side, team in teams.items()}, table()
    try:
        with taken_back():
            record = reading.load(reading.matches().get(pk=do().pk), named=True)
            after = table()
            moved = [Moved(who, rows[who], after[who]) for who in after if rows[who] != after[who]]
            return DryRun([_team(record, side, before[side]) for side in SIDES], moved)
    except (Refused, Conflict) as failure:
        return DryRun(reasons=failure.reasons)


def _team(record: MatchRecord, side: Side, before: Standing) -> DryRunTeam:
    team, teller = record.team(side), Teller.of(record, side)
    rulings = [teller.event(event) for event in record.events[side] if event.visible == "public"]
    told = [each for each in rulings if each.has_gold or each.effects]
    now = Standing.of(team, record.book)
    return DryRunTeam(side, team, before, now, told, ", ".join(_to_come(record, side)))


def _to_come(record: MatchRecord, side: Side) -> Iterator[str]:
    for key, (_place, step) in record.sequence.phase(record.match).items():
        run = record.run(None if step.joint else side, key)
        if run is None or run.finished_at is None:
            yield _(step.title)
