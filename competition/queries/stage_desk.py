"""What the desk of a stage shows: its rounds, the fixtures of one of them, and who is in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from acts.failures import Missing
from competition.endings import why_stage_not_over
from competition.fixture_words import across_said
from competition.models import Division, Entry, Fixture, Place, Round, Stage
from competition.queries.desk import STILL_OPEN, jobs_of, season_for
from competition.queries.fixtures import FixtureLine, fixture_lines, line_of
from competition.queries.lots import seeded_by_lots
from competition.queries.seasons import entrants_among
from competition.queries.stages import no_such_stage
from competition.schedules import games_across, rounds_missed
from competition.standings_words import lots_for_seeds
from jobs.models import Job
from league.models import Membership, Season
from league.permissions import runs
from league.pins import book_of
from league.queries import league_for
from teams.models import Team, Tenure

# What is not on the schedule, or not yet.
NOT_ON_IT = (Fixture.State.CANCELLED, Fixture.State.PROPOSED)


@dataclass(frozen=True, slots=True)
class StageDesk:
    stage: Stage
    season: Season
    own: Membership | None
    rounds: list[Round]
    shown: Round | None
    lines: list[FixtureLine]
    taking_part: int
    job: Job | None
    # In open play: whom somebody may arrange a match for.
    mine: list[Entry]
    # Matches of open play that one side proposed, for the two and whoever runs the league.
    invitations: list[FixtureLine]
    # Who has fewer games across divisions than planned, and who has more.
    uneven: list[str]
    # Whose seeds lots decided.
    by_lots: list[str]
    # What keeps a planned stage from being started.
    not_yet: list[str]

    @property
    def is_being_made(self) -> bool:
        return self.job is not None and not self.job.is_over

    @property
    def unplayed(self) -> int:
        return sum(each.unplayed for each in self.rounds)  # type: ignore[attr-defined]

    @property
    def may_pair(self) -> bool:
        """Whether a Swiss has a round to pair, or one to pair anew."""
        if self.stage.format != Stage.Format.SWISS or self.is_being_made or not self.rounds:
            return False
        begun = [each for each in self.rounds if has_begun(each)]
        if any(each.unplayed for each in begun):  # type: ignore[attr-defined]
            return False
        return len(begun) < self.stage.swiss_rounds

    @property
    def pairs_anew(self) -> bool:
        return any(not has_begun(each) for each in self.rounds)

    @property
    def may_end(self) -> bool:
        all_paired = (
            self.stage.format != Stage.Format.SWISS or len(self.rounds) >= self.stage.swiss_rounds
        )
        return bool(self.rounds) and not self.unplayed and all_paired and not self.is_being_made


def has_begun(of: Any) -> bool:
    return of.state != Round.State.PLANNED or bool(of.played)


def stage_in(season: Season, uuid: UUID) -> Stage:
    """Raises Missing. One statement."""
    stage = season.stages.select_related("follows").filter(uuid=uuid).first()
    if stage is None:
        raise no_such_stage()
    stage.season = season
    return stage


def stage_of_league(person: Any, uuid: UUID, stage: UUID) -> tuple[Stage, Membership | None]:
    """Raises Missing. Four statements."""
    season, own = season_for(person, uuid)
    return stage_in(season, stage), own


def stage_to_read(person: Any, uuid: UUID, stage: UUID) -> tuple[Stage, Membership | None]:
    """A stage of any season that the league has had. Raises Missing. Four statements."""
    league, own = league_for(person, uuid)
    known = Stage.objects.select_related("follows", "season__pin__catalogue")
    found = (
        known.defer("season__pin__catalogue__data")
        .filter(season__league=league, uuid=stage)
        .first()
    )
    if found is None:
        raise no_such_stage()
    found.season.league = league
    return found, own


def rounds_of(stage: Stage) -> QuerySet[Round]:
    """A stage's rounds, each with its `all`, `played` and `unplayed` fixtures. One statement."""
    return stage.rounds.annotate(
        all=Count("fixtures", filter=~Q(fixtures__state__in=NOT_ON_IT)),
        played=Count("fixtures", filter=Q(fixtures__state=Fixture.State.PLAYED)),
        unplayed=Count("fixtures", filter=Q(fixtures__state__in=STILL_OPEN)),
    ).order_by("number")


