"""Fixtures that nobody played: walkovers, forfeits, void ones, byes, and rounds before one came."""

from collections.abc import Generator, Iterator
from typing import Any, get_args

from rules.book import Book
from rules.editions.bb2020.availability import Fixture, MissedMatches, missed_matches
from rules.editions.bb2020.fortune import Mvp, mvp
from rules.editions.bb2020.postmatch import league_points
from rules.editions.bb2020.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.circumstances import Absent, LateEntry, OfTeam, Unplayed
from rules.engine.faults import Result, negative_faults, one_of_faults, team_faults
from rules.engine.growth import player_faults
from rules.engine.league_points import Outcome
from rules.engine.match import Match
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.sequence import Doing, StepContext, step
from rules.engine.state import Team
from rules.knobs import _

Composing = Generator[Any, Any, None]

# How the fixture counts for the side that asks.
RESULTS: dict[Absent, Result] = {"them": "won", "us": "lost", "both": "lost", "neither": "drawn"}


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
    return (yield from step(_bye)(_context(book, at.team)))


def _bye(doing: Doing) -> Composing:
    house = doing.book.house
    yield from _entered(doing, "bye", "won", house["bye.score"], 0)
    yield from _paid(doing, "bye", house["bye.gold"])
    yield from _served(doing, "bye")


@question("late-entry", _("What a side gets for the rounds that it missed."))
def late_entry(book: Book, at: LateEntry) -> Ruling:
    """Gold for each round, if the league gives any."""
    if faults := [*_team_faults(book, at.team), *negative_faults(missed=at.missed)]:
        return refused(faults)
    each = book.house["late.gold"]
    if not (gold := each * at.missed):
        return allowed()
    line = Line("rounds-missed", gold, {"count": at.missed, "each": each})
    return allowed(e.Gold(gold, "late-entry"), because=[line])


def _unplayed(book: Book, at: Unplayed, kind: Fixture) -> Step:
    """The score, the points, and what the house rules leave to whoever was there or not."""
    faults = [
        *_team_faults(book, at.team),
        *one_of_faults("absent", at.absent, get_args(Absent)),
    ]
    if at.absent == "neither" and kind != "void":
        faults.append(Reason("somebody-stayed-away", "absent", {"how": kind}, integrity=True))
    if faults:
        return refused(faults)
    compose = step(lambda doing: _settled(doing, at, kind))
    return (yield from compose(_context(book, at.team)))


def _settled(doing: Doing, at: Unplayed, kind: Fixture) -> Composing:
    house, score = doing.book.house, doing.book.house[f"{kind}.score"]
    ours = score if at.absent in ("them", "neither") else 0
    theirs = score if at.absent in ("us", "neither") else 0
    yield from _entered(doing, kind, RESULTS[at.absent], ours, theirs)
    if at.absent in ("them", "neither"):
        if house[f"{kind}.mvp"]:
            sat_out = tuple(id_ for id_, each in doing.team.players.items() if each.is_absent)
            yield from doing.ask(mvp(doing.book, Mvp(doing.team, absent=sat_out)))
        yield from _paid(doing, kind, house[f"{kind}.gold"])
    elif due := house[f"{kind}.fine"]:
        paid = min(due, doing.team.treasury)
        fine = allowed(e.Gold(-paid, "fine"), because=[Line("fine", -paid, {"due": due})])
        yield from doing.ask(fine)
    yield from _served(doing, kind)


def _entered(doing: Doing, how: Any, result: Result, ours: int, theirs: int) -> Composing:
    """What goes into the tables: a score, and the league points."""
    doing.add(e.Fact("score", {"us": ours, "them": theirs}))
    yield from doing.ask(league_points(doing.book, Outcome(result, how, ours, theirs)))


def _paid(doing: Doing, kind: str, gold: int) -> Composing:
    if gold:
        yield from doing.ask(allowed(e.Gold(gold, kind), because=[Line(f"{kind}-gold", gold)]))


def _served(doing: Doing, kind: Fixture) -> Composing:
    sat_out = tuple(player.id for player in doing.team.players.values() if player.misses_next)
    if sat_out:
        yield from doing.ask(missed_matches(doing.book, MissedMatches(doing.team, sat_out, kind)))


def _context(book: Book, team: Team) -> StepContext[Book]:
    """A match that never was, so that its rulings follow each other like those of a step."""
    return StepContext(book, Match("unplayed", {"home": team}), "home")


def _team_faults(book: Book, team: Team) -> Iterator[Reason]:
    yield from team_faults(book, team)
    for player in team.players.values() if team.race in book.catalogue.races else ():
        yield from player_faults(book, team.race, player, f"team.players.{player.id}")
