"""A team changes hands: a new coach, one beside them, one in their place for a match."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.recording import record_act
from league.hooks import LeagueReopened
from league.models import Membership, Role
from league.permissions import runs
from teams import ledger
from teams.commands.telling import tell_of_coach, tell_turned_down
from teams.hooks import Becomes, TeamChange
from teams.models import Team, Tenure
from teams.notice import (
    NOTICE,
    may_be_turned_down,
    notice_faults,
    owed_to,
)
from teams.office import is_anothers, plays_in_its_season
from teams.permissions import TeamAccess, begun, going_on, holding, must_act

Kind = Tenure.Kind

COACHING = (Role.COACH, Role.DEPUTY, Role.COMMISSIONER)
FURTHEST_AHEAD = timedelta(days=366)
LONGEST_STAND_IN = timedelta(days=60)
MOST_BESIDE = 6


def put_in_charge(
    *,
    actor: User,
    team: Team,
    coach: Membership,
    kind: str,
    now: datetime,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Tenure:
    """The one of the three below that the kind names."""
    match kind:
        case Kind.COACH:
            return hand_over_team(actor=actor, team=team, coach=coach, now=now, since=since)
        case Kind.SECOND:
            return add_second_coach(actor=actor, team=team, coach=coach, now=now)
        case _:
            if until is None:
                raise Refused.because("until_missing", _("A stand-in needs an end."), "until")
            return appoint_stand_in(
                actor=actor, team=team, coach=coach, now=now, since=since, until=until
            )


def hand_over_team(
    *,
    actor: User,
    team: Team,
    coach: Membership,
    now: datetime,
    since: datetime | None = None,
) -> Tenure:
    """Give a team a new coach, from now or from another time on; a plan made before is dropped.
    Whoever runs the league does, and the first coach with their own team; where somebody does who
    plays in its season, the coach before them has notice (`teams/notice.py`).

    What happened before stays with whoever coached then.
    """
    access = _must_choose(actor, team)
    since = since or now
    with transaction.atomic():
        team = ledger.lock(team)
        last = team.tenures.filter(begun(now), kind=Kind.COACH).order_by("since").last()
        present = last if last is not None and not last.is_past(now) else None
        noticed = owed_to(actor, team, now=now)
        if noticed is not None:
            since = max(since, now + NOTICE)
        reasons = [
            *coach_faults(team, coach),
            *_why_not_coached(team, actor, coach, now=now),
            *(notice_faults(noticed, now=now) if noticed else []),
            *_beginning_faults(last, coach, since=since, now=now),
        ]
        plans = list(team.tenures.filter(~begun(now), kind=Kind.COACH))
        if not access.runs_league:
            reasons += _giving_away_faults(coach, plans, actor, since=since, now=now)
        if reasons:
            raise Refused(*reasons)
        for planned in plans:
            _drop_plan(planned)
        if present is not None:
            _end(present, at=since, now=now)
        _end_beside(team, coach, at=since, now=now)
        tenure = Tenure.objects.create(
            team=team,
            coach=coach,
            kind=Kind.COACH,
            since=since,
            made_at=now,
            made_by=actor,
            has_notice=noticed is not None,
        )
        tell_of_coach(tenure, [present.coach if present else None, coach], but=actor, now=now)
        _note("teams.hand_over_team", tenure, actor=actor, now=now)
    return tenure


def add_second_coach(*, actor: User, team: Team, coach: Membership, now: datetime) -> Tenure:
    """Put another coach beside the first, with the same rights; the first coach may do so, too."""
    _must_choose(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        if reasons := [
            *coach_faults(team, coach),
            *_why_not_beside(team, actor, coach, now=now),
            *_coaching_faults(team, coach, now=now),
        ]:
            raise Refused(*reasons)
        tenure = Tenure.objects.create(
            team=team, coach=coach, kind=Kind.SECOND, since=now, made_at=now, made_by=actor
        )
        tell_of_coach(tenure, [_first_coach(team, now), coach], but=actor, now=now)
        _note("teams.add_second_coach", tenure, actor=actor, now=now)
    return tenure


def appoint_stand_in(
    *,
    actor: User,
    team: Team,
    coach: Membership,
    until: datetime,
    now: datetime,
    since: datetime | None = None,
) -> Tenure:
    """Let another coach act for the team until a time; it ends by itself."""
    _must_choose(actor, team)
    since = since or now
    with transaction.atomic():
        team = ledger.lock(team)
        reasons = [
            *coach_faults(team, coach),
            *_why_not_beside(team, actor, coach, now=now),
            *_coaching_faults(team, coach, now=since),
            *_stand_in_faults(since, until, now=now),
        ]
        if reasons:
            raise Refused(*reasons)
        tenure = Tenure.objects.create(
            team=team,
            coach=coach,
            kind=Kind.STAND_IN,
            since=since,
            until=until,
            made_at=now,
            made_by=actor,
        )
        tell_of_coach(tenure, [_first_coach(team, now), coach], but=actor, now=now)
        _note("teams.appoint_stand_in", tenure, actor=actor, now=now)
    return tenure


def end_tenure(*, actor: User, tenure: Tenure, now: datetime) -> Tenure:
    """End somebody's time with a team. A first coach goes by their own word or that of whoever runs
    the league, who acts for the team then; and turns down whom they were given notice of. Raises
    Conflict."""
    team = tenure.team
    access = must_act(actor, team)
    own = access.membership is not None and access.membership.pk == tenure.coach_id
    may_turn_down = access.is_first_coach and may_be_turned_down(tenure, actor, now=now)
    if not (access.may_end(tenure) or may_turn_down):
        sentence = _("This is for the team's first coach and the commissioner.")
        if tenure.kind == Kind.COACH:
            sentence = _("This is for the commissioner and the deputies, and for that coach.")
        raise Forbidden.because("not_yours_to_end", sentence)
    with transaction.atomic():
        team = ledger.lock(team)
        fresh = team.tenures.filter(pk=tenure.pk).first()
        if fresh is None or fresh.is_past(now):
            raise Conflict.because("tenure_over", _("This is over already."))
        is_plan = fresh.is_planned(now)
        turns_down = is_plan and may_turn_down
        own_plan = is_plan and fresh.made_by_id == actor.pk
        is_theirs = own or turns_down or own_plan
        if reasons := [] if is_theirs else _why_not_coached(team, actor, None, now=now):
            raise Refused(*reasons)
        if is_plan:
            _drop_plan(fresh)
            if turns_down and access.tenure:
                team.tenures.filter(pk=access.tenure.pk).update(declined_at=now)
                tell_turned_down(fresh, by=actor, now=now)
        else:
            _end(fresh, at=now, now=now)
            tell_of_coach(fresh, [fresh.coach], but=actor, now=now)
        _note("teams.end_tenure", fresh, actor=actor, now=now)
    return fresh


def give_notice_anew(told: LeagueReopened) -> None:
    """Whoever could turn nothing down while a league was closed has their notice again. The league
    is held."""
    since = told.now + NOTICE
    planned = Tenure.objects.filter(team__league=told.league, has_notice=True, until=None)
    soon = planned.filter(since__gt=told.closed_at, since__lt=since)
    for tenure in soon.select_related("team", "coach").order_by("team_id"):
        team = ledger.lock(tenure.team)
        # Whom they replace, and where they were second before, that.
        ending = team.tenures.filter(until=tenure.since, coach__until=None)
        ending = ending.exclude(kind=Kind.STAND_IN).select_related("coach")
        places = [each.coach for each in ending if each.kind == Kind.COACH]
        if not places:
            continue
        ending.update(until=since)
        tenure.since = since
        tenure.save(update_fields=["since"])
        tell_of_coach(tenure, [*places, tenure.coach], but=told.by, now=told.now)


def coach_faults(team: Team, coach: Membership) -> list[Reason]:
    if coach.league_id == team.league_id and coach.until is None and coach.role in COACHING:
        return []
    return [Reason("not_a_coach", _("Only a coach of the league can coach a team."), "coach")]


def _why_not_coached(
    team: Team, actor: User, coach: Membership | None, *, now: datetime
) -> list[Reason]:
    """Nobody is to coach it where somebody's time with it ends."""
    hindered = TeamChange(Becomes.COACHED_BY_OTHERS, team, actor, coach).why_not()
    nobody_else = coach is None or coach.user_id in (None, actor.pk)
    if not hindered and nobody_else and is_anothers(actor, team, now=now):
        return [plays_in_its_season(team, "coach" if coach else "")]
    if coach is None or not runs(coach) or coach.user_id == actor.pk:
        return hindered
    # They would lose their say in the team's matches by it.
    sentence = _(
        "%(name)s runs the league, and whoever does becomes coach of a team by their own hand "
        "only. Ask them to do it themselves."
    )
    return [Reason("runs_the_league", sentence % {"name": coach}, "coach"), *hindered]


