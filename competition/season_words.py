"""The state of a season in words, and what whoever looks could do next."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.models import Stage
from competition.queries.desk import Desk, StageLine
from competition.queries.season_end import SeasonEnding
from competition.todos import register_team
from league.models import Season
from league.permissions import runs
from league.todos import invite_coaches, open_registration
from league.wall_time import said_in
from teams.todos import draft_team
from web.todos import Todo

FEWEST = 2


def state_said(desk: Desk, *, now: datetime) -> str:
    season = desk.season
    match season.state:
        case Season.State.PREPARING:
            return _("The season is being prepared. Registration has not opened yet.")
        case Season.State.REGISTRATION:
            return _registration(season, now=now)
        case Season.State.ENDING:
            return _("The season is being ended: who won what is worked out.")
        case Season.State.OVER:
            return _("This season is over.")
    running = [line for line in desk.stages if line.stage.state == Stage.State.RUNNING]
    if not running:
        return _("The season is under way; no stage is being played.")
    return " ".join(_stage_said(line) for line in running)


def _registration(season: Season, *, now: datetime) -> str:
    until = season.registration_until
    if until is None:
        return _("Registration is open.")
    params = {"until": said_in(season.league, until)}
    if now >= until:
        return _("Registration closed on %(until)s. The commissioner can still take a team in.") % (
            params
        )
    return _("Registration is open until %(until)s.") % params


def _stage_said(line: StageLine) -> str:
    stage = line.stage
    if line.is_being_made:
        return _("%(stage)s has begun; its fixtures are being made.") % {"stage": stage}
    params = {"stage": stage, "played": line.played, "all": line.fixtures, "round": line.round}
    if stage.format == Stage.Format.OPEN:
        return ngettext(
            "%(stage)s: %(played)d match played.",
            "%(stage)s: %(played)d matches played.",
            line.played,
        ) % (params)
    if line.round is not None:
        return _("%(stage)s is in round %(round)d: %(played)d of %(all)d matches played.") % params
    return _("%(stage)s: %(played)d of %(all)d matches played.") % params


def next_steps(desk: Desk) -> list[Todo]:
    """The most pressing first; nothing for whoever only looks."""
    if desk.league.closed_at is not None or desk.own is None:
        return []
    return list(_for_the_commissioner(desk) if runs(desk.own) else _for_a_coach(desk))


def _for_a_coach(desk: Desk) -> Iterator[Todo]:
    if not desk.may_register:
        return
    for team in desk.not_down:
        yield register_team(desk.season, team.uuid, str(team))
    has_own = any(line.is_mine for line in desk.lines)
    if not desk.not_down and not has_own:
        why = _("You have no team yet. Draft one, then put it down for the season here.")
        yield replace(draft_team(desk.league), why=why)


def _for_the_commissioner(desk: Desk) -> Iterator[Todo]:
    if desk.season.state == Season.State.PREPARING:
        why = _("Coaches can draft and register once registration is open.")
        yield replace(open_registration(desk.league), why=why)
    if desk.season.state == Season.State.REGISTRATION:
        yield from _registering(desk)
    yield from how_it_goes_on(
        desk.season, desk.stages, ending=desk.ending, teams=len(desk.accepted)
    )


def how_it_goes_on(
    season: Season, stages: Sequence[StageLine], *, ending: SeasonEnding | None, teams: int
) -> Iterator[Todo]:
    """What comes next of a season's stages and its end, for whoever runs it."""
    if season.state == Season.State.OVER:
        return
    if season.state == Season.State.ENDING:
        yield _todo(
            season,
            _("Nothing in the season changes any more."),
            _("See how far it is"),
            "honours",
        )
        return
    if ending is not None:
        yield _todo(
            season,
            _("The season was to be ended, and that came to nothing."),
            _("Try again"),
            "end-season",
        )
    elif season.state == Season.State.RUNNING and stages and all(map(_is_done, stages)):
        yield _todo(
            season,
            _("Nothing is left to play. Who won what is worked out when the season ends."),
            _("End the season"),
            "end-season",
        )
        return
    if not stages:
        yield _todo(
            season,
            _("A season is played in stages: a league, play-offs, a cup beside it."),
            _("Plan the first stage"),
            "new-stage",
        )
    for line in stages:
        yield from _with_stage(season, line, teams=teams)


