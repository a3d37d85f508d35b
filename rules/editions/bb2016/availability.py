"""Who can play the next match: missed matches that are over, and journeymen who fill up."""

from rules.book import Book
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.growth import star_faults, star_places
from rules.editions.bb2016.questions import question
from rules.engine import availability
from rules.engine.asks import Step
from rules.engine.availability import Journeymen, MissedMatches, filled_up, matches_missed
from rules.engine.rulings import Line, Ruling, refused
from rules.engine.state import Team
from rules.knobs import _


@question("missed-matches", _("Who has missed their match and may play again."))
def missed_matches(book: Book, at: MissedMatches) -> Ruling:
    """Rubbed out at the end of the next match, a friendly too (source 1096, 5684-5685)."""
    return matches_missed(book, at, [*team_faults(book, at.team)])


@question("journeymen", _("How many journeymen a team may add, and of which position."))
def journeymen(book: Book, at: Journeymen) -> Step:
    """Free, up to eleven who can play, even beyond sixteen on the roster (source 1387)."""
    if reasons := [*team_faults(book, at.team), *star_faults(book, at.team)]:
        return refused(reasons)
    return (yield from filled_up(book, at, missing_lines(book, at.team)))


def missing_lines(book: Book, team: Team) -> list[Line]:
    """Eleven less whoever can play, and less the places of a rostered star."""
    lines = availability.missing_lines(book, team)
    if team.star:
        lines.append(Line("rostered-star", -star_places(book, team)))
    return lines
