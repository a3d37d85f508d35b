"""How a coach takes a team into the next season."""

from datetime import datetime

from accounts.models import User
from competition.commands.healing import roll_healing
from competition.commands.redrafting import (
    change_redraft,
    dice_of,
    finish_redraft,
    must_be_redrafted,
)
from competition.models import Redraft
from competition.redrafts import heal, reckon
from jobs.failures import Refused
from league.models import Season
from league.pins import book_of
from press.simulator.minds import Mind
from rules.book import Book
from rules.engine.state import Player
from teams import projection
from teams.models import Team
from teams.projection import Roster

FEWEST = 11


def redraft(coach: User, team: Team, season: Season, mind: Mind, *, now: datetime) -> None:
    """Heal whoever heals, keep the good ones, and fill up with plain ones."""
    if not must_be_redrafted(season, team):
        return
    book = book_of(season.pin)
    roster = projection.read(team)
    thrown = {ask.key: mind.throw(ask.dice) for ask in heal(book, roster.state, {}).asks}
    if thrown:
        roll_healing(actor=coach, team=team, thrown=thrown, now=now)
    wanted = change_redraft(actor=coach, team=team, now=now)
    _within_the_budget(book, roster, wanted)
    finish_redraft(actor=coach, team=team, returning=wanted.returning, wish=wanted.wish, now=now)


def _within_the_budget(book: Book, roster: Roster, wanted: Redraft) -> None:
    """Let go one after the other until the rest can be paid. Raises Refused if it never can."""
    dice = dice_of(wanted)
    players = roster.state.players
    race = book.race(roster.team.race)
    plain = race.journeymen[0]
    rank = sorted(wanted.returning, key=lambda key: _worth_keeping(players[key]))
    while (reckoned := reckon(book, roster, wanted, dice)).allowed is None:
        if wanted.wish["rerolls"] > 1 and len(wanted.returning) <= FEWEST:
            wanted.wish = {**wanted.wish, "rerolls": wanted.wish["rerolls"] - 1}
        elif rank:
            gone = rank.pop(0)
            wanted.returning = [key for key in wanted.returning if key != gone]
        else:
            raise Refused(*reckoned.reasons)
        missing = max(0, FEWEST - len(wanted.returning))
        wanted.wish = {**wanted.wish, "players": {plain: missing} if missing else {}}


def _worth_keeping(player: Player) -> tuple[int, int, int]:
    """The worn out go first, then those who cost much and have learnt little."""
    return (-player.niggles - len(player.lowered), player.improvements, -player.cost)
