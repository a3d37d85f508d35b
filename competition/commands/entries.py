"""Taking part in a season: registered, let in or refused, and gone again before it begins."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from competition.eligibility import illegal, why_not_this
from competition.models import Entry
from league.models import Season
from league.permissions import must_run
from league.registration import why_ended, why_no_more_teams, why_not_registered
from teams.models import Team, Tenure
from teams.on_record import reason_faults
from teams.permissions import TeamAccess, holding, must_act
from web.lines import tidied

State = Entry.State
MOST_IN_A_SEASON = 512


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A team that did not come in with all the others, and why."""

    team: Team
    reasons: list[Reason]


@dataclass(frozen=True, slots=True)
class EveryTeam:
    """What came of registering every team of a league."""

    entries: list[Entry]
    left_out: list[LeftOut]


def register_team(*, actor: User, season: Season, team: Team, now: datetime) -> Entry:
    """Put a team down for a season. The word of whoever runs the league lets it in at once."""
    access = must_act(actor, team)
    with transaction.atomic():
        season = lock_season(season)
        if reasons := [
            *(why_not_now(season) or _why_not_by(access, season, now=now)),
            *why_not_this(season, team),
        ]:
            raise Refused(*reasons)
        state = State.ACCEPTED if access.runs_league else State.REGISTERED
        entry = _put_down(season, team, state, now=now)
        record_act(
            "competition.register_team",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            entry=str(entry.uuid),
            team=str(team.uuid),
        )
    return entry


def _why_not_by(access: TeamAccess, season: Season, *, now: datetime) -> list[Reason]:
    """After the deadline, and beyond what one coach may have, it takes whoever runs the league."""
    if access.membership is None or access.runs_league:
        return []
    coached = access.membership.tenures.filter(holding(now), kind=Tenure.Kind.COACH)
    down = Entry.objects.filter(
        season=season, state__in=[State.REGISTERED, State.ACCEPTED], team__tenures__in=coached
    )
    return [
        *why_not_registered(season, by=access.membership, now=now),
        *why_no_more_teams(season.league, has=down.count()),
    ]


def _put_down(season: Season, team: Team, state: Entry.State, *, now: datetime) -> Entry:
    """The entry of a team; one that left or was refused comes back under its old row."""
    earlier = Entry.objects.filter(season=season, team=team).first()
    if earlier is None:
        if reasons := why_no_room(season):
            raise Refused(*reasons)
        try:
            with transaction.atomic():
                return Entry.objects.create(
                    season=season, team=team, state=state, registered_at=now
                )
        except IntegrityError:
            earlier = Entry.objects.get(season=season, team=team)
    if earlier.state in (State.REGISTERED, State.ACCEPTED):
        raise Conflict.because("entered_already", _("This team is down for the season already."))
    earlier.state, earlier.registered_at, earlier.left_at = state, now, None
    earlier.save(update_fields=["state", "registered_at", "left_at"])
    return earlier


def register_every_team(*, actor: User, season: Season, now: datetime) -> EveryTeam:
    """Let every team of the league in that may take part, whether it waits to be let in or is not
    down yet. Illegal ones stay out, to be looked at one by one; so does whoever was refused or
    went: that was decided. Whom it leaves out, it names."""
    must_run(actor, season.league)
    with transaction.atomic():
        season = lock_season(season)
        if reasons := why_not_now(season):
            raise Refused(*reasons)
        down = {entry.team_id: entry for entry in season.entries.filter(team__isnull=False)}
        teams = Team.objects.filter(league=season.league, state=Team.State.ACTIVE).order_by("id")
        missing = [
            team for team in teams if team.pk not in down or down[team.pk].state != State.ACCEPTED
        ]
        against = {team.pk: _why_not_with_all(season, team, down.get(team.pk)) for team in missing}
        entries = [
            _let_in(down[team.pk])
            if team.pk in down
            else _put_down(season, team, State.ACCEPTED, now=now)
            for team in missing
            if not against[team.pk]
        ]
        record_act(
            "competition.register_every_team",
            actor=actor,
            now=now,
            season=str(season.uuid),
            entries=[str(entry.uuid) for entry in entries],
        )
    left_out = [LeftOut(team, against[team.pk]) for team in missing if against[team.pk]]
    return EveryTeam(entries, left_out)


