"""Fixtures as lists and pages show them: who plays whom, when, where, and what came of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Missing
from competition.brackets import winner_of
from competition.clock import lapses_at
from competition.fixture_words import ended_said, round_said, slot_said
from competition.models import Entry, Fixture, Result, Round, Stage
from competition.queries.seasons import Entrant, SeasonView, season_view
from league.models import Membership, Season
from league.permissions import COACHING, runs
from teams.models import Tenure
from teams.permissions import holding

State = Fixture.State

# Above so many a stage is shown round by round.
AT_ONCE = 400


@dataclass(frozen=True, slots=True)
class SlotView:
    """One side of a fixture: whoever plays, or what has to happen first."""

    who: Entrant | None
    waits: str = ""
    score: int | None = None
    won: bool = False
    # As the drawing writes it: W3 is the winner of match 3.
    waits_for: str = ""

    @property
    def name(self) -> str:
        return self.who.name if self.who else self.waits


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A fixture in a list."""

    fixture: Fixture
    round: int
    home: SlotView
    away: SlotView
    ended: str = ""

    @property
    def result(self) -> Result | None:
        return getattr(self.fixture, "result", None)

    @property
    def over(self) -> "FixtureLine | None":
        """Itself where there is a result."""
        return self if self.result else None

    @property
    def is_bye(self) -> bool:
        return self.fixture.state == State.BYE

    @property
    def is_cancelled(self) -> bool:
        return self.fixture.state == State.CANCELLED

    @property
    def is_for_third(self) -> bool:
        return self.fixture.home_from.startswith("L")

    @property
    def is_open(self) -> bool:
        return self.fixture.state == State.OPEN

    @property
    def is_to_come(self) -> bool:
        return self.fixture.state in (State.OPEN, State.WAITING)

    @property
    def under_way(self) -> str:
        """How far the match is that was begun and has brought no result yet."""
        if self.result is not None or self.fixture.match is None:
            return ""
        return self.fixture.match.get_state_display()

    @property
    def is_mine(self) -> bool:
        return any(slot.who.is_mine for slot in (self.home, self.away) if slot.who)


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    said: str
    state: str
    starts_on: date | None
    due_at: datetime | None
    lines: Sequence[FixtureLine]
    is_current: bool = False

    @property
    def played(self) -> int:
        return sum(line.result is not None for line in self.lines)

    @property
    def to_play(self) -> int:
        """Matches that count for the round: neither byes nor what was cancelled."""
        return sum(not line.is_bye and not line.is_cancelled for line in self.lines)


@dataclass(frozen=True, slots=True)
class FixturesPage:
    """The round that is on comes first; a long stage shows one round at a time."""

    view: SeasonView
    stage: Stage | None
    rounds: Sequence[RoundView] = ()
    # All rounds there are, by number, as they are called.
    all_rounds: Mapping[int, str] | None = None
    shown_round: int | None = None
    team: Entrant | None = None

    @property
    def entrants(self) -> list[Entrant]:
        return sorted(self.view.entrants.values(), key=lambda each: each.name.casefold())


def fixtures_page(
    person: Any,
    uuid: UUID,
    *,
    season: int | None = None,
    stage: UUID | None = None,
    number: int | None = None,
    team: UUID | None = None,
) -> FixturesPage:
    """A stage's fixtures by round. Raises Missing. Eight statements at most, whatever the size."""
    view = season_view(person, uuid, number=season)
    shown = view.stage(stage) if stage else being_played(view)
    if shown is None:
        return FixturesPage(view, None)
    rounds = rounds_of(shown)
    if number is not None and number not in [each.number for each in rounds]:
        raise Missing.because("no_such_round", _("This stage has no such round."))
    entry = _entry_of(view, team)
    wanted = shown.fixtures.all()
    if entry is not None:
        wanted = wanted.filter(Q(home=entry) | Q(away=entry))
    current = current_round(rounds)
    one = number
    if one is None and entry is None and sum(each.size for each in rounds) > AT_ONCE:
        one = current
    if one is not None:
        wanted = wanted.filter(round__number=one)
    lines = fixture_lines(view.entrants, wanted)
    called = {
        each.number: round_said(shown, each.number, rounds=len(rounds), name=each.name)
        for each in rounds
    }
    return FixturesPage(
        view,
        shown,
        _rounds(rounds, lines, called, one if one is not None else current),
        called,
        one,
        view.entrants[entry] if entry else None,
    )


def being_played(view: SeasonView) -> Stage | None:
    """The stage that is on: the first that runs, else the last that ran."""
    running = [stage for stage in view.stages if stage.state == Stage.State.RUNNING]
    return next(iter([*running, *reversed(view.begun)]), None)


def rounds_of(stage: Stage) -> list[Any]:
    """A stage's rounds, each with its `size` and how many are `to_play`. One statement."""
    return rounds_among(stage.rounds.all())


def rounds_among(rounds: QuerySet[Round]) -> list[Any]:
    """The same of several stages. One statement."""
    still = Count("fixtures", filter=Q(fixtures__state=State.OPEN))
    size = Count("fixtures", filter=Q(fixtures__invited_side=""))
    counted = rounds.annotate(size=size, to_play=still)
    return list(counted.order_by("stage", "number"))


