"""What the season desk shows: who takes part, which stages there are, and what to do next."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Min, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from acts.failures import Missing
from acts.models import Act
from competition.eligibility import against
from competition.models import Division, Entry, Fixture, Round, Stage
from competition.queries.season_end import SeasonEnding, ending_of
from competition.redrafts import yet_to_redraft
from jobs.models import Job
from league.models import League, Membership, Role, Season
from league.permissions import runs
from league.pins import book_of
from league.queries import current_season, league_for
from league.registration import why_not_registered
from teams.crests import crest_of
from teams.models import Contract, Team, Tenure
from teams.projection import roster_of
from web.crests import Crest

State = Entry.State
DOWN = (State.REGISTERED, State.ACCEPTED)
STILL_OPEN = (Fixture.State.OPEN, Fixture.State.WAITING)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """Somebody who is down for the season, as the desk lists them."""

    entry: Entry
    name: str
    crest: Crest | None
    race: str
    coach: str
    value: int | None
    is_mine: bool
    faults: tuple[str, ...]
    why_refused: str


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage with how far it is."""

    stage: Stage
    fixtures: int
    played: int
    open: int
    rounds: int
    round: int | None
    # Still to be played in the rounds that are open.
    left_in_rounds: int
    has_dates: bool
    job: Job | None

    @property
    def is_being_made(self) -> bool:
        return self.job is not None and not self.job.is_over


@dataclass(frozen=True, slots=True)
class Desk:
    league: League
    own: Membership | None
    season: Season
    lines: list[EntryLine]
    divisions: list[Division]
    stages: list[StageLine]
    # Teams of the league that are not down: all of them for whoever runs it, else one's own.
    not_down: list[Team]
    # Of these, for whoever runs it, why some may not come in as they stand.
    kept_out: Mapping[int, str]
    may_register: bool
    may_withdraw: bool
    # For whoever runs the league: the latest try to end the season.
    ending: SeasonEnding | None

    def in_state(self, *states: State) -> list[EntryLine]:
        return [line for line in self.lines if line.entry.state in states]

    @property
    def waiting(self) -> list[EntryLine]:
        return self.in_state(State.REGISTERED)

    @property
    def accepted(self) -> list[EntryLine]:
        return self.in_state(State.ACCEPTED)

    @property
    def gone(self) -> list[EntryLine]:
        return self.in_state(State.REFUSED, State.LEFT)

    @property
    def acceptable(self) -> list[EntryLine]:
        return [line for line in self.waiting if not line.faults]

    @property
    def never_down(self) -> list[Team]:
        """Those that nobody has put down, withdrawn or turned down yet, and that may come in."""
        known = {line.entry.team_id for line in self.lines}
        return [
            team for team in self.not_down if team.pk not in known and team.pk not in self.kept_out
        ]

    @property
    def grouped(self) -> list[tuple[Division | None, list[EntryLine]]]:
        """Who is in, division by division; whoever has none yet comes last."""
        by_division: dict[int | None, list[EntryLine]] = {}
        for line in self.accepted:
            by_division.setdefault(line.entry.division_id, []).append(line)
        found: list[tuple[Division | None, list[EntryLine]]] = [
            (division, by_division[division.pk])
            for division in self.divisions
            if division.pk in by_division
        ]
        if None in by_division:
            found.append((None, by_division[None]))
        return found


def desk_of(person: Any, uuid: UUID, *, now: datetime) -> Desk:
    """All that the season's page needs. Raises Missing. Sixteen statements at most, whatever the
    size."""
    league, own = league_for(person, uuid)
    season = current_season(league)
    season.league = league
    leads = runs(own)
    registering = season.state == Season.State.REGISTRATION
    entries = list(with_teams(season.entries.all(), rosters=registering and own is not None))
    refusals = _refusals(entries)
    lines = [_line(season, entry, own, refusals=refusals, shows_faults=leads) for entry in entries]
    by_right = own is not None and own.role != Role.VIEWER and league.closed_at is None
    in_time = not why_not_registered(season, by=own, now=now)
    not_down = list(_not_down(season, own, entries)) if by_right and registering else []
    return Desk(
        league=league,
        own=own,
        season=season,
        lines=sorted(lines, key=_order),
        divisions=list(season.divisions.order_by("position")),
        stages=stage_lines(season),
        not_down=not_down,
        kept_out=_kept_out(season, not_down) if leads else {},
        may_register=by_right and registering and in_time,
        may_withdraw=by_right and registering,
        ending=ending_of(season) if leads else None,
    )


