"""How a match ends when it is not over by time, and what it counts for."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book import Book
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.fortune import fans_leave
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.circumstances import Overtime, Penalties
from rules.engine.deciding import decided_in_overtime, decided_on_penalties
from rules.engine.faults import one_of_faults
from rules.engine.friendlies import Pairing, pairing_faults, why_friendly
from rules.engine.growth import players_faults
from rules.engine.league_points import Outcome, outcome_faults, point_lines
from rules.engine.leaving import players_leaving
from rules.engine.match import SIDES, Side, other
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.sides import COACH_OF
from rules.engine.state import Team
from rules.knobs import _

# --- concession


@dataclass(frozen=True, slots=True)
class Concession:
    """The side that gives up: its team with this match's points, and whom it could set up."""

    side: Side
    team: Team
    before_set_up: bool = False
    could_field: int = 11
    friendly: bool = False


@question("concession", _("What giving up a match costs, and what passes to the winner."))
def concession(book: Book, at: Concession) -> Step:
    """An ordinary loss with two or fewer to set up; otherwise punished (571, 1391-1393, 1116).

    This is the whole price at once. A post-match takes its parts where they belong: these facts
    (`concession_facts`), those who leave once points are counted (`players_leaving`), and the
    fans as the fan factor's ruling.
    """
    if faults := list(_concession_faults(book, at)):
        return refused(faults)
    facts, lines = concession_facts(book, at)
    if not punished(book, at):
        return allowed(*facts, because=lines)
    fans = fans_leave(book, at.team)
    leaving = yield from players_leaving(book, at.team, COACH_OF[at.side])
    return allowed(
        *facts,
        *(e.To(at.side, effect) for effect in (*fans.effects, *leaving.effects)),
        because=[*lines, *fans.because, *leaving.because],
    )


def punished(book: Book, at: Concession) -> bool:
    """Not for a coach who has too few left to set up for a kick-off."""
    return not at.before_set_up or at.could_field > book.figure("concession", "field-max")


def concession_facts(book: Book, at: Concession) -> tuple[list[e.Effect], list[Line]]:
    """Who has won, who names most valuable players, who is paid; each by side."""
    winner = other(at.side)
    punish = punished(book, at)
    mvps = dict.fromkeys(SIDES, book.figure("mvp", "awards"))
    if punish:
        mvps = {winner: book.figure("concession", "winner-mvps"), at.side: 0}
    if at.friendly:
        mvps = dict.fromkeys(SIDES, book.figure("friendly", "mvps"))
    facts: list[e.Effect] = [
        e.Fact("winner", winner),
        e.Fact("conceded", {"side": at.side, "punished": punish}),
        e.Fact("mvps", {"home": mvps["home"], "away": mvps["away"]}),
        e.Fact("winnings-to", {at.side: winner if punish else at.side, winner: winner}),
    ]
    about = {"before_set_up": at.before_set_up, "could_field": at.could_field}
    return facts, [Line("punished" if punish else "unpunished", None, about)]


def _concession_faults(book: Book, at: Concession) -> Iterator[Reason]:
    yield from one_of_faults("side", at.side, SIDES)
    yield from team_faults(book, at.team)
    most = book.figure("journeymen", "field")
    if not 0 <= at.could_field <= most:
        bounds = {"at_least": 0, "at_most": most}
        yield Reason("out-of-range", "could_field", bounds, integrity=True)
    yield from players_faults(book, at.team)


# --- overtime and penalties


@question("overtime", _("Who wins a match that was drawn after two halves."))
def overtime(book: Book, at: Overtime) -> Step:
    """The first touchdown wins, or else penalties do (547)."""
    return (yield from decided_in_overtime(book, at))


@question("penalties", _("Who wins a penalty shoot-out."))
def penalties(book: Book, at: Penalties) -> Step:
    """A die and a point for each unused re-roll; level sides roll again (547).

    The lines of the last round add up to each side's score.
    """
    return (yield from decided_on_penalties(book, at))


# --- friendly


@question("friendly", _("Whether a match is a friendly, and what is different then."))
def friendly(book: Book, at: Pairing) -> Ruling:
    """Outside the division, or against a rival already met twice (1040, 5678).

    A fixture of a schedule is a competition match however often the teams have met.
    """
    if faults := list(pairing_faults(book, at)):
        return refused(faults)
    lines = list(why_friendly(book, at))
    is_friendly = bool(lines)
    die = book.catalogue.tables["winnings"].named["friendly-die" if is_friendly else "die"]
    mvps = book.figure("friendly", "mvps") if is_friendly else book.figure("mvp", "awards")
    return allowed(
        e.Fact("friendly", is_friendly),
        e.Fact("counts-for-points", not is_friendly),
        e.Fact("mvps", {"home": mvps, "away": mvps}),
        e.Fact("winnings-die", die["dice"]),
        because=lines or [Line("competition")],
    )


# --- league points


@question("league-points", _("How many league points a match brings a side."))
def league_points(book: Book, at: Outcome) -> Ruling:
    """As the house rules say; a friendly brings none (1277, 5678). The lines add up to it."""
    if faults := outcome_faults(at):
        return refused(faults)
    if at.friendly:
        lines = [Line("friendly", book.figure("friendly", "league-points"))]
    else:
        lines = point_lines(book.house, at)
    return allowed(e.Fact("league-points", total(lines)), because=lines)
