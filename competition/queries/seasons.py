"""A season as its pages see it: stages, and everybody who takes part by name and crest."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from acts.failures import Missing
from competition.models import Entry, Stage
from competition.queries.stages import no_such_stage
from league.models import League, Membership, Season
from league.pins import book_of
from league.queries import league_for
from teams.crests import crest_of
from teams.models import Tenure
from teams.permissions import held_at, holding
from teams.queries.former_names import former_names
from web.crests import KITS, Crest


@dataclass(frozen=True, slots=True)
class Entrant:
    """Whoever takes part: a team, or on tournament day somebody by name."""

    uuid: UUID
    name: str
    crest: Crest
    team: UUID | None = None
    race: str = ""
    coach: str = ""
    is_mine: bool = False
    has_left: bool = False
    has_account: bool = True

    @property
    def note(self) -> str:
        return ", ".join(part for part in (self.race, self.coach) if part)


@dataclass(frozen=True, slots=True)
class SeasonView:
    """What every page of a season begins with; entrants by the id of their entry."""

    league: League
    own: Membership | None
    season: Season
    seasons: Sequence[int]
    stages: Sequence[Stage]
    entrants: Mapping[int, Entrant]

    def stage(self, uuid: UUID) -> Stage:
        """Raises Missing."""
        for stage in self.stages:
            if stage.uuid == uuid:
                return stage
        raise Missing.because("no_such_stage", _("This season has no such stage."))

    @property
    def begun(self) -> list[Stage]:
        return [stage for stage in self.stages if stage.state != Stage.State.PLANNED]


def season_view(person: Any, uuid: UUID, *, number: int | None = None) -> SeasonView:
    """A league's season, the present one unless another is asked for. Raises Missing.

    Six statements at most.
    """
    league, own = league_for(person, uuid)
    seasons = (
        league.seasons.select_related("pin__catalogue")
        .defer("pin__catalogue__data")
        .in_bulk(field_name="id")
    )
    by_number = {season.number: season for season in seasons.values()}
    season = by_number.get(max(by_number) if number is None else number)
    if season is None:
        raise Missing.because("no_such_season", _("This league has had no such season."))
    season.league = league
    return SeasonView(
        league,
        own,
        season,
        sorted(by_number),
        stages_of(season),
        entrants_among(season, season.entries.all(), own),
    )


def stages_of(season: Season) -> list[Stage]:
    """In their order, each with its season. One statement."""
    stages = list(season.stages.select_related("follows").order_by("position"))
    for stage in stages:
        stage.season = season
    return stages


def entrants_among(
    season: Season, entries: QuerySet[Entry], own: Membership | None, *, at: datetime | None = None
) -> dict[int, Entrant]:
    """These entries by name, crest and coach: of a season that is over as it ended, or as they
    were at a time in the past. Two statements, three for the past."""
    found = list(entries.select_related("team", "coach__user"))
    over = season.closed_at if season.state == Season.State.OVER else None
    coached = _coached([entry.team_id for entry in found if entry.team_id], at or over)
    names = {entry.team_id: str(entry) for entry in found if entry.team_id}
    if at is not None:
        names = former_names(names, at=at, until=over)
    races = book_of(season.pin).catalogue.races
    return {
        entry.pk: _entrant(
            entry,
            names.get(entry.team_id or 0, str(entry)),
            coached.get(entry.team_id or 0, []),
            own,
            races,
        )
        for entry in found
    }


def _coached(teams: Iterable[int], at: datetime | None) -> dict[int, list[Tenure]]:
    """Who coaches each team, or coached it at a time in the past: whoever stood in then has no more
    to do with it. One statement."""
    coached: dict[int, list[Tenure]] = {}
    held = held_at(at) if at else holding(timezone.now())
    in_charge = Tenure.objects.filter(held, team__in=list(teams))
    if at:
        in_charge = in_charge.exclude(kind=Tenure.Kind.STAND_IN)
    for tenure in in_charge.select_related("coach__user").order_by("kind", "id"):
        ended = tenure.coach.until
        if ended is None or (at and ended > at):
            coached.setdefault(tenure.team_id, []).append(tenure)
    return coached


def _entrant(
    entry: Entry,
    name: str,
    tenures: list[Tenure],
    own: Membership | None,
    races: Mapping[str, Any],
) -> Entrant:
    """A stand-in plays for the team, and does not stand beside its name."""
    team = entry.team
    coaches = [each.coach for each in tenures if each.kind != Tenure.Kind.STAND_IN]
    playing = [each.coach for each in tenures]
    if team is None:
        coaches = playing = [entry.coach] if entry.coach else []
    race = team.race if team else entry.race
    return Entrant(
        uuid=entry.uuid,
        name=name,
        crest=crest_of(team) if team else crest_by_lot(entry),
        team=team.uuid if team else None,
        race=races[race].name if race in races else race,
        coach=" & ".join(str(coach) for coach in coaches),
        is_mine=own is not None and own in playing,
        has_left=entry.state == Entry.State.LEFT,
        has_account=any(coach.user_id for coach in coaches),
    )


def crest_by_lot(entry: Entry) -> Crest:
    """The crest of somebody who plays without a roster: colours by the hash of the id."""
    digest = hashlib.sha256(entry.uuid.bytes).digest()
    kits = list(KITS)
    shirt, trim = (kits[byte % len(kits)] for byte in digest[2:4])
    return Crest.of_team(entry.uuid, name=entry.name, shirt=shirt, trim=trim)


def stage_in_view(person: Any, uuid: UUID) -> tuple[Stage, SeasonView]:
    """A stage by itself, with its season. Raises Missing. Seven statements at most."""
    stage = (
        Stage.objects.filter(uuid=uuid)
        .values_list("season__league__uuid", "season__number")
        .first()
    )
    if stage is None:
        raise no_such_stage()
    try:
        view = season_view(person, stage[0], number=stage[1])
    except Missing:
        # A private league's stage is as little known as the league itself.
        raise no_such_stage() from None
    return view.stage(uuid), view