def with_teams(entries: QuerySet[Entry], *, rosters: bool = False) -> QuerySet[Entry]:
    """Entries with teams and coaches, and with rosters where legality is told. Two statements
    more, or four."""
    tenures = (
        Tenure.objects.filter(until=None)
        .exclude(kind=Tenure.Kind.STAND_IN)
        .select_related("coach__user")
        .order_by("kind", "id")
    )
    found = entries.select_related("team", "coach__user", "division").prefetch_related(
        Prefetch("team__tenures", tenures, to_attr="coached")
    )
    if rosters:
        contracts = Contract.objects.filter(until=None).select_related("player").order_by("id")
        found = found.prefetch_related(
            Prefetch("team__contracts", contracts, to_attr="under_contract")
        )
    return found.order_by("id")


def _line(
    season: Season,
    entry: Entry,
    own: Membership | None,
    *,
    refusals: Mapping[str, str],
    shows_faults: bool,
) -> EntryLine:
    team: Any = entry.team
    coaches = [tenure.coach for tenure in team.coached] if team else []
    if entry.coach:
        coaches.append(entry.coach)
    is_mine = own is not None and own in coaches
    told = shows_faults or is_mine
    return EntryLine(
        entry=entry,
        name=str(entry),
        crest=crest_of(team) if team else None,
        race=race_name(season, team.race if team else entry.race),
        coach=" & ".join(str(coach) for coach in coaches if coach.until is None),
        value=team.value if team else None,
        is_mine=is_mine,
        faults=_faults(season, entry) if told else (),
        why_refused=refusals.get(str(entry.uuid), "") if told else "",
    )


def race_name(season: Season, key: str) -> str:
    race = book_of(season.pin).catalogue.races.get(key)
    return race.name if race else key


def _faults(season: Season, entry: Entry) -> tuple[str, ...]:
    under_contract = getattr(entry.team, "under_contract", None)
    if entry.team is None or under_contract is None or entry.state not in DOWN:
        return ()
    reasons = against(season, roster_of(entry.team, under_contract))
    return tuple(str(reason.message) for reason in reasons)


def _refusals(entries: Collection[Entry]) -> dict[str, str]:
    """Why registrations were turned down, by entry. One statement if there are any."""
    refused = [str(entry.uuid) for entry in entries if entry.state == State.REFUSED]
    if not refused:
        return {}
    acts = Act.objects.filter(name="competition.refuse_entry", payload__entry__in=refused)
    return {act.payload["entry"]: act.reason for act in acts.order_by("id")}


def _order(line: EntryLine) -> tuple[int, str, int]:
    seed = line.entry.seed
    return (seed if seed is not None else 10_000, line.name.casefold(), line.entry.pk)


def _not_down(season: Season, own: Membership | None, entries: Collection[Entry]) -> QuerySet[Team]:
    down = [entry.team_id for entry in entries if entry.state in DOWN and entry.team_id]
    teams = Team.objects.filter(league=season.league, state=Team.State.ACTIVE).exclude(pk__in=down)
    if not runs(own):
        # Coaches see their own.
        held = Tenure.objects.filter(until=None, coach=own).values("team")
        teams = teams.filter(pk__in=held)
    return teams.order_by("name", "id")


def _kept_out(season: Season, teams: list[Any]) -> dict[int, str]:
    """Why teams may not take part as they stand. Four statements where there are any."""
    if not teams:
        return {}
    undrafted = {team.pk for team in yet_to_redraft(season)}
    waits = _("It has to be re-drafted before it takes part.")
    contracts = Contract.objects.filter(until=None).select_related("player").order_by("id")
    prefetch_related_objects(teams, Prefetch("contracts", contracts, to_attr="under_contract"))
    faults = {
        team.pk: " ".join(
            str(each.message) for each in against(season, roster_of(team, team.under_contract))
        )
        for team in teams
    }
    values = {pk: str(waits) if pk in undrafted else text for pk, text in faults.items()}
    return {pk: text for pk, text in values.items() if text}


