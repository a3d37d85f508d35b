"""Dice that the server threw before a match which was called off: they hold for the next match of
the same two teams.

Whoever calls a match off because of its weather, and begins it again, is told the same.
"""

from typing import Any

from matches.models import Answer, Match, StepRun
from matches.play import Play
from matches.steps import only_server_rolls
from rules.engine.asks import Ask, Roll
from rules.engine.match import SIDES


def fallen_before(play: Play, run: StepRun, ask: Ask) -> Any:
    """What the server threw for an ask when these two were to meet, where nobody else may throw;
    None where nothing did, or it fits no more. Two statements at most."""
    if run.place >= play.sequence.kick_off or not only_server_rolls(play.book, run.step):
        return None
    if ask.visible != "public" or not (since := _called_off_since(play)):
        return None
    rows = Answer.objects.filter(
        run__match__in=since, run__step=run.step, key=ask.key, source=Answer.Source.SERVER
    )
    team = next((play.sides[side].team_id for side in SIDES if side == run.side), None)
    for row in rows.select_related("run").order_by("pk"):
        dice = ask.dice if isinstance(ask, Roll) else ""
        whose = since[row.run.match_id].get(row.run.side)
        if (whose, row.dice) == (team, dice) and not ask.faults(row.value):
            return row.value
    return None


def _called_off_since(play: Play) -> dict[int, dict[str, int]]:
    """Matches of these two that were called off since they last met, with the teams of their sides.
    One statement."""
    match, pair = play.match, [row.team_id for row in play.sides.values()]
    rows = Match.objects.filter(season=match.season_id, pk__lt=match.pk, sides__team__in=pair)
    found: dict[int, dict[str, int]] = {}
    called_off = set()
    for pk, state, side, team in rows.order_by("pk").values_list(
        "pk", "state", "sides__side", "sides__team"
    ):
        found.setdefault(pk, {})[side] = team
        if state == Match.State.CALLED_OFF:
            called_off.add(pk)
    since: dict[int, dict[str, int]] = {}
    for pk, sides in found.items():
        if len(sides) == len(pair):
            since = {**since, pk: sides} if pk in called_off else {}
    return since
