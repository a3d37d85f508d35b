"""A knock-out match that was drawn, and what a match leaves on the coach's roster."""

from rules.book import Book
from rules.editions.blitz.questions import question
from rules.engine import effects as e
from rules.engine.circumstances import Overtime
from rules.engine.match import Match, Side, other
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.knobs import _

CARDS, INJURIES = "challenge", "injury"


@question("overtime", _("Who wins a knock-out match that was drawn."))
def overtime(book: Book, at: Overtime) -> Ruling:
    """All 24 Challenge cards are shuffled anew and played on, without those of the Endgame, until
    somebody leads at the end of a round (1894). A match of the league stays drawn."""
    if at.home_touchdowns != at.away_touchdowns:
        return refused([Reason("not-drawn", "home_touchdowns", integrity=True)])
    if not at.knock_out:
        return refused([Reason("stays-drawn", "agreed")])
    if not at.scored:
        return refused([Reason("nobody-leads", "scored")])
    return allowed(
        e.Fact("winner", at.scored),
        e.Fact("decided-by", "overtime"),
        because=[Line("played-on-by-the-cards")],
    )


def on_the_roster(match: Match, side: Side) -> e.Recorded | None:
    """What a match of the league adds to a coach's roster (1786-1820): finals and friendlies
    nothing."""
    report = match.report
    if report.friendly or report.play_off:
        return None
    counts = report.counts.get(side, {})
    return e.Recorded(
        {
            "played": 1,
            match.result(side): 1,
            "scored": report.score[side],
            "conceded": report.score[other(side)],
            CARDS: counts.get(CARDS, 0),
            INJURIES: counts.get(INJURIES, 0),
        }
    )
