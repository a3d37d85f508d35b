"""Taking part: a coach names a team of the game, and its cards play. Nobody is hired."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.book import Book
from rules.editions.blitz.questions import question
from rules.engine.circumstances import OfRace, OfTeam
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.knobs import _


@dataclass(frozen=True)
class Taken:
    """The team that a coach takes; there is nothing to choose in it."""

    race: str
    players: Mapping[str, int] = field(default_factory=dict)
    seasons_finished: int = 0
    window: str = "draft"


@question("draft-offers", _("What there is to choose in a new team: nothing."))
def draft_offers(book: Book, at: OfRace) -> Ruling:
    if faults := list(race_faults(book, at.race)):
        return refused(faults)
    return allowed()


@question("draft-bill", _("Who plays in a new team."))
def draft_bill(book: Book, at: Taken) -> Ruling:
    if faults := [*race_faults(book, at.race), *_hired(at.players)]:
        return refused(faults)
    return allowed(because=cards(book, at.race))


@question("draft", _("Whether a new team may begin like this."))
def draft(book: Book, at: Taken) -> Ruling:
    return draft_bill(book, at)


@question("entrance", _("Whether a team may take part in a league."))
def entrance(book: Book, at: OfTeam) -> Ruling:
    if faults := list(race_faults(book, at.team.race)):
        return refused(faults)
    return allowed(because=cards(book, at.team.race))


def race_faults(book: Book, race: str) -> Iterator[Reason]:
    if race not in book.catalogue.races:
        yield Reason("no-such-race", "race", {"race": race}, integrity=True)


def cards(book: Book, race: str) -> list[Line]:
    """The player cards of a team, and how many players each is for (588, 756)."""
    return [
        Line("player-card", None, {"position": key, "count": position.max})
        for key, position in book.race(race).positions.items()
    ]


def _hired(players: Mapping[str, int]) -> Iterator[Reason]:
    for key, count in players.items():
        if count:
            yield Reason("not-on-offer", f"players.{key}", {"offer": key}, integrity=True)
