"""Fixtures that nobody played: walkovers, forfeits, void ones, byes, and rounds before one came."""

from collections.abc import Iterator

from rules.book import Book
from rules.editions.bb2020.availability import missed_matches
from rules.editions.bb2020.fortune import Mvp, mvp
from rules.editions.bb2020.postmatch import league_points
from rules.editions.bb2020.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.availability import Fixture
from rules.engine.circumstances import LateEntry, OfTeam, Unplayed
from rules.engine.faults import negative_faults, team_faults
from rules.engine.growth import players_faults
from rules.engine.league_points import Outcome
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.sequence import Doing
from rules.engine.state import Team
from rules.engine.unplayed import (
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
    yield from _paid(doing, "bye", house["bye.gold"])
    yield from served(doing, "bye", missed_matches)


@question("late-entry", _("What a side gets for the rounds that it missed."))
def late_entry(book: Book, at: LateEntry) -> Ruling:
    """Gold for each round, if the league gives any."""
    if faults := [*_team_faults(book, at.team), *negative_faults(missed=at.missed)]:
        return refused(faults)
    return for_rounds_missed(at.missed, book.house["late.gold"])


def _unplayed(book: Book, at: Unplayed, kind: Fixture) -> Step:
    """The score, the points, and what the house rules leave to whoever was there or not."""
    if faults := [*_team_faults(book, at.team), *absence_faults(at, kind)]:
        return refused(faults)
    return (yield from by_itself(book, at.team, lambda doing: _settled(doing, at, kind)))


def _settled(doing: Doing, at: Unplayed, kind: Fixture) -> Composing:
    house = doing.book.house
    yield from entered(doing, outcome_of(at, kind, house[f"{kind}.score"]), league_points)
    if at.absent in WAS_THERE:
        if house[f"{kind}.mvp"]:
            sat_out = tuple(id_ for id_, each in doing.team.players.items() if each.is_absent)
            yield from doing.ask(mvp(doing.book, Mvp(doing.team, absent=sat_out)))
        yield from _paid(doing, kind, house[f"{kind}.gold"])
    else:
        yield from fined(doing, house[f"{kind}.fine"])
    yield from served(doing, kind, missed_matches)


def _paid(doing: Doing, kind: str, gold: int) -> Composing:
    if gold:
        yield from doing.ask(allowed(e.Gold(gold, kind), because=[Line(f"{kind}-gold", gold)]))


def _team_faults(book: Book, team: Team) -> Iterator[Reason]:
    yield from team_faults(book, team)
    yield from players_faults(book, team)
