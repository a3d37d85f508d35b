"""Fixtures that nobody played: walkovers, forfeits, void ones, byes, and rounds before one came."""

from collections.abc import Iterator

from rules.book import Book
from rules.editions.bb2016.availability import missed_matches
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.endings import league_points
from rules.editions.bb2016.fortune import Following, Winnings, fan_factor, fans_leave, winnings
from rules.editions.bb2016.growth import star_faults
from rules.editions.bb2016.mvp import Mvp, mvp
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.value import team_value
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.availability import Fixture
from rules.engine.circumstances import LateEntry, OfTeam, Unplayed
from rules.engine.faults import Result, negative_faults
from rules.engine.growth import players_faults
from rules.engine.league_points import Outcome
from rules.engine.leaving import players_leaving
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.sequence import Doing
from rules.engine.state import Team
from rules.engine.unplayed import (
    RESULTS,
    WAS_THERE,
    Composing,
    absence_faults,
    by_itself,
    entered,
    fined,
    for_rounds_missed,
    outcome_of,
    served,
)
from rules.knobs import _


@question("walkover", _("What a side gets where somebody has left the league."))
def walkover(book: Book, at: Unplayed) -> Step:
    return (yield from _unplayed(book, at, "walkover"))


@question("forfeit", _("What a side gets where somebody did not turn up."))
def forfeit(book: Book, at: Unplayed) -> Step:
    return (yield from _unplayed(book, at, "forfeit"))


@question("void", _("What a side gets for a fixture that is struck out."))
def void(book: Book, at: Unplayed) -> Step:
    return (yield from _unplayed(book, at, "void"))


@question("bye", _("What a side gets that had nobody to play."))
def bye(book: Book, at: OfTeam) -> Step:
    """Points, a score for the tables, gold, and whether missed matches are served by it."""
    if faults := list(_team_faults(book, at.team)):
        return refused(faults)
    return (yield from by_itself(book, at.team, _bye))


def _bye(doing: Doing) -> Composing:
    house = doing.book.house
    yield from entered(doing, Outcome("won", "bye", house["bye.score"], 0), league_points)
    if house["resurrection"]:
        return
    if gold := house["bye.gold"]:
        yield from doing.ask(allowed(e.Gold(gold, "bye"), because=[Line("bye", gold)]))
    yield from served(doing, "bye", missed_matches)


@question("late-entry", _("What a side gets for the rounds that it missed."))
def late_entry(book: Book, at: LateEntry) -> Ruling:
    """Gold for each round, if the league gives any."""
    if faults := [*_team_faults(book, at.team), *negative_faults(missed=at.missed)]:
        return refused(faults)
    each = 0 if book.house["resurrection"] else book.house["late.gold"]
    return for_rounds_missed(at.missed, each)


def _unplayed(book: Book, at: Unplayed, kind: Fixture) -> Step:
    """The score, the points, and then what the house rules leave to whoever was there or not.

    It ends here: improvement rolls that an award brings wait for the next post-match.
    """
    if faults := [*_team_faults(book, at.team), *absence_faults(at, kind)]:
        return refused(faults)
    return (yield from by_itself(book, at.team, lambda doing: _settled(doing, at, kind)))


def _settled(doing: Doing, at: Unplayed, kind: Fixture) -> Composing:
    house = doing.book.house
    yield from entered(doing, outcome_of(at, kind, house[f"{kind}.score"]), league_points)
    if house["resurrection"]:
        return
    if at.absent in WAS_THERE:
        yield from _rewards(doing, kind, RESULTS[at.absent])
    else:
        yield from _penalties(doing, kind)
    yield from served(doing, kind, missed_matches)


def _rewards(doing: Doing, kind: Fixture, result: Result) -> Composing:
    """As after a match, as far as the league goes; there were no fans, and so no FAME."""
    house, before = doing.book.house, doing.team
    if house[f"{kind}.mvp"]:
        sat_out = tuple(player.id for player in before.players.values() if player.misses_next)
        yield from doing.ask(mvp(doing.book, Mvp(before, absent=sat_out)))
    if house[f"{kind}.winnings"] == "roll":
        worth = team_value(doing.book, before)[0]
        yield from doing.ask(winnings(doing.book, Winnings(doing.team, result, team_value=worth)))
    if house[f"{kind}.fan-factor"]:
        yield from doing.ask(fan_factor(doing.book, Following(doing.team, result)))


def _penalties(doing: Doing, kind: Fixture) -> Composing:
    """What staying away costs: fans, gold as far as there is any, and proud players."""
    house = doing.book.house
    if house[f"{kind}.penalty"]:
        yield from doing.ask(fans_leave(doing.book, doing.team, "stayed-away"))
    yield from fined(doing, house[f"{kind}.fine"])
    if house[f"{kind}.leavers"]:
        yield from doing.ask(players_leaving(doing.book, doing.team, how="stayed-away"))


def _team_faults(book: Book, team: Team) -> Iterator[Reason]:
    yield from team_faults(book, team)
    yield from star_faults(book, team)
    yield from players_faults(book, team)
