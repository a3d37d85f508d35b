"""Matches read, and held while something is put in."""

from collections.abc import Collection
from operator import attrgetter
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from matches.models import Match, MatchSide
from matches.record import MatchRecord
from rules.engine.match import SIDES, Side
from teams import chapters, ledger
from teams.models import Chapter


def matches() -> QuerySet[Match]:
    """Matches with all that rulings need to know of their league, but for the catalogue's data."""
    return Match.objects.select_related("league", "season", "pin__catalogue").defer(
        "pin__catalogue__data"
    )


def held(match: Match) -> Match:
    """The match read again and held until the transaction ends: what is put in is numbered by it.

    Teams are held after it, in the order of their ids.
    """
    return _to_be_held().get(pk=match.pk)


def held_with(match: Match, others: Collection[int]) -> Match:
    """The same together with other matches, in the order of their ids."""
    rows = _to_be_held().filter(pk__in={match.pk, *others}).order_by("pk")
    return {each.pk: each for each in rows}[match.pk]


def lock_match(uuid: UUID) -> Match | None:
    """The same by its name, where nobody has looked yet whether there is one."""
    return _to_be_held().filter(uuid=uuid).order_by("id").first()


def _to_be_held() -> QuerySet[Match]:
    rows = matches()
    return rows.select_for_update(of=("self",), no_key=True)


def load(match: Match, *, named: bool = False) -> MatchRecord:
    """A match with its sides; the rest is read when it is asked for. One statement."""
    in_order = Chapter.objects.filter(team=OuterRef("team")).order_by("-position")
    rows = match.sides.select_related("team", "chapter").annotate(
        last=Subquery(in_order.values("position")[:1])
    )
    sides: dict[Side, MatchSide] = {}
    lasts: dict[Side, int] = {}
    for row in sorted(rows.order_by(), key=attrgetter("side"), reverse=True):
        row.team.league = match.league
        sides[side_of(row.side)], lasts[side_of(row.side)] = row, row.last
    return MatchRecord(match, sides, lasts, named)


def lock_teams(record: MatchRecord, sides: Collection[Side] = SIDES) -> None:
    """Lock the teams of these sides, always in the order of their ids."""
    held = ledger.lock_all(record.sides[side].team_id for side in sides)
    last = chapters.last_positions(held)
    for side in sides:
        record.sides[side].team = held[record.sides[side].team_id]
        record.team(side).league = record.match.league
        record.lasts[side] = last.get(record.sides[side].team_id, 0)
        record.keep_roster(side, None)
    record.waiting.clear()


def lock_teams_of(match: Match, sides: Collection[Side]) -> None:
    """The same before the match is loaded, so that what is loaded is what is held."""
    ledger.hold(match.sides.filter(side__in=sides).order_by().values("team"))


def side_of(name: str) -> Side:
    return "home" if name == "home" else "away"
