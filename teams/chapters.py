"""The chapters of a team's life: draft or adoption, a match, the time between two matches."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import F, Max

from league.hooks import RuleDependents
from league.models import Season
from teams.models import Chapter, Team


def last_positions(teams: Iterable[int]) -> dict[int, int]:
    """Where the last chapter of each of these teams is. One statement."""
    of_each = Chapter.objects.filter(team__in=list(teams)).order_by().values_list("team")
    return dict(of_each.annotate(last=Max("position")))


def open_chapter(
    team: Team, kind: Chapter.Kind, *, season: Season, now: datetime, **about: Any
) -> Chapter:
    """The next chapter of a team's life. The team is locked."""
    (chapter,) = open_chapters({team: {**about, "season": season}}, kind, now=now)
    return chapter


def open_chapters(
    teams: Mapping[Team, Mapping[str, Any]], kind: Chapter.Kind, *, now: datetime
) -> list[Chapter]:
    """The same for several teams, each with what is said about its chapter. Two statements."""
    last = last_positions(team.pk for team in teams)
    return Chapter.objects.bulk_create(
        Chapter(
            team=team,
            position=last.get(team.pk, 0) + 1,
            kind=kind,
            opened_at=now,
            **about,
        )
        for team, about in teams.items()
    )


def insert_chapter(
    team: Team, kind: Chapter.Kind, *, before: Chapter, season: Season, now: datetime, **about: Any
) -> Chapter:
    """A chapter that is written late and holds before another. The team is locked."""
    position = team.chapters.get(pk=before.pk).position
    # Positions are unique at every moment: those that come after step aside first.
    aside = last_position(team) + 1
    later = team.chapters.filter(position__gte=position)
    later.update(position=F("position") + aside)
    team.chapters.filter(position__gt=aside).update(position=F("position") - aside + 1)
    return Chapter.objects.create(
        team=team, position=position, kind=kind, season=season, opened_at=now, **about
    )


def put_last(chapter: Chapter) -> None:
    """A chapter in which nothing has happened yet comes after all others. The team is locked."""
    last = last_positions([chapter.team_id])[chapter.team_id]
    if chapter.position != last:
        chapter.position = last + 1
        chapter.save(update_fields=["position"])


def last_position(team: Team) -> int:
    """Where the last chapter of a team's life is. One statement."""
    last: int | None = team.chapters.aggregate(last=Max("position"))["last"]
    return last or 0


def chapter_in_between(team: Team, *, season: Season, now: datetime) -> Chapter:
    """The chapter for what happens between matches: the last one if it is of that kind."""
    last = team.chapters.order_by("-position").first()
    if last and last.kind == Chapter.Kind.BETWEEN and last.season_id == season.pk:
        return last
    return open_chapter(team, Chapter.Kind.BETWEEN, season=season, now=now)


def depends_on_rules(asked: RuleDependents) -> bool:
    """Whether a draft, an adoption, a match or a re-draft was ruled by what holds in a season. One
    statement."""
    return Chapter.objects.filter(season=asked.season).exists()
