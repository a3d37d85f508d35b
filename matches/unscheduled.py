"""Matches that two coaches play beside the schedule: what the house rules let them, how often, and
who has agreed to it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from jobs.failures import Reason
from league.models import Season
from league.pins import book_of
from matches.models import Match, MatchSide
from rules.engine.match import SIDES, Side
from teams.models import Team

# Whoever knows more of a season than its matches: later rooms add themselves.
Objector = Callable[[Season, Mapping[Side, Team], bool], list[Reason]]
_objectors: list[Objector] = []

NOT_ALLOWED = {
    "none": gettext_lazy("This league plays its fixtures, and nothing beside them."),
    "friendlies": gettext_lazy(
        "Matches that count are played from their fixtures here. Make it a friendly, or ask "
        "whoever runs the league for a fixture."
    ),
}


def add_objector(objector: Objector) -> None:
    """Have somebody asked before two teams meet off the schedule."""
    _objectors.append(objector)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of the season that one of two teams played."""

    on: date
    teams: frozenset[int]
    is_friendly: bool


def why_not_unscheduled(
    season: Season, teams: Mapping[Side, Team], *, is_friendly: bool, played_on: date
) -> list[Reason]:
    """Everything that speaks against a match off the schedule. One statement, and what later rooms
    need."""
    house = book_of(season.pin).house
    reasons = why_none_unscheduled(season)
    if only_friendlies(season) and not is_friendly:
        reasons.append(Reason("only_friendlies", str(NOT_ALLOWED["friendlies"]), "is_friendly"))
    meetings, pair = meetings_of(season, teams.values()), _pair(teams.values())
    most = house["repeat.in-a-row"]
    if in_a_row(meetings, pair, on=played_on) >= most:
        often = ngettext(
            "These two may play once in a row. Somebody else comes first.",
            "These two may play %(most)d times in a row. Somebody else comes first.",
            most,
        )
        reasons.append(Reason("too_often_in_a_row", often % {"most": most}, "away"))
    counted = sum(each.teams == pair and not each.is_friendly for each in meetings)
    if not is_friendly and counted >= house["repeat.rival"]:
        sentence = _("These two have met %(met)d times this season: another match is a friendly.")
        reasons.append(Reason("friendly_by_now", sentence % {"met": counted}, "is_friendly"))
    for objector in _objectors:
        reasons += objector(season, teams, is_friendly)
    return reasons


def why_none_unscheduled(season: Season) -> list[Reason]:
    """What speaks against every match off the schedule, whoever plays it."""
    reasons = []
    if season.state not in (Season.State.RUNNING, Season.State.OVER, Season.State.ENDING):
        early = _("Matches are played once the season has begun.")
        reasons.append(Reason("season_not_running", early))
    if book_of(season.pin).house["unscheduled"] == "none":
        reasons.append(Reason("only_fixtures", str(NOT_ALLOWED["none"]), "is_friendly"))
    return reasons


def only_friendlies(season: Season) -> bool:
    return bool(book_of(season.pin).house["unscheduled"] == "friendlies")


def meetings_of(season: Season, teams: Iterable[Team]) -> list[Meeting]:
    """The season's matches of these teams, in the order of their days. One statement."""
    theirs = MatchSide.objects.filter(team__in=list(teams), match__season=season)
    rows = MatchSide.objects.filter(match__in=theirs.values("match")).exclude(
        match__state=Match.State.CALLED_OFF
    )
    found: dict[int, tuple[date, bool, set[int]]] = {}
    told = ("match", "match__played_on", "match__is_friendly", "team")
    for match, on, is_friendly, team in rows.order_by("match__played_on", "match").values_list(
        *told
    ):
        found.setdefault(match, (on, is_friendly, set()))[2].add(team)
    return [Meeting(on, frozenset(both), friendly) for on, friendly, both in found.values()]


def in_a_row(meetings: Iterable[Meeting], pair: frozenset[int], *, on: date) -> int:
    """How often one of the two meets nobody else, on either side of a day."""
    before = [each for each in meetings if each.on <= on][::-1]
    after = [each for each in meetings if each.on > on]
    return max((_run(before, pair, team) + _run(after, pair, team) for team in pair), default=0)


def _run(meetings: Iterable[Meeting], pair: frozenset[int], team: int) -> int:
    count = 0
    for each in meetings:
        if team in each.teams:
            if each.teams != pair:
                break
            count += 1
    return count


def _pair(teams: Iterable[Team]) -> frozenset[int]:
    return frozenset(team.pk for team in teams)


def yet_to_agree(sides: Mapping[Side, MatchSide]) -> list[Side]:
    """Sides that have been asked to play and have not answered."""
    return [side for side in SIDES if sides[side].agreed_at is None]