def teams_down(season: Season) -> set[UUID]:
    """Which teams are registered or let in. One statement."""
    down = season.entries.filter(state__in=DOWN, team__isnull=False)
    return set(down.values_list("team__uuid", flat=True))


def stage_lines(season: Season) -> list[StageLine]:
    """Two statements, and one more while something runs."""
    stages = list(season.stages.select_related("follows").order_by("position"))
    counts: dict[int, Any] = {
        row["stage"]: row
        for row in Fixture.objects.filter(stage__in=[stage.pk for stage in stages])
        .exclude(state__in=[Fixture.State.CANCELLED, Fixture.State.BYE, Fixture.State.PROPOSED])
        .order_by()
        .values("stage")
        .annotate(
            fixtures=Count("pk"),
            played=Count("pk", filter=Q(state=Fixture.State.PLAYED)),
            open=Count("pk", filter=Q(state__in=STILL_OPEN)),
            left=Count("pk", filter=Q(state__in=STILL_OPEN, round__state=Round.State.OPEN)),
        )
    }
    rounds: dict[int, Any] = {
        row["stage"]: row
        for row in Round.objects.filter(stage__in=[stage.pk for stage in stages])
        .order_by()
        .values("stage")
        .annotate(
            rounds=Count("pk"),
            present=Min("number", filter=Q(state=Round.State.OPEN)),
            dated=Count("pk", filter=Q(due_at__isnull=False)),
        )
    }
    jobs = jobs_of(stages)
    return [
        StageLine(
            stage=stage,
            fixtures=counts.get(stage.pk, {}).get("fixtures", 0),
            played=counts.get(stage.pk, {}).get("played", 0),
            open=counts.get(stage.pk, {}).get("open", 0),
            rounds=rounds.get(stage.pk, {}).get("rounds", 0),
            round=rounds.get(stage.pk, {}).get("present"),
            left_in_rounds=counts.get(stage.pk, {}).get("left", 0),
            has_dates=bool(stage.timetable or rounds.get(stage.pk, {}).get("dated", 0)),
            job=jobs.get(stage.pk),
        )
        for stage in stages
    ]


def jobs_of(stages: Collection[Stage]) -> dict[int, Job]:
    """The jobs that make the fixtures of running stages. One statement if any runs."""
    running = {
        f"fixtures/{stage.uuid}": stage.pk for stage in stages if stage.state == Stage.State.RUNNING
    }
    if not running:
        return {}
    return {running[job.key or ""]: job for job in Job.objects.filter(key__in=running)}


def entry_in(season: Season, uuid: UUID) -> Entry:
    """Raises Missing. One statement."""
    entry = season.entries.select_related("team__league", "division").filter(uuid=uuid).first()
    if entry is None:
        raise Missing.because("no_such_entry", _("Nobody like that is down for the season."))
    entry.season = season
    return entry


def entries_in(season: Season) -> list[Entry]:
    """Whoever is in, by seed and name. One statement."""
    entries = season.entries.filter(state=State.ACCEPTED).select_related("team", "division")
    return sorted(
        entries,
        key=lambda entry: (
            entry.seed if entry.seed is not None else 10_000,
            str(entry).casefold(),
            entry.pk,
        ),
    )


def team_in(league: League, uuid: UUID) -> Team:
    """Raises Missing. One statement."""
    team = league.teams.filter(uuid=uuid).first()
    if team is None:
        raise Missing.because("no_such_team", _("There is no such team."))
    team.league = league
    return team


def season_for(person: Any, uuid: UUID) -> tuple[Season, Membership | None]:
    """A league's present season and the person's place. Raises Missing. Three statements."""
    league, own = league_for(person, uuid)
    season = current_season(league)
    season.league = league
    return season, own
