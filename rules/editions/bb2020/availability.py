"""Who can play the next match: missed matches that are over, and journeymen who fill up."""

from rules.book import Book
from rules.editions.bb2020.questions import question
from rules.engine.asks import Step
from rules.engine.availability import (
    Journeymen,
    MissedMatches,
    filled_up,
    matches_missed,
    missing_lines,
)
from rules.engine.faults import team_faults
from rules.engine.rulings import Ruling, refused, total
from rules.engine.state import Team
from rules.knobs import _


@question("missed-matches", _("Who has missed their match and may play again."))
def missed_matches(book: Book, at: MissedMatches) -> Ruling:
    return matches_missed(book, at, [*team_faults(book, at.team)])


@question("journeymen", _("How many journeymen a team may add, and of which position."))
def journeymen(book: Book, at: Journeymen) -> Step:
    """Free, up to eleven who can play, even beyond sixteen on the roster."""
    if reasons := list(team_faults(book, at.team)):
        return refused(reasons)
    return (yield from filled_up(book, at, missing_lines(book, at.team)))


def missing(book: Book, team: Team) -> int:
    return max(0, total(missing_lines(book, team)))
