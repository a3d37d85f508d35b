"""What every basket shows: offers on their shelves, who joins, what it comes to, what is wrong."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.rulebook import answers_of, must_allow, team_sheet_of
from rules.book import Book
from rules.catalogue import Position
from rules.engine.circumstances import OfRace
from rules.engine.rulings import Line
from rules.team_sheet import TeamSheet
from rules.words import name as name_of
from rules.words.withheld import NotOnOffer, kept_back, not_on_offer
from teams.models import Contract, Team
from teams.newcomers import Person
from teams.projection import Roster
from teams.purchases import (
    KeptBasket,
    Newcomer,
    Purchase,
    newcomers,
    people_of,
    shirt_faults,
)
from teams.wishes import Wish, count_of
from web.templatetags.touchback import gold

# How the fields of a wish begin that hold positions, and what a team has for all its matches.
POSITIONS, LASTING = "players.", "inducements."


class BillLine(NamedTuple):
    sentence: str
    amount: int | None


class PurseFigure(NamedTuple):
    """What is always in view. `css` says how it is set, `beyond` what it may come to."""

    label: str
    said: str
    css: str = "dim"
    beyond: str = ""


@dataclass(frozen=True, slots=True)
class Ware:
    """Something that is counted, by the name of its field; without `most` there is no end to it.

    `terms` say what it costs and how many may be had; it `stays` so many where nothing is said.
    """

    key: str
    name: str
    terms: str
    count: int
    most: int | None = None
    stays: int = 0
    why_not: str = ""
    profile: Sequence[tuple[str, str]] = ()
    skills: Sequence[str] = ()
    faults: Sequence[Reason] = ()

    @property
    def is_full(self) -> bool:
        return self.most is not None and self.count >= self.most


@dataclass(frozen=True, slots=True)
class Tick:
    """Somebody of the team's who is kept or let go by a tick, and what that means for the team."""

    key: str
    label: str
    contract: Contract
    terms: str
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of what is on offer. `kind` says what a tick does: who `leaves`, who comes `back`."""

    key: str
    title: str
    note: str = ""
    wares: Sequence[Ware] = ()
    ticks: Sequence[Tick] = ()
    kind: str = ""
    foot: str = ""

    @property
    def rows(self) -> list[Ware | Tick]:
        return [*self.wares, *self.ticks]


class Offering(ABC):
    """Whoever has wares to show."""

    book: Book

    @property
    def declared(self) -> TeamSheet:
        """What a team of this edition has."""
        return team_sheet_of(self.book)

    @property
    def fewest(self) -> int:
        return self.declared.squad(self.book)[0]

    @property
    def places(self) -> int:
        return self.declared.most_players(self.book)

    def figures(
        self, *, left: int, price: tuple[str, int], value: int, players: int, fewest: int = 0
    ) -> Iterator[PurseFigure]:
        if self.declared.has_gold:
            yield PurseFigure(_("Left"), gold(left), "short" if left < 0 else "")
            yield PurseFigure(price[0], gold(price[1]))
        if self.declared.strength:
            yield PurseFigure(self.declared.strength.word, gold(value))
        fits = fewest <= players <= self.places
        bound = fewest if players < fewest else self.places
        yield PurseFigure(_("Players"), str(players), "" if fits else "short", f"/{bound}")

    def profile_of(self, position: Position) -> list[tuple[str, str]]:
        said = self.book.catalogue.said
        return [(key.upper(), said(key, figure)) for key, figure in position.profile.items()]


class WishOffering(Offering):
    """What a draft sells, by the fields of a wish: to a new team, or to one that is re-drafted."""

    @property
    def unsold(self) -> tuple[str, ...]:
        """What the draft has and this one does not sell."""
        return ()

    @property
    @abstractmethod
    def race_key(self) -> str: ...

    @property
    @abstractmethod
    def wish(self) -> Wish: ...

    @cached_property
    def offers(self) -> tuple[Line, ...]:
        question = answers_of(self.book).draft_offers
        return must_allow(self.book, question, OfRace(self.race_key)).because

    @cached_property
    def withheld(self) -> NotOnOffer:
        return not_on_offer(self.book.catalogue, kept_back(self.offers, *self.unsold))

    @property
    def positions(self) -> list[Ware]:
        return [ware for ware in self.wares if ware.key.startswith(POSITIONS)]

    @property
    def support(self) -> list[Ware]:
        return [ware for ware in self.wares if not ware.key.startswith((POSITIONS, LASTING))]

    @property
    def lasting(self) -> list[Ware]:
        return [ware for ware in self.wares if ware.key.startswith(LASTING)]

    @property
    def left_title(self) -> str:
        return _("Left for the treasury")

    @abstractmethod
    def terms_of(self, offer: Mapping[str, object], count: int) -> str: ...

    def most_of(self, offer: Mapping[str, object]) -> int | None:
        most = offer.get("at_most")
        return most if isinstance(most, int) else None

    def faults_of(self, subject: str) -> Sequence[Reason]:
        return ()

    @cached_property
    def wares(self) -> list[Ware]:
        return list(self._wares())

    def _wares(self) -> Iterator[Ware]:
        race = self.book.race(self.race_key)
        for line in self.offers:
            subject, what = str(line.params.get("subject", "")), line.params.get("what", "")
            if line.code != "offer" or subject in self.unsold:
                continue
            position = race.positions.get(what) if subject.startswith(POSITIONS) else None
            count = count_of(self.wish, subject)
            yield Ware(
                key=subject,
                name=position.name if position else name_of(self.book.catalogue, what),
                terms=self.terms_of(line.params, count),
                count=count,
                most=self.most_of(line.params),
                stays=count,
                profile=self.profile_of(position) if position else (),
                skills=position.skills if position else (),
                faults=self.faults_of(subject),
            )


class Buying(Offering):
    """A team's basket as it stands, with all that its page and its API say of it."""

    roster: Roster
    reckoned: Purchase

    @property
    def team(self) -> Team:
        return self.roster.team

    @property
    @abstractmethod
    def kept(self) -> KeptBasket:
        """The row that it is kept in."""

    @property
    def people(self) -> Mapping[str, Person]:
        """What the coach calls whoever joins."""
        return people_of(self.kept)

    @property
    @abstractmethod
    def headings(self) -> tuple[str, str]:
        """Over the purse, and over its bill."""

    @property
    @abstractmethod
    def columns(self) -> Sequence[Sequence[Shelf]]:
        """What is on offer, as it stands beside each other."""

    @abstractmethod
    def wish_of(self, counts: Mapping[str, int], ticked: Sequence[str]) -> dict[str, Any]:
        """What the commands take for what is counted and ticked."""

    @property
    @abstractmethod
    def bill(self) -> list[BillLine]:
        """Line by line; the last is the sum."""

    @property
    def drop_address(self) -> str:
        """Where the basket is emptied, if it can be."""
        return ""

    @property
    def nothing_wrong(self) -> str:
        return _("Nothing stands against it.")

    @property
    def reasons(self) -> list[Reason]:
        """Everything that stands against it."""
        wrong = shirt_faults(self.roster, self.reckoned, self.people)
        return [*self.reckoned.reasons, *wrong]

    @cached_property
    def newcomers(self) -> list[Newcomer]:
        return newcomers(self.roster, self.reckoned, self.people)

    @property
    def purse(self) -> list[PurseFigure]:
        reckoned = self.reckoned
        return [
            *self.figures(
                left=reckoned.left,
                price=(_("Price"), reckoned.price),
                value=reckoned.value,
                players=len(reckoned.after.players),
            )
        ]

    def shelves(self) -> Iterator[Shelf]:
        for column in self.columns:
            yield from column
