"""The roster of a coach, in games whose players are cards: match by match, and what they learnt."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from league.rulebook import team_sheet_of
from rules.book import Book
from rules.catalogue import Position
from rules.editions import edition
from rules.engine import effects as e
from rules.engine.lineup import Tally
from rules.team_sheet import TeamSheet
from rules.words import name as called
from teams import ledger
from teams.models import Chapter, Team, TeamEvent

RESULTS = {"won": "points.win", "drawn": "points.draw", "lost": "points.loss"}


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A card of the list, and how many players it is for."""

    key: str
    name: str
    count: int
    profile: Sequence[tuple[str, str]]
    skills: Sequence[str]
    certain: bool


@dataclass(frozen=True, slots=True)
class MarkLine:
    key: str
    name: str
    summary: str
    is_used: bool


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match on the roster: what it brought, and what was counted in it, as the totals have it."""

    number: int
    match: UUID
    opponent: str
    opponent_team: UUID | None
    result: str
    points: int
    counts: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class CoachRoster:
    """`matches` are those of one season, in their order; `counted` names the columns."""

    season: int
    matches: Sequence[MatchLine]
    counted: Sequence[str]
    marks_label: str
    marks: Sequence[MarkLine]
    cards: Sequence[PlayerCard]

    @property
    def points(self) -> int:
        return sum(each.points for each in self.matches)

    @property
    def totals(self) -> list[tuple[str, int]]:
        together: Counter[str] = Counter(dict.fromkeys(self.counted, 0))
        for each in self.matches:
            together.update(dict(each.counts))
        return [*together.items()]


def coach_roster(book: Book, team: Team, season: int) -> CoachRoster | None:
    """None where a team has players of its own. One statement."""
    sheet = team_sheet_of(book)
    if not sheet.plays_cards:
        return None
    pitch = edition(book.house.edition).pitch
    return CoachRoster(
        season,
        list(_matches(book, team, season, pitch.counted)),
        [_(each.label) for each in pitch.counted],
        _(sheet.marks.label) if sheet.marks else "",
        list(marks_of(book, sheet, team.marks)),
        list(cards_of(book, team.race)),
    )


def cards_of(book: Book, race: str) -> Iterator[PlayerCard]:
    for key, position in book.race(race).positions.items():
        yield PlayerCard(
            key,
            position.name,
            position.max,
            _profile(book, position),
            [called(book.catalogue, skill) for skill in position.skills],
            position.certain,
        )


def _profile(book: Book, position: Position) -> list[tuple[str, str]]:
    catalogue = book.catalogue
    return [(called(catalogue, key), catalogue.said(key, n)) for key, n in position.profile.items()]


def marks_of(book: Book, sheet: TeamSheet, marks: Mapping[str, str]) -> Iterator[MarkLine]:
    """In the order of the table that explains them."""
    shelf = sheet.marks
    for row in book.catalogue.tables[shelf.table].rows if shelf else ():
        if shelf and (said := marks.get(shelf.prefix + row["key"])):
            yield MarkLine(row["key"], row.name, row.holds.get("summary", ""), said == shelf.used)


def _matches(book: Book, team: Team, season: int, counted: Sequence[Tally]) -> Iterator[MatchLine]:
    """By the ledger: what a match counts for is recorded there."""
    score, *tallies = counted
    events = TeamEvent.objects.filter(
        team=team,
        chapter__kind=Chapter.Kind.MATCH,
        chapter__season__number=season,
        reverses=None,
        reversed_by=None,
    ).select_related("chapter__opponent")
    number = 0
    for event in events.order_by("chapter__position", "step", "ordinal", "seq"):
        for effect in ledger.effects_of(event):
            if not isinstance(effect, e.Recorded) or "played" not in effect.counts:
                continue
            number += 1
            told = effect.counts
            result = next(how for how in RESULTS if told.get(how))
            opponent = event.chapter.opponent
            yield MatchLine(
                number,
                event.chapter.match,  # type: ignore[arg-type]  # a match has its name
                opponent.name if opponent else "",
                opponent.uuid if opponent else None,
                called(book.catalogue, result),
                book.house[RESULTS[result]],
                [
                    (_(score.label), told.get("scored", 0)),
                    *((_(each.label), told.get(each.key, 0)) for each in tallies),
                ],
            )
