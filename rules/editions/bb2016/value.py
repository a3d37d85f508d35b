"""What a team is worth (Team Value) and how the sum comes about."""

from rules.book import Book
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.growth import star_faults
from rules.editions.bb2016.questions import question
from rules.engine.circumstances import OfTeam
from rules.engine.rulings import Line, Ruling, allowed, refused, total
from rules.engine.state import Player, Team
from rules.knobs import _

STAFF = ("assistant-coach", "cheerleader", "apothecary")


def team_value(book: Book, team: Team) -> tuple[int, list[Line]]:
    """Team Value for the next match, line by line (source 1053, 1377).

    Players who miss the match are out, journeymen are in; gold never counts.
    """
    race = book.race(team.race)
    lines = [player_line(player) for player in team.players.values() if not player.misses_next]
    if team.star:
        lines.append(
            Line("rostered-star", book.catalogue.stars[team.star].cost, {"star": team.star})
        )
    if team.rerolls:
        lines.append(
            Line(
                "rerolls",
                team.rerolls * race.reroll_cost,
                {"count": team.rerolls, "each": race.reroll_cost},
            )
        )
    if team.fan_factor and not book.house["fan-factor.free"]:
        each = book.figure("draft", "fan-factor-cost")
        lines.append(
            Line("fan-factor", team.fan_factor * each, {"count": team.fan_factor, "each": each})
        )
    for what in STAFF:
        if count := team.staff.get(what, 0):
            each = book.figure("draft", f"{what}-cost")
            lines.append(Line(what, count * each, {"count": count, "each": each}))
    return total(lines), lines


@question("team-value", _("What a team is worth for its next match."))
def worth(book: Book, at: OfTeam) -> Ruling:
    if faults := [*team_faults(book, at.team), *star_faults(book, at.team)]:
        return refused(faults)
    return allowed(because=team_value(book, at.team)[1])


def player_line(player: Player) -> Line:
    return Line(
        "journeyman" if player.journeyman else "player",
        player.value,
        {"player": player.id, "cost": player.cost, "improvements": player.value_added},
    )
