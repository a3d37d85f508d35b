"""Matches that two coaches play beside the schedule: what the house rules let them, how often, and
who has agreed to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from acts.failures import Reason
from league.models import Season
from league.pins import book_of
from matches.hooks import Invitation, InvitationsBetween, UnscheduledMatch
from matches.models import Match, MatchSide
from rules.engine.match import SIDES, Side
from rules.house import House
from teams.models import Team

NOT_ALLOWED = {
    "none": gettext_lazy("This league plays its fixtures, and nothing beside them."),
    "friendlies": gettext_lazy(
        "Matches that count are played from their fixtures here. Make it a friendly, or ask "
        "whoever runs the league for a fixture."
    ),
}


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of the season that one of two teams played."""

    on: date
    teams: frozenset[int]
    is_friendly: bool


def why_not_unscheduled(
    season: Season,
    teams: Mapping[Side, Team],
    *,
    is_friendly: bool,
    played_on: date,
    but: Match | None = None,
) -> list[Reason]:
    """Everything that speaks against a match off the schedule; `but` for the match itself, where
    it is there already. One statement, and what later rooms need."""
    house = book_of(season.pin).house
    reasons = why_none_unscheduled(season)
    if only_friendlies(season) and not is_friendly:
        reasons.append(Reason("only_friendlies", str(NOT_ALLOWED["friendlies"]), "is_friendly"))
    meetings, pair = meetings_of(season, teams.values(), but=but), _pair(teams.values())
    reasons += _why_not_repeated(house, meetings, pair, played_on)
    if is_friendly:
        reasons += why_no_more_friendlies(house, meetings, teams)
    counted = sum(each.teams == pair and not each.is_friendly for each in meetings)
    if not is_friendly and counted >= house["repeat.rival"]:
        sentence = _("These two have met %(met)d times this season: another match is a friendly.")
        reasons.append(Reason("friendly_by_now", sentence % {"met": counted}, "is_friendly"))
    return reasons + UnscheduledMatch(season, teams, is_friendly).why_not()


def why_not_arranged(
    season: Season, teams: Mapping[Side, Team], *, is_friendly: bool, played_on: date
) -> list[Reason]:
    """What speaks against a match that was arranged in open play, when it is to begin: others may
    have been played since. One statement."""
    house, meetings = book_of(season.pin).house, meetings_of(season, teams.values())
    reasons = _why_not_repeated(house, meetings, _pair(teams.values()), played_on)
    return [*reasons, *why_no_more_friendlies(house, meetings, teams)] if is_friendly else reasons


def _why_not_repeated(
    house: House, meetings: Iterable[Meeting], pair: frozenset[int], on: date
) -> list[Reason]:
    most = house["repeat.in-a-row"]
    if in_a_row(meetings, pair, on=on) < most:
        return []
    often = ngettext(
        "These two may play once in a row. Somebody else comes first.",
        "These two may play %(most)d times in a row. Somebody else comes first.",
        most,
    )
    return [Reason("too_often_in_a_row", often % {"most": most}, "away", {"most": most})]


def why_no_more_friendlies(
    house: House,
    meetings: Iterable[Meeting],
    teams: Mapping[Side, Team],
    planned: Mapping[int, int] | None = None,
) -> list[Reason]:
    """Who has had all the friendlies that a season has for a team. `planned` are those that teams
    have yet to play."""
    most = house["unscheduled.friendlies"]
    friendlies = [each for each in meetings if each.is_friendly]
    sentence = _(
        "%(team)s has had %(count)d of %(most)d friendlies this season. Play matches of the "
        "schedule, or ask whoever runs the league to raise the limit in the house rules."
    )
    return [
        Reason("friendlies_played", sentence % params, side, params)
        for side, team in teams.items()
        for count in [sum(team.pk in each.teams for each in friendlies)]
        for params in [
            {"team": str(team), "count": count + (planned or {}).get(team.pk, 0), "most": most}
        ]
        if params["count"] >= most
    ]


def why_not_asked_again(
    season: Season, teams: Mapping[Side, Team], asked: Iterable[Side]
) -> list[Reason]:
    """Who was asked by the other team often enough without a yes, in open play and off the schedule
    together: the next word is theirs. One statement, and what later rooms need."""
    asked = list(asked)
    invitations = invitations_between(season, teams) if asked else []
    for others in InvitationsBetween(season, teams).send() if asked else ():
        invitations += others
    return asked_too_often(season, {side: str(teams[side]) for side in asked}, invitations)


