"""What the pages of a tournament's day show."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from acts.failures import Missing
from competition.models import Entry, Fixture, Result, Round, Stage, Standing
from competition.presence import present
from competition.queries.stages import stage_for
from competition.standings_words import COMPLAINTS
from league.models import League, Membership, Season
from league.pins import book_of, edition_of
from rules.engine.lineup import Pitch
from web.lines import tidied


@dataclass(frozen=True, slots=True)
class Person:
    """An entrant as a list names them."""

    entry: Entry
    name: str
    race: str

    @property
    def club(self) -> str:
        return self.entry.club

    @property
    def number(self) -> int | None:
        return self.entry.number

    @property
    def is_here(self) -> bool:
        return self.entry.checked_in_at is not None


@dataclass(frozen=True, slots=True)
class Table:
    """A match of a round, at its table; a bye has no second player and no table."""

    fixture: Fixture
    home: Person
    away: Person | None
    result: Result | None
    pitch: Pitch

    @property
    def score(self) -> dict[str, int] | None:
        return self.result.score if self.result else None

    @property
    def tallies(self) -> dict[str, dict[str, int]]:
        return self.result.by_side if self.result else {}


@dataclass(frozen=True, slots=True)
class MatchAccess:
    """Where one person plays, for the list by name."""

    person: Person
    table: Table
    against: Person | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A Swiss with its people and rounds: what every page of its day begins with."""

    stage: Stage
    own: Membership | None
    people: Mapping[int, Person]
    rounds: Sequence[Round]

    @property
    def league(self) -> League:
        return self.stage.season.league

    @property
    def pitch(self) -> Pitch:
        return edition_of(self.stage.season.pin).pitch

    @property
    def season(self) -> Season:
        return self.stage.season

    @property
    def by_name(self) -> list[Person]:
        """Whoever takes part; others are only known for what they played."""
        inside = [each for each in self.people.values() if each.entry.state == Entry.State.ACCEPTED]
        return sorted(inside, key=lambda person: person.name.casefold())

    @property
    def here(self) -> list[Person]:
        return [person for person in self.by_name if person.is_here]

    @property
    def last(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    def round_numbered(self, number: int | None) -> Round | None:
        """A round by its number, or the latest. Raises Missing."""
        if number is None:
            return self.last
        found = next((each for each in self.rounds if each.number == number), None)
        if found is None:
            raise Missing.because("no_such_round", _("There is no such round."))
        return found

    def person(self, uuid: str) -> Person:
        """Raises Missing."""
        found = next((each for each in self.people.values() if str(each.entry.uuid) == uuid), None)
        if found is None:
            raise Missing.because("no_such_entrant", _("Nobody like that is entered."))
        return found


def swiss_for(person: Any, uuid: UUID) -> tuple[Stage, Membership | None]:
    """A Swiss and the person's place in its league. Raises Missing. Two statements at most."""
    swiss = Stage.objects.filter(format=Stage.Format.SWISS)
    return stage_for(person, uuid, among=swiss, missing=no_such_tournament())


def tournament_for(person: Any, uuid: UUID) -> Tournament:
    """Raises Missing. Four statements at most."""
    return tournament_of(*swiss_for(person, uuid))


def tournament_of(stage: Stage, own: Membership | None) -> Tournament:
    """Two statements."""
    rounds = list(stage.rounds.order_by("number"))
    for each in rounds:
        each.stage = stage
    return Tournament(stage, own, _people(stage), rounds)


def no_such_tournament() -> Missing:
    return Missing.because("no_such_tournament", _("There is no such tournament."))


def swiss_of(season: Season) -> Stage | None:
    """The Swiss that a season's day is about: the one that runs, else the next, else the last.
    One statement."""
    order = [Stage.State.RUNNING, Stage.State.PLANNED, Stage.State.OVER]
    stages = season.stages.filter(format=Stage.Format.SWISS).order_by("position")
    return min(stages, key=lambda stage: order.index(Stage.State(stage.state)), default=None)


def _people(stage: Stage) -> dict[int, Person]:
    """Everybody who is in, or was and has results. One statement."""
    races = book_of(stage.season.pin).catalogue.races
    entries = stage.season.entries.exclude(state=Entry.State.REFUSED).select_related("team")
    people = {}
    for entry in entries.order_by("id"):
        race = entry.team.race if entry.team else entry.race
        called = races[race].name if race in races else race
        people[entry.pk] = Person(entry, str(entry), called)
    return people


def tables_in(tournament: Tournament, of: Round) -> list[Table]:
    """The matches of a round by table, byes last. One statement."""
    fixtures = (
        of.fixtures.exclude(state=Fixture.State.CANCELLED)
        .filter(home__isnull=False)
        .select_related("result")
        .order_by("table", "number")
    )
    tables = [
        Table(
            fixture,
            tournament.people[fixture.home_id or 0],
            tournament.people[fixture.away_id] if fixture.away_id else None,
            getattr(fixture, "result", None),
            tournament.pitch,
        )
        for fixture in fixtures
    ]
    return sorted(tables, key=lambda table: table.away is None)


def seats_in(tables: Sequence[Table]) -> list[MatchAccess]:
    """The same by name: everybody looks for their own first."""
    seats = [
        MatchAccess(one, table, other)
        for table in tables
        for one, other in ((table.home, table.away), (table.away, table.home))
        if one is not None
    ]
    return sorted(seats, key=lambda access: access.person.name.casefold())


def worth_knowing(tournament: Tournament, of: Round, tables: Sequence[Table]) -> list[str]:
    """What is not as one would have it in a round that is to be played. One statement."""
    earlier = tournament.stage.fixtures.filter(
        round__number__lt=of.number, home__isnull=False, away__isnull=False
    ).exclude(state=Fixture.State.CANCELLED)
    met = Counter(frozenset(pair) for pair in earlier.values_list("home", "away"))
    found = []
    for table in tables:
        if table.away is None:
            continue
        names = {"home": table.home.name, "away": table.away.name}
        club = tidied(table.home.club).casefold()
        if times := met[frozenset((table.home.entry.pk, table.away.entry.pk))]:
            found.append(str(COMPLAINTS["rematch"]) % {**names, "times": times})
        elif of.number == 1 and club and club == tidied(table.away.club).casefold():
            found.append(str(COMPLAINTS["club-mates"]) % names)
    return found


def out_of_step(tournament: Tournament, of: Round, tables: Sequence[Table]) -> list[str]:
    """Who is paired and not here, and who is here and not paired, in a round to be played."""
    if tournament.stage.follows_id:
        return []
    here = {entry.pk for entry in present(person.entry for person in tournament.by_name)}
    paired = {access.person.entry.pk: access.person for access in seats_in(tables)}
    gone = [person.name for key, person in paired.items() if key not in here]
    late = [each.name for each in tournament.by_name if each.entry.pk in here - paired.keys()]
    found = []
    if gone:
        found.append(_("Paired, but not here: %(names)s.") % {"names": ", ".join(gone)})
    if late:
        found.append(_("Here, but not paired: %(names)s.") % {"names": ", ".join(late)})
    return found


def heed(tournament: Tournament, of: Round | None, tables: Sequence[Table]) -> list[str]:
    """All that one should know before a round is started. One statement."""
    if of is None or of.state != Round.State.PLANNED:
        return []
    return [*out_of_step(tournament, of, tables), *worth_knowing(tournament, of, tables)]


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock: when it runs out, and how long that is from now."""

    ends_at: datetime
    left: timedelta

    @property
    def seconds(self) -> int:
        return max(0, int(self.left.total_seconds()))

    @property
    def shown(self) -> str:
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}"


def clock_of(of: Round | None, *, now: datetime) -> Clock | None:
    if of is None or of.clock_from is None or of.state != Round.State.OPEN:
        return None
    ends_at = of.clock_from + timedelta(minutes=of.clock_minutes)
    return Clock(ends_at, ends_at - now)


@dataclass(frozen=True, slots=True)
class Ranked:
    row: Standing
    person: Person


def ranking(tournament: Tournament) -> list[Ranked]:
    """The standings. One statement."""
    rows = tournament.stage.standings.order_by("position")
    return [Ranked(row, tournament.people[row.entry_id]) for row in rows]
