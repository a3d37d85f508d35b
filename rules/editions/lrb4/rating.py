"""Team Rating: what a team is worth in gold and in experience, and how the sum comes about."""

from collections.abc import Iterator

from rules.book import Book
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.team_sheet import STAFF
from rules.engine.circumstances import OfTeam
from rules.engine.growth import points
from rules.engine.rulings import Line, Ruling, allowed, refused, total
from rules.engine.state import Team
from rules.knobs import _


def gold_worth(book: Book, team: Team) -> list[Line]:
    """What a team is worth in gold, line by line (4162-4169, rulings).

    Everybody under contract counts, whether they can play or not; whoever was free counts as if
    bought, and a re-roll at the price of the list, however dear it was.
    """
    race = book.race(team.race)
    lines = [Line("players", sum(player.cost for player in team.contracted))]
    for code, count, each in [
        ("rerolls", team.rerolls, race.reroll_cost),
        ("fan-factor", team.fan_factor, book.figure("draft", "fan-factor-cost")),
        *((job, team.staff.get(job, 0), book.figure("draft", f"{job}-cost")) for job in STAFF),
    ]:
        if count:
            lines.append(Line(code, count * each, {"count": count, "each": each}))
    if team.treasury:
        lines.append(Line("treasury", team.treasury))
    return lines


def team_rating(book: Book, team: Team) -> int:
    return total(rating_lines(book, team))


def rating_lines(book: Book, team: Team) -> list[Line]:
    """Points for gold and points for experience, each rounded down (4162-4176)."""
    worth = gold_worth(book, team)
    gold, experience = total(worth), sum(points(book, each) for each in team.contracted)
    for_gold = book.figure("team-rating", "gold")
    for_points = book.figure("team-rating", "points")
    parts = dict(_parts(worth))
    return [
        Line("rated-gold", gold // for_gold, {"gold": gold, "each": for_gold, **parts}),
        Line("rated-points", experience // for_points, {"points": experience, "each": for_points}),
    ]


def _parts(worth: list[Line]) -> Iterator[tuple[str, int]]:
    """The gold by what it is in: players, support, and what lies in the treasury."""
    by_code = {line.code: line.amount or 0 for line in worth}
    yield "players", by_code["players"]
    yield "treasury", by_code.get("treasury", 0)
    yield "support", total(worth) - by_code["players"] - by_code.get("treasury", 0)


@question("team-rating", _("What a team is rated at, by its gold and its experience."))
def rating(book: Book, at: OfTeam) -> Ruling:
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    return allowed(because=rating_lines(book, at.team))
