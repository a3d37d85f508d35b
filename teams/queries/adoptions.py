"""What the page of an adoption shows: the sheet, how each row reads, and what is wrong with it."""

from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from acts.failures import Missing
from league.models import League
from league.permissions import must_run
from league.pins import book_of
from league.rulebook import team_sheet_of
from rules.book import Book
from rules.engine import state
from rules.engine.state import Player
from rules.team_sheet import Strength
from rules.words.withheld import NotOnOffer, not_on_offer
from teams.arriving.adoptees import Adopted
from teams.arriving.arrivals import Arrival, Weighed, weigh
from teams.arriving.sheets import ReadSheet, read_sheet
from teams.figures import TeamFigure, figures_now
from teams.models import Adoption
from teams.queries.rosters import Injury, injuries_of
from teams.quotes import shop
from teams.sheets import RosterSheet, sheet_of
from web.crests import Crest


@dataclass(frozen=True, slots=True)
class Reading:
    """How a row reads: the player as a roster would show them."""

    position: str
    sheet: RosterSheet
    injuries: tuple[Injury, ...]
    loose_points: int


@dataclass(frozen=True)
class AdoptionPage:
    adoption: Adoption
    book: Book
    read: ReadSheet
    weighed: Weighed

    @property
    def crest(self) -> Crest:
        return crest_of(self.adoption)

    @property
    def players(self) -> int:
        return len(self.read.squad.adopted)

    @property
    def strength(self) -> Strength | None:
        return team_sheet_of(self.book).strength

    @property
    def gold(self) -> list[TeamFigure]:
        """What the team would have of gold."""
        figures = figures_now(self.book, self.weighed.after) if self.weighed.after else ()
        return [figure for figure in figures if figure.unit == "gold"]

    @property
    def places(self) -> int:
        return team_sheet_of(self.book).most_players(self.book)

    @property
    def positions(self) -> list[str]:
        race = self.book.catalogue.races.get(self.adoption.race)
        return [position.name for position in race.positions.values()] if race else []

    @cached_property
    def withheld(self) -> NotOnOffer:
        """Stars whom a team of this race cannot bring along."""
        brings_stars = "star" in team_sheet_of(self.book).belongings
        if self.adoption.race not in self.book.catalogue.races or not brings_stars:
            return NotOnOffer()
        kept = shop(self.book, state.Team(self.adoption.race), "adoption").withheld
        stars = {
            key: why
            for key, why in kept.items()
            if key.startswith("star/") and why.code != "not-in-the-match"
        }
        return not_on_offer(self.book.catalogue, stars)

    @cached_property
    def readings(self) -> dict[int, Reading]:
        """By row of the sheet; whoever cannot be read has none."""
        squad = self.read.squad
        found = {}
        for row, adopted in zip(squad.rows, squad.adopted, strict=True):
            if reading := self._reading(adopted):
                found[row] = reading
        return found

    def _reading(self, adopted: Adopted) -> Reading | None:
        player = player_alone(self.book, self.adoption.race, adopted)
        if player is None:
            return None
        return Reading(
            position=self.book.position(self.adoption.race, player.position).name,
            sheet=sheet_of(self.book, self.adoption.race, player),
            injuries=tuple(injuries_of(player)),
            loose_points=player.extra,
        )


def crest_of(adoption: Adoption) -> Crest:
    return Crest.of_team(
        adoption.uuid, name=adoption.name, shirt=adoption.shirt, trim=adoption.trim
    )


def player_alone(book: Book, race: str, adopted: Adopted) -> Player | None:
    """The player as they would join if they came alone, whatever the rules say."""
    alone = Arrival(race, "", "white", "black", {"players": [adopted.player]})
    after = weigh(book, alone).after
    return next(iter(after.players.values()), None) if after else None


def page_of(adoption: Adoption) -> AdoptionPage:
    book = book_of(adoption.season.pin)
    read = read_sheet(book, adoption)
    return AdoptionPage(adoption, book, read, weigh(book, read.arrival, read.unread))


def adoption_for(person: User, league: League, uuid: UUID) -> Adoption:
    """Raises Missing, or Forbidden for whoever does not run the league. Two statements."""
    must_run(person, league)
    open_adoption = open_adoptions(league).filter(uuid=uuid).first()
    if open_adoption is None:
        raise Missing.because("no_such_adoption", _("There is no such adoption, or it is over."))
    open_adoption.season.league = league
    return open_adoption


def open_adoptions(league: League) -> QuerySet[Adoption]:
    """Those in the making, the latest first. One statement."""
    return (
        Adoption.objects.filter(season__league=league, finished_at=None)
        .select_related("season__pin__catalogue", "coach__user", "begun_by")
        .defer("season__pin__catalogue__data")
    )