def _why_not_beside(team: Team, actor: User, coach: Membership, *, now: datetime) -> list[Reason]:
    """Who comes beside a coach acts at once, so there is no notice of them."""
    if reasons := _why_not_coached(team, actor, coach, now=now):
        return reasons
    return [plays_in_its_season(team, "coach")] if is_anothers(actor, team, now=now) else []


def _must_choose(actor: User, team: Team) -> TeamAccess:
    """Who follows a coach, stands beside or in for them is for the coach and for the commissioner
    to say."""
    access = must_act(actor, team)
    if not access.chooses_coaches:
        raise Forbidden.because(
            "not_first_coach", _("This is for the team's first coach and the commissioner.")
        )
    return access


def _first_coach(team: Team, now: datetime) -> Membership | None:
    first = team.tenures.filter(holding(now), kind=Kind.COACH).select_related("coach").first()
    return first.coach if first else None


def _giving_away_faults(
    coach: Membership, plans: list[Tenure], actor: User, *, since: datetime, now: datetime
) -> list[Reason]:
    """What keeps a first coach from handing their own team over."""
    reasons = []
    if coach.user_id is None and not any(each.coach_id == coach.pk for each in plans):
        sentence = _(
            "You hand your team to somebody with an account. One who has none is put in charge "
            "by whoever runs the league."
        )
        reasons.append(Reason("no_account", sentence, "coach"))
    if since < now:
        sentence = _("You hand your team over from now on. Whoever runs the league dates it back.")
        reasons.append(Reason("dated_back", sentence, "since"))
    if any(
        each.made_by_id != actor.pk and not may_be_turned_down(each, actor, now=now)
        for each in plans
    ):
        sentence = _(
            "Another coach is to take over already. Whoever runs the league ends that plan first."
        )
        reasons.append(Reason("planned_already", sentence, "coach"))
    return reasons


