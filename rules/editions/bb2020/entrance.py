"""Taking part: whether a team as it stands may enter a season."""

from collections import Counter

from rules.book import Book
from rules.editions.bb2020.draft import support_faults
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.value import current_value
from rules.engine.choosing import choice_faults
from rules.engine.circumstances import OfTeam
from rules.engine.drafting import race_faults, size_faults
from rules.engine.faults import team_faults
from rules.engine.rulings import Ruling, allowed, refused
from rules.engine.squads import position_faults
from rules.knobs import _


@question("entrance", _("Whether a team as it stands may take part in a season."))
def entrance(book: Book, at: OfTeam) -> Ruling:
    """The limits that hold for a team at any time. Fewer than eleven are no fault: journeymen
    fill up."""
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    team, race = at.team, book.race(at.team.race)
    counts = Counter(player.position for player in team.contracted)
    known = {choice.key for choice in race.choices}
    chosen = {key: value for key, value in team.marks.items() if key in known}
    reasons = [
        *race_faults(book, race),
        *size_faults(book, counts.total(), is_new=False),
        *position_faults(race, counts, "players.{}".format),
        *support_faults(book, race, team.rerolls, team.staff),
        *choice_faults(race, chosen),
    ]
    return refused(reasons) if reasons else allowed(because=current_value(book, team)[1])
