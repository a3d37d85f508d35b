"""How far the end of a season is: asked for and under way, or come to nothing."""

from dataclasses import dataclass
from typing import Any

from competition.commands.season_end import latest_try
from competition.models import Stage
from jobs.models import Job
from league.models import Season


@dataclass(frozen=True, slots=True)
class Ending:
    season: Season
    job: Job

    @property
    def is_under_way(self) -> bool:
        return not self.job.is_over

    @property
    def was_opened_again(self) -> bool:
        """Whether something in the season was open again when its turn came."""
        return self.job.state == Job.State.DONE

    @property
    def asked(self) -> dict[str, Any]:
        """The prizes and awards that went with it, for whoever tries again."""
        return {name: self.job.payload[name] for name in ("prizes", "own")}


def ending_of(season: Season) -> Ending | None:
    """The latest try to end a season that is not over. One statement while it runs."""
    if season.state not in (Season.State.RUNNING, Season.State.ENDING):
        return None
    job = latest_try(season)
    return Ending(season, job) if job else None


def never_begun(season: Season) -> list[Stage]:
    """What was planned and would be dropped if the season ended now. One statement."""
    return list(season.stages.filter(state=Stage.State.PLANNED).order_by("position"))
