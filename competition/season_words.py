"""The state of a season in words, and what whoever looks could do next."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.models import Stage
from competition.queries.desk import Desk, StageLine
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
            _at(desk, "register", team.uuid),
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
    if desk.season.state == Season.State.ENDING:
        yield Step(
            _("Nothing in the season changes any more."),
            _("See how far it is"),
            _at(desk, "honours"),
        )
        return
    if desk.ending is not None:
        yield Step(
            _("The season was to be ended, and that came to nothing."),
            _("Try again"),
            _at(desk, "end-season"),
        )
    yield from _staging(desk)


def _registering(desk: Desk) -> Iterator[Step]:
    if waiting := len(desk.acceptable):
        words = ngettext(
            "%(n)d registration waits for your word.",
            "%(n)d registrations wait for your word.",
            waiting,
        )
        label = ngettext("Let it in", "Let all %(n)d in", waiting)
        yield Step(words % {"n": waiting}, label % {"n": waiting}, _at(desk, "accept"), posts=True)
    if missing := len(desk.never_down):
        words = ngettext(
            "%(n)d team of the league is not down for the season.",
            "%(n)d teams of the league are not down for the season.",
            missing,
        )
        yield Step(
            words % {"n": missing},
            _("Register every team"),
            _at(desk, "register-all"),
            posts=True,
        )
    elif not desk.lines:
        yield Step(
            _("The league has no team yet. They come when coaches draft them."),
            _("Invite by link"),
            reverse("league:invite", args=[desk.league.uuid]),
        )


def _staging(desk: Desk) -> Iterator[Step]:
    if desk.season.state == Season.State.OVER:
        return
    if not desk.stages:
        yield Step(
            _("A season is played in stages: a league, play-offs, a cup beside it."),
            _("Plan the first stage"),
            _at(desk, "new-stage"),
        )
    for line in desk.stages:
        yield from _with_stage(desk, line)


def _with_stage(desk: Desk, line: StageLine) -> Iterator[Step]:
    stage, told = line.stage, {"stage": line.stage}
    if stage.state == Stage.State.PLANNED:
        before = stage.follows
        ready = before is None or before.state == Stage.State.OVER
        if ready and len(desk.accepted) >= FEWEST:
            yield Step(
                _("%(stage)s is planned and can begin.") % told,
                _("Start %(stage)s") % told,
                _at(desk, "start-stage", stage.uuid),
            )
    if stage.state != Stage.State.RUNNING or line.is_being_made:
        return
    if stage.format != Stage.Format.OPEN and line.fixtures and not line.open:
        yield Step(
            _("Everything on the schedule of %(stage)s is played.") % told,
            _("See how it goes on"),
            _at(desk, "stage", stage.uuid),
        )


def _at(desk: Desk, name: str, *more: object) -> str:
    return reverse(f"competition:{name}", args=[desk.league.uuid, *more])
