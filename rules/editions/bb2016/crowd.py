"""What FAME two sides can have: as a crowd gives it, and as the match may change it."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.book import Book
from rules.editions.bb2016.circumstances import stadium_says
from rules.editions.bb2016.fans import CAUSES
from rules.engine.lineup import Crowd
from rules.knobs import _

SCANDAL, STANDS, FAIR_WEATHER, JORM, CONTRAPTION = CAUSES
WORST_SCANDAL = 3  # each side loses a D3 (677)
RABBLE = "boisterous-rabble"
GET_THE_REF = "get-the-ref"
WORKING = 2  # FAME of a side whose contraption works (1977)
DRIVES = 3  # one for each half and for overtime, besides one after each touchdown


class FansAndFame(Crowd):
    label, word = _("FAME"), "FAME"
    note = _(
        "FAME is the crowd's part in it: 1 for the side that more fans came for, 2 for twice as "
        "many. It goes into the winnings."
    )
    ruling, step, fact = "fans-and-fame", "kick-off", "fame"

    def given(self, book: Book) -> frozenset[tuple[int, int]]:
        """FAME of home and away as a crowd may give it: to one side at most (651), but in a stadium
        with a Boisterous Rabble, which gives to both (1734)."""
        worth = {row["value"] for row in book.catalogue.tables["fame"].rows}
        pairs = {pair for fame in worth for pair in ((fame, 0), (0, fame))}
        if not book.house["stadiums"]:
            return frozenset(pairs)
        rabble = stadium_says(book, RABBLE)
        more, most = rabble["fame_bonus"], rabble["fame_max"]
        louder = {(min(home + more, most), min(away + more, most)) for home, away in pairs}
        return frozenset(pairs | louder)

    def since(
        self,
        book: Book,
        facts: Mapping[str, Any],
        given: int,
        kick_offs: Sequence[str],
        scored: int,
    ) -> range:
        """What FAME that a crowd gave may have become, by what is known of the match."""
        house = book.house
        least, most = given, given
        if house["match-events"]:  # which one a side has met is nobody's to know
            least, most = min(least, WORKING), max(most, WORKING)
        if house["referees"] and facts.get("referee") == JORM:
            rampages = kick_offs.count(GET_THE_REF)
            least, most = min(least, 0) if rampages else least, most + rampages
        if house["kick-off.table"] == "blitzmania":
            least -= WORST_SCANDAL * kick_offs.count(SCANDAL)
        if house["stadiums"] and facts.get("stadium") in (STANDS, FAIR_WEATHER):
            least -= max(scored + DRIVES, len(kick_offs))
        return range(least, most + 1)
