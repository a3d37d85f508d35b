"""What the page of Hire & Fire shows: offers, people, and what the basket comes to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from league.pins import book_of
from league.queries import current_season
from rules.asking import offer_data, withheld_data
from rules.book import Book
from rules.engine.asks import Offer, Shop
from rules.words import name as name_of
from rules.words import offer_name, reason_words
from rules.words.withheld import NotOnOffer, not_on_offer
from teams import projection
from teams.models import Team, Window
from teams.permissions import TeamAccess
from teams.projection import Roster
from teams.queries.baskets import BillLine, Buying, Shelf, Tick, Ware
from teams.quotes import Basket, Reckoned, reckon, shop
from teams.windows import is_open, next_window, unfinished
from web.templatetags.touchback import gold

# How an entry of the basket is said, by the first part of its key.
BILL: Mapping[str, Promise] = {
    "fire": later("%(what)s is fired"),
    "sign": later("%(what)s is signed"),
    "free": later("%(what)s joins"),
}
COUNTED, DROPPED = later("%(what)s × %(n)d"), later("%(what)s dropped × %(n)d")
DROP = "drop-"


@dataclass(frozen=True)
class Hiring(Buying):
    """A team's Hire & Fire as it stands."""

    access: TeamAccess
    roster: Roster
    book: Book
    window: Window
    is_open: bool
    shop: Shop
    # What was saved and is on offer still: somebody may be gone since.
    basket: Basket
    reckoned: Reckoned

    @property
    def kept(self) -> Window:
        return self.window

    @cached_property
    def offers(self) -> Mapping[str, Offer]:
        return {offer.key: offer for offer in self.shop.offers}

    @property
    def for_whoever_acts(self) -> "Hiring | None":
        return self if self.access.may_act else None

    @property
    def told_offers(self) -> list[dict[str, Any]]:
        return [offer_data(each, self.book.catalogue, self._called) for each in self.shop.offers]

    @property
    def told_withheld(self) -> list[dict[str, Any]]:
        return withheld_data(self.shop.withheld, self.book.catalogue)

    @cached_property
    def withheld(self) -> NotOnOffer:
        """What has no row of its own, or none that says why not."""
        rows = {ware.key for ware in (*self.positions, *self.support)}
        kept = {key: why for key, why in self.shop.withheld.items() if key not in rows}
        return not_on_offer(self.book.catalogue, kept)

    # --- what is on offer

    @property
    def columns(self) -> tuple[tuple[Shelf, ...], ...]:
        fired, signed = self._ticks("fire", _("Fire")), self._ticks("sign", _("Sign"))
        has = _("has %(has)d of %(places)d") % {"has": len(fired), "places": self.places}
        goes, gone = _("who is not signed goes at Finish"), _("gone for good, and nothing is paid")
        kept = Shelf(
            "kept",
            _("For the team"),
            _("as many as there shall be"),
            self.support,
            foot=_("What is dropped brings nothing back."),
        )
        return (
            (
                Shelf("positions", _("Hire"), has, self.positions),
                Shelf("journeymen", _("Journeymen"), goes, ticks=signed),
                Shelf("fire", _("Fire"), gone, ticks=fired, kind="leaves"),
            ),
            (kept,),
        )

    @cached_property
    def positions(self) -> list[Ware]:
        race, has_of = self.book.race(self.team.race), self.roster.state.position_count
        terms = _("%(price)s · has %(has)d of %(most)d")
        return [
            Ware(
                key=offer.key,
                name=position.name,
                terms=terms % {"price": gold(offer.price), "has": has, "most": offer.limit},
                count=self.basket.get(offer.key, 0),
                most=offer.limit,
                why_not=self._why_not(offer.key),
                profile=self.profile_of(position),
                skills=position.skills,
            )
            for offer in self._of("hire")
            if (position := race.positions[_rest(offer)])
            for has in (has_of(position.key),)
        ]

    @cached_property
    def support(self) -> list[Ware]:
        """What is bought and dropped by saying how many there shall be."""
        return [
            self._support(offer, drop.at_most)
            for key, offer in self.offers.items()
            if (drop := self.offers.get(f"{DROP}{key}")) and (offer.at_most or drop.at_most)
        ]

    def _support(self, offer: Offer, has: int) -> Ware:
        bought = self.basket.get(offer.key, 0) - self.basket.get(f"{DROP}{offer.key}", 0)
        terms = _("%(price)s each · has %(has)d") % {"price": gold(offer.price), "has": has}
        return Ware(
            key=offer.key,
            name=offer_name(self.book.catalogue, offer.key),
            terms=terms,
            count=has + bought,
            most=has + offer.limit,
            stays=has,
            why_not=self._why_not(offer.key),
        )

    def wish_of(self, counts: Mapping[str, int], ticked: Sequence[str]) -> dict[str, Any]:
        basket = {**counts, **dict.fromkeys(ticked, 1)}
        for ware in self.support:
            more = counts[ware.key] - ware.stays
            basket[ware.key], basket[f"{DROP}{ware.key}"] = max(0, more), max(0, -more)
        return {"basket": {key: count for key, count in basket.items() if count}}

    def _ticks(self, kind: str, label: str) -> list[Tick]:
        ticks = [
            Tick(
                offer.key,
                label,
                contract,
                f"{position} · {gold(offer.price if kind == 'sign' else contract.player.value)}",
                bool(self.basket.get(offer.key)),
            )
            for offer in self._of(kind)
            if (contract := self.roster.contracts.get(_rest(offer)))
            for position in (name_of(self.book.catalogue, contract.player.position),)
        ]
        return sorted(ticks, key=lambda tick: tick.contract.number)

    def _of(self, kind: str) -> Iterator[Offer]:
        return (offer for key, offer in self.offers.items() if key.startswith(f"{kind}/"))

    def _why_not(self, key: str) -> str:
        """Why the team as it stands can have no more of something; nothing if it can."""
        reason = self.shop.withheld.get(key)
        return reason_words(self.book.catalogue, reason) if reason else ""

    # --- what it comes to

    @property
    def headings(self) -> tuple[str, str]:
        return _("The basket"), _("What is in the basket")

    @property
    def bill(self) -> list[BillLine]:
        lines = [
            BillLine(self._said(key, count), -count * self.offers[key].price)
            for key, count in self.basket.items()
        ]
        return lines and [*lines, BillLine(_("Of the treasury"), self.team.treasury)]

    @property
    def drop_address(self) -> str:
        return reverse("teams:drop-basket", args=[self.team.uuid])

    @property
    def nothing_wrong(self) -> str:
        empty = _("The basket is empty. Finish closes the window all the same.")
        return super().nothing_wrong if self.basket else empty

    def _said(self, key: str, count: int) -> str:
        saying = BILL.get(key.partition("/")[0], DROPPED if key.startswith(DROP) else COUNTED)
        what = offer_name(self.book.catalogue, key.removeprefix(DROP), self._called)
        return str(saying) % {"n": count, "what": what}

    @cached_property
    def _called(self) -> dict[str, str]:
        return {key: each.player.name for key, each in self.roster.contracts.items()}


def hiring_of(team: Team, *, access: TeamAccess, now: datetime) -> Hiring:
    """A team's Hire & Fire; where no window is open, as the next one would be.

    To whoever runs the league a window whose time is over is none: they have a basket of their own.

    Five statements at most. Raises Refused where the edition has none.
    """
    season = current_season(team.league)
    book = book_of(season.pin)
    roster = projection.read(team)
    window = unfinished(team)
    is_over = window is not None and window.is_for_coach and not is_open(window, now=now)
    if window is None or (is_over and access.runs_league):
        window = next_window(team)
    offers = shop(book, roster.state, window.key)
    sold = {offer.key for offer in offers.offers}
    basket = {key: count for key, count in window.basket.items() if key in sold and count}
    reckoned = reckon(book, roster.state, window.key, basket)
    return Hiring(access, roster, book, window, is_open(window, now=now), offers, basket, reckoned)


def _rest(offer: Offer) -> str:
    return offer.key.partition("/")[2]
