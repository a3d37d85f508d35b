"""A team goes, and may come back; what it was stays in the books."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Forbidden, Refused
from acts.recording import record_act
from league.queries import current_season
from teams import chapters, ledger, projection
from teams.commands.windows import close
from teams.hooks import Becomes, TeamChange
from teams.models import Team
from teams.office import office_faults
from teams.on_record import reason_faults
from teams.permissions import TeamAccess, must_act, must_run_for
from teams.rostered import why_taken
from teams.windows import unfinished
from web.lines import tidied

State = Team.State


def retire_team(*, actor: User, team: Team, now: datetime, reason: str = "") -> Team:
    """Take a team out of the league's life, by its first coach or the commissioner."""
    access = must_act(actor, team)
    if not access.chooses_coaches:
        raise Forbidden.because(
            "not_first_coach", _("This is for the team's first coach and the commissioner.")
        )
    with transaction.atomic():
        team = ledger.lock(team)
        by_office = [] if access.is_first_coach else office_faults(actor, team)
        if reasons := [*by_office, *TeamChange(Becomes.RETIRED, team).why_not()]:
            raise Refused(*reasons)
        if window := unfinished(team):
            close(window, now=now)
        return _move(team, State.RETIRED, actor=actor, access=access, now=now, reason=reason)


def bring_team_back(*, actor: User, team: Team, now: datetime, reason: str = "") -> Team:
    """Let a retired team play again, by the commissioner's word. Raises Refused if its name, its
    star or the name of its home is another's by now."""
    access = must_run_for(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        return _move(team, State.ACTIVE, actor=actor, access=access, now=now, reason=reason)


def _move(
    team: Team, state: Team.State, *, actor: User, access: TeamAccess, now: datetime, reason: str
) -> Team:
    reason = tidied(reason)
    if wrong := reason_faults(reason, wanted=False):
        raise Refused(*wrong)
    if team.state == state:
        raise Conflict.because("team_state", _("That is how the team stands already."))
    season = current_season(team.league)
    retired = state == State.RETIRED
    act = record_act(
        "teams.retire_team" if retired else "teams.bring_team_back",
        actor=actor,
        now=now,
        on_behalf_of=access.on_behalf_of(team),
        reason=reason,
        team=str(team.uuid),
    )
    chapter = chapters.chapter_in_between(team, season=season, now=now)
    entry = ledger.LedgerEntry("team-retired" if retired else "team-back")
    ledger.record(team, [entry], act=act, chapter=chapter, pin=season.pin, now=now)
    team.state = state
    try:
        with transaction.atomic():
            team.save(update_fields=["state"])
    except IntegrityError:
        if others := why_taken(team, projection.read(team).state, season.pin):
            raise Refused(*others) from None
        taken = _("Another team of the league has its name by now. Rename one of them first.")
        raise Refused.because("name_taken", taken, "name") from None
    return team
