"""Rules pins: the book that a season is played by, whatever later versions print."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from league.models import KeptCatalogue, RulesPin
from rules.book import Book
from rules.catalogue import Catalogue
from rules.editions import Edition, edition
from rules.house import House
from rules.loading import made_from, raw_of


def make_pin(*, edition_key: str, house: Mapping[str, Any], now: datetime) -> RulesPin:
    """Pin the edition as it is installed, under these house rules. Raises NoSuchEdition.

    Only what differs is kept: what is as the book says follows the book.
    """
    installed = edition(edition_key).catalogue
    kept, _ = KeptCatalogue.objects.get_or_create(
        digest=installed.digest,
        defaults={"edition": edition_key, "data": raw_of(edition_key)},
    )
    return RulesPin.objects.create(
        catalogue=kept, house=what_differs(edition_key, house), made_at=now
    )


def what_differs(edition_key: str, house: Mapping[str, Any]) -> dict[str, Any]:
    """The choices among these that the book would not have made."""
    return {knob.key: chosen for knob, chosen in House(edition_key, house).differences()}


def edition_of(pin: RulesPin) -> Edition:
    return edition(pin.catalogue.edition)


def book_of(pin: RulesPin) -> Book:
    """The book under this pin; one statement if the catalogue is neither loaded nor installed."""
    kept = pin.catalogue
    return Book(_catalogue(kept.digest, kept.edition), House(kept.edition, pin.house))


@lru_cache(maxsize=8)
def _catalogue(digest: str, key: str) -> Catalogue:
    """Most seasons are played by what is installed; the others by what was kept."""
    installed = edition(key).catalogue
    if installed.digest == digest:
        return installed
    return made_from(KeptCatalogue.objects.get(digest=digest).data)
