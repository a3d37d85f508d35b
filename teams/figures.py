"""A team's figures as they are written, those that its edition declares."""

from league.rulebook import team_sheet_of
from rules.book import Book
from rules.engine import state
from rules.team_sheet import Figure
from teams.models import Team
from web.templatetags.touchback import gold


def figures_of(book: Book, team: Team | state.Team) -> list[tuple[Figure, str]]:
    """Each figure and what is written for it, of a team as it stands or as it stood."""
    written = []
    for figure in team_sheet_of(book).figures:
        value = getattr(team, figure.key)
        written.append((figure, gold(value) if figure.unit == "gold" else str(value)))
    return written
