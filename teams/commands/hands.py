"""A team changes hands: a new coach, one beside them, one in their place for a match."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Forbidden, Reason, Refused
from league.models import Membership, Role
from teams import ledger
from teams.hindrances import Becomes, Change, hindrances
from teams.models import Team, Tenure
from teams.permissions import begun, going_on, must_act, must_run_for

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

    What happened before stays with whoever coached then.
    """
    must_run_for(actor, team)
    since = since or now
    with transaction.atomic():
        team = ledger.lock(team)
        last = team.tenures.filter(begun(now), kind=Kind.COACH).order_by("since").last()
        present = last if last is not None and not last.is_past(now) else None
        reasons = [
            *coach_faults(team, coach),
            *_hindrances(team, actor, coach),
            *_beginning_faults(last, coach, since=since, now=now),
        ]
        if reasons:
            raise Refused(*reasons)
        for planned in team.tenures.filter(~begun(now), kind=Kind.COACH):
            _drop_plan(planned)
        if present is not None:
            _end(present, at=since, now=now)
        _end_beside(team, coach, at=since, now=now)
        tenure = Tenure.objects.create(
            team=team, coach=coach, kind=Kind.COACH, since=since, made_at=now
        )
        _note("teams.hand_over_team", tenure, actor=actor, now=now)
    return tenure


def add_second_coach(*, actor: User, team: Team, coach: Membership, now: datetime) -> Tenure:
    """Put another coach beside the first, with the same rights; the first coach may do so, too."""
    _must_choose(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        if reasons := [
            *coach_faults(team, coach),
            *_hindrances(team, actor, coach),
            *_coaching_faults(team, coach, now=now),
        ]:
            raise Refused(*reasons)
        tenure = Tenure.objects.create(
            team=team, coach=coach, kind=Kind.SECOND, since=now, made_at=now
        )
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
    """Let another coach act for the team around one match; it ends by itself."""
    _must_choose(actor, team)
    since = since or now
    with transaction.atomic():
        team = ledger.lock(team)
        reasons = [
            *coach_faults(team, coach),
            *_hindrances(team, actor, coach),
            *_coaching_faults(team, coach, now=since),
            *_stand_in_faults(since, until, now=now),
        ]
        if reasons:
            raise Refused(*reasons)
        tenure = Tenure.objects.create(
            team=team, coach=coach, kind=Kind.STAND_IN, since=since, until=until, made_at=now
        )
        _note("teams.appoint_stand_in", tenure, actor=actor, now=now)
    return tenure


def end_tenure(*, actor: User, tenure: Tenure, now: datetime) -> Tenure:
    """End somebody's time with a team. A first coach goes by the commissioner's word alone, and
    leaves the team to the commissioner. Raises Conflict."""
    team = tenure.team
    hand = must_act(actor, team)
    own = hand.membership is not None and hand.membership.pk == tenure.coach_id
    if tenure.kind == Kind.COACH:
        must_run_for(actor, team)
    elif not own:
        _must_choose(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        fresh = team.tenures.filter(pk=tenure.pk).first()
        if fresh is None or fresh.is_past(now):
            raise Conflict.because("tenure_over", _("This is over already."))
        if reasons := [] if own else _hindrances(team, actor, None):
            raise Refused(*reasons)
        if fresh.is_planned(now):
            _drop_plan(fresh)
        else:
            _end(fresh, at=now, now=now)
        _note("teams.end_tenure", fresh, actor=actor, now=now)
    return fresh


def coach_faults(team: Team, coach: Membership) -> list[Reason]:
    if coach.league_id == team.league_id and coach.until is None and coach.role in COACHING:
        return []
    return [Reason("not_a_coach", _("Only a coach of the league can coach a team."), "coach")]


def _hindrances(team: Team, actor: User, coach: Membership | None) -> list[Reason]:
    return hindrances(Change(Becomes.COACHED_BY_OTHERS, team, actor, coach))


def _must_choose(actor: User, team: Team) -> None:
    """Who stands beside or in for a coach is for the coach and for the commissioner to say."""
    if not must_act(actor, team).chooses_coaches:
        raise Forbidden.because(
            "not_first_coach", _("This is for the team's first coach and the commissioner.")
        )


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
        said = sentence % {"at": date_format(localtime(earliest), "j M Y, H:i")}
        return [Reason("before_the_last_coach", said, "since")]
    return []


def _too_far_ahead() -> Reason:
    return Reason("too_far_ahead", _("A year ahead is as far as one can plan."), "since")


def _coaching_faults(team: Team, coach: Membership, *, now: datetime) -> list[Reason]:
    open_ended = team.tenures.filter(going_on(now))
    if open_ended.filter(coach=coach).exists():
        return [Reason("coaches_already", _("They coach this team already."), "coach")]
    if open_ended.exclude(kind=Kind.COACH).count() >= MOST_BESIDE:
        many = _("%(most)d beside the first coach is as many as a team has. End one of them first.")
        told = {"most": MOST_BESIDE}
        return [Reason("too_many_coaches", many % told, "coach", told)]
    return []


def _stand_in_faults(since: datetime, until: datetime, *, now: datetime) -> list[Reason]:
    if since > now + FURTHEST_AHEAD:
        return [_too_far_ahead()]
    if until <= max(since, now):
        return [Reason("ends_before_it_begins", _("It ends at a time to come."), "until")]
    if until > since + LONGEST_STAND_IN:
        sentence = _("A stand-in plays one match: %(days)d days at most.")
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
