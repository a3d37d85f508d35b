"""Taking part: whether a team as it stands may enter a season."""

from collections import Counter
from collections.abc import Iterator

from rules.book import Book
from rules.catalogue import Race
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.value import team_value
from rules.engine.circumstances import OfTeam
from rules.engine.rulings import Reason, Ruling, allowed, refused
from rules.engine.squads import position_faults
from rules.engine.state import Team
from rules.knobs import _


@question("entrance", _("Whether a team as it stands may take part in a season."))
def entrance(book: Book, at: OfTeam) -> Ruling:
    """The limits that hold for a team at any time (source 577-625, 1371-1400).

    Fewer than eleven are no fault: journeymen fill up.
    """
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    race = book.race(at.team.race)
    if reasons := [*_squad_faults(book, race, at.team), *_staff_faults(book, race, at.team)]:
        return refused(reasons)
    _worth, lines = team_value(book, at.team)
    return allowed(because=lines)


def _squad_faults(book: Book, race: Race, team: Team) -> Iterator[Reason]:
    allowed_races = book.house["draft.races"]
    if allowed_races and race.key not in allowed_races:
        yield Reason("race-not-allowed", "race", {"race": race.key})
    count, most = len(team.contracted), book.house["draft.players-at-most"]
    if count > most:
        yield Reason("too-many-players", "players", {"count": count, "at_most": most})
    counts = Counter(player.position for player in team.contracted)
    yield from position_faults(race, counts, "players.{}".format)


def _staff_faults(book: Book, race: Race, team: Team) -> Iterator[Reason]:
    if team.rerolls > race.reroll_max:
        yield Reason(
            "too-many-rerolls", "rerolls", {"count": team.rerolls, "at_most": race.reroll_max}
        )
    apothecaries = team.staff.get("apothecary", 0)
    if apothecaries and not race.apothecary:
        yield Reason("no-apothecary-for-race", "staff.apothecary", {"race": race.key})
    elif apothecaries > (most := book.figure("draft", "apothecary-max")):
        yield Reason(
            "too-many-apothecaries", "staff.apothecary", {"count": apothecaries, "at_most": most}
        )
