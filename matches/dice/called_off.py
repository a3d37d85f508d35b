"""What the server threw and dealt in a match that was called off: it holds for the next match of
the same two teams.

Whoever calls a match off because of its weather, its casualties or its penalties, and begins it
again, has the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from league.models import League
from matches.dice import rolling
from matches.models import Answer, Match, StepRun, Tap
from matches.record import MatchRecord
from matches.steps import PENALTIES, only_server_rolls
from rules.engine.asks import Ask, Roll, Shop
from rules.engine.match import SIDES, other

Sides = Mapping[str, int]


def decided_by_server(record: MatchRecord, run: StepRun, ask: Ask) -> Any:
    """What chance answers: as it fell when these two were to meet, or anew. Two statements at
    most, once for a match."""
    for before in (fallen_before, settled_before):
        if (value := before(record, run, ask)) is not None:
            return value
    return rolling.decide(ask)


def fallen_before(record: MatchRecord, run: StepRun, ask: Ask) -> Any:
    """What the server threw or drew for an ask when these two were to meet, where nobody else may;
    None where nothing did, or it fits no more."""
    is_theirs = ask.visible == "public" and only_server_rolls(record.book, run.step)
    if not (is_theirs or ask.visible == "server"):
        return None
    dice = ask.dice if isinstance(ask, Roll) else ""
    for answer in _given_before(record, run, ask.key):
        by_server = answer.source == Answer.Source.SERVER
        if by_server and answer.dice == dice and not ask.faults(answer.value):
            return answer.value
    return None


def settled_before(record: MatchRecord, run: StepRun, ask: Ask) -> Any:
    """What was answered in the open when these two were to meet, and cards were dealt on it: who
    was first, which decks a side named. Whoever has seen those cards does not look at others, nor
    has the other side's. None where there is nothing like that, or it fits no more."""
    if ask.visible != "public":
        return None
    for answer in reversed([*_given_before(record, run, ask.key)]):
        drawn = [
            each.pk
            for each in _earlier(record).answers
            if each.run_id == answer.run_id and each.visible == "server"
        ]
        # Later decks may have been dealt from a pile that was shuffled before.
        dealt = bool(drawn) and (isinstance(ask, Shop) or answer.pk < max(drawn))
        if dealt and not ask.faults(answer.value):
            return answer.value
    return None


@dataclass(frozen=True, slots=True)
class Earlier:
    """Matches of two teams that were called off since they last met, with the teams of their sides,
    and what was answered before their kick-off."""

    matches: Mapping[int, Sides]
    answers: list[Answer]


def _given_before(record: MatchRecord, run: StepRun, key: str) -> Iterator[Answer]:
    """What was answered to an ask, the earliest first."""
    if run.place >= record.sequence.kick_off:
        return
    earlier = _earlier(record)
    here: Sides = {side: record.sides[side].team_id for side in SIDES}
    for answer in earlier.answers:
        there = earlier.matches[answer.run.match_id]
        then = key if there == here else _swapped(key)
        same_side = there.get(answer.run.side) == here.get(run.side)
        if (answer.run.step, answer.key) == (run.step, then) and same_side:
            yield answer


def _swapped(key: str) -> str:
    """An ask's key where the two have changed sides."""
    return "/".join(other(part) if part in SIDES else part for part in key.split("/"))


def _earlier(record: MatchRecord) -> Earlier:
    if record.earlier is None:
        matches = called_off_since(record.match, {row.team_id for row in record.sides.values()})
        answers = Answer.objects.filter(
            run__match__in=matches, run__place__lt=record.sequence.kick_off
        )
        rows = list(answers.select_related("run").order_by("pk")) if matches else []
        record.earlier = Earlier(matches, rows)
    earlier: Earlier = record.earlier
    return earlier


def shot_before(record: MatchRecord) -> dict[str, list[Any]]:
    """The shoot-out of the match of these two that was called off last: that one had those before
    it. Two statements at most, none where others than the server may shoot."""
    if not only_server_rolls(record.book, PENALTIES):
        return {}
    here: Sides = {side: record.sides[side].team_id for side in SIDES}
    earlier = called_off_since(record.match, {*here.values()})
    if not earlier:
        return {}
    last = max(earlier)
    (kept,) = Match.objects.filter(pk=last).values_list("reserved_dice", flat=True)
    shot = {name: dice for name, dice in kept.items() if name.startswith(f"joint/{PENALTIES}/")}
    if earlier[last] == here:
        return shot
    return {_swapped(name): dice for name, dice in shot.items()}


def hurt_before(record: MatchRecord) -> list[Tap]:
    """What the server threw for casualties of these two in matches that were called off, as taps
    that were taken back: it holds for the same team's next. Two statements at most, none where
    others than the server may throw."""
    if not only_server_rolls(record.book, next(iter(record.sequence.after))):
        return []
    sides = {record.sides[side].team_id: side for side in SIDES}
    earlier = called_off_since(record.match, {*sides})
    rows = Tap.objects.filter(match__in=earlier).order_by("match", "number") if earlier else []
    taps = [
        Tap(
            uuid=row.uuid,
            kind=row.kind,
            side=sides[earlier[row.match_id][row.side]] if row.side else "",
            data=row.data,
        )
        for row in rows
        if row.kind in (Tap.Kind.CASUALTY, Tap.Kind.DICE)
    ]
    return [*taps, *(Tap(kind=Tap.Kind.VOID, data={"of": str(tap.uuid)}) for tap in taps)]


def called_off_since(match: Match, pair: set[int]) -> dict[int, Sides]:
    """Matches of these two that were called off since they last met, with the teams of their sides.
    One statement."""
    rows = Match.objects.filter(season=match.season_id, pk__lt=match.pk, sides__team__in=pair)
    found: dict[int, dict[str, int]] = {}
    called_off = set()
    for pk, state, side, team in rows.order_by("pk").values_list(
        "pk", "state", "sides__side", "sides__team"
    ):
        found.setdefault(pk, {})[side] = team
        if state == Match.State.CALLED_OFF:
            called_off.add(pk)
    since: dict[int, Sides] = {}
    for pk, sides in found.items():
        if len(sides) == len(pair):
            since = {**since, pk: sides} if pk in called_off else {}
    return since


def still_secret(league: League) -> set[int]:
    """Matches that were called off and whose secrets the next match of the two has, or has yet to
    have. One statement."""
    teams: dict[int, set[int]] = {}
    about: dict[int, tuple[int, str]] = {}
    for pk, season, state, team in league.matches.values_list(
        "pk", "season", "state", "sides__team"
    ):
        teams.setdefault(pk, set()).add(team)
        about[pk] = (season, state)
    last_met: dict[tuple[int, frozenset[int]], int] = {}
    for pk, (season, state) in sorted(about.items()):
        if state == Match.State.OVER:
            last_met[season, frozenset(teams[pk])] = pk
    return {
        pk
        for pk, (season, state) in about.items()
        if state == Match.State.CALLED_OFF and pk > last_met.get((season, frozenset(teams[pk])), 0)
    }
