"""Telling coaches by mail what a match wants of them: they are asked to play, a report waits for
their word, and soon their silence counts."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from jobs.outbox import enqueue
from league.models import League, Membership
from league.permissions import RUNNING_IT
from matches.models import Match
from matches.record import MatchRecord
from matches.season_players import players_beside
from matches.unscheduled import yet_to_agree
from rules.engine.match import SIDES
from teams.models import Tenure
from teams.permissions import holding

MAIL = "matches.mail"
ASKED, REPORTED, REMINDED = "asked", "reported", "reminded"


def tell_of(record: MatchRecord, what: str, *, but: User | None, now: datetime) -> None:
    """Owe a mail to everybody whose answer a match waits for: the coaches of a side, or whoever
    runs the league where a side has nobody with an account."""
    match = record.match
    if what == ASKED:
        awaited = [str(side) for side in yet_to_agree(record.sides)]
    else:
        awaited = [match.awaits] if match.awaits else []
    people = {person for each in awaited for person in _people(match, each, now=now)}
    for person in sorted(people - {but}, key=lambda each: each.pk):
        enqueue(
            MAIL,
            now=now,
            key=f"match/{match.uuid}/{what}/{match.revision}/{person.uuid}",
            match=match.pk,
            what=what,
            revision=match.revision,
            person=person.pk,
        )


def _people(match: Match, awaited: str, *, now: datetime) -> list[User]:
    if awaited in SIDES:
        team = match.sides.values("team").filter(side=awaited)
        places = Tenure.objects.filter(holding(now), team__in=team).values("coach")
        if coaching := _accounts(Membership.objects.filter(pk__in=places, until=None)):
            return coaching
    if awaited == Match.Awaits.OTHERS:
        beside = User.objects.filter(pk__in=players_beside(match), is_active=True)
        return list(beside.order_by("pk"))
    return in_office(match.league)


def in_office(league: League) -> list[User]:
    """Whoever runs a league. One statement."""
    return _accounts(Membership.objects.filter(league=league, role__in=RUNNING_IT, until=None))


def _accounts(places: QuerySet[Membership]) -> list[User]:
    return list(User.objects.filter(pk__in=places.values("user"), is_active=True).order_by("pk"))


def still_waits(match: Match, what: str, revision: int) -> bool:
    """Whether what a mail would say is so still."""
    state = Match.State.PRE_MATCH if what == ASKED else Match.State.REPORTED
    return match.state == state and match.revision == revision
