"""A team's home stadium: what it is called, and giving it up."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Refused
from acts.recording import record_act
from league.pins import book_of
from league.queries import current_season
from league.rulebook import must_allow
from rules.engine import effects as e
from rules.engine.circumstances import OfTeam
from teams import chapters, ledger, projection
from teams.models import LONGEST_NAME, Team, TeamEvent
from teams.office import home_faults
from teams.permissions import must_act, must_be_active
from teams.rostered import giving_up, home_name_taken
from web.lines import tidied, what_is_wrong_with

NAMING = "home-named"


def name_home(*, actor: User, team: Team, name: str, now: datetime) -> Team:
    """Call a team's home something, or something else (1755). Raises Refused, also where another
    team of the league has a home of that name.

    Not while a match is on: its last steps may bring another home, and the name would be that
    one's.
    """
    access = must_act(actor, team)
    name = tidied(name)
    if reasons := what_is_wrong_with(name, subject="name", at_most=LONGEST_NAME):
        raise Refused(*reasons)
    with transaction.atomic():
        team = ledger.lock(team)
        must_be_active(team)
        if team.home is None:
            raise _no_home()
        if team.home_name == name:
            return team
        if reasons := home_faults(team, access, actor):
            raise Refused(*reasons)
        if taken := home_name_taken(team, name):
            raise Refused(taken)
        season = current_season(team.league)
        act = record_act(
            "teams.name_home",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            team=str(team.uuid),
            called=name,
        )
        chapter = chapters.chapter_in_between(team, season=season, now=now)
        entry = ledger.LedgerEntry(NAMING, (e.HomeNamed(name, team.home["attribute"]),))
        ledger.record(team, [entry], act=act, chapter=chapter, pin=season.pin, now=now)
    return team


def give_up_home(*, actor: User, team: Team, now: datetime) -> TeamEvent:
    """Leave the home stadium for the price of the book (1299, 1758); an owner gets nothing back.

    Raises Refused with every reason; while a match is on its gold is the match's.
    """
    access = must_act(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        must_be_active(team)
        if team.home is None:
            raise _no_home()
        if reasons := home_faults(team, access, actor):
            raise Refused(*reasons)
        season = current_season(team.league)
        book = book_of(season.pin)
        roster = projection.read(team)
        question = giving_up(book)
        ruling = must_allow(book, question, OfTeam(roster.state))
        act = record_act(
            "teams.give_up_home",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            team=str(team.uuid),
            home=team.home_name or team.home["attribute"],
        )
        (event,) = ledger.record(
            team,
            [ledger.LedgerEntry.of(question.name, ruling)],
            act=act,
            chapter=chapters.chapter_in_between(team, season=season, now=now),
            pin=season.pin,
            now=now,
        )
    return event


def _no_home() -> Conflict:
    sentence = _("The team has no home stadium. One is found after a match in a special stadium.")
    return Conflict.because("no_home", sentence)
