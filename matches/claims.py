"""Stars who are spoken for when a match begins."""

from collections.abc import Mapping

from league.models import League
from matches.models import Match
from rules.book import Book
from rules.engine.effects import Fact
from rules.engine.match import Side
from teams import ledger
from teams.models import Chapter, Team, TeamEvent


def claims_on(league: League, teams: Mapping[Side, Team], book: Book) -> dict[str, list[object]]:
    """Stars who are not free. One statement, or three where stars can be hurt."""
    others = league.teams.filter(state=Team.State.ACTIVE).exclude(
        pk__in=[team.pk for team in teams.values()]
    )
    stars: list[object] = [*_hurt_stars(league, teams)] if book.house.get("stars.injuries") else []
    stars += others.exclude(star="").order_by("id").values_list("star", flat=True)
    return {"stars": stars}


def _hurt_stars(league: League, teams: Mapping[Side, Team]) -> list[str]:
    """Stars who died in this league, or were injured in the last match of one of these teams."""
    of_these = Chapter.objects.filter(
        team__in=teams.values(),
        kind=Chapter.Kind.MATCH,
        side__agreed_at__isnull=False,
        side__match__kicked_off_at__isnull=False,
    ).exclude(side__match__state=Match.State.CALLED_OFF)
    last = {chapter.team_id: chapter.pk for chapter in of_these.order_by("position")}
    events = TeamEvent.objects.filter(
        team__league=league, kind="casualty", player=None, reverses=None, reversed_by=None
    )
    hurt = (
        effect.value["star"]
        for event in events.order_by("at", "id")
        for effect in ledger.effects_of(event)
        if isinstance(effect, Fact) and effect.what == "star-hurt"
        if effect.value["dead"] or last.get(event.team_id) == event.chapter_id
    )
    return list(dict.fromkeys(hurt))