def round_in(stage: Stage, number: int) -> Round:
    """Raises Missing. One statement."""
    found = rounds_of(stage).filter(number=number).first()
    if found is None:
        raise Missing.because("no_such_round", _("There is no such round."))
    found.stage = stage
    return found


def fixture_in(season: Season, uuid: UUID) -> Fixture:
    """Raises Missing. One statement."""
    fixture = (
        Fixture.objects.filter(stage__season=season, uuid=uuid)
        .select_related("stage", "round", "home__team", "away__team")
        .first()
    )
    if fixture is None:
        raise Missing.because("no_such_fixture", _("There is no such fixture."))
    fixture.stage.season = season
    fixture.round.stage = fixture.stage
    return fixture


def stage_desk(person: Any, uuid: UUID, stage: UUID, *, number: str = "") -> StageDesk:
    """All that the stage's page needs, with the round of this number or the one that is played.
    Raises Missing. Fourteen statements at most, whatever the size."""
    found, own = stage_to_read(person, uuid, stage)
    rounds = list(rounds_of(found))
    shown = _shown(rounds, number)
    if shown is not None:
        shown.stage = found
    jobs = jobs_of([found])
    return StageDesk(
        stage=found,
        season=found.season,
        own=own,
        rounds=rounds,
        shown=shown,
        lines=lines_of(shown, own) if shown else [],
        taking_part=found.places.filter(until_round=None).count(),
        job=jobs.get(found.pk),
        mine=(mine := _mine(found, own)),
        invitations=invitations_to(found, mine, own),
        uneven=_uneven_across(found),
        by_lots=lots_for_seeds(found.follows, seeded_by_lots(found)),
        not_yet=_not_yet(found) if runs(own) else [],
    )


def _not_yet(stage: Stage) -> list[str]:
    """Why a stage cannot follow another yet. Three statements at most, and only of a plan."""
    before = stage.follows
    if stage.state != Stage.State.PLANNED or before is None or before.state == Stage.State.OVER:
        return []
    return [str(reason.message) for reason in why_stage_not_over(before)]


def _uneven_across(stage: Stage) -> list[str]:
    """Where numbers do not come out even, who stands out. Two statements, and only of a stage that
    has games across divisions."""
    if not stage.cross_games or stage.state == Stage.State.PLANNED:
        return []
    places = places_of(stage)
    fixtures = stage.fixtures.exclude(state=Fixture.State.CANCELLED)
    games = games_across(fixtures, {place.entry_id: place.division_id for place in places})
    fewer = [str(each.entry) for each in places if games[each.entry_id] < stage.cross_games]
    more = [str(each.entry) for each in places if games[each.entry_id] > stage.cross_games]
    return across_said(stage.cross_games, fewer=fewer, more=more)


def _shown(rounds: Sequence[Round], number: str) -> Round | None:
    """The round that was asked for; else the first that is open, or to come, or the last."""
    for each in rounds:
        if str(each.number) == number:
            return each
    open_ = [each for each in rounds if each.state == Round.State.OPEN]
    to_come = [each for each in rounds if each.state == Round.State.PLANNED]
    return next(iter((*open_, *to_come, *reversed(rounds))), None)


def lines_of(of: Round, own: Membership | None) -> list[FixtureLine]:
    """The fixtures of a round with whoever plays them. Three statements."""
    season = of.stage.season
    playing = Q(home_fixtures__round=of) | Q(away_fixtures__round=of)
    inside = Entry.objects.filter(pk__in=season.entries.filter(playing).values("pk"))
    return fixture_lines(entrants_among(season, inside, own), of.fixtures.all())