def _registering(desk: Desk) -> Iterator[Todo]:
    if waiting := len(desk.acceptable):
        words = ngettext(
            "%(n)d registration waits for your word.",
            "%(n)d registrations wait for your word.",
            waiting,
        )
        label = ngettext("Let it in", "Let all %(n)d in", waiting)
        params = {"n": waiting}
        yield _todo(desk.season, words % params, label % params, "accept", posts=True)
    if missing := len(desk.never_down):
        words = ngettext(
            "%(n)d team of the league is not registered for the season.",
            "%(n)d teams of the league are not registered for the season.",
            missing,
        )
        yield _todo(
            desk.season,
            words % {"n": missing},
            _("Register every team"),
            "register-all",
            posts=True,
        )
    elif not desk.lines:
        why = _("The league has no team yet. They come when coaches draft them.")
        yield replace(invite_coaches(desk.league), why=why)


def _with_stage(season: Season, line: StageLine, *, teams: int) -> Iterator[Todo]:
    stage, stages = line.stage, {"stage": line.stage}
    if stage.state == Stage.State.PLANNED:
        before = stage.follows
        ready = before is None or before.state == Stage.State.OVER
        if ready and teams >= FEWEST:
            yield _todo(
                season,
                _("%(stage)s is planned and can begin.") % stages,
                _("Start %(stage)s") % stages,
                "start-stage",
                stage,
            )
    elif _waits_to_be_closed(line):
        yield _todo(
            season,
            _("Everything in round %(round)d of %(stage)s is played. Close it, and the next opens.")
            % {**stages, "round": line.round},
            _("Go to the round"),
            "stage",
            stage,
        )
    if _is_played(line):
        yield _todo(
            season,
            _("Everything on the schedule of %(stage)s is played.") % stages,
            _("See how it goes on"),
            "stage",
            stage,
        )

    if _lacks_dates(line):
        why = _(
            "The rounds of %(stage)s have no dates, so nobody is reminded and nothing is ever "
            "overdue. A round a week, say, from a day that you choose."
        )
        page = reverse("competition:stage-dates", args=[stage.uuid])
        api = reverse("api-stage-dates", args=[stage.uuid])
        yield Todo("set-dates", why % stages, _("Set the dates"), page, api)


def _lacks_dates(line: StageLine) -> bool:
    """Whether its rounds were begun without any. A Swiss may be a day in one room, and in open
    play everybody meets whenever they like."""
    if line.stage.format not in (Stage.Format.ROUND_ROBIN, Stage.Format.KNOCK_OUT):
        return False
    is_on = line.stage.state == Stage.State.RUNNING and not line.is_being_made
    return is_on and bool(line.open) and not line.has_dates


def _is_played(line: StageLine) -> bool:
    """Whether all that a running stage has on its schedule is played."""
    if line.stage.state != Stage.State.RUNNING or line.is_being_made:
        return False
    return line.stage.format != Stage.Format.OPEN and bool(line.fixtures) and not line.open


def _waits_to_be_closed(line: StageLine) -> bool:
    """Whether coaches wait for the next round of a round robin, which opens as this one closes."""
    stage = line.stage
    in_turn = stage.format == Stage.Format.ROUND_ROBIN and not stage.plays_ahead
    is_on = stage.state == Stage.State.RUNNING and not line.is_being_made
    return (
        in_turn and is_on and line.round is not None and line.open > 0 and not line.left_in_rounds
    )


def _is_done(line: StageLine) -> bool:
    """Whether nothing comes after that either: a Swiss may have rounds left to pair."""
    stage = line.stage
    if stage.state == Stage.State.OVER:
        return True
    is_paired = stage.format != Stage.Format.SWISS or line.rounds >= stage.swiss_rounds
    return is_paired and _is_played(line)


# Where a program goes on with what the desk's pages do.
API = {
    "accept": "api-accept",
    "register-all": "api-register-all",
    "new-stage": "api-stages",
    "start-stage": "api-start-stage",
    "stage": "api-stage",
    "end-season": "api-end-season",
    "honours": "api-honours",
}


def _todo(
    season: Season,
    why: str,
    button: str,
    place: str,
    stage: Stage | None = None,
    *,
    posts: bool = False,
) -> Todo:
    """Something to do at a page of the season desk."""
    at = [season.league.uuid, *([stage.uuid] if stage else [])]
    page, api = reverse(f"competition:{place}", args=at), reverse(API[place], args=at)
    return Todo("go-on", why, button, page, api, posts=posts)
