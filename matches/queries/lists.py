"""Matches in a list, and who could play another."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from acts.failures import Reason, Refused
from league.models import League, Membership
from league.permissions import may_coach
from matches import reading
from matches.models import Match, MatchReport, MatchSide
from matches.pitch.reports import NOTHING
from rules.engine.match import Side
from teams.crests import crest_of
from teams.models import Team, Tenure
from teams.permissions import holding
from web.crests import Crest


def teams_to_play(league: League) -> QuerySet[Team]:
    """Whoever can play, by name. One statement."""
    return league.teams.filter(state=Team.State.ACTIVE).order_by("name", "id")


def team_of(membership: Membership) -> Team | None:
    """The team that somebody coaches. One statement."""
    coached = Tenure.objects.filter(
        holding(timezone.now()), coach=membership, team__state=Team.State.ACTIVE
    )
    tenure = coached.select_related("team").order_by("id").first()
    return tenure.team if tenure else None


def may_record(membership: Membership | None) -> bool:
    """Whether recording a result is worth offering; the command decides."""
    return may_coach(membership)


def teams_in(league: League, *, home: UUID, away: UUID) -> dict[Side, Team]:
    """The two teams of a result. Raises Refused where one is not of the league. One statement."""
    wanted: dict[Side, UUID] = {"home": home, "away": away}
    known = {team.uuid: team for team in league.teams.filter(uuid__in=wanted.values())}
    none = _("There is no such team in this league.")
    if strangers := [side for side, uuid in wanted.items() if uuid not in known]:
        raise Refused(*(Reason("no_such_team", none, side) for side in strangers))
    return {side: known[uuid] for side, uuid in wanted.items()}


@dataclass(frozen=True, slots=True)
class Result:
    """A match in a list."""

    match: Match
    home: MatchSide
    away: MatchSide
    report: MatchReport | None
    crests: Mapping[Side, Crest] = field(default_factory=dict)

    @property
    def score(self) -> Mapping[str, int]:
        told: Mapping[str, int] = self.told["score"]
        return told

    @property
    def told(self) -> Mapping[str, Any]:
        return self.report.data if self.report else NOTHING


def matches_of(league: League) -> QuerySet[Match]:
    """A league's matches, the latest first, with sides and reports. Three statements."""
    sides = MatchSide.objects.select_related("team")
    return (
        league.matches.select_related("season", "pin__catalogue")
        .defer("pin__catalogue__data")
        .prefetch_related(Prefetch("sides", sides), "reports")
        .order_by("-played_on", "-id")
    )


def result_of(match: Match) -> Result:
    """A line for a match out of `matches_of`."""
    sides = {reading.side_of(row.side): row for row in match.sides.all()}
    report = max(match.reports.all(), key=lambda each: each.version, default=None)
    crests = {side: crest_of(row.team) for side, row in sides.items()}
    return Result(match, sides["home"], sides["away"], report, crests)
