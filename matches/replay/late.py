"""A match that is entered late takes its place by the day on which it was played."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from acts.failures import Reason
from league.models import RulesPin, Season
from league.pins import book_of
from matches.models import Match, MatchSide
from rules.engine import state
from rules.engine.effects import Left
from rules.engine.match import Side
from teams import ledger
from teams.models import Chapter, Team


@dataclass(frozen=True, slots=True)
class Late:
    """A team that has played since: what comes after the match, and how it stood before that."""

    side: Side
    team: Team
    next: MatchSide
    since: int
    then: state.Team
    value: int

    @property
    def sentence(self) -> str:
        about = {
            "team": self.team,
            "day": formats.date_format(self.next.match.played_on),
            "count": self.since,
        }
        return (
            _("%(team)s has played on %(day)s since. The match takes its place before that.")
            % about
        )


def late_sides(teams: Mapping[Side, Team], played_on: date, *, pin: RulesPin) -> dict[Side, Late]:
    """Those of the two who have played since that day. One statement, and one for each of them.

    A day that is yet to come was noted by a clock that was ahead, and keeps nobody from playing.
    """
    tomorrow = (timezone.now() + timedelta(days=1)).date()
    later = (
        MatchSide.objects.exclude(match__state=Match.State.CALLED_OFF)
        .filter(
            team__in=teams.values(),
            agreed_at__isnull=False,
            match__played_on__gt=played_on,
            match__played_on__lte=tomorrow,
        )
        .select_related("match", "chapter")
        .order_by("chapter__position")
    )
    found: dict[Side, Late] = {}
    for side, team in teams.items():
        if since := [each for each in later if each.team_id == team.pk]:
            then = ledger.state_before(team, since[0].chapter, 0)
            value = ledger.strength(book_of(pin), then)
            found[side] = Late(side, team, since[0], len(since), then, value)
    return found


def why_not_before(late: Late, season: Season) -> list[Reason]:
    """No match slips under the end of a season or a re-draft, nor under a trade in which somebody
    left: their new team has them as they were. Two statements."""
    after = late.team.chapters.filter(position__gte=late.next.chapter.position)
    beyond = after.exclude(
        season=season, kind__in=[Chapter.Kind.MATCH, Chapter.Kind.BETWEEN]
    ).exists()
    if beyond:
        sentence = _(
            "%(team)s has begun another season or was re-drafted since that day. No match is put "
            "in before that."
        )
        return [Reason("another_season", sentence % {"team": late.team}, late.side)]
    return _why_not_before_trades(late)


def _why_not_before_trades(late: Late) -> list[Reason]:
    trades = late.team.events.filter(
        kind="trade",
        chapter__position__gte=late.next.chapter.position,
        reverses=None,
        reversed_by=None,
    )
    if not any(isinstance(each, Left) for event in trades for each in ledger.effects_of(event)):
        return []
    sentence = _(
        "%(team)s has traded somebody since that day, who went as they were then. Whoever runs the "
        "league enters the score alone, and adjusts by hand what the match brought."
    )
    return [Reason("traded_since", sentence % {"team": late.team}, late.side)]
