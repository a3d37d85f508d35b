"""A coach in a league: the teams they had, from when until when, and what became of each."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass
from operator import attrgetter
from typing import Any, Self, TypeVar
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from acts.failures import Missing
from league.models import League, Membership
from league.queries import league_for
from matches.coaches import coached_in
from matches.models import Match, MatchSide
from rules.engine.effects import Recorded
from teams.crests import crest_of
from teams.ledger import effects_of
from teams.models import Team, TeamEvent, Tenure
from web.crests import Crest

LATEST = 12

Row = TypeVar("Row")
Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Record:
    """Matches taken together."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    touchdowns: int = 0
    touchdowns_against: int = 0
    casualties: int = 0
    casualties_against: int = 0

    @classmethod
    def of(cls, own: Counts, theirs: Counts) -> Self:
        """What a side counted of a match, and what the other one did."""
        return cls(
            own.get("won", 0),
            own.get("drawn", 0),
            own.get("lost", 0),
            own.get("touchdowns", 0),
            theirs.get("touchdowns", 0),
            own.get("casualties", 0),
            theirs.get("casualties", 0),
        )

    def __add__(self, other: "Record") -> "Record":
        return Record(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


def together(records: Iterable[Record]) -> Record:
    return sum(records, start=Record())


@dataclass(frozen=True, slots=True)
class Game:
    """A match that the coach played."""

    match: Match
    tenure: Tenure
    opponent: Team
    record: Record

    @property
    def crest(self) -> Crest:
        return crest_of(self.opponent)

    @property
    def letter(self) -> str:
        return "W" if self.record.won else "L" if self.record.lost else "D"


@dataclass(frozen=True, slots=True)
class Stint:
    """The coach's time with a team in one capacity."""

    tenure: Tenure
    record: Record


@dataclass(frozen=True, slots=True)
class Charge:
    """A team that the coach had. `earlier` is what it had played before it came to the league."""

    team: Team
    stints: tuple[Stint, ...]
    earlier: Record

    @property
    def crest(self) -> Crest:
        return crest_of(self.team)

    @property
    def record(self) -> Record:
        return together(stint.record for stint in self.stints)


@dataclass(frozen=True, slots=True)
class CoachPage:
    league: League
    own: Membership | None
    coach: Membership
    charges: tuple[Charge, ...]
    games: tuple[Game, ...]

    @property
    def record(self) -> Record:
        return together(charge.record for charge in self.charges)

    @property
    def latest(self) -> tuple[Game, ...]:
        return self.games[:LATEST]


def coach_for(person: Any, uuid: UUID, coach: UUID) -> CoachPage:
    """Raises Missing. Seven statements at most, however much was played.

    A match counts for whoever coached on its day: for the stand-in where one played it, and
    otherwise for the first coach and for a second beside them alike.
    """
    league, own = league_for(person, uuid)
    member = league.memberships.filter(uuid=coach).select_related("user").first()
    if member is None:
        raise Missing.because("no_such_member", _("Nobody in the league ever had this place."))
    tenures = _tenures_beside(member)
    mine = [each for each in tenures if each.coach_id == member.pk]
    teams = {each.team_id for each in mine}
    sides = _sides(league, teams)
    counted = _counted(teams)
    games = tuple(_games(member, tenures, sides, counted.matches))
    charges = tuple(_charges(mine, games, counted.earlier))
    return CoachPage(league, own, member, charges, games)


def _tenures_beside(member: Membership) -> list[Tenure]:
    """Every tenure of every team that they ever had a hand in."""
    his = Tenure.objects.filter(coach=member).values("team")
    tenures = Tenure.objects.filter(team__in=his).select_related("team")
    return list(tenures.order_by("since", "id"))


def _sides(league: League, teams: Collection[int]) -> list[MatchSide]:
    """Both sides of every match of these teams, the latest match first."""
    matches = Match.objects.filter(sides__team__in=teams)
    sides = list(
        MatchSide.objects.filter(match__in=matches)
        .select_related("match", "team")
        .defer("kick_off")
        .order_by("-match__played_on", "-match_id", "id")
    )
    for side in sides:
        side.match.league = league
    return sides


@dataclass(frozen=True, slots=True)
class Counted:
    """What the ledgers count: of each chapter's match, and of what a team had played before."""

    matches: dict[int, Counts]
    earlier: dict[int, Counts]


def _counted(teams: Collection[int]) -> Counted:
    """For these teams, and for those whom they met in the matches that they met them in."""
    met = Match.objects.filter(sides__team__in=teams)
    events = TeamEvent.objects.filter(
        Q(kind="report", chapter__side__match__in=met) | Q(kind="adoption", team__in=teams),
        reverses=None,
        reversed_by=None,
    )
    counted = Counted({}, {})
    for event in events.only("team", "chapter", "kind", "schema", "effects"):
        for effect in effects_of(event):
            if isinstance(effect, Recorded):
                if event.kind == "report":
                    counted.matches[event.chapter_id] = effect.counts
                else:
                    counted.earlier[event.team_id] = effect.counts
    return counted


def _games(
    member: Membership,
    tenures: Iterable[Tenure],
    sides: Iterable[MatchSide],
    matches: Mapping[int, Counts],
) -> Iterator[Game]:
    of_team = _grouped(tenures, attrgetter("team_id"))
    for both in _grouped(sides, attrgetter("match_id")).values():
        for own, theirs in (both, reversed(both)):
            counts = matches.get(own.chapter_id, {})
            if "played" not in counts:
                continue  # a friendly, or not counted yet
            record = Record.of(counts, matches.get(theirs.chapter_id, {}))
            for tenure in coached_in(own.match, of_team.get(own.team_id, ())):
                if tenure.coach_id == member.pk:
                    yield Game(own.match, tenure, theirs.team, record)


def _charges(
    mine: Iterable[Tenure], games: Iterable[Game], earlier: Mapping[int, Counts]
) -> Iterator[Charge]:
    played = _grouped(games, attrgetter("tenure.pk"))
    for tenures in _grouped(mine, attrgetter("team_id")).values():
        team = tenures[0].team
        stints = tuple(
            Stint(tenure, together(game.record for game in played.get(tenure.pk, ())))
            for tenure in tenures
        )
        yield Charge(team, stints, Record.of(earlier.get(team.pk, {}), {}))


def _grouped(rows: Iterable[Row], key: Callable[[Row], int]) -> dict[int, list[Row]]:
    """In the order in which they come."""
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found
