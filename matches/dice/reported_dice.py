"""Dice that fell on the pitch, as answers to what is asked after it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from matches.commands.tapping import suffering_of
from matches.dice import held_dice
from matches.dice.called_off import hurt_before
from matches.models import Answer, StepRun, Tap
from matches.pitch import lineups, reports
from matches.pitch.reports import StandingTap
from matches.record import MatchRecord
from matches.steps import only_server_rolls
from rules.engine.asks import Roll


def bring_dice(record: MatchRecord, *, now: datetime) -> None:
    """What was rolled for casualties on the pitch answers the first step after it."""
    rows = list(record.match.taps.order_by("number"))
    by_uuid = {str(tap.uuid): tap for tap in rows}
    taps = lineups.standing_taps(rows)
    dice = reports.dice_of(taps)
    held = _thrown_before(record, rows)
    hurts = (record.report.data if record.report else {}).get("casualties", ())
    first, (place, _step) = next(iter(record.sequence.after.items()))
    if not any(dice.get(hurt.get("tap", "")) or held.get(hurt.get("tap", "")) for hurt in hurts):
        return
    run = StepRun(match=record.match, side="", step=first, place=place)
    record.runs["", first] = run
    thrown = _dice_asked(record, taps, hurts)
    notes = [
        Answer(
            run=run,
            key=reports.casualty_key(hurt, rest),
            value=value,
            dice=thrown.get(reports.casualty_key(hurt, rest), ""),
            source=_source(taps, hurt["tap"], rest),
            actor_id=by_uuid[hurt["tap"]].actor_id,
            at=now,
        )
        for hurt in hurts
        for rest, value in dice.get(hurt.get("tap", ""), {}).items()
    ]
    notes += [
        Answer(
            run=run,
            key=reports.casualty_key(hurt, rest),
            value=value,
            dice=spec,
            source=Answer.Source.SERVER,
            actor_id=by_uuid[hurt["tap"]].actor_id,
            at=now,
        )
        for hurt in hurts
        for rest, (value, spec) in held.get(hurt.get("tap", ""), {}).items()
        if rest not in dice.get(hurt["tap"], {})
    ]
    record.put_in(run, notes)


def _thrown_before(
    record: MatchRecord, rows: Sequence[Tap]
) -> dict[str, Mapping[str, tuple[Any, str]]]:
    """By casualty, what the server threw before it was taken back, where nobody else may throw."""
    if not only_server_rolls(record.book, "report"):
        return {}
    known = [*hurt_before(record), *rows]
    specs = {rest: spec for tap in known for rest, spec in tap.data.get("dice", {}).items()}
    return {
        str(tap.uuid): {
            rest: (value, specs.get(rest, ""))
            for rest, value in held_dice.thrown_before(known, tap).items()
        }
        for tap in rows
        if tap.kind == Tap.Kind.CASUALTY
    }


def _dice_asked(
    record: MatchRecord, taps: list[StandingTap], hurts: Sequence[Mapping[str, Any]]
) -> dict[str, str]:
    """Which dice each answer was rolled with, by its key."""
    found: dict[str, str] = {}
    for hurt in hurts:
        suffering = suffering_of(record, taps, hurt.get("tap", ""))
        driven = suffering.driven if suffering else None
        asks = driven.answered if driven else ()
        found |= {ask.key: ask.dice for ask in asks if isinstance(ask, Roll)}
    return found


def _source(taps: list[StandingTap], casualty: str, rest: str) -> Answer.Source:
    for tap in taps:
        of = tap.uuid if tap.kind == Tap.Kind.CASUALTY else tap.data.get("of")
        if of == casualty and rest in tap.data.get("rolled", ()):
            return Answer.Source.SERVER
    return Answer.Source.TABLE
