"""How a team comes to be: its row, its coach, and a first chapter with the ruling that made it."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from acts.failures import Reason, Refused
from acts.models import Act
from league.models import League, Membership, Season
from league.permissions import may_coach
from league.registration import why_no_more_teams, why_not_registered
from rules.engine.grants import grant
from rules.engine.rulings import Allowed
from teams import chapters, ledger
from teams.models import Chapter, Team, Tenure
from teams.newcomers import Person
from teams.permissions import holding, no_such_coach
from web.lines import tidied

Kind = Chapter.Kind
MOST_TEAMS_IN_A_LEAGUE = 1000


def found_team(
    *,
    act: Act,
    season: Season,
    coach: Membership,
    race: str,
    name: str,
    shirt: str,
    trim: str,
    ruling: Allowed,
    kind: Chapter.Kind,
    people: Mapping[str, Person],
    now: datetime,
    uuid: UUID | None = None,
    granted: int = 0,
) -> Team:
    """Make a team of an allowed ruling, inside the transaction of the command that asked for it.

    What it costs beyond what it has is `granted` by an event of its own.
    """
    try:
        with transaction.atomic():
            team = Team.objects.create(
                uuid=uuid or uuid4(),
                league_id=season.league_id,
                race=race,
                name=tidied(name),
                shirt=shirt,
                trim=trim,
                created_at=now,
            )
    except IntegrityError:
        taken = _("Another team of the league has this name.")
        raise Refused(Reason("name_taken", taken, "name")) from None
    Tenure.objects.create(team=team, coach=coach, since=now, made_at=now, made_by_id=act.actor_id)
    chapter = chapters.open_chapter(team, kind, season=season, now=now)
    entries = [ledger.LedgerEntry.of("grant", grant(granted))] if granted else []
    entries.append(ledger.LedgerEntry.of(kind.value, ruling))
    ledger.record(team, entries, act=act, chapter=chapter, pin=season.pin, now=now, people=people)
    return team


def room_faults(
    season: Season, coach: Membership | None, *, by: Membership, now: datetime
) -> list[Reason]:
    """What keeps a team out of the season. Whoever runs the league may give another coach more
    teams than the league's rule; their own count like everybody's."""
    reasons = [*why_not_registered(season, by=by, now=now), *_league_faults(season.league)]
    if coach is not None and coach == by:
        reasons += why_no_more_teams(season.league, has=teams_of(coach, now=now))
    return reasons


def _league_faults(league: League) -> list[Reason]:
    """Counted without a lock: a few more than that do no harm, teams without end would."""
    if league.teams.count() < MOST_TEAMS_IN_A_LEAGUE:
        return []
    sentence = _(
        "%(most)d teams, retired ones included, is as many as a league holds. More teams play in "
        "another league."
    )
    params = {"most": MOST_TEAMS_IN_A_LEAGUE}
    return [Reason("league_full", sentence % params, "", params)]


def teams_of(coach: Membership, *, now: datetime) -> int:
    """How many teams somebody coaches; those where they are second or stand in do not count."""
    own = coach.tenures.filter(holding(now), kind=Tenure.Kind.COACH, team__state=Team.State.ACTIVE)
    return own.count()


def place_faults(league: League, coach: Membership) -> list[Reason]:
    """What keeps somebody from having a team of the league."""
    if coach.league_id == league.pk and coach.until is None and may_coach(coach):
        return []
    return [no_such_coach()]
