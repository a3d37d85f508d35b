"""Rules pins: the book that a season is played by, whatever later versions print."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from django.db.models import QuerySet

from league.models import Amendment, KeptCatalogue, RulesPin, Season
from rules.book import Book
from rules.catalogue import Catalogue
from rules.editions import Edition, edition
from rules.house import House
from rules.loading import made_from, raw_of
from rules.reading import BadRules


def make_pin(*, edition_key: str, house: Mapping[str, Any], now: datetime) -> RulesPin:
    """Pin the edition as it is installed, under these house rules. Raises NoSuchEdition.

    Only what differs is kept: what is as the book says follows the book.
    """
    installed = edition(edition_key).catalogue
    kept, _ = KeptCatalogue.objects.defer("data").get_or_create(
        digest=installed.digest,
        defaults={"edition": edition_key, "data": installed_text(edition_key)},
    )
    if kept.edition != edition_key:
        raise BadRules(kept.edition, kept.digest, f"is kept where {edition_key} should be")
    return RulesPin.objects.create(
        catalogue=kept, house=what_differs(edition_key, house), made_at=now
    )


@cache
def installed_text(edition_key: str) -> str:
    """The data of an edition as it is installed, which it is until the program ends."""
    return json.dumps(raw_of(edition_key))


def what_differs(edition_key: str, house: Mapping[str, Any]) -> dict[str, Any]:
    """The choices among these that the book would not have made."""
    return {
        knob.key: chosen for knob, chosen in House(edition(edition_key).knobs, house).differences()
    }


def pin_for(season: Season, round_number: int) -> RulesPin:
    """What holds in a round, past or to come. Rounds count through the season, stage after stage.
    One statement."""
    return pin_among(amendments_of(season), season, round_number)


def pin_among(amendments: Iterable[Amendment], season: Season, round_number: int) -> RulesPin:
    """The same, with the season's amendments at hand."""
    last: RulesPin | None = None
    for amendment in amendments:
        if amendment.from_round > round_number:
            return last or amendment.before
        last = amendment.pin
    return last or season.pin


def latest_pin(season: Season) -> RulesPin:
    """The last word on the season's rules, in force or still to come. One statement."""
    last = amendments_of(season).last()
    return last.pin if last else season.pin


def amendments_of(season: Season) -> QuerySet[Amendment]:
    """In the order in which they hold, with the pins and whoever made them. One statement."""
    return (
        season.amendments.select_related("pin__catalogue", "before__catalogue", "made_by")
        .defer("pin__catalogue__data", "before__catalogue__data")
        .order_by("id")
    )


def bring_into_force(season: Season, round_number: int) -> Season:
    """Give the season the rules that hold from this round on, within the transaction of whoever
    opens the round. Harmless if the round is open already, or an earlier one is opened late.

    Raises TransactionManagementError outside of one.
    """
    # Held, so that nobody amends a round that is just being opened.
    fresh = Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season.pk)
    if round_number > fresh.latest_round:
        fresh.latest_round = round_number
        fresh.pin = pin_for(fresh, round_number)
        fresh.save(update_fields=["latest_round", "pin"])
    return fresh


def edition_of(pin: RulesPin) -> Edition:
    return edition(pin.catalogue.edition)


def book_of(pin: RulesPin) -> Book:
    """The book under this pin; one statement if the catalogue is neither loaded nor installed."""
    kept = pin.catalogue
    return Book(
        _catalogue(kept.digest, kept.edition), House(edition(kept.edition).knobs, pin.house)
    )


@lru_cache(maxsize=8)
def _catalogue(digest: str, key: str) -> Catalogue:
    """Most seasons are played by what is installed; the others by what was kept."""
    installed = edition(key).catalogue
    if installed.digest == digest:
        return installed
    return kept_catalogue(KeptCatalogue.objects.get(digest=digest).data, digest=digest, key=key)


def kept_catalogue(data: str, *, digest: str, key: str) -> Catalogue:
    """Rule data that were kept as text. Raises BadRules if they are not what was asked for."""
    catalogue = made_from(json.loads(data))
    if (catalogue.digest, catalogue.edition) != (digest, key):
        raise BadRules(key, digest, f"is {catalogue.edition} {catalogue.digest}")
    return catalogue
