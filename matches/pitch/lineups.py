"""Both sides on the pitch: frozen as they kick off, joined by whoever enters later."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from league.models import RulesPin
from league.pins import book_of, edition_of
from matches import reading, running
from matches.models import Match, MatchSide, Tap
from matches.pitch.reports import Lineup, StandingTap
from matches.record import MatchRecord
from matches.running import History
from rules.engine.lineup import LineupPlayer, Pitch
from rules.engine.match import SIDES, Side
from teams import ledger, snapshots
from teams.models import Chapter, Team
from teams.projection import Roster

NOT_COUNTED = _("Nobody counts this in the league's game.")


def arrival(roster: Roster) -> dict[str, Any]:
    """A team as it comes to a match."""
    team = roster.team
    return {"team": snapshots.taken(roster), "value": team.value, "revision": team.revision}


def arrival_then(team: Team, chapter: Chapter, step: int, pin: RulesPin) -> dict[str, Any]:
    """A team as it came to a match that is entered late, whatever became of it since."""
    then = ledger.state_before(team, chapter, step)
    known = team.contracts.filter(key__in=list(then.players)).select_related("player")
    roster = Roster(team, {contract.key: contract for contract in known}, then)
    value = ledger.strength(book_of(pin), then)
    return {"team": snapshots.taken(roster), "value": value, "revision": team.revision}


def kick_off(record: MatchRecord, *, now: datetime) -> None:
    """Freeze both rosters as they stand, with whoever was hired for the match."""
    match = record.match
    edition, book = edition_of(match.pin), record.book
    at = running.context(History(record), None, record.sequence.kick_off)
    for side, row in record.sides.items():
        if record.is_latest(side):
            frozen = arrival(record.roster(side))
        else:
            place = record.sequence.kick_off
            frozen = arrival_then(record.team(side), row.chapter, place, match.pin)
        named = frozen["team"]["players"]
        people = [
            replace(each, name=named[each.key]["name"], number=named[each.key]["number"])
            if each.key in named
            else each
            for each in edition.pitch.lineup(book, at.match, side)
        ]
        row.kick_off = frozen | {
            "people": [asdict(each) for each in people],
            "treatments": dict(edition.pitch.treatments(book, at.match, side)),
            "inducements": dict(edition.pitch.inducements(book, at.match, side)),
            "joining": [asdict(each) for each in edition.pitch.joining(book, at.match, side)],
        }
        row.save(update_fields=["kick_off"])
    match.state, match.kicked_off_at = Match.State.PLAYING, now
    match.save(update_fields=["state", "kicked_off_at"])


def standing(taps: Iterable[Tap]) -> list[Tap]:
    """Taps that nobody took back, in the order in which they happened: that of their numbers, but
    for those which say what they came before. Dice go with their casualty."""
    rows = _in_order(sorted(taps, key=lambda tap: tap.number))
    voided = {tap.data["of"] for tap in rows if tap.kind == Tap.Kind.VOID}
    return [
        tap
        for tap in rows
        if str(tap.uuid) not in voided
        and tap.kind != Tap.Kind.VOID
        and not (tap.kind == Tap.Kind.DICE and tap.data["of"] in voided)
    ]


def _in_order(rows: list[Tap]) -> list[Tap]:
    """What was taken back still has its place, and whatever is told instead of it takes that."""
    if not any(tap.data.get("before") for tap in rows):
        return rows
    taps: list[Tap] = []
    names: list[str] = []
    for tap in rows:
        before = tap.data.get("before")
        place = names.index(before) if before and before in names else len(names)
        taps.insert(place, tap)
        names.insert(place, str(tap.uuid))
    return taps


def standing_taps(taps: Iterable[Tap]) -> list[StandingTap]:
    """What the taps that stand say."""
    return [
        StandingTap(
            str(tap.uuid),
            tap.number,
            tap.kind,
            reading.side_of(tap.side) if tap.side else None,
            tap.data,
        )
        for tap in standing(taps)
    ]


def deeds_of(match: Match) -> tuple[str, ...]:
    """What players do in this game that is counted for them, beside casualties."""
    return edition_of(match.pin).pitch.deeds


def field_of(record: MatchRecord, taps: Sequence[StandingTap] = ()) -> Lineup:
    """Whoever is on the pitch of a match that has kicked off."""
    pitch = edition_of(record.match.pin).pitch
    return Lineup(
        {side: _people(row, side, taps) for side, row in record.sides.items()},
        {side: _frozen(row)["treatments"] for side, row in record.sides.items()},
        pitch.credited,
        frozenset(side for side in SIDES if _can_bring_back(record, side, taps, pitch)),
        pitch.injuries_without_roll,
        pitch.treats_knock_outs,
    )


def _can_bring_back(
    record: MatchRecord, side: Side, taps: Sequence[StandingTap], pitch: Pitch
) -> bool:
    """Whether a side has somebody for it; of cards nobody knows what they do, so any may."""
    has = _frozen(record.sides[side]).get("inducements", {})
    played = any(tap.kind == Tap.Kind.CARD and tap.side == side for tap in taps)
    return played or not pitch.brings_back.isdisjoint(has)


def _people(row: MatchSide, side: Side, taps: Sequence[StandingTap]) -> dict[str, LineupPlayer]:
    frozen = _frozen(row)
    people = [_fielded(each) for each in frozen["people"]]
    could = {each["key"]: _fielded(each) for each in frozen["joining"]}
    came = [tap for tap in taps if tap.kind == Tap.Kind.JOINS and tap.side == side]
    for number, tap in enumerate(came, 1):
        if who := could.get(tap.data.get("who", "")):
            people.append(replace(who, key=f"{who.key}/{number}"))
    return {each.key: each for each in people}


def _frozen(row: MatchSide) -> dict[str, Any]:
    if row.kick_off is None:
        raise LookupError("this match has not kicked off")
    frozen: dict[str, Any] = row.kick_off
    return frozen


def _fielded(data: dict[str, Any]) -> LineupPlayer:
    return LineupPlayer(**{**data, "skills": tuple(data["skills"])})


def occasion(match: Match) -> dict[str, bool]:
    """What kind of match it is, as the report says it."""
    return {
        "friendly": match.is_friendly,
        "play_off": match.is_play_off,
        "final": match.is_final,
    }
