"""A team's home stadium as its page and its API show it."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from acts.failures import Reason
from league.pins import book_of
from league.queries import current_season
from league.rulebook import rule, said
from rules.catalogue import CatalogueItem
from rules.engine import rulings
from rules.engine.circumstances import OfTeam
from teams import projection
from teams.office import home_faults
from teams.queries.heads import Head, head_for
from teams.rostered import giving_up


@dataclass(frozen=True, slots=True)
class HomeSheet:
    """`why_not` is everything that keeps the team from giving its home up now."""

    head: Head
    kind: CatalogueItem
    owned: bool
    price: int
    why_not: tuple[Reason, ...]

    @property
    def name(self) -> str:
        return self.head.team.home_name

    @property
    def attribute(self) -> str:
        return self.kind.key

    @property
    def treasury_after(self) -> int:
        return self.head.team.treasury - self.price


def home_for(person: Any, uuid: UUID) -> tuple[Head, HomeSheet | None]:
    """None where the team has no home. Raises Missing, also where the edition knows no homes."""
    head = head_for(person, uuid)
    giving_up(head.book)
    team = head.team
    if team.home is None:
        return head, None
    book = book_of(current_season(team.league).pin)
    ruling = rule(book, giving_up(book), OfTeam(projection.read(team).state))
    faults = ruling.reasons if isinstance(ruling, rulings.Refused) else ()
    hindered = home_faults(team, head.access, person)
    kinds = {
        kind.key: kind
        for table in book.catalogue.shelves["stadium_table"]
        for kind in table.entries
    }
    return head, HomeSheet(
        head=head,
        kind=kinds[team.home["attribute"]],
        owned=team.home["owned"],
        price=book.figure("home-stadium", "cancel-cost"),
        why_not=(*said(faults, book.catalogue), *hindered),
    )