def line_in(fixture: Fixture) -> FixtureLine:
    """One fixture with whoever plays it. Two statements."""
    inside = Entry.objects.filter(pk__in=[fixture.home_id, fixture.away_id])
    return line_of(entrants_among(fixture.stage.season, inside, None), fixture)


def _mine(stage: Stage, own: Membership | None) -> list[Entry]:
    """In a running stage of open play, one's own entries; all for whoever runs the league."""
    is_open = stage.format == Stage.Format.OPEN and stage.state == Stage.State.RUNNING
    if own is None or not is_open:
        return []
    inside = [place.entry for place in places_of(stage)]
    if runs(own):
        return inside
    held = set(Tenure.objects.filter(until=None, coach=own).values_list("team", flat=True))
    return [each for each in inside if each.team_id in held or each.coach_id == own.pk]


def invitations_to(
    stage: Stage, mine: Sequence[Entry], own: Membership | None
) -> list[FixtureLine]:
    """Proposed matches of some entries. Three statements where there may be any."""
    if not mine:
        return []
    proposed = stage.fixtures.filter(
        Q(home__in=mine) | Q(away__in=mine), state=Fixture.State.PROPOSED
    )
    entrants = entrants_among(stage.season, stage.season.entries.all(), own)
    found = proposed.select_related("round", "result", "match").order_by("number")
    return [line_of(entrants, fixture) for fixture in found]


def places_of(stage: Stage) -> list[Place]:
    """Whoever is still in a stage, by name. One statement."""
    places = stage.places.filter(until_round=None).select_related("entry__team", "division")
    return sorted(places, key=lambda place: (str(place.entry).casefold(), place.pk))


def teams_outside(stage: Stage) -> list[Team]:
    """Teams of the league that could still come into a stage. One statement."""
    inside = stage.places.values("entry__team")
    teams = Team.objects.filter(league=stage.season.league, state=Team.State.ACTIVE)
    return list(teams.exclude(pk__in=inside.filter(entry__team__isnull=False)).order_by("name"))


def divisions_of(stage: Stage) -> list[Division]:
    """The divisions that a stage is played in, if any. One statement."""
    return list(Division.objects.filter(places__stage=stage).distinct().order_by("position"))


def division_in(stage: Stage, uuid: UUID) -> Division:
    """Raises Missing. One statement."""
    division = stage.season.divisions.filter(uuid=uuid).first()
    if division is None:
        raise Missing.because("no_such_division", _("There is no such division."))
    return division


@dataclass(frozen=True, slots=True)
class Gift:
    """What a late team is given for the rounds that it missed."""

    rounds: int
    each: int

    @property
    def gold(self) -> int:
        return self.rounds * self.each


def gift_for_late(stage: Stage) -> Gift:
    """One statement, and the season's rules."""
    house = book_of(stage.season.pin).house
    each = 0 if house.get("resurrection") else house.get("late.gold", 0)
    return Gift(rounds_missed(stage), each)


@dataclass(frozen=True, slots=True)
class Leaving:
    """What a team leaves behind in running stages."""

    played: int
    to_come: int
    in_bracket: bool = False


def what_is_left_by(entry: Entry) -> Leaving:
    """Two statements."""
    fixtures = Fixture.objects.filter(
        Q(home=entry) | Q(away=entry), stage__state=Stage.State.RUNNING, away__isnull=False
    )
    counts = fixtures.aggregate(
        played=Count("pk", filter=Q(state=Fixture.State.PLAYED)),
        to_come=Count("pk", filter=Q(state__in=STILL_OPEN)),
    )
    brackets = entry.places.filter(
        stage__state=Stage.State.RUNNING, stage__format=Stage.Format.KNOCK_OUT
    )
    return Leaving(counts["played"], counts["to_come"], brackets.exists())
