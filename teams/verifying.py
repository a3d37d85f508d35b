"""Whether the present says what the events say."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from django.db.models import Sum

from league.pins import book_of
from rules.engine import state
from rules.engine.fold import Impossible
from teams import ledger, projection
from teams.models import Contract, Team


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the rows say otherwise than the events."""

    team: Team
    what: str
    rows: object
    events: object

    def __str__(self) -> str:
        return f"{self.team}: {self.what} is {self.rows!r}, the events say {self.events!r}"


def differences(team: Team) -> Iterator[Difference]:
    """Fold a team's events anew and compare. Seven statements, however long the team has lived."""
    events = ledger.standing_events(team)
    roster = projection.read(team)
    effects = [effect for event in events for effect in ledger.effects_of(event)]
    try:
        present, departed = ledger.lived(state.Team(race=team.race), effects)
    except Impossible as impossible:
        yield Difference(team, "the present", "written", f"impossible: {impossible}")
        return
    yield from _compare(team, "", roster.state, present)
    for key in {*roster.state.players, *present.players}:
        mine, theirs = roster.state.players.get(key), present.players.get(key)
        if mine is None or theirs is None:
            yield Difference(team, f"player {key}", _there(mine), _there(theirs))
        else:
            yield from _compare(team, f"player {key}, ", mine, theirs)
    yield from _departed(team, present, departed)
    gold = team.events.aggregate(gold=Sum("gold"))["gold"] or 0
    if gold != team.treasury:
        yield Difference(team, "the sum of all gold", team.treasury, gold)
    if last := team.events.select_related("pin__catalogue").order_by("seq").last():
        if last.seq != team.revision:
            yield Difference(team, "the revision", team.revision, last.seq)
        if (value := ledger.strength(book_of(last.pin), present)) != team.value:
            yield Difference(team, "the value", team.value, value)
    yield from _stray_contracts(team)


def _departed(
    team: Team, present: state.Team, departed: Mapping[str, projection.Departed]
) -> Iterator[Difference]:
    """Whoever has left, as he was then."""
    for contract in projection.departed_contracts(team, present):
        whose, told = f"player {contract.key}, ", departed.get(contract.key)
        how = told.how if told else projection.VOIDED
        if contract.ended != how:
            yield Difference(team, f"{whose}how he left", contract.ended, how)
        if told:
            yield from _compare(team, whose, projection.player_of(contract), told.player)


def _compare(
    team: Team, whose: str, rows: state.Team | state.Player, events: state.Team | state.Player
) -> Iterator[Difference]:
    for field in fields(rows):
        mine, theirs = getattr(rows, field.name), getattr(events, field.name)
        if field.name not in ("players", "number", "name") and _said(mine) != _said(theirs):
            yield Difference(team, f"{whose}{field.name}", mine, theirs)


def _said(value: object) -> object:
    """A count of nothing is as good as none."""
    if isinstance(value, dict):
        return {key: said for key, said in value.items() if said != 0}
    return value


def _there(player: state.Player | None) -> str:
    return "not there" if player is None else "there"


def _stray_contracts(team: Team) -> Iterator[Difference]:
    """Every contract has an event that made it."""
    joined = {
        effect["player"]["id"]
        for made in team.events.values_list("effects", flat=True)
        for effect in made
        if effect["kind"] == "joined"
    }
    for contract in Contract.objects.filter(team=team).exclude(key__in=joined):
        yield Difference(team, f"contract {contract.key}", "there", "nobody joined")
