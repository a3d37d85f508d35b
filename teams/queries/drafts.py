"""What the draft's pages and its API need to know."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from acts.failures import Reason, Refused
from league.models import League, Membership, Season
from league.permissions import COACHING, runs
from league.queries import members
from league.rulebook import team_sheet_of
from rules.book import Book
from rules.catalogue import Position, Race
from teams.drafts import race_faults
from teams.models import Draft, Team
from teams.permissions import must_draft, no_such_coach, no_such_draft
from web.templatetags.touchback import gold


@dataclass(frozen=True, slots=True)
class RaceCard:
    """A race to choose, or the reasons why it is not drafted here."""

    race: Race
    faults: list[Reason]
    # Each position with the names of its skills.
    positions: list[tuple[Position, str]]
    # What the edition says of it besides.
    notes: list[str]

    def speaks_of(self, wanted: str) -> bool:
        """Whether each word stands somewhere on the card."""
        people = (f"{position.name} {skills}" for position, skills in self.positions)
        text = " ".join([self.race.name, *people, *self.notes]).casefold()
        return all(word in text for word in wanted.casefold().split())


def found_among(cards: list[RaceCard], wanted: str) -> list[RaceCard]:
    """The cards on which it stands; races of that name before those that only speak of it."""
    named = wanted.casefold().strip()
    found = [card for card in cards if card.speaks_of(wanted)]
    return sorted(found, key=lambda card: not card.race.name.casefold().startswith(named))


def draft_for(person: Any, uuid: UUID) -> tuple[Draft, Membership]:
    """A draft and the person's place, for its coach and for whoever runs the league.

    Raises Missing. Two statements.
    """
    draft = with_rules().filter(uuid=uuid).first()
    if draft is None:
        raise no_such_draft(person)
    return draft, must_draft(person, draft)


def with_rules() -> QuerySet[Draft]:
    """Drafts with all that rulings need to know of them, but for the catalogue's data."""
    return Draft.objects.select_related(
        "season__league", "season__pin__catalogue", "coach__user", "team"
    ).defer("season__pin__catalogue__data")


def open_drafts(league: League, membership: Membership) -> QuerySet[Draft]:
    """A coach's unfinished drafts, or everybody's for whoever runs the league. One statement."""
    drafts = with_rules().filter(season__league=league, finished_at=None)
    return drafts if runs(membership) else drafts.filter(coach=membership)


def coaches(league: League) -> QuerySet[Membership]:
    """Everybody in the league who may have a team, with or without an account. One statement."""
    return members(league).filter(role__in=COACHING)


def coach_in(league: League, uuid: UUID | None) -> Membership | None:
    """The coach whom somebody names by uuid, if any. Raises Refused. One statement."""
    if uuid is None:
        return None
    coach = coaches(league).filter(uuid=uuid).first()
    if coach is None:
        raise Refused(no_such_coach())
    return coach


def names_in_league(season: Season) -> set[str]:
    """The names that are taken. One statement."""
    teams = Team.objects.filter(league_id=season.league_id, state=Team.State.ACTIVE)
    return set(teams.values_list("name", flat=True))


def _notes(book: Book, race: Race) -> list[str]:
    notes = team_sheet_of(book).race_notes(race)
    return [_(text) % {"gold": gold(much)} if much is not None else _(text) for text, much in notes]


def race_cards(book: Book) -> list[RaceCard]:
    """Every race of the book, by name, whether the league drafts it or not."""
    cards = [
        RaceCard(race, race_faults(book, race.key), [*_with_skills(book, race)], _notes(book, race))
        for race in book.catalogue.races.values()
    ]
    return sorted(cards, key=lambda card: card.race.name)


def _with_skills(book: Book, race: Race) -> Iterator[tuple[Position, str]]:
    for position in race.positions.values():
        yield position, ", ".join(book.catalogue.skills[key].name for key in position.skills)