def rounds_now(rounds: Sequence[Any]) -> list[Any]:
    """Every open round of a stage in which anybody has to play; where there is none, the current
    one."""
    is_open = [each for each in rounds if each.state == Round.State.OPEN and each.to_play]
    number = current_round(rounds)
    return is_open or [each for each in rounds if each.number == number]


def current_round(rounds: Sequence[Any]) -> int | None:
    """The first round in which anybody has to play, an open one before others; where nobody has,
    the one that is still open, else the last."""
    is_open = [each for each in rounds if each.state == Round.State.OPEN]
    to_play = [each for each in [*is_open, *rounds] if each.to_play]
    found = next(iter([*to_play, *is_open, *rounds[-1:]]), None)
    return found.number if found else None


def fixture_lines(
    entrants: Mapping[int, Entrant], fixtures: QuerySet[Fixture]
) -> list[FixtureLine]:
    """One statement."""
    found = on_the_schedule(fixtures).select_related("round", "result", "match")
    return [line_of(entrants, fixture) for fixture in found.order_by("round__number", "number")]


def on_the_schedule(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """What everybody sees. A bye that was given up for a match is nobody's any more, and an
    invitation is between the two."""
    return fixtures.filter(invited_side="").exclude(state=State.CANCELLED, away=None)


def shown_to(own: Membership | None, fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """The same with the open invitations of somebody's own; with all for whoever runs the
    league."""
    if own is None:
        return on_the_schedule(fixtures)
    invitations = Q(state=State.PROPOSED)
    if not runs(own):
        entries = Entry.objects.filter(is_own(own)).values("pk")
        invitations &= Q(home__in=entries) | Q(away__in=entries)
    seen = fixtures.filter(Q(invited_side="") | invitations)
    return seen.exclude(state=State.CANCELLED, away=None)


def is_own(own: Membership) -> Q:
    """Whether an entry is somebody's."""
    held = Tenure.objects.filter(holding(timezone.now()), coach=own).values("team")
    return Q(team=None, coach=own) | Q(team__in=held)


def invitations_to(own: Membership, season: Season, *, now: datetime) -> list[Fixture]:
    """Matches of open play that somebody is asked to play, with the rules of their season; one that
    has lapsed is no question any more. One statement."""
    return _unanswered(_asked(season.entries.filter(is_own(own))), now=now)


def invitations_for(person: User, *, now: datetime) -> list[Fixture]:
    """The same in all of somebody's leagues. One statement."""
    asked = _asked(entries_of(person, now=now))
    return _unanswered(asked.filter(stage__season__league__closed_at=None), now=now)


def entries_of(person: User, *, now: datetime) -> QuerySet[Entry]:
    """Somebody's own in all their leagues."""
    theirs = {"coach__user": person, "coach__until": None, "coach__role__in": COACHING}
    held = Tenure.objects.filter(holding(now), **theirs).values("team")
    return Entry.objects.filter(Q(team=None, **theirs) | Q(team__in=held))


def _unanswered(asked: QuerySet[Fixture], *, now: datetime) -> list[Fixture]:
    named = ("stage__season__league", "stage__season__pin__catalogue", "home__team", "away__team")
    found = asked.select_related(*named).defer("stage__season__pin__catalogue__data")
    return [fixture for fixture in found.order_by("id") if lapses_at(fixture) > now]


def _asked(entries: QuerySet[Entry]) -> QuerySet[Fixture]:
    inside = entries.values("pk")
    return Fixture.objects.filter(
        Q(invited_side="home", home__in=inside) | Q(invited_side="away", away__in=inside),
        state=State.PROPOSED,
        stage__state=Stage.State.RUNNING,
    )


def line_of(entrants: Mapping[int, Entrant], fixture: Fixture) -> FixtureLine:
    """A fixture that came with its round and its result."""
    result: Result | None = getattr(fixture, "result", None)
    if result is not None:
        result.fixture = fixture
    won = winner_of(result) if result else None
    home, away = (
        SlotView(
            entrants.get(entry or 0),
            slot_said(waits) if waits and not entry else "",
            score,
            won=won is not None and won == entry,
            waits_for="" if entry in entrants else waits,
        )
        for entry, waits, score in (
            (fixture.home_id, fixture.home_from, result.score_home if result else None),
            (fixture.away_id, fixture.away_from, result.score_away if result else None),
        )
    )
    ended = ended_said(result, home=home.name, away=away.name) if result else ""
    return FixtureLine(fixture, fixture.round.number, home, away, ended)


def _rounds(
    rounds: Iterable[Any],
    lines: Sequence[FixtureLine],
    called: Mapping[int, str],
    current: int | None,
) -> list[RoundView]:
    by_round: dict[int, list[FixtureLine]] = {}
    for line in lines:
        by_round.setdefault(line.round, []).append(line)
    views = [
        RoundView(
            each.number,
            called[each.number],
            each.state,
            each.starts_on,
            each.due_at,
            by_round[each.number],
            is_current=each.number == current,
        )
        for each in rounds
        if each.number in by_round
    ]
    return sorted(views, key=lambda view: view.number)


def _entry_of(view: SeasonView, uuid: UUID | None) -> int | None:
    if uuid is None:
        return None
    for pk, entrant in view.entrants.items():
        if uuid in (entrant.uuid, entrant.team):
            return pk
    raise Missing.because("no_such_entry", _("Nobody like that takes part in this season."))
