"""What the page of Hire & Fire shows: offers, people, and what the basket comes to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from league.pins import book_of
from league.queries import current_season
from league.rulebook import team_sheet_of
from rules.book import Book
from rules.engine.asks import Offer, Shop
from rules.words import name as name_of
from rules.words import reason_words
from rules.words.withheld import NotOnOffer, not_on_offer
from teams import projection
from teams.commands.hiring import people_of
from teams.commands.windows import is_open, next_window, unfinished
from teams.models import Contract, Team, Window
from teams.permissions import Hand
from teams.projection import Roster
from teams.purchases import Newcomer, newcomers, shirt_faults
from teams.reckoning import Basket, Reckoned, reckon, shop

REROLL = "reroll"
# How an entry of the basket is said, by the first part of its key.
BILL: Mapping[str, Promise] = {
    "hire": later("%(what)s × %(n)d"),
    "fire": later("%(what)s is fired"),
    "sign": later("%(what)s is signed"),
    "free": later("%(what)s joins"),
    "reroll": later("Re-rolls × %(n)d"),
    "drop-reroll": later("Re-rolls dropped × %(n)d"),
    "staff": later("%(what)s × %(n)d"),
    "drop-staff": later("%(what)s dropped × %(n)d"),
}


@dataclass(frozen=True, slots=True)
class Hireable:
    """A position on offer; `has` counts those under contract."""

    offer: Offer
    name: str
    has: int
    profile: Mapping[str, int]
    skills: tuple[str, ...]
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """Re-rolls or staff: bought and dropped by saying how many there shall be."""

    what: str
    name: str
    price: int
    has: int
    most: int
    buy: str
    drop: str
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Somebody:
    """A player under contract, who may be fired, or a journeyman, who may be signed."""

    offer: Offer
    contract: Contract
    position: str


@dataclass(frozen=True, slots=True)
class BillLine:
    said: str
    amount: int


@dataclass(frozen=True)
class Hiring:
    """A team's Hire & Fire as it stands."""

    team: Team
    window: Window
    book: Book
    roster: Roster
    shop: Shop

    @cached_property
    def offers(self) -> Mapping[str, Offer]:
        return {offer.key: offer for offer in self.shop.offers}

    @cached_property
    def withheld(self) -> NotOnOffer:
        """What has no row of its own, or none that says why not."""
        rows = {each.offer.key for each in self.positions} | {each.buy for each in self.kept}
        kept = {key: why for key, why in self.shop.withheld.items() if key not in rows}
        return not_on_offer(self.book.catalogue, kept)

    def why_not(self, key: str) -> str:
        """Why the team as it stands can have no more of something; nothing if it can."""
        reason = self.shop.withheld.get(key)
        return reason_words(self.book.catalogue, reason) if reason else ""

    @cached_property
    def reckoned(self) -> Reckoned:
        return reckon(self.book, self.roster.state, self.window.key, self.basket)

    @property
    def basket(self) -> Basket:
        """What was saved and is on offer still: somebody may be gone since."""
        return {
            key: count for key, count in self.window.basket.items() if key in self.offers and count
        }

    @property
    def reasons(self) -> list[str]:
        wrong = shirt_faults(self.roster, self.reckoned, people_of(self.window))
        return [str(reason.message) for reason in (*self.reckoned.reasons, *wrong)]

    @property
    def players_after(self) -> int:
        return len(self.reckoned.after.players)

    @property
    def places(self) -> int:
        return team_sheet_of(self.book).most_players(self.book)

    @cached_property
    def positions(self) -> list[Hireable]:
        race = self.book.race(self.team.race)
        state = self.roster.state
        return [
            Hireable(
                offer,
                position.name,
                state.position_count(position.key),
                position.profile,
                tuple(name_of(self.book.catalogue, skill) for skill in position.skills),
                self.why_not(offer.key),
            )
            for offer in self._of("hire")
            if (position := race.positions[_rest(offer)])
        ]

    @cached_property
    def contracted(self) -> list[Somebody]:
        return self._somebody("fire")

    @cached_property
    def journeymen(self) -> list[Somebody]:
        return self._somebody("sign")

    @cached_property
    def kept(self) -> list[Kept]:
        return [*self._rerolls(), *self._staff()]

    @cached_property
    def newcomers(self) -> list[Newcomer]:
        return newcomers(self.roster, self.reckoned, people_of(self.window))

    @property
    def bill(self) -> list[BillLine]:
        return [
            BillLine(self._said(key, count), -count * self.offers[key].price)
            for key, count in self.basket.items()
        ]

    def _of(self, kind: str) -> Iterator[Offer]:
        return (offer for key, offer in self.offers.items() if key.startswith(f"{kind}/"))

    def _somebody(self, kind: str) -> list[Somebody]:
        found = [
            Somebody(offer, contract, name_of(self.book.catalogue, contract.player.position))
            for offer in self._of(kind)
            if (contract := self.roster.contracts.get(_rest(offer)))
        ]
        return sorted(found, key=lambda each: each.contract.number)

    def _rerolls(self) -> Iterator[Kept]:
        if offer := self.offers.get(REROLL):
            has = self.team.rerolls
            most = max(offer.limit, has)
            said, why_not = _("Re-rolls"), self.why_not(REROLL)
            yield Kept(REROLL, said, offer.price, has, most, REROLL, "drop-reroll", why_not)

    def _staff(self) -> Iterator[Kept]:
        helped = self.book.race(self.team.race).apothecary
        for offer in self._of("staff"):
            what = _rest(offer)
            has = self.team.staff.get(what, 0)
            if what == "apothecary" and not (helped or has):
                continue
            called = name_of(self.book.catalogue, what)
            drop = f"drop-staff/{what}"
            why_not = self.why_not(offer.key)
            most = has + offer.limit
            yield Kept(what, called, offer.price, has, most, offer.key, drop, why_not)

    def _said(self, key: str, count: int) -> str:
        kind, _slash, what = key.partition("/")
        contract = self.roster.contracts.get(what)
        about = {
            "n": count,
            "what": contract.player.name if contract else name_of(self.book.catalogue, what),
        }
        return str(BILL.get(kind, BILL["free"])) % about


def hiring_of(team: Team, *, hand: Hand, now: datetime) -> Hiring:
    """A team's Hire & Fire; where no window is open, as the next one would be.

    To whoever runs the league a window whose time is over is none: they have a basket of their own.

    Five statements at most. Raises Refused where the edition has none.
    """
    season = current_season(team.league)
    book = book_of(season.pin)
    roster = projection.read(team)
    window = unfinished(team)
    is_over = window is not None and window.is_for_coach and not is_open(window, now=now)
    if window is None or (is_over and hand.runs_league):
        window = next_window(team)
    return Hiring(team, window, book, roster, shop(book, roster.state, window.key))


def _rest(offer: Offer) -> str:
    return offer.key.partition("/")[2]
