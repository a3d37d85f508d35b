"""What the report of a match leaves in the records, and what cannot be in it, in any edition."""

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.engine import effects as e
from rules.engine.match import SIDES, Match, Side
from rules.engine.rulings import Reason, Ruling, allowed, refused


def as_reported(match: Match, doers: Mapping[Side, Iterable[str]]) -> Ruling:
    """Refuses a report of players whom nobody knows, or of one casualty told twice. `doers` are
    those of each side whose deeds count."""
    strangers = [
        Reason("no-such-player", f"deeds.{side}", {"player": player}, integrity=True)
        for side in SIDES
        for player in doers[side]
        if player not in match.teams[side].players
    ]
    told = Counter((hurt.side, hurt.player, hurt.nth) for hurt in match.report.casualties)
    twice = [
        Reason("told-twice", "casualties", {"player": player, "nth": nth}, integrity=True)
        for (_side, player, nth), times in told.items()
        if times > 1
    ]
    return refused([*strangers, *twice]) if strangers or twice else allowed()


def recorded(match: Match, side: Side, deeds: Mapping[str, Mapping[str, int]]) -> e.Recorded:
    """Touchdowns and casualties of a friendly too; it is neither played nor won."""
    counts = {"friendlies": 1} if match.report.friendly else {"played": 1, match.result(side): 1}
    casualties = sum(each.get("casualty", 0) for each in deeds.values())
    return e.Recorded({**counts, "touchdowns": match.report.score[side], "casualties": casualties})
