"""Taking part: whether a team as it stands may enter a season."""

from collections import Counter

from rules.book import Book
from rules.editions.lrb4.draft import race_faults_of_league, size_faults, staff_faults
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.rating import rating_lines
from rules.engine.circumstances import OfTeam
from rules.engine.rulings import Ruling, allowed, refused
from rules.engine.squads import position_faults
from rules.knobs import _


@question("entrance", _("Whether a team as it stands may take part in a season."))
def entrance(book: Book, at: OfTeam) -> Ruling:
    """The limits that hold for a team at any time; one that has lost players plays short."""
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    race = book.race(at.team.race)
    counts = Counter(player.position for player in at.team.contracted)
    reasons = [
        *race_faults_of_league(book, race),
        *size_faults(book, counts.total(), is_new=False),
        *position_faults(race, counts, "players.{}".format),
        *staff_faults(book, race, at.team.staff),
    ]
    return refused(reasons) if reasons else allowed(because=rating_lines(book, at.team))