def asked_too_often(
    season: Season, asked: Mapping[Side, str], invitations: Iterable[Invitation]
) -> list[Reason]:
    """Who of those that are to be asked has been often enough; `asked` says their names."""
    most = book_of(season.pin).house["unscheduled.invitations"]
    invitations = list(invitations)
    return [
        _said_too_often(name, side, count)
        for side, name in asked.items()
        for count in [asked_in_vain(invitations, side)]
        if count >= most
    ]


def asked_in_vain(invitations: Iterable[Invitation], side: Side) -> int:
    """How many invitations of one side came to nothing since the two last agreed to play. Of two
    at one moment the first is the later."""
    count = 0
    for each in sorted(invitations, key=attrgetter("at"), reverse=True):
        if each.invited is None:
            break
        count += each.invited == side and not each.is_open
    return count


def _said_too_often(invited: str, subject: str, count: int) -> Reason:
    sentence = ngettext(
        "%(team)s was asked once this season and did not say yes. Let them ask you, or have "
        "whoever runs the league put the match down.",
        "%(team)s was asked %(count)d times this season and did not say yes. Let them ask you, or "
        "have whoever runs the league put the match down.",
        count,
    )
    params = {"team": invited, "count": count}
    return Reason("asked_too_often", sentence % params, subject, params)


def invitations_between(season: Season, teams: Mapping[Side, Team]) -> list[Invitation]:
    """Those of a season's matches, the latest first. One statement."""
    home, away = teams["home"], teams["away"]
    rows = MatchSide.objects.filter(
        match__in=home.sides.values("match"), match__season=season
    ).filter(match__in=away.sides.values("match"))
    asked: dict[int, list[Side]] = {}
    about: dict[int, tuple[datetime, str]] = {}
    told = ("match", "match__entered_at", "match__state", "team", "agreed_at")
    for match, at, state, team, agreed_at in rows.order_by("-match_id").values_list(*told):
        about[match] = at, state
        if agreed_at is None:
            asked.setdefault(match, []).append("home" if team == home.pk else "away")
    return [
        Invitation(at, next(iter(asked.get(match, ())), None), state != Match.State.CALLED_OFF)
        for match, (at, state) in about.items()
    ]


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


def meetings_of(season: Season, teams: Iterable[Team], but: Match | None = None) -> list[Meeting]:
    """The season's matches of these teams that both sides agreed to, in the order of their days.
    One statement."""
    theirs = MatchSide.objects.filter(team__in=list(teams), match__season=season)
    rows = (
        MatchSide.objects.filter(match__in=theirs.values("match"))
        .exclude(match__state=Match.State.CALLED_OFF)
        .exclude(match__in=theirs.filter(match__sides__agreed_at=None).values("match"))
        .exclude(match=but)
    )
    dates: dict[int, tuple[date, bool, set[int]]] = {}
    told = ("match", "match__played_on", "match__is_friendly", "team")
    for match, on, is_friendly, team in rows.order_by("match__played_on", "match").values_list(
        *told
    ):
        dates.setdefault(match, (on, is_friendly, set()))[2].add(team)
    return [Meeting(on, frozenset(both), friendly) for on, friendly, both in dates.values()]


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


def has_lapsed(match: Match, sides: Mapping[Side, MatchSide], *, now: datetime) -> bool:
    """Whether nobody can agree to it any more: it was an invitation for too long, or for a season
    that is over."""
    if not yet_to_agree(sides) or match.state == Match.State.CALLED_OFF:
        return False
    too_late = match.state == Match.State.PRE_MATCH and lapses_at(match) <= now
    return too_late or match.season.state == Season.State.OVER


def invited_until(match: Match, sides: Mapping[Side, MatchSide]) -> datetime | None:
    """When an invitation lapses; none where nobody is asked to play."""
    is_open = match.state == Match.State.PRE_MATCH and yet_to_agree(sides)
    return lapses_at(match) if is_open else None


def lapses_at(match: Match) -> datetime:
    """Some time after it was entered, or after its league was taken up again."""
    hours = book_of(match.pin).house["unscheduled.lapses-after"]
    return match.league.waits_since(match.entered_at) + timedelta(hours=hours)


def yet_to_agree(sides: Mapping[Side, MatchSide]) -> list[Side]:
    """Sides that have been asked to play and have not answered."""
    return [side for side in SIDES if sides[side].agreed_at is None]
