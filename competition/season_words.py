"""The state of a season in words, and what whoever looks could do next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.models import Stage
from competition.queries.desk import Desk, StageLine
from competition.queries.season_end import Ending
from league.models import Season
from league.permissions import runs
from league.wall_time import said_in

FEWEST = 2


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: why, and the button. `posts` says that the button does it at once."""

    words: str
    label: str
    address: str
    posts: bool = False


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
    told = {"until": said_in(season.league, until)}
    if now >= until:
        return _("Registration closed on %(until)s. The commissioner can still take a team in.") % (
            told
        )
    return _("Registration is open until %(until)s.") % told


def _stage_said(line: StageLine) -> str:
    stage = line.stage
    if line.is_being_made:
        return _("%(stage)s has begun; its fixtures are being made.") % {"stage": stage}
    told = {"stage": stage, "played": line.played, "all": line.fixtures, "round": line.round}
    if stage.format == Stage.Format.OPEN:
        return ngettext(
            "%(stage)s: %(played)d match played.",
            "%(stage)s: %(played)d matches played.",
            line.played,
        ) % (told)
    if line.round is not None:
        return _("%(stage)s is in round %(round)d: %(played)d of %(all)d matches played.") % told
    return _("%(stage)s: %(played)d of %(all)d matches played.") % told


def next_steps(desk: Desk) -> list[Step]:
    """The most pressing first; nothing for whoever only looks."""
    if desk.league.closed_at is not None or desk.own is None:
        return []
    return list(_for_the_commissioner(desk) if runs(desk.own) else _for_a_coach(desk))


def _for_a_coach(desk: Desk) -> Iterator[Step]:
    if not desk.may_register:
        return
    for team in desk.not_down:
        yield Step(
            _("%(team)s is not down for the season.") % {"team": team},
            _("Register %(team)s") % {"team": team},
            _at(desk.season, "register", team.uuid),
            posts=True,
        )
    has_own = any(line.is_mine for line in desk.lines)
    if not desk.not_down and not has_own:
        yield Step(
            _("You have no team yet. Draft one, then put it down for the season here."),
            _("Draft your team"),
            reverse("teams:begin-draft", args=[desk.league.uuid]),
        )


def _for_the_commissioner(desk: Desk) -> Iterator[Step]:
    if desk.season.state == Season.State.PREPARING:
        yield Step(
            _("Coaches can draft and register once registration is open."),
            _("Open registration"),
            reverse("league:registration", args=[desk.league.uuid]),
        )
    if desk.season.state == Season.State.REGISTRATION:
        yield from _registering(desk)
    yield from how_it_goes_on(
        desk.season, desk.stages, ending=desk.ending, teams=len(desk.accepted)
    )


def how_it_goes_on(
    season: Season, stages: Sequence[StageLine], *, ending: Ending | None, teams: int
) -> Iterator[Step]:
    """What comes next of a season's stages and its end, for whoever runs it."""
    if season.state == Season.State.OVER:
        return
    if season.state == Season.State.ENDING:
        yield Step(
            _("Nothing in the season changes any more."),
            _("See how far it is"),
            _at(season, "honours"),
        )
        return
    if ending is not None:
        yield Step(
            _("The season was to be ended, and that came to nothing."),
            _("Try again"),
            _at(season, "end-season"),
        )
    elif season.state == Season.State.RUNNING and stages and all(map(_is_done, stages)):
        yield Step(
            _("Nothing is left to play. Who won what is worked out when the season ends."),
            _("End the season"),
            _at(season, "end-season"),
        )
        return
    if not stages:
        yield Step(
            _("A season is played in stages: a league, play-offs, a cup beside it."),
            _("Plan the first stage"),
            _at(season, "new-stage"),
        )
    for line in stages:
        yield from _with_stage(season, line, teams=teams)


def _registering(desk: Desk) -> Iterator[Step]:
    if waiting := len(desk.acceptable):
        words = ngettext(
            "%(n)d registration waits for your word.",
            "%(n)d registrations wait for your word.",
            waiting,
        )
        label = ngettext("Let it in", "Let all %(n)d in", waiting)
        yield Step(
            words % {"n": waiting}, label % {"n": waiting}, _at(desk.season, "accept"), posts=True
        )
    if missing := len(desk.never_down):
        words = ngettext(
            "%(n)d team of the league is not down for the season.",
            "%(n)d teams of the league are not down for the season.",
            missing,
        )
        yield Step(
            words % {"n": missing},
            _("Register every team"),
            _at(desk.season, "register-all"),
            posts=True,
        )
    elif not desk.lines:
        yield Step(
            _("The league has no team yet. They come when coaches draft them."),
            _("Invite by link"),
            reverse("league:invite", args=[desk.league.uuid]),
        )


def _with_stage(season: Season, line: StageLine, *, teams: int) -> Iterator[Step]:
    stage, told = line.stage, {"stage": line.stage}
    if stage.state == Stage.State.PLANNED:
        before = stage.follows
        ready = before is None or before.state == Stage.State.OVER
        if ready and teams >= FEWEST:
            yield Step(
                _("%(stage)s is planned and can begin.") % told,
                _("Start %(stage)s") % told,
                _at(season, "start-stage", stage.uuid),
            )
    if _is_played(line):
        yield Step(
            _("Everything on the schedule of %(stage)s is played.") % told,
            _("See how it goes on"),
            _at(season, "stage", stage.uuid),
        )


def _is_played(line: StageLine) -> bool:
    """Whether all that a running stage has on its schedule is played."""
    if line.stage.state != Stage.State.RUNNING or line.is_being_made:
        return False
    return line.stage.format != Stage.Format.OPEN and bool(line.fixtures) and not line.open


def _is_done(line: StageLine) -> bool:
    """Whether nothing comes after that either: a Swiss may have rounds left to pair."""
    stage = line.stage
    if stage.state == Stage.State.OVER:
        return True
    is_paired = stage.format != Stage.Format.SWISS or line.rounds >= stage.swiss_rounds
    return is_paired and _is_played(line)


def _at(season: Season, name: str, *more: object) -> str:
    return reverse(f"competition:{name}", args=[season.league.uuid, *more])
