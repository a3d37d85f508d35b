"""What keeps a stage or a season from ending."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from acts.failures import Reason
from competition.models import Fixture, Stage
from jobs.models import Job
from league.models import Season
from matches.unfinished import open_sides

UNPLAYED = (Fixture.State.OPEN, Fixture.State.WAITING)


def why_stage_not_over(stage: Stage) -> list[Reason]:
    if stage.state != Stage.State.RUNNING:
        return [Reason("stage_not_running", _("%(stage)s is not running.") % {"stage": stage})]
    made = stage.rounds.count()
    if not made:
        return [Reason("fixtures_not_made", _("Its fixtures are still being made."))]
    if left := stage.fixtures.filter(state__in=UNPLAYED).count():
        sentence = ngettext(
            "%(left)d fixture is still to be played or struck out.",
            "%(left)d fixtures are still to be played or struck out.",
            left,
        )
        return [Reason("fixtures_open", sentence % {"left": left})]
    if stage.format == Stage.Format.SWISS and made < stage.swiss_rounds:
        sentence = _("%(made)d of %(all)d rounds are paired so far.")
        return [Reason("rounds_to_come", sentence % {"made": made, "all": stage.swiss_rounds})]
    return []


def key_of(season: Season) -> str:
    """How the keys of all jobs begin that were to end this season."""
    return f"season-end/{season.uuid}/"


def latest_try(season: Season) -> Job | None:
    """The job that ends a season, or was to. One statement."""
    return Job.objects.filter(key__startswith=key_of(season)).order_by("-id").first()


def being_ended(season: Season) -> bool:
    """Whether a job is at it. A league that moved away in that moment has none."""
    job = latest_try(season) if season.state == Season.State.ENDING else None
    return job is not None and not job.is_over


def why_season_not_over(season: Season) -> list[Reason]:
    """Everything is played, and every post-match is through."""
    reasons = []
    if season.state not in (Season.State.RUNNING, Season.State.ENDING):
        reasons.append(Reason("season_not_running", _("This season has not begun.")))
    if count := unplayed(season).count():
        sentence = _("Still to be played or struck out: %(n)d.") % {"n": count}
        reasons.append(Reason("fixtures_open", sentence))
    return reasons + why_not_through(season)


def unplayed(season: Season) -> QuerySet[Fixture]:
    """What is still to be played before a season ends. Open play ends when it is ended."""
    left = [Fixture.State.OPEN, Fixture.State.WAITING]
    return Fixture.objects.filter(stage__season=season, state__in=left).exclude(
        stage__format=Stage.Format.OPEN
    )


def why_not_through(season: Season) -> list[Reason]:
    """Whose post-match is not through yet; an invitation holds up no season. One statement."""
    unfinished = open_sides().filter(match__season=season).exclude(match__sides__agreed_at=None)
    names = ", ".join(str(side.team) for side in unfinished.select_related("team").order_by("id"))
    if not names:
        return []
    sentence = _("Still in their post-match: %(names)s.") % {"names": names}
    return [Reason("post_match_open", sentence)]
