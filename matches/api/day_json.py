"""The pitch and the report of a match as the API tells them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from acts.failures import Missing
from league.pins import edition_of
from matches.api.day_shapes import DisputeSerializer
from matches.commands.tapping import suffering_of
from matches.commands.totals import Casualty, totals_of
from matches.models import Match, Tap
from matches.pitch import lineups, resources
from matches.pitch.contradictions import oddities
from matches.pitch.reports import StandingTap
from matches.presentation.telling import ask_sentence
from matches.queries import Viewed
from matches.record import MatchRecord
from rules.asking import ask_data
from rules.engine.effects import Fact
from rules.engine.match import SIDES, Side
from teams import ledger
from web.api.fields import Instant

INSTANT = Instant()


def at_data(at: Any) -> Any:
    return INSTANT.to_representation(at) if at else None


def lineups_data(viewed: Viewed) -> dict[str, Any]:
    """Raises Missing where nobody has kicked off."""
    _must_have_kicked_off(viewed)
    values: dict[str, Any] = {}
    for side in SIDES:
        frozen = viewed.record.sides[side].kick_off or {}
        values[side] = {key: frozen[key] for key in ("value", "people", "treatments", "joining")}
        values[side]["hand"] = _hand(viewed, side) if side in viewed.access.enters_for else None
    rules, on = edition_of(viewed.match.pin).pitch, lineups.field_of(viewed.record)
    return values | {
        "injuries_without_roll": [
            {
                "key": each.key,
                "name": _(each.label),
                "about": _(each.about),
                "causes": [*each.causes],
                "befalls": {
                    side: [who.key for who in people.values() if each.befalls(who)]
                    for side, people in on.people.items()
                },
            }
            for each in rules.injuries_without_roll
        ],
        "treats_knock_outs": sorted(rules.treats_knock_outs),
    }


def _must_have_kicked_off(viewed: Viewed) -> None:
    if not all(row.kick_off for row in viewed.record.sides.values()):
        raise Missing.because("not_kicked_off", _("Nobody has kicked off yet."))


def _hand(viewed: Viewed, side: Side) -> list[str]:
    """The special play cards that a side drew."""
    effects = (each for event in viewed.record.events[side] for each in ledger.effects_of(event))
    held = [each.value for each in effects if isinstance(each, Fact) and each.what == "hand"]
    return [str(card) for card in held[-1]] if held else []


def taps_data(
    viewed: Viewed, *, since: int = 0, only: Collection[UUID] | None = None
) -> dict[str, Any]:
    """Taps after a number, or those with these names. One statement."""
    record = viewed.record
    rows = list(record.match.taps.select_related("words", "actor").order_by("number"))
    standing = lineups.standing_taps(rows)
    wanted = [row for row in rows if (row.number > since if only is None else row.uuid in only)]
    return {
        "revision": record.match.revision,
        "taps": list(_taps(record, wanted, standing)),
        "oddities": _oddities(record, standing) if rows else [],
    }


def _oddities(record: MatchRecord, taps: Sequence[StandingTap]) -> list[dict[str, Any]]:
    reasons = [*oddities(taps, lineups.field_of(record, taps)), *resources.oddities(record, taps)]
    return [each.as_dict() for each in reasons]


def _taps(
    record: MatchRecord, rows: Iterable[Tap], standing: list[StandingTap]
) -> Iterable[dict[str, Any]]:
    stand = {tap.uuid for tap in standing}
    is_on = record.match.state == Match.State.PLAYING
    for row in rows:
        is_taken_back = row.kind != Tap.Kind.VOID and str(row.uuid) not in stand
        hurts = row.kind == Tap.Kind.CASUALTY and is_on and not is_taken_back
        yield {
            "uuid": str(row.uuid),
            "number": row.number,
            "kind": row.kind,
            "side": row.side,
            "data": row.data,
            "note": row.words.text if row.words else "",
            "by": str(row.actor),
            "at": at_data(row.at),
            "is_taken_back": is_taken_back,
            "asks": _dice(record, standing, str(row.uuid)) if hurts else [],
        }


def _dice(record: MatchRecord, standing: list[StandingTap], uuid: str) -> list[dict[str, Any]]:
    """What is still to be thrown for a casualty, by what follows its key."""
    suffering = suffering_of(record, standing, uuid)
    asks = suffering.asks() if suffering else {}
    return [
        ask_data(ask, record.book.catalogue)
        | {"key": rest, "sentence": ask_sentence(record, ask, None)}
        for rest, ask in asks.items()
    ]


def totals_data(viewed: Viewed) -> dict[str, Any]:
    """Raises Missing where nobody has kicked off. One statement."""
    _must_have_kicked_off(viewed)
    record = viewed.record
    taps = lineups.standing_taps(record.match.taps.order_by("number"))
    totals = totals_of(taps)
    return {
        "revision": record.match.revision,
        "deeds": totals.deeds,
        "casualties": [_casualty_data(each) for each in totals.casualties],
        "knock_outs": [asdict(each) for each in totals.knock_outs],
        "oddities": _oddities(record, taps),
    }


def _casualty_data(told: Casualty) -> dict[str, Any]:
    """As it is sent; whose player did it goes without saying."""
    return {name: value for name, value in asdict(told).items() if name != "by_side"}


def report_data(viewed: Viewed) -> dict[str, Any]:
    """One statement for whoever may read disputes, none for others."""
    match, report = viewed.match, viewed.record.report
    told = viewed.record.told
    return {
        "version": report.version if report else 0,
        "reported_by": match.reported_by,
        "reported_at": at_data(match.reported_at),
        "confirms_at": at_data(match.confirms_at),
        "confirmed_at": at_data(match.confirmed_at),
        "ending": told.get("ending"),
        "decided_for": told.get("decided_for", ""),
        "conceded_by": told.get("conceded_by", ""),
        "before_set_up": told.get("conceded_before_set_up", False),
        "could_field": told.get("could_field"),
        "shots": told.get("shots", []),
        "rerolls": _rerolls(told) if told.get("shots") else None,
        "score": told["score"],
        "deeds": told.get("deeds", {}),
        "casualties": told.get("casualties", []),
        "disputes": _disputes(viewed) if viewed.access.may_record else [],
    }


def _rerolls(told: Mapping[str, Any]) -> dict[str, int]:
    return {side: told.get("rerolls", {}).get(side, 0) for side in SIDES}


def _disputes(viewed: Viewed) -> Any:
    disputes = viewed.match.disputes.select_related("words").order_by("id")
    return DisputeSerializer(disputes, many=True).data
