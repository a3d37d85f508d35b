"""One side of a fixture that nobody played: what is entered for it, paid and served."""

from collections.abc import Callable, Generator, Iterator
from typing import Any, get_args

from rules.book import Book
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.availability import Fixture, MissedMatches
from rules.engine.circumstances import Absent, Unplayed
from rules.engine.faults import Result, one_of_faults
from rules.engine.league_points import Outcome
from rules.engine.match import Match
from rules.engine.rulings import Line, Reason, Ruling, allowed
from rules.engine.sequence import Doing, StepContext, step
from rules.engine.state import Team

Composing = Generator[Any, Any, None]

# How the fixture counts for the side that asks.
RESULTS: dict[Absent, Result] = {"them": "won", "us": "lost", "both": "lost", "neither": "drawn"}
WAS_THERE: tuple[Absent, ...] = ("them", "neither")


def absence_faults(at: Unplayed, kind: str) -> Iterator[Reason]:
    yield from one_of_faults("absent", at.absent, get_args(Absent))
    if at.absent == "neither" and kind != "void":
        yield Reason("somebody-stayed-away", "absent", {"how": kind}, integrity=True)


def by_itself(book: Book, team: Team, compose: Callable[[Doing], Composing]) -> Step:
    """In a match that never was, so that its rulings follow each other like those of a step."""
    context = StepContext(book, Match("unplayed", {"home": team}), "home")
    return (yield from step(compose)(context))


def outcome_of(at: Unplayed, how: Any, score: int) -> Outcome:
    """As the tables see it: the score is for whoever was there."""
    ours = score if at.absent in WAS_THERE else 0
    theirs = score if at.absent in ("us", "neither") else 0
    return Outcome(RESULTS[at.absent], how, ours, theirs)


def entered(
    doing: Doing, outcome: Outcome, league_points: Callable[[Book, Outcome], Ruling]
) -> Composing:
    """What goes into the tables: a score, and the league points."""
    score = {"us": outcome.touchdowns, "them": outcome.opponent_touchdowns}
    doing.add(e.Fact("score", score))
    yield from doing.ask(league_points(doing.book, outcome))


def fined(doing: Doing, due: int) -> Composing:
    """As far as the treasury goes."""
    if due:
        paid = min(due, doing.team.treasury)
        fine = allowed(e.Gold(-paid, "fine"), because=[Line("fine", -paid, {"due": due})])
        yield from doing.ask(fine)


def served(
    doing: Doing, kind: Fixture, missed_matches: Callable[[Book, MissedMatches], Ruling]
) -> Composing:
    sat_out = tuple(player.id for player in doing.team.players.values() if player.misses_next)
    if sat_out:
        yield from doing.ask(missed_matches(doing.book, MissedMatches(doing.team, sat_out, kind)))


def for_rounds_missed(count: int, each: int) -> Ruling:
    """Gold for each round before a team came, if there is any."""
    if not (gold := count * each):
        return allowed()
    line = Line("rounds-missed", gold, {"count": count, "each": each})
    return allowed(e.Gold(gold, "late-entry"), because=[line])