def _why_not_with_all(season: Season, team: Team, entry: Entry | None) -> list[Reason]:
    if entry is None or entry.state == State.REGISTERED:
        return why_not_this(season, team)
    if entry.state == State.REFUSED:
        sentence = _("%(team)s was turned down. Register it by itself to let it in after all.")
        return [Reason("turned_down", sentence % {"team": team}, "team")]
    sentence = _("%(team)s withdrew. Register it by itself to let it in after all.")
    return [Reason("withdrew", sentence % {"team": team}, "team")]


def accept_entries(
    *, actor: User, season: Season, entries: Iterable[Entry], now: datetime
) -> list[Entry]:
    """Let these in. Raises Refused with everything that speaks against any of them."""
    must_run(actor, season.league)
    with transaction.atomic():
        season = lock_season(season)
        waiting = list(
            Entry.objects.filter(
                season=season, pk__in=[entry.pk for entry in entries], state=State.REGISTERED
            ).select_related("team")
        )
        reasons = [
            *why_not_now(season),
            *(
                Reason(fault.code, f"{entry}: {fault.message}", str(entry.uuid), fault.params)
                for entry in waiting
                if entry.team
                for fault in illegal(season, entry.team)
            ),
        ]
        if reasons:
            raise Refused(*reasons)
        for entry in waiting:
            _let_in(entry)
        if waiting:
            record_act(
                "competition.accept_entries",
                actor=actor,
                now=now,
                entries=[str(entry.uuid) for entry in waiting],
            )
    return waiting


def _let_in(entry: Entry) -> Entry:
    entry.state = State.ACCEPTED
    entry.save(update_fields=["state"])
    return entry


def refuse_entry(*, actor: User, entry: Entry, reason: str, now: datetime) -> Entry:
    """Turn a registration down, with a reason that stays on record."""
    must_run(actor, entry.season.league)
    reason = tidied(reason)
    if faults := reason_faults(reason):
        raise Refused(*faults)
    return _end(
        entry, State.REFUSED, act="competition.refuse_entry", actor=actor, reason=reason, now=now
    )


def withdraw_entry(*, actor: User, entry: Entry, now: datetime) -> Entry:
    """Take a team out before the season has begun."""
    if entry.team:
        must_act(actor, entry.team)
    else:
        must_run(actor, entry.season.league)
    return _end(entry, State.LEFT, act="competition.withdraw_entry", actor=actor, now=now)


def _end(
    entry: Entry, state: Entry.State, *, act: str, actor: User, now: datetime, reason: str = ""
) -> Entry:
    with transaction.atomic():
        season = lock_season(entry.season)
        if reasons := why_not_now(season):
            raise Refused(*reasons)
        entry = Entry.objects.select_related("team").get(pk=entry.pk)
        if entry.state not in (State.REGISTERED, State.ACCEPTED):
            raise Conflict.because("not_entered", _("This team is not registered for the season."))
        entry.state, entry.division, entry.seed = state, None, None
        entry.left_at = now if state == State.LEFT else None
        entry.save(update_fields=["state", "division", "seed", "left_at"])
        record_act(act, actor=actor, now=now, reason=reason, entry=str(entry.uuid))
    return entry


def lock_season(season: Season) -> Season:
    """The season read again and locked: who takes part is decided under it, one at a time."""
    Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    return (
        Season.objects.select_related("league", "pin__catalogue")
        .defer("pin__catalogue__data")
        .get(pk=season.pk)
    )


def why_not_now(season: Season) -> list[Reason]:
    if season.state == Season.State.REGISTRATION:
        return []
    if reasons := why_ended(season):
        return reasons
    return [Reason("registration_closed", _("Registration is not open."))]


def why_no_room(season: Season, *, more: int = 1) -> list[Reason]:
    """What keeps so many more out of a season, which is held. One statement."""
    if season.entries.count() + more <= MOST_IN_A_SEASON:
        return []
    sentence = _(
        "%(most)d entries, withdrawn ones included, is as many as a season holds. Whoever is left "
        "over plays in another league, or in the next season."
    )
    params = {"most": MOST_IN_A_SEASON}
    return [Reason("too_many_entries", sentence % params, "", params)]
