"""The fold: a team and an effect make the next team. The present is the fold of what happened."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce, singledispatch
from typing import Any

from rules.engine import effects as e
from rules.engine.rulings import Reason
from rules.engine.state import Player, Team


class Impossible(Exception):
    """An effect that the state does not bear: the ledger would lie."""

    @property
    def reason(self) -> Reason:
        """What a step is refused with that would have led to it."""
        return Reason("impossible", "", {"why": str(self)}, integrity=True)


def fold(team: Team, effects: Iterable[e.Effect]) -> Team:
    """The team after all of these; facts of the match leave it as it is."""
    return reduce(apply_to, effects, team)


def apply_to(team: Team, effect: e.Effect) -> Team:
    return apply(effect, team)


@singledispatch
def apply(effect: e.Effect, team: Team) -> Team:
    """The team after an effect. Raises Impossible where the state does not bear it."""
    raise TypeError(f"nobody knows what {effect!r} does")


def _on_player(team: Team, player_id: str, change: Callable[[Player], Player]) -> Team:
    if player_id not in team.players:
        raise Impossible(f"no player {player_id} under contract")
    changed = change(team.players[player_id])
    return replace(team, players={**team.players, player_id: changed})


def _count(tally: Mapping[str, int], what: str, by: int) -> dict[str, int]:
    counted = tally.get(what, 0) + by
    if counted < 0:
        raise Impossible(f"{what} would be {counted}")
    return {**tally, what: counted}


def _never_below_zero(what: str, amount: int) -> int:
    if amount < 0:
        raise Impossible(f"{what} would be {amount}")
    return amount


@apply.register
def _(effect: e.Fact, team: Team) -> Team:
    return team


@apply.register
def _(effect: e.Gold, team: Team) -> Team:
    return replace(team, treasury=_never_below_zero("treasury", team.treasury + effect.amount))


@apply.register
def _(effect: e.Fund, team: Team) -> Team:
    return replace(team, fund=_never_below_zero("fund", team.fund + effect.amount))


@apply.register
def _(effect: e.Joined, team: Team) -> Team:
    if effect.player.id in team.players:
        raise Impossible(f"player {effect.player.id} is under contract already")
    return replace(team, players={**team.players, effect.player.id: effect.player})


@apply.register
def _(effect: e.Left, team: Team) -> Team:
    if effect.player not in team.players:
        raise Impossible(f"no player {effect.player} under contract")
    staying = {id_: player for id_, player in team.players.items() if id_ != effect.player}
    return replace(team, players=staying)


@apply.register
def _(effect: e.Signed, team: Team) -> Team:
    return _on_player(team, effect.player, lambda player: replace(player, journeyman=False))


@apply.register
def _(effect: e.Renewed, team: Team) -> Team:
    return _on_player(
        team,
        effect.player,
        lambda player: replace(
            player, seasons=player.seasons + 1, misses_next=False, retired=False
        ),
    )


@apply.register
def _(effect: e.Earned, team: Team) -> Team:
    return _on_player(
        team,
        effect.player,
        lambda player: replace(player, awards=_count(player.awards, effect.award, effect.times)),
    )


@apply.register
def _(effect: e.PointsGiven, team: Team) -> Team:
    return _on_player(
        team, effect.player, lambda player: replace(player, extra=player.extra + effect.by)
    )


@apply.register
def _(effect: e.Spent, team: Team) -> Team:
    return _on_player(
        team, effect.player, lambda player: replace(player, spent=player.spent + effect.points)
    )


@apply.register
def _(effect: e.ImprovementOwed, team: Team) -> Team:
    return _on_player(
        team,
        effect.player,
        lambda player: replace(
            player,
            improvements=player.improvements + 1,
            owed={**player.owed, effect.level: effect.dice},
        ),
    )


@apply.register
def _(effect: e.Improved, team: Team) -> Team:
    def improve(player: Player) -> Player:
        if effect.level not in player.owed:
            raise Impossible(f"{player.id} is owed no improvement of level {effect.level}")
        changes: dict[str, Any] = {
            "owed": {lvl: dice for lvl, dice in player.owed.items() if lvl != effect.level},
            "value_added": player.value_added + effect.value,
        }
        if effect.skill:
            changes["skills"] = (*player.skills, effect.skill)
        if effect.characteristic:
            changes["raised"] = _count(player.raised, effect.characteristic, 1)
        return replace(player, **changes)

    return _on_player(team, effect.player, improve)


@apply.register
def _(effect: e.SkillGiven, team: Team) -> Team:
    def give(player: Player) -> Player:
        if effect.skill in player.skills:
            raise Impossible(f"{player.id} has {effect.skill} already")
        added = player.value_added + effect.value
        return replace(player, skills=(*player.skills, effect.skill), value_added=added)

    return _on_player(team, effect.player, give)


@apply.register
def _(effect: e.SkillTaken, team: Team) -> Team:
    def take(player: Player) -> Player:
        if effect.skill not in player.skills:
            raise Impossible(f"{player.id} has not gained {effect.skill}")
        left = tuple(skill for skill in player.skills if skill != effect.skill)
        added = _never_below_zero("value added", player.value_added - effect.value)
        return replace(player, skills=left, value_added=added)

    return _on_player(team, effect.player, take)


@apply.register
def _(effect: e.Raised, team: Team) -> Team:
    def change(player: Player) -> Player:
        return replace(
            player,
            raised=_count(player.raised, effect.characteristic, effect.by),
            value_added=_never_below_zero("value added", player.value_added + effect.value),
        )

    return _on_player(team, effect.player, change)


@apply.register
def _(effect: e.Lent, team: Team) -> Team:
    return _on_player(team, effect.player, lambda player: replace(player, lent=effect.skills))


@apply.register
def _(effect: e.Lowered, team: Team) -> Team:
    return _on_player(
        team,
        effect.player,
        lambda player: replace(
            player, lowered=_count(player.lowered, effect.characteristic, effect.by)
        ),
    )


@apply.register
def _(effect: e.Niggled, team: Team) -> Team:
    return _on_player(
        team,
        effect.player,
        lambda player: replace(
            player, niggles=_never_below_zero("niggles", player.niggles + effect.by)
        ),
    )


@apply.register
def _(effect: e.MissesNext, team: Team) -> Team:
    return _on_player(
        team, effect.player, lambda player: replace(player, misses_next=effect.misses)
    )


@apply.register
def _(effect: e.TemporarilyRetired, team: Team) -> Team:
    return _on_player(team, effect.player, lambda player: replace(player, retired=effect.retired))


@apply.register
def _(effect: e.Rerolls, team: Team) -> Team:
    return replace(team, rerolls=_never_below_zero("re-rolls", team.rerolls + effect.by))


@apply.register
def _(effect: e.Staff, team: Team) -> Team:
    return replace(team, staff=_count(team.staff, effect.what, effect.by))


@apply.register
def _(effect: e.LastingInducement, team: Team) -> Team:
    return replace(team, inducements=_count(team.inducements, effect.what, effect.by))


@apply.register
def _(effect: e.FanFactor, team: Team) -> Team:
    return replace(team, fan_factor=_never_below_zero("fan factor", team.fan_factor + effect.by))


@apply.register
def _(effect: e.Sponsor, team: Team) -> Team:
    return replace(team, sponsor=effect.sponsor)


@apply.register
def _(effect: e.OngoingSponsors, team: Team) -> Team:
    return replace(
        team,
        ongoing_sponsors=_never_below_zero("ongoing sponsors", team.ongoing_sponsors + effect.by),
    )


@apply.register
def _(effect: e.Blacklisted, team: Team) -> Team:
    return replace(team, blacklisted_by=team.blacklisted_by | {effect.by})


@apply.register
def _(effect: e.HomeStadium, team: Team) -> Team:
    return replace(team, home=effect.home)


@apply.register
def _(effect: e.HomeNamed, team: Team) -> Team:
    if team.home is None or effect.attribute not in ("", team.home.attribute):
        return team
    return replace(team, home=replace(team.home, name=effect.name))


@apply.register
def _(effect: e.RosteredStar, team: Team) -> Team:
    return replace(team, star=effect.star)


@apply.register
def _(effect: e.Marked, team: Team) -> Team:
    others = {mark: value for mark, value in team.marks.items() if mark != effect.mark}
    return replace(team, marks=others | ({effect.mark: effect.value} if effect.value else {}))


@apply.register
def _(effect: e.Recorded, team: Team) -> Team:
    record = dict(team.record)
    for what, by in effect.counts.items():
        record = _count(record, what, by)
    return replace(team, record=record)
