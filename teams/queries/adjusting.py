"""What the pages of adjustments show: what would change, and what can be taken back."""

from dataclasses import dataclass

from league.rulebook import team_sheet_of
from rules.book import Book
from rules.catalogue import Catalogue
from rules.engine import state
from rules.engine.effects import Effect
from rules.words import People, effect_words
from teams import ledger
from teams.adjusting import Proposed
from teams.figures import TeamFigure, figures_now
from teams.models import Chapter, Team, TeamEvent
from teams.reversing import REVERSAL, Reversal
from teams.words import Because, because, kind_said

MOST_SHOWN = 10


@dataclass(frozen=True, slots=True)
class FigureChange:
    """What a team would have of something, and what it has now."""

    word: str
    before: TeamFigure
    after: TeamFigure

    @property
    def said(self) -> str:
        return self.after.said

    @property
    def before_said(self) -> str:
        return self.before.said

    @property
    def change(self) -> int:
        return self.after.value - self.before.value


@dataclass(frozen=True, slots=True)
class Preview:
    """What would change: sentences, arithmetic, and what the team is measured by, before and
    after."""

    changes: tuple[str, ...]
    because: Because
    figures: tuple[FigureChange, ...]
    broken: tuple[str, ...] = ()


def preview_of(proposed: Proposed) -> Preview | None:
    """None where the change cannot be."""
    would_be, roster = proposed.would_be, proposed.roster
    if would_be is None:
        return None
    people = People({key: each.player.name for key, each in roster.contracts.items()})
    catalogue = proposed.book.catalogue
    return Preview(
        changes=tuple(_said(catalogue, would_be.effects, people)),
        because=because(catalogue, would_be.because, people),
        figures=measures(proposed.book, roster.team, proposed.after),
        broken=tuple(str(reason.message) for reason in proposed.reasons),
    )


def preview_of_reversal(team: Team, considered: Reversal) -> Preview:
    """What the event did, and the team without it."""
    people = People(dict(team.contracts.values_list("key", "player__name")))
    catalogue = considered.book.catalogue
    return Preview(
        changes=tuple(_said(catalogue, ledger.effects_of(considered.event), people)),
        because=Because(),
        figures=measures(considered.book, team, considered.after),
        broken=tuple(str(reason.message) for reason in considered.broken),
    )


def measures(book: Book, team: Team, after: state.Team | None) -> tuple[FigureChange, ...]:
    """The measure of a team and its gold, now and afterwards; those that its edition has."""
    if after is None:
        return ()
    sheet = team_sheet_of(book)
    words = {"value": sheet.strength.word} if sheet.strength else {}
    words |= {each.key: each.word for each in sheet.figures if each.unit == "gold"}
    now = {each.key: each for each in figures_now(book, team, strength=team.value)}
    worth = ledger.strength(book, after)
    then = {each.key: each for each in figures_now(book, after, strength=worth)}
    return tuple(FigureChange(word, now[key], then[key]) for key, word in words.items())


@dataclass(frozen=True, slots=True)
class Done:
    """Something that happened between matches and can be looked at for taking back."""

    event: TeamEvent

    @property
    def said(self) -> str:
        return kind_said(self.event.kind)


def lately(team: Team) -> list[Done]:
    """The latest that could be taken back. One statement."""
    events = (
        team.events.filter(chapter__kind=Chapter.Kind.BETWEEN, reverses=None, reversed_by=None)
        .exclude(kind=REVERSAL)
        .exclude(effects=[])
        .select_related("act__actor", "player")
        .order_by("-seq")
    )
    return [Done(event) for event in events[:MOST_SHOWN]]


def _said(
    catalogue: Catalogue, effects: tuple[Effect, ...] | list[Effect], people: People
) -> list[str]:
    return [effect_words(catalogue, effect, people) for effect in effects]