def _end(tenure: Tenure, *, at: datetime, now: datetime) -> None:
    tenure.until = max(at, tenure.since)
    # Ended now, it is over from now on, also where it began by a clock that was ahead.
    tenure.ended_at = max(now, tenure.until) if at <= now else now
    tenure.save(update_fields=["until", "ended_at"])


def _end_beside(team: Team, coach: Membership, *, at: datetime, now: datetime) -> None:
    """A new first coach is second no more. Where they stand in, a plan leaves that to end
    by itself, since nobody would know its end again if the plan were dropped."""
    beside = team.tenures.filter(going_on(at), coach=coach)
    kinds = [Kind.SECOND] if at > now else [Kind.SECOND, Kind.STAND_IN]
    for tenure in beside.filter(kind__in=kinds):
        _end(tenure, at=at, now=now)


def _drop_plan(planned: Tenure) -> None:
    """Whoever has not begun never will: the coach who was to go stays, and a second coach who was
    to follow stays second."""
    planned.delete()
    if planned.kind == Kind.COACH:
        ending = Tenure.objects.filter(team=planned.team_id, until=planned.since)
        ending.filter(kind=Kind.COACH).update(until=None, ended_at=None)
        ending.filter(kind=Kind.SECOND, coach=planned.coach_id).update(until=None, ended_at=None)


def _beginning_faults(
    last: Tenure | None, coach: Membership, *, since: datetime, now: datetime
) -> list[Reason]:
    if since > now + FURTHEST_AHEAD:
        return [_too_far_ahead()]
    if last is None:
        return []
    if not last.is_past(now) and last.coach_id == coach.pk:
        return [Reason("coaches_already", _("This is the team's coach already."), "coach")]
    earliest = last.until if last.until and last.is_past(now) else last.since
    if earliest > now:
        # Written by a clock that was ahead: nobody waits until it has caught up.
        return []
    if since < earliest or since == last.since:
        sentence = _("Somebody else coached the team until %(at)s; it has to be after that.")
        text = sentence % {"at": date_format(localtime(earliest), "D j M Y, H:i")}
        return [Reason("before_the_last_coach", text, "since")]
    return []


def _too_far_ahead() -> Reason:
    return Reason("too_far_ahead", _("A year ahead is as far as one can plan."), "since")


def _coaching_faults(team: Team, coach: Membership, *, now: datetime) -> list[Reason]:
    open_ended = team.tenures.filter(going_on(now))
    if open_ended.filter(coach=coach).exists():
        return [Reason("coaches_already", _("They coach this team already."), "coach")]
    if open_ended.exclude(kind=Kind.COACH).count() >= MOST_BESIDE:
        many = _("%(most)d beside the first coach is as many as a team has. End one of them first.")
        params = {"most": MOST_BESIDE}
        return [Reason("too_many_coaches", many % params, "coach", params)]
    return []


def _stand_in_faults(since: datetime, until: datetime, *, now: datetime) -> list[Reason]:
    if since > now + FURTHEST_AHEAD:
        return [_too_far_ahead()]
    if until <= max(since, now):
        return [Reason("ends_before_it_begins", _("It ends at a time to come."), "until")]
    if until > since + LONGEST_STAND_IN:
        sentence = _(
            "A stand-in coaches until the time that you name, %(days)d days at most. For longer, "
            "put a second coach beside the first."
        )
        return [Reason("too_long", sentence % {"days": LONGEST_STAND_IN.days}, "until")]
    return []


def _note(name: str, tenure: Tenure, *, actor: User, now: datetime) -> None:
    record_act(
        name,
        actor=actor,
        now=now,
        team=str(tenure.team.uuid),
        coach=str(tenure.coach.uuid),
        tenure=str(tenure.uuid),
        since=tenure.since.isoformat(),
        until=tenure.until.isoformat() if tenure.until else None,
    )
