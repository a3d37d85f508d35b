"""What is counted at the table: touchdowns, challenges and injuries of a side, of no player."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.catalogue import CatalogueItem, Table
from rules.editions.blitz.endings import CARDS, INJURIES
from rules.editions.blitz.traits import PREFIX, TRAITS, usable
from rules.engine.lineup import LineupPlayer, Pitch, SideCount, Tally, UsableMark
from rules.engine.match import Match, Report, Side, other
from rules.engine.state import Team
from rules.knobs import _

SCORING, WITH_A_TRAIT = "scoring", "with-a-trait"
TOUCHDOWN, CLEAN_SWEEP = "touchdown", "clean-sweep"
# No card of the book is worth more than a touchdown with the crowd roaring.
MOST_OF_A_CARD = 4


class BlitzPitch(Pitch):
    score = Tally(
        *("score", _("Points"), _("PTS"), _("point difference")),
        *(_("points scored"), _("fewest points conceded")),
    )
    tallies = (
        Tally(
            *(CARDS, _("Challenge cards"), _("CARDS"), _("challenge card difference")),
            *(_("Challenge cards claimed"), _("fewest Challenge cards of the opponents")),
        ),
        Tally(
            *(INJURIES, _("Injuries"), _("INJ"), _("injury difference")),
            *(_("injuries caused"), _("fewest injuries suffered")),
        ),
    )
    deeds = ()
    knows_players = False
    counts_turns = False
    side_counts = (
        SideCount(TOUCHDOWN, _("Touchdown"), mark=f"{PREFIX}loud-celebrator"),
        SideCount(CARDS, _("Challenge card"), shelf="challenge"),
        SideCount(CLEAN_SWEEP, _("Clean Sweep"), mark=f"{PREFIX}glory-hound"),
        SideCount(INJURIES, _("Injury caused")),
    )
    most_worth = MOST_OF_A_CARD

    def worth(self, book: Any, count: str, named: str, mark: str) -> int | None:
        """A touchdown 3, a Clean Sweep 2, a trait makes one more of either (1260, 1540, 2112)."""
        tables = book.catalogue.tables
        if mark:
            return int(tables[WITH_A_TRAIT].named[mark.removeprefix(PREFIX)]["value"])
        if count == INJURIES:
            return 0
        if count == CARDS:
            card = next((each for each in _challenges(book) if each.key == named), None)
            return int(card.holds["points"]) if card else None
        return int(book.figure(SCORING, count))

    def usable_marks(self, book: Any, team: Team) -> tuple[UsableMark, ...]:
        return usable(book, team)

    def lead_that_wins(self, book: Any, used: Mapping[str, Sequence[str]], side: Side) -> int:
        """Ten, and eleven over a coach of Terrifying Reputation (1492, 2126)."""
        feared = "terrifying-reputation"
        if f"{PREFIX}{feared}" in used.get(other(side), ()):
            return int(book.figure(WITH_A_TRAIT, feared))
        return int(book.figure(SCORING, "sudden-death"))

    def tallied(self, book: Any, report: Report, tally: str) -> tuple[int, int]:
        home, away = (report.counts.get(side, {}).get(tally, 0) for side in ("home", "away"))
        return home, away

    def lineup(self, book: Any, match: Match, side: Side) -> tuple[LineupPlayer, ...]:
        """Cards play, and nobody is told from another."""
        return ()

    def boxes(self, book: Any) -> tuple[Sequence[str], Sequence[str]]:
        """What is counted of each side, and its points."""
        labels = [*(each.label for each in self.side_counts), self.score.label]
        return labels, labels

    def tables_in_play(self, book: Any) -> Iterator[CatalogueItem | Table]:
        return iter([book.catalogue.tables[TRAITS]])


def _challenges(book: Any) -> Sequence[CatalogueItem]:
    shelf: Sequence[CatalogueItem] = book.catalogue.shelves.get("challenge", ())
    return shelf


PITCH = BlitzPitch()
