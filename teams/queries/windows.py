"""What a league's page of windows shows."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from league.models import League
from league.rulebook import must_play_with
from teams.crests import crest_of
from teams.models import Team, Window
from teams.windows import is_open
from web.crests import Crest


@dataclass(frozen=True, slots=True)
class TeamWindow:
    team: Team
    window: Window | None
    is_open: bool

    @property
    def crest(self) -> Crest:
        return crest_of(self.team)


def windows_of(league: League, *, now: datetime) -> list[TeamWindow]:
    """Every active team of a league with the window that nobody has closed. Three statements."""
    must_play_with(league, "hire")
    unfinished = Window.objects.filter(closed_at=None)
    teams = (
        league.teams.filter(state=Team.State.ACTIVE)
        .order_by("name", "id")
        .prefetch_related(Prefetch("windows", queryset=unfinished, to_attr="unfinished"))
    )
    found = [(team, next(iter(team.unfinished), None)) for team in teams]
    return [TeamWindow(team, window, is_open(window, now=now)) for team, window in found]
