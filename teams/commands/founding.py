"""How a team comes to be: its row, its coach, and a first chapter with the ruling that made it."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from jobs.failures import Reason, Refused
from jobs.models import Act
from league.models import Membership, Season
from league.registration import why_no_more_teams, why_not_registered
from rules.engine.rulings import Allowed
from teams import ledger
from teams.models import HIGHEST_NUMBER, LONGEST_NAME, Chapter, Team, Tenure
from teams.permissions import holding
from teams.projection import Person
from web.crests import KITS
from web.lines import tidied, what_is_wrong_with

Kind = Chapter.Kind


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
) -> Team:
    """Make a team of an allowed ruling, inside the transaction of the command that asked for it."""
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
    Tenure.objects.create(team=team, coach=coach, since=now)
    chapter = ledger.open_chapter(team, kind, season=season, now=now)
    entry = ledger.Entry.of(kind.value, ruling)
    ledger.record(team, [entry], act=act, chapter=chapter, pin=season.pin, now=now, people=people)
    return team


def room_faults(
    season: Season, coach: Membership | None, *, by: Membership, now: datetime
) -> list[Reason]:
    """What keeps a team out of the season. Whoever runs the league may give another coach more
    teams than the league's rule; his own count like everybody's."""
    reasons = why_not_registered(season, by=by, now=now)
    if coach is not None and coach == by:
        reasons += why_no_more_teams(season.league, has=teams_of(coach, now=now))
    return reasons


def teams_of(coach: Membership, *, now: datetime) -> int:
    """How many teams somebody coaches; being second or standing in makes none his own."""
    own = coach.tenures.filter(holding(now), kind=Tenure.Kind.COACH, team__state=Team.State.ACTIVE)
    return own.count()


def identity_faults(name: str, shirt: str, trim: str) -> list[Reason]:
    reasons = what_is_wrong_with(tidied(name), subject="name", at_most=LONGEST_NAME)
    for subject, kit in {"shirt": shirt, "trim": trim}.items():
        if kit not in KITS:
            reasons.append(Reason("no_such_kit", _("There is no such colour."), subject))
    return reasons


def people_faults(people: Mapping[str, Person]) -> list[Reason]:
    """Everything wrong with names and shirt numbers; whoever has none gets a suggestion."""
    reasons: list[Reason] = []
    seen: dict[int, str] = {}
    for key, person in people.items():
        if person.name:
            reasons += what_is_wrong_with(
                person.name, subject=f"people.{key}.name", at_most=LONGEST_NAME
            )
        if not person.number:
            continue
        subject = f"people.{key}.number"
        if not 1 <= person.number <= HIGHEST_NUMBER:
            sentence = _("A shirt number is from 1 to %(most)d.") % {"most": HIGHEST_NUMBER}
            reasons.append(Reason("number_out_of_range", sentence, subject))
        elif person.number in seen:
            sentence = _("Number %(number)d is on two shirts.") % {"number": person.number}
            reasons.append(Reason("number_taken", sentence, subject))
        seen[person.number] = key
    return reasons
