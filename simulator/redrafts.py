"""How a coach takes a team into the next season."""

from datetime import datetime

from accounts.models import User
from acts.failures import Refused
from competition.commands.healing import roll_healing
from competition.commands.redrafting import change_redraft, finish_redraft
from competition.models import Redraft
from competition.redrafts import dice_of, heal, must_be_redrafted, reckon
from league.models import Season
from league.pins import book_of
from league.rulebook import team_sheet_of
from rules.book import Book
from rules.engine.state import Player
from simulator.decisions import Decider
from teams import projection
from teams.models import Team
from teams.projection import Roster
from teams.wishes import Wish


def redraft(coach: User, team: Team, season: Season, decider: Decider, *, now: datetime) -> None:
    """Heal whoever heals, keep the good ones, and fill up with plain ones."""
    if not must_be_redrafted(season, team):
        return
    book = book_of(season.pin)
    roster = projection.read(team)
    thrown = {ask.key: decider.throw(ask.dice) for ask in heal(book, roster.state, {}).asks}
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
    plain = race.journeymen[0] if race.journeymen else next(iter(race.positions))
    fewest = team_sheet_of(book).squad(book)[0]
    rank = sorted(wanted.returning, key=lambda key: _worth_keeping(players[key]))
    while (reckoned := reckon(book, roster, wanted, dice)).allowed is None:
        if (spare := _spare(wanted.wish)) and len(wanted.returning) <= fewest:
            wanted.wish = {**wanted.wish, spare: wanted.wish[spare] - 1}
        elif rank:
            gone = rank.pop(0)
            wanted.returning = [key for key in wanted.returning if key != gone]
        else:
            raise Refused(*reckoned.reasons)
        missing = max(0, fewest - len(wanted.returning))
        wanted.wish = {**wanted.wish, "players": {plain: missing} if missing else {}}


def _spare(wish: Wish) -> str:
    """Something bought again of which less will do."""
    return next((what for what, count in wish.items() if isinstance(count, int) and count > 1), "")


def _worth_keeping(player: Player) -> tuple[int, int, int]:
    """The worn out go first, then those who cost much and have learnt little."""
    return (-player.niggles - len(player.lowered), player.improvements, -player.cost)
