"""How far the end of a season is: asked for and under way, or come to nothing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from competition.endings import latest_try, unplayed, why_not_through
from competition.fixture_words import round_said, slot_said
from competition.models import Fixture, Round, Stage
from jobs.models import Job
from league.models import Season

# So many matches that are still to be played are named.
NAMED = 20


@dataclass(frozen=True, slots=True)
class SeasonEnding:
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


def ending_of(season: Season) -> SeasonEnding | None:
    """The latest try to end a season that is not over. One statement while it runs."""
    if season.state not in (Season.State.RUNNING, Season.State.ENDING):
        return None
    job = latest_try(season)
    return SeasonEnding(season, job) if job else None


def never_begun(season: Season) -> list[Stage]:
    """What was planned and would be dropped if the season ended now. One statement."""
    return list(season.stages.filter(state=Stage.State.PLANNED).order_by("position"))


@dataclass(frozen=True, slots=True)
class Unplayed:
    fixture: Fixture
    home: str
    away: str
    round: str


@dataclass(frozen=True, slots=True)
class InTheWay:
    """What keeps a season from being ended: the first matches, how many more, and what else."""

    matches: Sequence[Unplayed]
    more: int
    sentences: Sequence[str]


def in_the_way(season: Season) -> InTheWay:
    """Three statements, and a fourth where many matches are left."""
    left = unplayed(season)
    rounds = Counter(Round.objects.filter(stage__season=season).values_list("stage", flat=True))
    known = left.select_related("stage", "round", "home__team", "away__team")
    matches = [
        Unplayed(
            fixture,
            str(fixture.home or slot_said(fixture.home_from)),
            str(fixture.away or slot_said(fixture.away_from)),
            round_said(
                fixture.stage,
                fixture.round.number,
                rounds=rounds[fixture.stage_id],
                name=fixture.round.name,
            ),
        )
        for fixture in known.order_by("stage__position", "round__number", "number")[:NAMED]
    ]
    more = left.count() - NAMED if len(matches) == NAMED else 0
    return InTheWay(matches, more, [str(each.message) for each in why_not_through(season)])
