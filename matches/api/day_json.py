"""The pitch and the report of a match as the API tells them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from jobs.failures import Missing
from league.pins import edition_of
from matches import field, kit
from matches.commands.tapping import suffering_of
from matches.commands.totals import Casualty, totals_of
from matches.contradictions import oddities
from matches.models import Match, Tap
from matches.pitch import Seen
from matches.play import Play
from matches.queries import Viewed
from matches.telling import ask_sentence
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
    told: dict[str, Any] = {}
    for side in SIDES:
        frozen = viewed.play.sides[side].kick_off or {}
        told[side] = {key: frozen[key] for key in ("value", "people", "treatments", "joining")}
        told[side]["hand"] = _hand(viewed, side) if side in viewed.seat.hands else None
    rules, on = edition_of(viewed.match.pin).pitch, field.field_of(viewed.play)
    return told | {
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
    if not all(row.kick_off for row in viewed.play.sides.values()):
        raise Missing.because("not_kicked_off", _("Nobody has kicked off yet."))


def _hand(viewed: Viewed, side: Side) -> list[str]:
    """The special play cards that a side drew."""
    effects = (each for event in viewed.play.events[side] for each in ledger.effects_of(event))
    held = [each.value for each in effects if isinstance(each, Fact) and each.what == "hand"]
    return [str(card) for card in held[-1]] if held else []


def taps_data(
    viewed: Viewed, *, since: int = 0, only: Collection[UUID] | None = None
) -> dict[str, Any]:
    """Taps after a number, or those with these names. One statement."""
    play = viewed.play
    rows = list(play.match.taps.select_related("words", "actor").order_by("number"))
    standing = field.seen(rows)
    wanted = [row for row in rows if (row.number > since if only is None else row.uuid in only)]
    return {
        "revision": play.match.revision,
        "taps": list(_taps(play, wanted, standing)),
        "oddities": _oddities(play, standing) if rows else [],
    }


def _oddities(play: Play, taps: Sequence[Seen]) -> list[dict[str, Any]]:
    found = [*oddities(taps, field.field_of(play, taps)), *kit.oddities(play, taps)]
    return [each.as_dict() for each in found]


def _taps(play: Play, rows: Iterable[Tap], standing: list[Seen]) -> Iterable[dict[str, Any]]:
    stand = {tap.uuid for tap in standing}
    is_on = play.match.state == Match.State.PLAYING
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
            "asks": _dice(play, standing, str(row.uuid)) if hurts else [],
        }


def _dice(play: Play, standing: list[Seen], uuid: str) -> list[dict[str, Any]]:
    """What is still to be thrown for a casualty, by what follows its key."""
    suffering = suffering_of(play, standing, uuid)
    asks = suffering.asks() if suffering else {}
    return [
        ask_data(ask, play.book.catalogue)
        | {"key": rest, "sentence": ask_sentence(play, ask, None)}
        for rest, ask in asks.items()
    ]


def totals_data(viewed: Viewed) -> dict[str, Any]:
    """Raises Missing where nobody has kicked off. One statement."""
    _must_have_kicked_off(viewed)
    play = viewed.play
    taps = field.seen(play.match.taps.order_by("number"))
    totals = totals_of(taps)
    return {
        "revision": play.match.revision,
        "deeds": totals.deeds,
        "casualties": [_casualty_data(each) for each in totals.casualties],
        "knock_outs": [asdict(each) for each in totals.knock_outs],
        "oddities": _oddities(play, taps),
    }


def _casualty_data(told: Casualty) -> dict[str, Any]:
    """As it is sent; whose player did it goes without saying."""
    return {name: value for name, value in asdict(told).items() if name != "by_side"}


def report_data(viewed: Viewed) -> dict[str, Any]:
    """One statement for whoever may read disputes, none for others."""
    match, report = viewed.match, viewed.play.report
    told = viewed.play.told
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
        "touchdowns": told["touchdowns"],
        "deeds": told.get("deeds", {}),
        "casualties": told.get("casualties", []),
        "disputes": list(_disputes(viewed)) if viewed.seat.may_record else [],
    }


def _rerolls(told: Mapping[str, Any]) -> dict[str, int]:
    return {side: told.get("rerolls", {}).get(side, 0) for side in SIDES}


def _disputes(viewed: Viewed) -> Iterable[dict[str, Any]]:
    for each in viewed.match.disputes.select_related("words").order_by("id"):
        yield {
            "side": each.side,
            "reason": each.words.text,
            "at": at_data(each.at),
            "settled_at": at_data(each.settled_at),
        }
