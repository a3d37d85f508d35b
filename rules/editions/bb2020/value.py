"""What a team is worth: its team value, and the current one that leaves the absent out."""

from collections.abc import Iterator

from rules.book import Book
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.team_sheet import STAFF
from rules.engine import effects as e
from rules.engine.choosing import rules_of
from rules.engine.circumstances import OfTeam
from rules.engine.faults import team_faults
from rules.engine.rulings import Line, Ruling, allowed, refused, total
from rules.engine.state import Player, Team
from rules.knobs import _

LOW_COST = "low-cost-linemen"


def worth_of(book: Book, team: Team, player: Player) -> int:
    """A player's part in the team's value: of a low cost lineman only what they have learnt."""
    is_cheap = LOW_COST in rules_of(book, team) and not player.journeyman
    is_lineman = player.position in book.race(team.race).journeymen
    return player.value_added if is_cheap and is_lineman else player.value


def current_value(book: Book, team: Team) -> tuple[int, list[Line]]:
    """Who can play, re-rolls at list price, staff; neither gold nor fans."""
    race = book.race(team.race)
    lines = [_player_line(book, team, player) for player in team.available]
    if team.rerolls:
        params = {"count": team.rerolls, "each": race.reroll_cost}
        lines.append(Line("rerolls", team.rerolls * race.reroll_cost, params))
    for what in STAFF:
        if count := team.staff.get(what, 0):
            each = book.figure("draft", f"{what}-cost")
            lines.append(Line(what, count * each, {"count": count, "each": each}))
    return total(lines), lines


def _player_line(book: Book, team: Team, player: Player) -> Line:
    worth = worth_of(book, team, player)
    params = {"player": player.id, "cost": player.cost, "improvements": player.value_added}
    if player.journeyman:
        return Line("journeyman", worth, params)
    return Line("low-cost-lineman" if worth < player.value else "player", worth, params)


@question("team-value", _("What a team is worth for its next match."))
def worth(book: Book, at: OfTeam) -> Ruling:
    """The lines add up to the current value; with whoever is absent it is the team value."""
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    current, lines = current_value(book, at.team)
    absent = [player for player in at.team.players.values() if player.is_absent]
    all_in_all = current + sum(worth_of(book, at.team, player) for player in absent)
    return allowed(
        e.Fact("team-value", all_in_all),
        e.Fact("current-team-value", current),
        because=[*lines, *_left_out(book, at.team, absent)],
    )


def _left_out(book: Book, team: Team, absent: list[Player]) -> Iterator[Line]:
    for player in absent:
        params = {"player": player.id, "value": worth_of(book, team, player)}
        yield Line("retired-for-now" if player.retired else "does-not-count-yet", None, params)
