"""A team's figures, those that its edition declares: as they are written, and as numbers."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.rulebook import team_sheet_of
from rules.book import Book
from rules.engine import state
from rules.team_sheet import Figure, Unit
from teams.models import Team
from web.templatetags.touchback import gold


@dataclass(frozen=True, slots=True)
class TeamFigure:
    """How much a team has of something."""

    key: str
    label: str
    unit: Unit
    value: int

    @property
    def said(self) -> str:
        return gold(self.value) if self.unit == "gold" else str(self.value)


def figures_now(
    book: Book, team: Team | state.Team, *, strength: int | None = None
) -> tuple[TeamFigure, ...]:
    """What an edition declares of a team, as it stands or as it stood; its strength last."""
    sheet = team_sheet_of(book)
    team_figures = [
        TeamFigure(each.key, _(each.label), each.unit, getattr(team, each.key))
        for each in sheet.figures
    ]
    if sheet.strength is not None and strength is not None:
        team_figures.append(
            TeamFigure("value", _(sheet.strength.label), sheet.strength.unit, strength)
        )
    return tuple(team_figures)


def figures_of(book: Book, team: Team | state.Team) -> list[tuple[Figure, str]]:
    """Each figure and what is written for it, of a team as it stands or as it stood."""
    written = zip(team_sheet_of(book).figures, figures_now(book, team), strict=True)
    return [(figure, now.said) for figure, now in written]
